/**
 * What every `MagicLinkOutbox` promises. A lease takes wishes of all instances, so the tests settle whatever is due in
 * the year 2001: they need a store in which nobody else works in that year.
 *
 * @since 0.1.0
 */
import { assert, it, type Vitest } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/InstanceRepository"
import { MagicLinkWish } from "@latchkey/domain/MagicLink"
import { MagicLinkOutbox } from "@latchkey/domain/MagicLinkOutbox"
import { Transaction } from "@latchkey/domain/Transaction"
import { same } from "./internal/Assertions.ts"
import { atOnce, pause, rounds } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** What the layer under test has to provide: the port, and those that the tests make their data with. @since 0.1.0 */
export type Ports = InstanceRepository | MagicLinkOutbox | Transaction

const at = (millis: number) => Samples.plus(millis, Samples.longAgo)

const counted = (wish: MagicLinkWish, attempts = 1) => new MagicLinkWish({ ...wish, attempts })

/** An outbox in which nothing is due, and the times counted in milliseconds from the start of the test. */
const setUp = Effect.gen(function* () {
  const outbox = yield* MagicLinkOutbox
  const { id: instanceId } = yield* Samples.storedInstance
  const wish = (millis: number, fields: Parameters<typeof Samples.wish>[1] = {}) =>
    Samples.wish(instanceId, { requestedAt: at(millis), ...fields })
  const enqueued = (millis: number, fields?: Parameters<typeof Samples.wish>[1]) =>
    Effect.suspend(() => {
      const fresh = wish(millis, fields)
      return Effect.as(outbox.enqueue(fresh), fresh)
    })
  const lease = (nowMillis: number, untilMillis = nowMillis + Samples.minute, limit = 100) =>
    outbox.lease({ now: at(nowMillis), until: at(untilMillis), limit })
  const settleAll = lease(Samples.day, 2 * Samples.day).pipe(
    Effect.tap((old) => Effect.forEach(old, ({ id, instanceId }) => outbox.settle(instanceId, id))),
    Effect.repeat({ until: Arr.isEmptyReadonlyArray })
  )
  yield* settleAll
  return { enqueued, instanceId, lease, outbox }
})

const leasing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("hands out a wish at once, as it was stored, with the attempt counted", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUp
      const plain = yield* enqueued(0)
      same(yield* lease(0), [counted(plain)])
      const bound = yield* enqueued(1, { clientHash: Option.some(Samples.secretHash()) })
      same(yield* lease(1), [counted(bound)])
    })
  )

  it.effect("hands out the oldest wishes first, and at most `limit`, of all instances", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const fifth = yield* enqueued(50)
      const second = yield* enqueued(20, { instanceId: otherInstanceId })
      const fourth = yield* enqueued(40)
      const first = yield* enqueued(10)
      const third = yield* enqueued(30, { instanceId: otherInstanceId })
      same(yield* lease(100, 1000, 3), [counted(first), counted(second), counted(third)])
      same(yield* lease(100, 1000, 3), [counted(fourth), counted(fifth)])
      same(yield* lease(100, 1000, 3), [])
    })
  )

  it.effect("keeps a leased wish from others until the very millisecond at which the lease runs out", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUp
      const wish = yield* enqueued(0)
      same(yield* lease(0, 5000), [counted(wish)])
      same(yield* lease(0, 5000), [])
      same(yield* lease(4999), [])
      same(yield* lease(5000, 9000), [counted(wish, 2)])
      same(yield* lease(8999), [])
      same(yield* lease(9000), [counted(wish, 3)])
    })
  )

  it.effect("goes on counting from the attempts of the wish", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUp
      const wish = yield* enqueued(0, { attempts: 4 })
      same(yield* lease(0), [counted(wish, 5)])
    })
  )
}

