import { assert, describe } from "@effect/vitest"
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { type UserCursor, type UserFilter, UserListing } from "@latchkey/domain/operator/UserListing"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { email, otherInstance, rightPassword, test } from "../support.ts"

/** Creates users a second apart. Their addresses are in the other order. */
const createAll = (count: number, instance = defaultInstance) =>
  Effect.forEach(Array.from({ length: count }), (_, index) =>
    Effect.gen(function* () {
      const { create } = yield* UserProvisioning
      yield* create({
        instance,
        by: { actor: "program" },
        user: {
          email: email(`p${90 - index}@example.com`),
          emailVerified: false,
          externalId: Option.some(ExternalId.make(`id ${index}`)),
          password: Option.some(rightPassword),
          disabled: false
        }
      })
      yield* TestClock.adjust("1 second")
    })
  )

/** Returns the addresses on each page, without their domain. */
const pages = (filter: UserFilter, limit: number) =>
  Effect.gen(function* () {
    const { list } = yield* UserListing
    const found: Array<ReadonlyArray<string>> = []
    let after = Option.none<UserCursor>()
    do {
      const { next, users } = yield* list({ instance: defaultInstance, filter, after, limit })
      found.push(users.map((user) => user.email.replace("@example.com", "")))
      after = next
    } while (Option.isSome(after) && found.length < 10)
    return found
  })

const created = (from?: number, until?: number): UserFilter => ({
  _tag: "Created",
  from: Option.map(Option.fromNullable(from), (seconds) => DateTime.unsafeMake(seconds * 1000)),
  until: Option.map(Option.fromNullable(until), (seconds) => DateTime.unsafeMake(seconds * 1000))
})

describe("UserListing.list", () => {
  test(
    "returns users page by page, and each of them once: by creation, or by address",
    Effect.gen(function* () {
      yield* createAll(5)
      yield* createAll(2, otherInstance)
      assert.deepStrictEqual(yield* pages(created(), 2), [["p90", "p89"], ["p88", "p87"], ["p86"]])
      assert.deepStrictEqual(yield* pages({ _tag: "Email", prefix: "P" }, 2), [["p86", "p87"], ["p88", "p89"], ["p90"]])
      assert.deepStrictEqual(yield* pages(created(), 5), [["p90", "p89", "p88", "p87", "p86"]])
    })
  )

  test(
    "returns the users that were created in a time, or have an address or an external id",
    Effect.gen(function* () {
      yield* createAll(5)
      assert.deepStrictEqual(yield* pages(created(1, 3), 9), [["p89", "p88"]])
      assert.deepStrictEqual(yield* pages({ _tag: "Email", prefix: "p89@" }, 9), [["p89"]])
      assert.deepStrictEqual(yield* pages({ _tag: "ExternalId", externalId: ExternalId.make("id 4") }, 9), [["p86"]])
      assert.deepStrictEqual(yield* pages({ _tag: "ExternalId", externalId: ExternalId.make("id 5") }, 9), [[]])
    })
  )
})
