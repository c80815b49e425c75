import { assert, describe } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as LockUnchanged from "../../src/account/LockUnchanged.ts"
import { ann, ben, email, rightPassword, signedUp, storedUser, test } from "../support.ts"
import * as TestClient from "../support/TestClient.ts"

/** A client of the user, the user as read now, and the function. */
const setUp = Effect.gen(function* () {
  const client = yield* signedUp
  const user = Option.getOrThrow(yield* storedUser(ann))
  return { client, user, lockUnchanged: yield* LockUnchanged.make }
})

describe("LockUnchanged", () => {
  test(
    "returns the user whose credentials are those that were read",
    Effect.gen(function* () {
      const { lockUnchanged, user } = yield* setUp
      assert.deepStrictEqual(yield* lockUnchanged(user), Option.some(user))
    })
  )

  test(
    "returns none once the credentials have changed",
    Effect.gen(function* () {
      const { client, lockUnchanged, user } = yield* setUp
      yield* client.signOutAll
      assert.isTrue(Option.isNone(yield* lockUnchanged(user)))
    })
  )

  test(
    "returns no other user who has got the address",
    Effect.gen(function* () {
      const { lockUnchanged, user } = yield* setUp
      const users = yield* UserRepository
      yield* (yield* TestClient.make).signUp(ben, rightPassword)
      const other = Option.getOrThrow(yield* storedUser(ben))
      yield* users.update(new User({ ...user, email: email("ann@example.org") }), 0)
      yield* users.update(new User({ ...other, email: ann }), 0)
      assert.isTrue(Option.isNone(yield* lockUnchanged(user)))
    })
  )
})
