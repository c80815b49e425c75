/**
 * Contract tests of `RateLimitStore`.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { RateLimitStore, type Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import type * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { concurrently, repeatedly, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
export type Ports = InstanceRepository | RateLimitStore

/** A new window with a limit per minute. */
const windowOf = (limit: number): Window => ({
  key: `sample:${randomUUID()}`,
  rate: { limit, windowSeconds: 60 }
})

const withLimit = (of: Window, limit: number): Window => ({ ...of, rate: { ...of.rate, limit } })

/** `consume` returns "allowed", or when there is room again. All times are milliseconds since `start`. */
const setUpAt = (start: DateTime.Utc) =>
  Effect.gen(function* () {
    const store = yield* RateLimitStore
    const { id: instanceId } = yield* Samples.storedInstance
    const consumeIn =
      (of: InstanceId) =>
      (millis: number, ...windows: Arr.NonEmptyReadonlyArray<Window>) =>
        Effect.map(store.consume(of, windows, Samples.plus(millis, start)), (decision) =>
          decision.isAllowed ? "allowed" : DateTime.distance(start, decision.retryAt)
        )
    const refund = (millis: number, from: Window, of = instanceId) =>
      store.refund(of, from.key, Samples.plus(millis, start))
    return { consume: consumeIn(instanceId), consumeIn, refund }
  })

const setUp = setUpAt(Samples.now)

const oneWindow = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("allows as many attempts as the limit, then returns when there is room again", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUp
      const three = windowOf(3)
      const decisions = [
        yield* consume(0, three),
        yield* consume(1000, three),
        yield* consume(2000, three),
        yield* consume(3000, three)
      ]
      assert.deepStrictEqual(decisions, ["allowed", "allowed", "allowed", 60_000])
    })
  )

  it.effect("has room again at the millisecond at which the oldest attempt leaves the window", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUp
      const two = windowOf(2)
      yield* consume(0, two)
      yield* consume(10_000, two)
      assert.strictEqual(yield* consume(59_999, two), 60_000)
      assert.strictEqual(yield* consume(60_000, two), "allowed")
      assert.strictEqual(yield* consume(60_000, two), 70_000)
      assert.strictEqual(yield* consume(69_999, two), 70_000)
      assert.strictEqual(yield* consume(70_000, two), "allowed")
    })
  )

  it.effect("counts two attempts of one millisecond as two", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUp
      const two = windowOf(2)
      assert.strictEqual(yield* consume(5, two), "allowed")
      assert.strictEqual(yield* consume(5, two), "allowed")
      assert.strictEqual(yield* consume(5, two), 60_005)
    })
  )

  it.effect("does not count refused attempts, so that retrying does not prolong the refusal", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUp
      const one = windowOf(1)
      yield* consume(0, one)
      yield* Effect.forEach([1, 20_000, 40_000, 59_999], (millis) => consume(millis, one))
      assert.strictEqual(yield* consume(60_000, one), "allowed")
    })
  )

  it.effect("applies the current limit after it was lowered or raised", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUp
      const three = windowOf(3)
      yield* consume(0, three)
      yield* consume(1000, three)
      yield* consume(2000, three)
      const one = withLimit(three, 1)
      assert.strictEqual(yield* consume(3000, one), 62_000)
      assert.strictEqual(yield* consume(61_999, one), 62_000)
      assert.strictEqual(yield* consume(3000, withLimit(three, 4)), "allowed")
      assert.strictEqual(yield* consume(62_000, one), 63_000)
      assert.strictEqual(yield* consume(63_000, one), "allowed")
    })
  )

  it.effect("allows no more than the limit by a clock that is a little behind", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUp
      const two = windowOf(2)
      yield* consume(0, two)
      yield* consume(1, two)
      assert.strictEqual(yield* consume(60_001, two), "allowed")
      assert.strictEqual(yield* consume(60_000, two), 60_001)
    })
  )

  it.effect("keeps the same key of two instances apart", () =>
    Effect.gen(function* () {
      const { consume, consumeIn } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const one = windowOf(1)
      assert.strictEqual(yield* consume(0, one), "allowed")
      assert.strictEqual(yield* consumeIn(otherInstanceId)(1, one), "allowed")
      assert.strictEqual(yield* consume(2, one), 60_000)
      assert.strictEqual(yield* consumeIn(otherInstanceId)(2, one), 60_001)
    })
  )

  it.effect("keeps two keys of one instance apart", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUp
      yield* consume(0, windowOf(1))
      assert.strictEqual(yield* consume(0, windowOf(1)), "allowed")
    })
  )
}

const step = FastCheck.record({
  wait: FastCheck.nat(25_000),
  limit: FastCheck.integer({ min: 1, max: 4 }),
  isRefunded: FastCheck.boolean()
})

