/** Contract tests of `EmailSuppressions`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { type EmailSuppression, EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone, isSome, same } from "./internal/Assertions.ts"
import { concurrently, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = EmailSuppressions | InstanceRepository | Transaction

const setUp = Effect.gen(function* () {
  const suppressions = yield* EmailSuppressions
  const { id: instanceId } = yield* Samples.storedInstance
  const stored = (fields: Parameters<typeof Samples.emailSuppression>[1] = {}) => {
    const suppression = Samples.emailSuppression(instanceId, fields)
    return Effect.as(suppressions.put(suppression), suppression)
  }
  const find = ({ email, instanceId }: EmailSuppression) => suppressions.find(instanceId, email)
  const list = (limit = 100) => suppressions.list({ instanceId, before: Option.none(), limit })
  return { find, instanceId, list, stored, suppressions }
})

const putting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores a suppression with every field", () =>
    Effect.gen(function* () {
      const { find, list, stored } = yield* setUp
      const bounce = yield* stored({ detail: "Permanent/General" })
      const complaint = yield* stored({ reason: "complaint", detail: "" })
      isSome(yield* find(bounce), bounce)
      isSome(yield* find(complaint), complaint)
      assert.lengthOf(yield* list(), 2)
    })
  )

  it.effect("leaves an address that is suppressed as it is", () =>
    Effect.gen(function* () {
      const { find, list, stored } = yield* setUp
      const first = yield* stored()
      yield* stored({ email: first.email, reason: "complaint", suppressedAt: Samples.plus(1) })
      isSome(yield* find(first), first)
      same(yield* list(), [first])
    })
  )

  it.effect("stores one suppression of an address that is suppressed concurrently", () =>
    Effect.gen(function* () {
      const { list, stored } = yield* setUp
      const email = Samples.email()
      const results = yield* concurrently(10, () => stored({ email }))
      assert.isTrue(results.every(Either.isRight))
      assert.lengthOf(yield* list(), 1)
    })
  )

  it.effect("suppresses an address in one instance only", () =>
    Effect.gen(function* () {
      const { find, stored, suppressions } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const here = yield* stored()
      isNone(yield* suppressions.find(otherId, here.email))
      const there = Samples.emailSuppression(otherId, { email: here.email })
      yield* suppressions.put(there)
      isSome(yield* find(here), here)
      isSome(yield* find(there), there)
    })
  )

  it.effect("is undone when the transaction fails", () =>
    Effect.gen(function* () {
      const { list, stored } = yield* setUp
      const { run } = yield* Transaction
      yield* Effect.either(run(Effect.zipRight(stored(), Effect.fail("refused"))))
      same(yield* list(), [])
    })
  )
}

const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns pages by email id, the greatest first, of the instance only", () =>
    Effect.gen(function* () {
      const { instanceId, list, stored, suppressions } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      yield* suppressions.put(Samples.emailSuppression(otherId))
      const all = yield* Effect.forEach(Arr.range(1, 5), () => stored())
      const ids = all
        .map(({ emailId }) => emailId)
        .sort()
        .reverse()
      same(
        (yield* list(3)).map(({ emailId }) => emailId),
        ids.slice(0, 3)
      )
      const rest = yield* suppressions.list({ instanceId, before: Option.fromNullable(ids[2]), limit: 3 })
      same(
        rest.map(({ emailId }) => emailId),
        ids.slice(3)
      )
    })
  )
}

const lifting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes the suppression by that email, and no other", () =>
    Effect.gen(function* () {
      const { find, instanceId, list, stored, suppressions } = yield* setUp
      const lifted = yield* stored()
      const other = yield* stored()
      assert.isTrue(yield* suppressions.lift(instanceId, lifted.emailId))
      isNone(yield* find(lifted))
      same(yield* list(), [other])
      assert.isFalse(yield* suppressions.lift(instanceId, lifted.emailId))
    })
  )

  it.effect("returns `false` for the suppression of another instance, and leaves it", () =>
    Effect.gen(function* () {
      const { find, stored, suppressions } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const here = yield* stored()
      assert.isFalse(yield* suppressions.lift(otherId, here.emailId))
      isSome(yield* find(here), here)
    })
  )

  it.effect("returns `true` to exactly one of many concurrent calls", () =>
    Effect.gen(function* () {
      const { instanceId, stored, suppressions } = yield* setUp
      const { emailId } = yield* stored()
      const results = yield* concurrently(10, () => suppressions.lift(instanceId, emailId))
      assert.lengthOf(Arr.filter(Arr.getRights(results), Boolean), 1)
    })
  )
}

const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes the suppression of the address in the instance only", () =>
    Effect.gen(function* () {
      const { find, instanceId, list, stored, suppressions } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const here = yield* stored()
      const other = yield* stored()
      const there = Samples.emailSuppression(otherId, { email: here.email })
      yield* suppressions.put(there)
      yield* suppressions.delete(instanceId, here.email)
      yield* suppressions.delete(instanceId, Samples.email())
      same(yield* list(), [other])
      isSome(yield* find(there), there)
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes suppressions from `until` or before, of all instances, at most `limit`", () =>
    Effect.gen(function* () {
      const { list, stored, suppressions } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const at = (millis: number) => Samples.plus(millis, Samples.longAgo)
      yield* untilNoneLeft(suppressions.deleteExpired(at(Samples.day), 1000))
      yield* stored({ suppressedAt: at(100) })
      const later = yield* stored({ suppressedAt: at(101) })
      const there = Samples.emailSuppression(otherId, { suppressedAt: at(100) })
      yield* suppressions.put(there)
      assert.strictEqual(yield* suppressions.deleteExpired(at(99), 100), 0)
      assert.strictEqual(yield* suppressions.deleteExpired(at(100), 1), 1)
      assert.strictEqual(yield* suppressions.deleteExpired(at(100), 100), 1)
      same(yield* list(), [later])
      isNone(yield* suppressions.find(otherId, there.email))
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("put", () => putting(it))
  describe("list", () => listing(it))
  describe("lift", () => lifting(it))
  describe("delete", () => deleting(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = ({ email, instanceId }: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(EmailSuppressions, ({ put }) => put(Samples.emailSuppression(instanceId, { email })))

/**
 * Runs the contract of `EmailSuppressions` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`EmailSuppressions: ${name}`, tests)