const settling = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("never hands out a settled wish again, and leaves the others", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, lease, outbox } = yield* setUp
      const settled = yield* enqueued(0)
      const other = yield* enqueued(1)
      yield* lease(1, 5000)
      yield* outbox.settle(instanceId, settled.id)
      same(yield* lease(5000), [counted(other, 2)])
    })
  )

  it.effect("makes a wish due again at the very millisecond that it is told, lease or not", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, lease, outbox } = yield* setUp
      const wish = yield* enqueued(0)
      yield* lease(0, 5000)
      yield* outbox.retryAt(instanceId, wish.id, at(2000))
      same(yield* lease(1999), [])
      same(yield* lease(2000, 3000), [counted(wish, 2)])
      yield* outbox.retryAt(instanceId, wish.id, at(7000))
      same(yield* lease(6999), [])
      same(yield* lease(7000), [counted(wish, 3)])
    })
  )

  it.effect("does nothing to a wish that is gone", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, lease, outbox } = yield* setUp
      const wish = yield* enqueued(0)
      yield* outbox.settle(instanceId, wish.id)
      yield* outbox.settle(instanceId, wish.id)
      yield* outbox.retryAt(instanceId, wish.id, at(0))
      same(yield* lease(1000), [])
    })
  )

  it.effect("settles and retries nothing by way of another instance", () =>
    Effect.gen(function* () {
      const { enqueued, lease, outbox } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const wish = yield* enqueued(0)
      yield* lease(0, 5000)
      yield* outbox.settle(otherInstanceId, wish.id)
      yield* outbox.retryAt(otherInstanceId, wish.id, at(1000))
      same(yield* lease(4999), [])
      same(yield* lease(5000), [counted(wish, 2)])
    })
  )
}

const sweeping = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("sweeps wishes that were made at a time or before, leased or not, of all instances", () =>
    Effect.gen(function* () {
      const { enqueued, lease, outbox } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* enqueued(10)
      yield* lease(10, 5000)
      yield* enqueued(20, { instanceId: otherInstanceId })
      const younger = yield* enqueued(21)
      assert.strictEqual(yield* outbox.sweep(at(9), 100), 0)
      assert.strictEqual(yield* outbox.sweep(at(20), 100), 2)
      assert.strictEqual(yield* outbox.sweep(at(20), 100), 0)
      same(yield* lease(5000), [counted(younger)])
    })
  )

  it.effect("sweeps at most `limit` at a time", () =>
    Effect.gen(function* () {
      const { enqueued, outbox } = yield* setUp
      yield* Effect.forEach(Arr.range(1, 5), (millis) => enqueued(millis))
      assert.strictEqual(yield* outbox.sweep(at(10), 3), 3)
      assert.strictEqual(yield* outbox.sweep(at(10), 3), 2)
      assert.strictEqual(yield* outbox.sweep(at(10), 3), 0)
    })
  )
}

const together = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("hands different wishes to workers who lease at once, and none is forgotten", () =>
    rounds(3, () =>
      Effect.gen(function* () {
        const { enqueued, lease } = yield* setUp
        const wishes = yield* Effect.forEach(Arr.range(0, 19), (millis) => enqueued(millis))
        const leased = Arr.getRights(yield* atOnce(10, () => lease(100, 5000, 3)))
        assert.lengthOf(leased, 10)
        assert.isTrue(leased.every((batch) => batch.length <= 3))
        const ids = [...leased.flat(), ...(yield* lease(100, 5000))].map(({ id }) => id)
        assert.sameMembers(
          ids,
          wishes.map(({ id }) => id)
        )
      })
    )
  )

  it.effect("keeps the wishes that an open transaction has leased from others, and frees them when it fails", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUp
      const { run } = yield* Transaction
      const wishes = [yield* enqueued(0), yield* enqueued(1), yield* enqueued(2)]
      const isLeased = yield* Effect.makeLatch()
      const leaseTwo = lease(10, 5000, 2).pipe(Effect.zipLeft(isLeased.open), Effect.zipLeft(pause(20)))
      const [first, second] = yield* Effect.all([run(leaseTwo), isLeased.whenOpen(lease(10, 5000))], {
        concurrency: "unbounded"
      })
      assert.sameMembers(
        [...first, ...second].map(({ id }) => id),
        wishes.map(({ id }) => id)
      )
      yield* Effect.either(run(Effect.zipRight(lease(5000, 9000), Effect.fail("refused"))))
      same(
        yield* lease(5000),
        wishes.map((wish) => counted(wish, 2))
      )
    })
  )

  it.effect("stores and settles nothing that a failing transaction around it would leave behind", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, lease, outbox } = yield* setUp
      const { run } = yield* Transaction
      const kept = yield* enqueued(0)
      const work = Effect.zipRight(enqueued(1), outbox.settle(instanceId, kept.id))
      yield* Effect.either(run(Effect.zipRight(work, Effect.fail("refused"))))
      same(yield* lease(10), [counted(kept)])
    })
  )
}

/** The tests, for a suite that is made already, by `it.layer(layer)(name, tests)`. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  leasing(it)
  settling(it)
  sweeping(it)
  together(it)
}

/**
 * Holds the `MagicLinkOutbox` of a layer to its promises. Call it in a test file of Vitest. The layer is built once,
 * and has a minute for it.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`MagicLinkOutbox of ${name}`, tests)
