/** Contract tests of `FormerEmails`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { type FormerEmail, FormerEmails } from "@latchkey/domain/account/FormerEmails"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { EmailTaken } from "@latchkey/domain/account/AccountErrors"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone, isSome } from "./internal/Assertions.ts"
import { concurrently, repeatedly, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = FormerEmails | InstanceRepository | Transaction | UserRepository

const setUp = Effect.gen(function* () {
  const formers = yield* FormerEmails
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const find = ({ email, instanceId }: FormerEmail, now = Samples.now) => formers.find(instanceId, email, now)
  /** Stores a former address of a user, by default of `user`, with a credential version. */
  const put = (credentialVersion: number, of = user) =>
    Effect.tap(Effect.succeed(Samples.formerEmail(of, { credentialVersion })), formers.put)
  return { find, formers, instanceId, put, user, users }
})

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns a former address until the millisecond before its `expiresAt`", () =>
    Effect.gen(function* () {
      const { find, put } = yield* setUp
      const former = yield* put(1)
      isSome(yield* find(former, Samples.plus(-1, former.expiresAt)), former)
      isNone(yield* find(former, former.expiresAt))
    })
  )

  it.effect("finds nothing in another instance, and at another address", () =>
    Effect.gen(function* () {
      const { find, formers, put } = yield* setUp
      const former = yield* put(1)
      const other = yield* Samples.storedInstance
      isNone(yield* formers.find(other.id, former.email, Samples.now))
      isNone(yield* find(Samples.formerEmail(yield* Samples.storedUser(other.id))))
    })
  )

  it.effect("finds those among many addresses, in the instance only, until their `expiresAt`", () =>
    Effect.gen(function* () {
      const { formers, instanceId, put, user } = yield* setUp
      const [first, second] = [yield* put(1), yield* put(2)]
      yield* put(3)
      const other = yield* Samples.storedInstance
      const emails = [first.email, Samples.email(), second.email]
      const found = yield* formers.findAll(instanceId, emails, Samples.now)
      assert.sameMembers(
        found.map(({ email }) => email),
        [first.email, second.email]
      )
      assert.deepStrictEqual(new Set(found.map(({ userId }) => userId)), new Set([user.id]))
      assert.deepStrictEqual(yield* formers.findAll(instanceId, emails, first.expiresAt), [])
      assert.deepStrictEqual(yield* formers.findAll(other.id, emails, Samples.now), [])
      assert.deepStrictEqual(yield* formers.findAll(instanceId, [], Samples.now), [])
    })
  )

  it.effect("an address has the latest of two that are put", () =>
    Effect.gen(function* () {
      const { find, formers, put, user } = yield* setUp
      const { email } = yield* put(1)
      const later = Samples.formerEmail(user, { email, credentialVersion: 5, expiresAt: Samples.plus(9 * Samples.day) })
      yield* formers.put(later)
      isSome(yield* find(later), later)
      assert.lengthOf(yield* formers.list(user.instanceId, user.id), 1)
    })
  )

  it.effect("keeps how many restorations have followed the change, and replaces it", () =>
    Effect.gen(function* () {
      const { find, formers, user } = yield* setUp
      const { email } = yield* Effect.tap(Effect.succeed(Samples.formerEmail(user, { restorations: 2 })), formers.put)
      for (const restorations of [3, 0]) {
        const former = Samples.formerEmail(user, { email, restorations })
        yield* formers.put(former)
        isSome(yield* find(former), former)
        const listed = yield* formers.list(user.instanceId, user.id)
        assert.deepStrictEqual(
          listed.map((found) => found.restorations),
          [restorations]
        )
      }
    })
  )

  it.effect("an address can become the former one of another user", () =>
    Effect.gen(function* () {
      const { find, formers, instanceId, put } = yield* setUp
      const { email } = yield* put(1)
      const other = yield* Samples.storedUser(instanceId)
      const later = Samples.formerEmail(other, { email })
      yield* formers.put(later)
      isSome(yield* find(later), later)
    })
  )

  it.effect("lists those of one user, latest change first", () =>
    Effect.gen(function* () {
      const { formers, instanceId, put, user } = yield* setUp
      const second = yield* put(2)
      const first = yield* put(1)
      const tenth = yield* put(10)
      yield* put(3, yield* Samples.storedUser(instanceId))
      const listed = yield* formers.list(instanceId, user.id)
      assert.deepStrictEqual(
        listed.map(({ email }) => email),
        [tenth, second, first].map(({ email }) => email)
      )
    })
  )
}

