/** Contract tests of `FactorRecoveryRepository`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { FactorRecovery, FactorRecoveryRepository } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone, isSome } from "./internal/Assertions.ts"
import { concurrently, repeatedly, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = FactorRecoveryRepository | InstanceRepository | SessionRepository | Transaction | UserRepository

const setUp = Effect.gen(function* () {
  const recoveries = yield* FactorRecoveryRepository
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const insert = (recovery: FactorRecovery, now = recovery.requestedAt) => recoveries.insert(recovery, now)
  const find = ({ instanceId, userId }: FactorRecovery, now: DateTime.Utc = Samples.now) =>
    recoveries.find(instanceId, userId, now)
  const addLink = Effect.fnUntraced(function* (recovery: FactorRecovery, now: DateTime.Utc = Samples.now) {
    const tokenHash = Samples.tokenHash()
    const isAdded = yield* recoveries.addLink(recovery, { tokenHash, now })
    return { isAdded, link: { instanceId: recovery.instanceId, tokenHash } }
  })
  return { addLink, find, insert, instanceId, recoveries, user, users }
})

/** As `setUp`, with a stored recovery that has a link. */
const setUpWithLink = Effect.gen(function* () {
  const fixture = yield* setUp
  const recovery = Samples.factorRecovery(fixture.user)
  assert.isTrue(yield* fixture.insert(recovery))
  const { isAdded, link } = yield* fixture.addLink(recovery)
  assert.isTrue(isAdded)
  return { ...fixture, link, recovery }
})

const later = Samples.plus(Samples.day)

const inserting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores a recovery with every field, one for each user", () =>
    Effect.gen(function* () {
      const { find, insert, instanceId, user } = yield* setUp
      const recovery = Samples.factorRecovery(user, { userAgent: "" })
      const other = Samples.factorRecovery(yield* Samples.storedUser(instanceId))
      isNone(yield* find(recovery))
      assert.isTrue(yield* insert(recovery))
      assert.isTrue(yield* insert(other))
      isSome(yield* find(recovery), recovery)
      isSome(yield* find(other), other)
    })
  )

  it.effect("returns false, and moves no time, while one is open", () =>
    Effect.gen(function* () {
      const { find, insert, user } = yield* setUp
      const recovery = Samples.factorRecovery(user)
      assert.isTrue(yield* insert(recovery))
      const again = Samples.factorRecovery(user, { requestedAt: later, availableAt: later })
      assert.isFalse(yield* insert(again))
      assert.isFalse(yield* insert(again, Samples.plus(10 * Samples.day - 1)))
      isSome(yield* find(recovery), recovery)
    })
  )

  it.effect("replaces one from the millisecond of its `expiresAt` on, whose links do not lead to the new one", () =>
    Effect.gen(function* () {
      const { find, insert, link, recoveries, recovery, user } = yield* setUpWithLink
      const now = recovery.expiresAt
      const next = Samples.factorRecovery(user, {
        requestedAt: now,
        availableAt: Samples.plus(Samples.day, now),
        expiresAt: Samples.plus(2 * Samples.day, now)
      })
      assert.isTrue(yield* insert(next))
      isSome(yield* find(next, now), next)
      isNone(yield* recoveries.findByLink({ ...link, now }))
    })
  )

  it.effect("replaces one of former credentials", () =>
    Effect.gen(function* () {
      const { find, insert, instanceId, link, recoveries, recovery, user } = yield* setUpWithLink
      yield* (yield* SessionRepository).revokeAll(instanceId, user.id)
      isNone(yield* find(recovery))
      const next = Samples.factorRecovery(user, { credentialVersion: 1, requestedAt: later })
      assert.isTrue(yield* insert(next))
      isSome(yield* find(next), next)
      isNone(yield* recoveries.findByLink({ ...link, now: later }))
    })
  )

  it.effect("returns false, and stores nothing, with another credential version and without the user", () =>
    Effect.gen(function* () {
      const { find, insert, instanceId, user } = yield* setUp
      for (const one of [new User({ ...user, credentialVersion: 1 }), Samples.user(instanceId)]) {
        const recovery = Samples.factorRecovery(one)
        assert.isFalse(yield* insert(recovery))
        isNone(yield* find(recovery))
      }
    })
  )

  it.effect("returns true to one of fifty concurrent calls, also in the place of an expired one", () =>
    Effect.gen(function* () {
      const { find, insert, user } = yield* setUp
      yield* insert(Samples.factorRecovery(user, { expiresAt: later }))
      const times = Arr.makeBy(50, (index) => Samples.plus(2 * Samples.day + index))
      const all = times.map((requestedAt) => Samples.factorRecovery(user, { requestedAt }))
      const outcomes = yield* concurrently(50, (index) => insert(Arr.unsafeGet(all, index)))
      const stored = all.filter((_, index) => Either.getOrThrow(Arr.unsafeGet(outcomes, index)))
      assert.lengthOf(stored, 1)
      isSome(yield* find(Arr.unsafeGet(stored, 0)), Arr.unsafeGet(stored, 0))
    })
  )
}

