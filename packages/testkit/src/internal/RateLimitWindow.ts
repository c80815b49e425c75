import { assert, type Vitest } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as Samples from "../Samples.ts"
import { budget, setUp, withLimit } from "./RateLimitSamples.ts"

type Ports = InstanceRepository | RateLimitStore

const sliding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("admits as many hits as the limit, then says when there is room again", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const three = budget(3)
      const answers = [
        yield* take(0, three),
        yield* take(1000, three),
        yield* take(2000, three),
        yield* take(3000, three)
      ]
      assert.deepStrictEqual(answers, ["admitted", "admitted", "admitted", 60_000])
    })
  )

  it.effect("has room again at the very millisecond at which the oldest hit leaves the window", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const two = budget(2)
      yield* take(0, two)
      yield* take(10_000, two)
      assert.strictEqual(yield* take(59_999, two), 60_000)
      assert.strictEqual(yield* take(60_000, two), "admitted")
      assert.strictEqual(yield* take(60_000, two), 70_000)
      assert.strictEqual(yield* take(69_999, two), 70_000)
      assert.strictEqual(yield* take(70_000, two), "admitted")
    })
  )

  it.effect("counts two hits of one millisecond as two", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const two = budget(2)
      assert.strictEqual(yield* take(5, two), "admitted")
      assert.strictEqual(yield* take(5, two), "admitted")
      assert.strictEqual(yield* take(5, two), 60_005)
    })
  )

  it.effect("does not record a refused hit, so that hammering prolongs nothing", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const one = budget(1)
      yield* take(0, one)
      yield* Effect.forEach([1, 20_000, 40_000, 59_999], (millis) => take(millis, one))
      assert.strictEqual(yield* take(60_000, one), "admitted")
    })
  )

  it.effect("goes by the limit of today when it was lowered or raised", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const three = budget(3)
      yield* take(0, three)
      yield* take(1000, three)
      yield* take(2000, three)
      const one = withLimit(three, 1)
      assert.strictEqual(yield* take(3000, one), 62_000)
      assert.strictEqual(yield* take(61_999, one), 62_000)
      assert.strictEqual(yield* take(3000, withLimit(three, 4)), "admitted")
      assert.strictEqual(yield* take(62_000, one), 63_000)
      assert.strictEqual(yield* take(63_000, one), "admitted")
    })
  )

  it.effect("admits no more than the limit in a window to a clock that is a little behind", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const two = budget(2)
      yield* take(0, two)
      yield* take(1, two)
      assert.strictEqual(yield* take(60_001, two), "admitted")
      assert.strictEqual(yield* take(60_000, two), 60_001)
    })
  )

  it.effect("keeps the same key of two instances apart", () =>
    Effect.gen(function* () {
      const { take, takeOf } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const one = budget(1)
      assert.strictEqual(yield* take(0, one), "admitted")
      assert.strictEqual(yield* takeOf(otherInstanceId)(1, one), "admitted")
      assert.strictEqual(yield* take(2, one), 60_000)
      assert.strictEqual(yield* takeOf(otherInstanceId)(2, one), 60_001)
    })
  )

  it.effect("keeps two keys of one instance apart", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      yield* take(0, budget(1))
      assert.strictEqual(yield* take(0, budget(1)), "admitted")
    })
  )
}

const step = FastCheck.record({
  wait: FastCheck.nat(25_000),
  limit: FastCheck.integer({ min: 1, max: 4 }),
  givesBack: FastCheck.boolean()
})

const modelled = (it: Vitest.MethodsNonLive<Ports>) =>
  it.effect.prop(
    "answers as `SlidingWindow` does, whatever comes",
    [FastCheck.array(step, { minLength: 5, maxLength: 20 })],
    ([steps]) =>
      Effect.gen(function* () {
        const { giveBack, take } = yield* setUp
        const spent = budget(1)
        const start = DateTime.toEpochMillis(Samples.now)
        let hits: ReadonlyArray<number> = []
        let millis = 0
        for (const { givesBack, limit, wait } of steps) {
          millis += wait
          const today = withLimit(spent, limit)
          const verdict = SlidingWindow.consume(hits, today.limit, start + millis)
          const expected = verdict.isAllowed ? "admitted" : verdict.retryAt - start
          assert.strictEqual(yield* take(millis, today), expected)
          hits = verdict.times
          if (verdict.isAllowed && givesBack) {
            hits = SlidingWindow.refund(hits, start + millis)
            yield* giveBack(millis, spent)
          }
        }
      }),
    { fastCheck: { numRuns: 15 } }
  )

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  sliding(it)
  modelled(it)
}