const model = (it: Vitest.MethodsNonLive<Ports>) =>
  it.effect.prop(
    "returns what `SlidingWindow` returns, for any sequence of attempts",
    [FastCheck.array(step, { minLength: 5, maxLength: 20 })],
    ([steps]) =>
      Effect.gen(function* () {
        const { consume, refund } = yield* setUp
        const window = windowOf(1)
        const start = DateTime.toEpochMillis(Samples.now)
        let times: ReadonlyArray<number> = []
        let millis = 0
        for (const { isRefunded, limit, wait } of steps) {
          millis += wait
          const current = withLimit(window, limit)
          const decision = SlidingWindow.consume(times, current.rate, start + millis)
          const expected = decision.isAllowed ? "allowed" : decision.retryAt - start
          assert.strictEqual(yield* consume(millis, current), expected)
          times = decision.times
          if (decision.isAllowed && isRefunded) {
            times = SlidingWindow.refund(times, start + millis)
            yield* refund(millis, window)
          }
        }
      }),
    { fastCheck: { numRuns: 15 } }
  )

const severalWindows = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("counts one attempt in each window", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUp
      const [first, second] = [windowOf(1), windowOf(2)]
      assert.strictEqual(yield* consume(0, first, second), "allowed")
      assert.strictEqual(yield* consume(1, first), 60_000)
      assert.strictEqual(yield* consume(1, second), "allowed")
      assert.strictEqual(yield* consume(2, second), 60_000)
    })
  )

  it.effect("counts nothing if any window refuses, in any position, and returns when that one has room", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUp
      const full = windowOf(1)
      yield* consume(500, full)
      for (const position of [0, 1, 2] as const) {
        const [first, second] = [windowOf(1), windowOf(1)]
        const orders = [
          [full, first, second],
          [first, full, second],
          [first, second, full]
        ] as const
        assert.strictEqual(yield* consume(1000, ...orders[position]), 60_500)
        assert.strictEqual(yield* consume(1000, first, second), "allowed")
      }
    })
  )

  it.effect("returns when all windows have room, if several refuse", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUp
      const [sooner, later, free] = [windowOf(1), windowOf(1), windowOf(1)]
      yield* consume(500, sooner)
      yield* consume(900, later)
      assert.strictEqual(yield* consume(1000, sooner, free, later), 60_900)
      assert.strictEqual(yield* consume(1000, later, sooner), 60_900)
      assert.strictEqual(yield* consume(60_899, sooner, free, later), 60_900)
      assert.strictEqual(yield* consume(60_900, sooner, free, later), "allowed")
    })
  )

  it.effect("counts nothing in a new window if another one refuses", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUp
      const [full, fresh] = [windowOf(1), windowOf(2)]
      yield* consume(0, full)
      yield* Effect.forEach([1, 2, 3, 4, 5], (millis) => consume(millis, fresh, full))
      assert.strictEqual(yield* consume(10, fresh), "allowed")
      assert.strictEqual(yield* consume(10, fresh), "allowed")
      assert.strictEqual(yield* consume(10, fresh), 60_010)
    })
  )

  it.effect("keeps an allowed attempt of the same millisecond when another one is refused", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUp
      const [full, wide] = [windowOf(1), windowOf(2)]
      yield* consume(0, full)
      yield* consume(7, wide)
      yield* consume(7, wide, full)
      assert.strictEqual(yield* consume(7, wide), "allowed")
      assert.strictEqual(yield* consume(7, wide), 60_007)
    })
  )
}

const race = (...windows: Arr.NonEmptyReadonlyArray<Window>) =>
  Effect.gen(function* () {
    const { consume } = yield* setUp
    const decisions = Arr.getRights(yield* concurrently(50, () => consume(0, ...windows)))
    assert.lengthOf(decisions, 50)
    return { allowed: decisions.filter((decision) => decision === "allowed").length, consume }
  })

const concurrentAttempts = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("allows exactly the limit of fifty, with one window", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const five = windowOf(5)
        const { allowed, consume } = yield* race(five)
        assert.strictEqual(allowed, 5)
        assert.strictEqual(yield* consume(59_999, five), 60_000)
      })
    )
  )

  it.effect("allows exactly the smaller limit of fifty, with two windows in either order", () =>
    repeatedly(2, () =>
      Effect.gen(function* () {
        for (const narrowFirst of [true, false]) {
          const [narrow, wide] = [windowOf(5), windowOf(60)]
          const { allowed, consume } = yield* narrowFirst ? race(narrow, wide) : race(wide, narrow)
          assert.strictEqual(allowed, 5)
          const rest = yield* Effect.forEach(Arr.range(1, 56), () => consume(1, wide), { concurrency: 10 })
          assert.strictEqual(rest.filter((decision) => decision === "allowed").length, 55)
        }
      })
    )
  )

  it.effect("allows exactly the limit of fifty, with two windows of the same limit", () =>
    Effect.gen(function* () {
      const { allowed } = yield* race(windowOf(5), windowOf(5))
      assert.strictEqual(allowed, 5)
    })
  )
}