const linking = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds the recovery by each of its links, and by no other token or instance", () =>
    Effect.gen(function* () {
      const { addLink, link, recoveries, recovery } = yield* setUpWithLink
      const { id: otherId } = yield* Samples.storedInstance
      const { link: second } = yield* addLink(recovery)
      const now = Samples.now
      isSome(yield* recoveries.findByLink({ ...link, now }), recovery)
      isSome(yield* recoveries.findByLink({ ...second, now }), recovery)
      isNone(yield* recoveries.findByLink({ ...link, tokenHash: Samples.tokenHash(), now }))
      isNone(yield* recoveries.findByLink({ ...link, instanceId: otherId, now }))
      isNone(yield* recoveries.consume({ ...link, instanceId: otherId, now: recovery.availableAt }))
      isNone(yield* recoveries.find(otherId, recovery.userId, now))
      assert.isFalse(yield* recoveries.delete(otherId, recovery.userId))
    })
  )

  it.effect("adds no link to a recovery that has expired, was deleted, or was replaced", () =>
    Effect.gen(function* () {
      const { addLink, insert, instanceId, recoveries, recovery, user } = yield* setUpWithLink
      assert.isTrue((yield* addLink(recovery, Samples.plus(10 * Samples.day - 1))).isAdded)
      assert.isFalse((yield* addLink(recovery, recovery.expiresAt)).isAdded)
      yield* recoveries.delete(instanceId, user.id)
      assert.isFalse((yield* addLink(recovery)).isAdded)
      const next = Samples.factorRecovery(user, { requestedAt: Samples.plus(1) })
      yield* insert(next)
      const { isAdded, link } = yield* addLink(recovery)
      assert.isFalse(isAdded)
      isNone(yield* recoveries.findByLink({ ...link, now: Samples.now }))
      assert.isTrue((yield* addLink(next)).isAdded)
    })
  )

  it.effect("returns none from the millisecond of `expiresAt` on, and after the credentials changed", () =>
    Effect.gen(function* () {
      const { find, instanceId, link, recoveries, recovery, user } = yield* setUpWithLink
      const last = Samples.plus(-1, recovery.expiresAt)
      isSome(yield* find(recovery, last), recovery)
      isSome(yield* recoveries.findByLink({ ...link, now: last }), recovery)
      isNone(yield* find(recovery, recovery.expiresAt))
      isNone(yield* recoveries.findByLink({ ...link, now: recovery.expiresAt }))
      isNone(yield* recoveries.consume({ ...link, now: recovery.expiresAt }))
      yield* (yield* SessionRepository).revokeAll(instanceId, user.id)
      isNone(yield* find(recovery))
      isNone(yield* recoveries.findByLink({ ...link, now: Samples.now }))
      isNone(yield* recoveries.consume({ ...link, now: recovery.availableAt }))
    })
  )
}

const consuming = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns none, and keeps it, until the millisecond before `availableAt`", () =>
    Effect.gen(function* () {
      const { find, link, recoveries, recovery } = yield* setUpWithLink
      isNone(yield* recoveries.consume({ ...link, now: Samples.plus(-1, recovery.availableAt) }))
      isSome(yield* find(recovery), recovery)
      isSome(yield* recoveries.consume({ ...link, now: recovery.availableAt }), recovery)
      isNone(yield* find(recovery))
      isNone(yield* recoveries.findByLink({ ...link, now: recovery.availableAt }))
    })
  )

  it.effect("returns it to one of fifty concurrent calls, with whatever link", () =>
    Effect.gen(function* () {
      const { addLink, link, recoveries, recovery } = yield* setUpWithLink
      const { link: second } = yield* addLink(recovery)
      const now = recovery.availableAt
      const outcomes = yield* concurrently(50, (index) =>
        recoveries.consume({ ...(index % 2 === 0 ? link : second), now })
      )
      const all = Arr.getRights([...outcomes])
      assert.lengthOf(all, 50)
      assert.lengthOf(Arr.getSomes(all), 1)
    })
  )

  it.effect("returns it, or a concurrent `delete` deletes it, never both", () =>
    repeatedly(10, () =>
      Effect.gen(function* () {
        const { instanceId, link, recoveries, recovery, user } = yield* setUpWithLink
        const outcomes = yield* concurrently(20, (index) =>
          index % 2 === 0
            ? Effect.map(recoveries.consume({ ...link, now: recovery.availableAt }), Option.isSome)
            : recoveries.delete(instanceId, user.id)
        )
        assert.lengthOf(Arr.getRights([...outcomes]).filter(Boolean), 1)
      })
    )
  )

  it.effect("keeps it if the transaction is rolled back", () =>
    Effect.gen(function* () {
      const { find, link, recoveries, recovery } = yield* setUpWithLink
      const { run } = yield* Transaction
      const consumed = recoveries.consume({ ...link, now: recovery.availableAt })
      yield* Effect.flip(run(Effect.zipRight(consumed, Effect.fail("changed my mind"))))
      isSome(yield* find(recovery), recovery)
      isSome(yield* recoveries.findByLink({ ...link, now: Samples.now }), recovery)
    })
  )
}