const releasing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes those of the user from the given version on, and no others", () =>
    Effect.gen(function* () {
      const { find, formers, instanceId, put, user } = yield* setUp
      const other = yield* put(7, yield* Samples.storedUser(instanceId))
      const earlier = yield* put(1)
      const first = yield* put(2)
      const second = yield* put(3)
      yield* formers.release(instanceId, user.id, 2)
      isNone(yield* find(first))
      isNone(yield* find(second))
      isSome(yield* find(earlier), earlier)
      isSome(yield* find(other), other)
    })
  )

  it.effect("is undone with its transaction", () =>
    Effect.gen(function* () {
      const { find, formers, instanceId, put, user } = yield* setUp
      const { run } = yield* Transaction
      const former = yield* put(1)
      yield* Effect.flip(run(Effect.zipRight(formers.release(instanceId, user.id, 0), Effect.fail("changed my mind"))))
      isSome(yield* find(former), former)
    })
  )

  it.effect("deleting a user deletes the former addresses, and those of no other user", () =>
    Effect.gen(function* () {
      const { find, instanceId, put, user, users } = yield* setUp
      const other = yield* put(1, yield* Samples.storedUser(instanceId))
      const former = yield* put(1)
      yield* users.delete(instanceId, user.id)
      isNone(yield* find(former))
      isSome(yield* find(other), other)
    })
  )
}

const reserving = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("inserting an address while its user leaves it fails, or sees the reservation afterwards", () =>
    repeatedly(10, () =>
      Effect.gen(function* () {
        const { formers, instanceId, user, users } = yield* setUp
        const { run } = yield* Transaction
        const { email } = user
        const leave = run(
          Effect.gen(function* () {
            yield* users.update(new User({ ...user, email: Samples.email(), credentialVersion: 1 }), 0)
            yield* formers.put(Samples.formerEmail(user, { email }))
          })
        )
        const take = run(
          Effect.gen(function* () {
            yield* users.insert(Samples.user(instanceId, { email }))
            if (Option.isSome(yield* formers.find(instanceId, email, Samples.now))) return yield* new EmailTaken()
          })
        )
        const outcomes = yield* concurrently(6, (index) => (index === 2 ? leave : take))
        const succeeded = outcomes.flatMap((outcome, index) => (Either.isRight(outcome) ? [index] : []))
        assert.deepStrictEqual(succeeded, [2])
      })
    )
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const expiresAt = Samples.longAgo
  const deleteExpired = (limit = 100, now = expiresAt) =>
    Effect.flatMap(FormerEmails, (formers) => formers.deleteExpired(now, limit))

  it.effect("deletes up to `limit` from the millisecond of their `expiresAt` on, and keeps others", () =>
    Effect.gen(function* () {
      const { find, formers, user } = yield* setUp
      yield* untilNoneLeft(deleteExpired(1000, Samples.plus(Samples.day, expiresAt)))
      const active = Samples.formerEmail(user, { expiresAt: Samples.plus(1, expiresAt) })
      yield* formers.put(active)
      yield* Effect.forEach(Arr.range(1, 3), () => formers.put(Samples.formerEmail(user, { expiresAt })))
      assert.strictEqual(yield* deleteExpired(100, Samples.plus(-1, expiresAt)), 0)
      assert.strictEqual(yield* deleteExpired(2), 2)
      assert.strictEqual(yield* deleteExpired(2), 1)
      isSome(yield* find(active, expiresAt), active)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("put, find and list", () => finding(it))
  describe("release", () => releasing(it))
  describe("concurrent transactions", () => reserving(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = (user: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(FormerEmails, ({ put }) => put(Samples.formerEmail(user)))

/**
 * Runs the contract of `FormerEmails` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`FormerEmails: ${name}`, tests)
