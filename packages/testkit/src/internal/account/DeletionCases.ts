import { assert, type Vitest } from "@effect/vitest"
import { User } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, isSome, same } from "../Assertions.ts"
import { concurrently } from "../Concurrency.ts"
import { type Ports, setUp } from "./UserFixture.ts"

/** A time at which nothing else in the store is due. */
const due = (millis = 0) => Option.some(Samples.plus(millis, Samples.longAgo))

export const keeping = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("is stored by insert and update, and found by every query", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const deletionAt = Option.some(Samples.plus(Samples.day))
      const user = yield* Samples.storedUser(instanceId, { deletionAt })
      isSome(yield* users.findById(instanceId, user.id), user)
      const { email } = user
      const account = yield* users.findForSignIn({ instanceId, email, clientHash: Option.none(), now: Samples.now })
      isSome(account.user, user)
      const kept = new User({ ...user, deletionAt: Option.none() })
      assert.isTrue(yield* users.update(kept, 0))
      isSome(yield* users.findByEmail(instanceId, email), kept)
      assert.isTrue(yield* users.update(user, 0))
      isSome(yield* users.findByEmailForUpdate(instanceId, email), user)
    })
  )

  it.effect("ends when the account is claimed, and stays at any other verification", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const deletionAt = Option.some(Samples.plus(Samples.day))
      const { id: userId } = yield* Samples.storedUser(instanceId, { deletionAt })
      const verification = { instanceId, userId, now: Samples.now }
      const deletionAfter = (password: "drop_password" | "keep_password") =>
        Effect.map(
          users.verifyEmail({ ...verification, password }),
          Option.flatMap((user) => user.deletionAt)
        )
      same(yield* deletionAfter("keep_password"), deletionAt)
      isNone(yield* deletionAfter("drop_password"))
    })
  )
}

export const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the users of all instances that are due at that millisecond, earliest first, page by page", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      const last = yield* Samples.storedUser(instanceId, { deletionAt: due(2) })
      const first = yield* Samples.storedUser(otherInstanceId, { deletionAt: due() })
      const middle = yield* Effect.replicateEffect(Samples.storedUser(instanceId, { deletionAt: due(1) }), 3)
      const late = yield* Samples.storedUser(instanceId, { deletionAt: due(3) })
      yield* Samples.storedUser(instanceId)
      const byId = [...middle].sort((one, other) => (one.id < other.id ? -1 : 1))
      const expected = [first, ...byId, last]
      const list = (after: Option.Option<User>, limit: number) =>
        users.listDueDeletions({ until: Samples.plus(2, Samples.longAgo), after, limit })
      same(yield* list(Option.none(), 100), expected)
      const pages = [yield* list(Option.none(), 2)]
      pages.push(yield* list(Option.fromNullable(pages[0]?.at(-1)), 2))
      pages.push(yield* list(Option.fromNullable(pages[1]?.at(-1)), 2))
      same(pages.flat(), expected)
      same(yield* list(Option.some(last), 2), [])
      for (const { id, instanceId } of [...expected, late]) yield* users.delete(instanceId, id)
    })
  )

  it.effect("lets exactly one of twenty workers delete a user that is locked and still due", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const { run } = yield* Transaction
      const user = yield* Samples.storedUser(instanceId, { deletionAt: due() })
      const work = run(
        Effect.gen(function* () {
          const locked = yield* users.findByEmailForUpdate(instanceId, user.email)
          return Option.isSome(locked) && Option.isSome(yield* users.delete(instanceId, user.id))
        })
      )
      const outcomes = yield* concurrently(20, () => work)
      assert.strictEqual(outcomes.filter(Either.getOrElse(() => false)).length, 1)
    })
  )
}