const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes the recovery of the user with its links, and no other", () =>
    Effect.gen(function* () {
      const { find, insert, instanceId, link, recoveries, recovery, user } = yield* setUpWithLink
      const other = Samples.factorRecovery(yield* Samples.storedUser(instanceId))
      yield* insert(other)
      assert.isTrue(yield* recoveries.delete(instanceId, user.id))
      assert.isFalse(yield* recoveries.delete(instanceId, user.id))
      isNone(yield* find(recovery))
      assert.isTrue(yield* insert(recovery))
      isNone(yield* recoveries.findByLink({ ...link, now: Samples.now }))
      isSome(yield* find(other), other)
    })
  )

  it.effect("returns true for one that is no longer open", () =>
    Effect.gen(function* () {
      const { instanceId, recoveries, user } = yield* setUpWithLink
      yield* (yield* SessionRepository).revokeAll(instanceId, user.id)
      assert.isTrue(yield* recoveries.delete(instanceId, user.id))
    })
  )

  it.effect("deletes it with the user", () =>
    Effect.gen(function* () {
      const { find, instanceId, link, recoveries, recovery, user, users } = yield* setUpWithLink
      yield* users.delete(instanceId, user.id)
      isNone(yield* find(recovery))
      yield* users.insert(user)
      isNone(yield* find(recovery))
      isNone(yield* recoveries.findByLink({ ...link, now: Samples.now }))
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const expiresAt = Samples.longAgo
  const deleteExpired = (limit = 100, now = expiresAt) =>
    Effect.flatMap(FactorRecoveryRepository, (recoveries) => recoveries.deleteExpired(now, limit))

  it.effect("deletes up to `limit` from the millisecond of their `expiresAt` on, and keeps others", () =>
    Effect.gen(function* () {
      const { addLink, find, insert, instanceId } = yield* setUp
      yield* untilNoneLeft(deleteExpired(1000, Samples.plus(Samples.day, expiresAt)))
      const times = { requestedAt: Samples.plus(-2, expiresAt), availableAt: Samples.plus(-1, expiresAt) }
      const stored = Effect.fnUntraced(function* (at: DateTime.Utc) {
        const user = yield* Samples.storedUser(instanceId)
        const recovery = Samples.factorRecovery(user, { ...times, expiresAt: at })
        yield* insert(recovery)
        yield* addLink(recovery, times.requestedAt)
        return recovery
      })
      const open = yield* stored(Samples.plus(1, expiresAt))
      yield* Effect.forEach(Arr.range(1, 3), () => stored(expiresAt))
      assert.strictEqual(yield* deleteExpired(100, Samples.plus(-1, expiresAt)), 0)
      assert.strictEqual(yield* deleteExpired(2), 2)
      assert.strictEqual(yield* deleteExpired(2), 1)
      isSome(yield* find(open, expiresAt), open)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("insert", () => inserting(it))
  describe("addLink and findByLink", () => linking(it))
  describe("consume", () => consuming(it))
  describe("delete", () => deleting(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = (user: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.gen(function* () {
    const { addLink, insert } = yield* FactorRecoveryRepository
    const recovery = Samples.factorRecovery(user, { credentialVersion: user.credentialVersion })
    yield* insert(recovery, Samples.now)
    yield* addLink(recovery, { tokenHash: Samples.tokenHash(), now: Samples.now })
  })

/**
 * Runs the contract of `FactorRecoveryRepository` against a layer, which must build within a minute. Call it in a test
 * file of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`FactorRecoveryRepository: ${name}`, tests)
