import { assert, type Vitest } from "@effect/vitest"
import { RateLimitStore, type Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Samples from "../../Samples.ts"
import { concurrently, repeatedly } from "../Concurrency.ts"
import { type Ports, setUp, windowOf, withLimit } from "./WindowFixture.ts"

export const oneWindow = (it: Vitest.MethodsNonLive<Ports>) => {
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

  it.effect("counts a deferred attempt as any other", () =>
    Effect.gen(function* () {
      const store = yield* RateLimitStore
      const { consume, instanceId } = yield* setUp
      const [first, two] = [windowOf(3), windowOf(2)]
      const deferred = store.consume(instanceId, [first, two], Samples.now, "deferred")
      assert.deepStrictEqual(yield* deferred, { isAllowed: true })
      assert.strictEqual(yield* consume(0, two), "allowed")
      const refusal = { isAllowed: false, retryAt: Samples.plus(60_000), refusedBy: 1 }
      assert.deepStrictEqual<unknown>(yield* deferred, refusal)
      assert.strictEqual(yield* consume(0, first), "allowed")
      assert.strictEqual(yield* consume(0, first), "allowed")
      assert.strictEqual(yield* consume(0, first), 60_000)
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

export const model = (it: Vitest.MethodsNonLive<Ports>) =>
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

export const severalWindows = (it: Vitest.MethodsNonLive<Ports>) => {
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

  it.effect("names the first window that refuses", () =>
    Effect.gen(function* () {
      const { consume, refusedBy } = yield* setUp
      const [full, other, free] = [windowOf(1), windowOf(1), windowOf(1)]
      yield* consume(0, full, other)
      assert.strictEqual(yield* refusedBy(1, full), 0)
      assert.strictEqual(yield* refusedBy(1, free, full), 1)
      assert.strictEqual(yield* refusedBy(1, free, other, full), 1)
      assert.strictEqual(yield* refusedBy(1, other, free, full), 0)
      assert.isUndefined(yield* refusedBy(1, free))
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

export const concurrentAttempts = (it: Vitest.MethodsNonLive<Ports>) => {
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
