/**
 * Contract tests of `PendingSignUpRepository`.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import {
  maxPerEmail,
  PendingSignUp,
  PendingSignUpRepository
} from "@latchkey/domain/pending-sign-up/PendingSignUpRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Order from "effect/Order"
import { same } from "./internal/Assertions.ts"
import { concurrently, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
export type Ports = InstanceRepository | PendingSignUpRepository | Transaction

const lifetime = 75 * Samples.minute

const byClient = Order.mapInput(Order.string, ({ clientHash }: PendingSignUp) => clientHash)
const sorted = (pendings: ReadonlyArray<PendingSignUp>) => Arr.sort(pendings, byClient)

const setUp = Effect.gen(function* () {
  const pendings = yield* PendingSignUpRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const put = (pending: PendingSignUp) => Effect.as(pendings.put(pending), pending)
  const list = ({ email, instanceId }: PendingSignUp, now = Samples.now) =>
    Effect.map(pendings.list(instanceId, email, now), sorted)
  const consumeAll = ({ email, instanceId }: PendingSignUp, now = Samples.now) =>
    Effect.map(pendings.consumeAll(instanceId, email, now), sorted)
  return { consumeAll, instanceId, list, pendings, put }
})

const putting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores a pending sign-up with every field", () =>
    Effect.gen(function* () {
      const { instanceId, list, put } = yield* setUp
      const pending = yield* put(Samples.pendingSignUp(instanceId))
      same(yield* list(pending), [pending])
    })
  )

  it.effect("keeps those of several clients for one address, and replaces the one of the same client", () =>
    Effect.gen(function* () {
      const { instanceId, list, put } = yield* setUp
      const first = yield* put(Samples.pendingSignUp(instanceId))
      const { clientHash, email } = first
      const other = yield* put(Samples.pendingSignUp(instanceId, { email }))
      const expiresAt = Samples.plus(lifetime + 1)
      const passwordHash = Samples.passwordHash()
      const again = yield* put(Samples.pendingSignUp(instanceId, { email, clientHash, expiresAt, passwordHash }))
      same(yield* list(first), sorted([again, other]))
    })
  )

  it.effect("keeps ten for an address: a new one takes the place of the one that expires first", () =>
    Effect.gen(function* () {
      const { instanceId, list, put } = yield* setUp
      const { email } = Samples.pendingSignUp(instanceId)
      const putAt = (millis: number) =>
        put(Samples.pendingSignUp(instanceId, { email, expiresAt: Samples.plus(lifetime + millis) }))
      const stored = yield* Effect.forEach(Arr.range(1, maxPerEmail + 2), putAt)
      const elsewhere = yield* put(Samples.pendingSignUp(instanceId))
      const [newest] = stored.slice(-1)
      assert.isDefined(newest)
      if (newest === undefined) return
      same(yield* list(newest), sorted(stored.slice(2)))
      // The new one stays, although it expires before all others.
      const early = yield* putAt(0)
      same(yield* list(newest), sorted([...stored.slice(3), early]))
      same(yield* list(elsewhere), [elsewhere])
    })
  )

  it.effect("keeps those of one address in two instances apart", () =>
    Effect.gen(function* () {
      const { consumeAll, instanceId, list, put } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const here = yield* put(Samples.pendingSignUp(instanceId))
      const there = yield* put(new PendingSignUp({ ...here, instanceId: otherId }))
      same(yield* consumeAll(here), [here])
      same(yield* list(there), [there])
    })
  )

  it.effect("stores one for each of nine concurrent clients", () =>
    Effect.gen(function* () {
      const { instanceId, list, put } = yield* setUp
      const { email } = Samples.pendingSignUp(instanceId)
      const outcomes = yield* concurrently(9, () => put(Samples.pendingSignUp(instanceId, { email })))
      const stored = Arr.getRights([...outcomes])
      assert.lengthOf(stored, 9)
      same(yield* list(Samples.pendingSignUp(instanceId, { email })), sorted(stored))
    })
  )
}

const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns none for another address, and from the millisecond of its `expiresAt` on", () =>
    Effect.gen(function* () {
      const { instanceId, list, put } = yield* setUp
      const pending = yield* put(Samples.pendingSignUp(instanceId))
      same(yield* list(pending, Samples.plus(lifetime - 1)), [pending])
      same(yield* list(pending, Samples.plus(lifetime)), [])
      same(yield* list(Samples.pendingSignUp(instanceId)), [])
    })
  )
}

const deletingAll = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes all of the addresses, in the instance only", () =>
    Effect.gen(function* () {
      const { instanceId, list, pendings, put } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const first = yield* put(Samples.pendingSignUp(instanceId))
      const again = yield* put(Samples.pendingSignUp(instanceId, { email: first.email }))
      const second = yield* put(Samples.pendingSignUp(instanceId))
      const others = [
        yield* put(Samples.pendingSignUp(instanceId)),
        yield* put(new PendingSignUp({ ...first, instanceId: otherId }))
      ]
      yield* pendings.deleteAll(instanceId, [first.email, Samples.email(), second.email])
      yield* pendings.deleteAll(instanceId, [])
      for (const gone of [first, again, second]) same(yield* list(gone), [])
      for (const other of others) same(yield* list(other), [other])
    })
  )
}

const consuming = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes all of the address and no others, and returns those that have not expired", () =>
    Effect.gen(function* () {
      const { consumeAll, instanceId, list, put } = yield* setUp
      const first = yield* put(Samples.pendingSignUp(instanceId))
      const { email } = first
      const second = yield* put(Samples.pendingSignUp(instanceId, { email }))
      const expired = yield* put(Samples.pendingSignUp(instanceId, { email, expiresAt: Samples.now }))
      const other = yield* put(Samples.pendingSignUp(instanceId))
      same(yield* consumeAll(first), sorted([first, second]))
      same(yield* consumeAll(first), [])
      same(yield* list(expired, Samples.plus(-1)), [])
      same(yield* list(other), [other])
    })
  )

  it.effect("returns each to one of twenty concurrent calls", () =>
    Effect.gen(function* () {
      const { consumeAll, instanceId, put } = yield* setUp
      const first = yield* put(Samples.pendingSignUp(instanceId))
      const second = yield* put(Samples.pendingSignUp(instanceId, { email: first.email }))
      const outcomes = yield* concurrently(20, () => consumeAll(first))
      const all = Arr.getRights([...outcomes])
      assert.lengthOf(all, 20)
      same(sorted(all.flat()), sorted([first, second]))
    })
  )

  it.effect("keeps them if the transaction is rolled back", () =>
    Effect.gen(function* () {
      const { consumeAll, instanceId, list, put } = yield* setUp
      const transaction = yield* Transaction
      const pending = yield* put(Samples.pendingSignUp(instanceId))
      yield* Effect.flip(transaction.run(Effect.zipRight(consumeAll(pending), Effect.fail("changed my mind"))))
      same(yield* list(pending), [pending])
    })
  )

  it.effect("and sign-ups with the same address, concurrently, all succeed", () =>
    Effect.gen(function* () {
      const { consumeAll, instanceId, pendings } = yield* setUp
      const transaction = yield* Transaction
      const { email } = Samples.pendingSignUp(instanceId)
      const put = () => Effect.as(pendings.put(Samples.pendingSignUp(instanceId, { email })), 1)
      const consume = Effect.as(consumeAll(Samples.pendingSignUp(instanceId, { email })), 1)
      const outcomes = yield* concurrently(40, (index) => transaction.run(index % 4 === 0 ? consume : put()))
      assert.lengthOf(Arr.getRights([...outcomes]), 40)
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const expiresAt = Samples.longAgo
  const deleteExpired = (limit = 100, now = expiresAt) =>
    Effect.flatMap(PendingSignUpRepository, (pendings) => pendings.deleteExpired(now, limit))

  it.effect("deletes up to `limit` from the millisecond of their `expiresAt` on, and keeps others", () =>
    Effect.gen(function* () {
      const { instanceId, list, put } = yield* setUp
      yield* untilNoneLeft(deleteExpired(1000, Samples.plus(Samples.day, expiresAt)))
      const before = Samples.plus(-1, expiresAt)
      const active = yield* put(Samples.pendingSignUp(instanceId, { expiresAt: Samples.plus(1, expiresAt) }))
      yield* Effect.forEach(Arr.range(1, 3), () => put(Samples.pendingSignUp(instanceId, { expiresAt })))
      assert.strictEqual(yield* deleteExpired(100, before), 0)
      assert.strictEqual(yield* deleteExpired(2), 2)
      assert.strictEqual(yield* deleteExpired(2), 1)
      same(yield* list(active, expiresAt), [active])
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("put", () => putting(it))
  describe("list", () => listing(it))
  describe("consumeAll", () => consuming(it))
  describe("deleteAll", () => deletingAll(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/**
 * Runs the contract of `PendingSignUpRepository` against a layer, which must build within a minute. Call it in a test
 * file of Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`PendingSignUpRepository: ${name}`, tests)