/** A full window: two attempts of one millisecond, and one of another. */
const setUpFull = Effect.gen(function* () {
  const fixture = yield* setUp
  const full = windowOf(3)
  yield* fixture.consume(100, full)
  yield* fixture.consume(100, full)
  yield* fixture.consume(200, full)
  return { ...fixture, full }
})

const refunding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("removes exactly one attempt, even if two have that millisecond", () =>
    Effect.gen(function* () {
      const { consume, full, refund } = yield* setUpFull
      yield* refund(100, full)
      assert.strictEqual(yield* consume(300, full), "allowed")
      assert.strictEqual(yield* consume(300, full), 60_100)
    })
  )

  it.effect("removes the attempt of that time", () =>
    Effect.gen(function* () {
      const { consume, full, refund } = yield* setUpFull
      yield* refund(200, full)
      yield* consume(300, full)
      assert.strictEqual(yield* consume(60_100, full), "allowed")
      assert.strictEqual(yield* consume(60_100, full), "allowed")
      assert.strictEqual(yield* consume(60_100, full), 60_300)
    })
  )

  it.effect("does nothing for an attempt that is gone or was never counted", () =>
    Effect.gen(function* () {
      const { consume, full, refund } = yield* setUpFull
      yield* refund(101, full)
      yield* refund(100, windowOf(3))
      assert.strictEqual(yield* consume(300, full), 60_100)
      yield* refund(200, full)
      yield* refund(200, full)
      assert.strictEqual(yield* consume(300, full), "allowed")
      assert.strictEqual(yield* consume(300, full), 60_100)
    })
  )

  it.effect("removes nothing in another instance", () =>
    Effect.gen(function* () {
      const { consume, full, refund } = yield* setUpFull
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* refund(100, full, otherInstanceId)
      assert.strictEqual(yield* consume(300, full), 60_100)
    })
  )

  it.effect("removes one attempt for each of twelve concurrent calls", () =>
    Effect.gen(function* () {
      const { consume, refund } = yield* setUp
      const twenty = windowOf(20)
      yield* Effect.replicateEffect(consume(0, twenty), 20)
      yield* concurrently(12, () => refund(0, twenty))
      const decisions = yield* Effect.replicateEffect(consume(1, twenty), 13)
      assert.strictEqual(decisions.filter((decision) => decision === "allowed").length, 12)
    })
  )
}

const deleteExpired = (millis: number, limit = 100) =>
  Effect.flatMap(RateLimitStore, (store) => store.deleteExpired(Samples.plus(millis, Samples.longAgo), limit))

/** A store without expired keys. */
const setUpExpired = Effect.zipRight(untilNoneLeft(deleteExpired(Samples.day, 1000)), setUpAt(Samples.longAgo))

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes a key from the millisecond on at which none of its attempts counts", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUpExpired
      const two = windowOf(2)
      yield* consume(0, two)
      yield* consume(1000, two)
      assert.strictEqual(yield* deleteExpired(60_999), 0)
      assert.strictEqual(yield* consume(59_999, two), 60_000)
      assert.strictEqual(yield* deleteExpired(61_000), 1)
      assert.strictEqual(yield* deleteExpired(61_000), 0)
    })
  )

  it.effect("keeps keys with an attempt that still counts", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUpExpired
      const [expired, active] = [windowOf(1), windowOf(1)]
      yield* consume(0, expired)
      yield* consume(1, active)
      assert.strictEqual(yield* deleteExpired(60_000), 1)
      assert.strictEqual(yield* consume(60_000, active), 60_001)
      assert.strictEqual(yield* consume(60_000, expired), "allowed")
    })
  )

  it.effect("deletes at most `limit` keys per call, of all instances", () =>
    Effect.gen(function* () {
      const { consume, consumeIn } = yield* setUpExpired
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* consume(0, windowOf(1), windowOf(1))
      yield* consumeIn(otherInstanceId)(0, windowOf(1))
      const batch = deleteExpired(60_000, 2)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [2, 1, 0])
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("consume: one window", () => oneWindow(it))
  describe("consume: any sequence", () => model(it))
  describe("consume: several windows", () => severalWindows(it))
  describe("consume: concurrent attempts", () => concurrentAttempts(it))
  describe("refund", () => refunding(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/**
 * Runs the contract of `RateLimitStore` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`RateLimitStore: ${name}`, tests)
