import { assert, describe, it } from "@effect/vitest"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as FastCheck from "effect/FastCheck"

const minute = 60_000
const rate = (limit: number) => ({ limit, windowSeconds: 60 })

/** Returns those of the times at which an attempt is allowed, if it is made at each of them in order. */
const allowedAt = (limit: number, times: ReadonlyArray<number>): ReadonlyArray<number> => {
  let kept: ReadonlyArray<number> = []
  return times.filter((at) => {
    const decision = SlidingWindow.consume(kept, rate(limit), at)
    kept = decision.times
    return decision.isAllowed
  })
}

describe("SlidingWindow.consume", () => {
  it("allows attempts up to the limit, then returns when there is room again", () => {
    assert.deepStrictEqual(SlidingWindow.consume([], rate(2), 5), { isAllowed: true, times: [5] })
    assert.deepStrictEqual(SlidingWindow.consume([5], rate(2), 9), { isAllowed: true, times: [5, 9] })
    assert.deepStrictEqual(SlidingWindow.consume([5, 9], rate(2), 10), {
      isAllowed: false,
      times: [5, 9],
      retryAt: 5 + minute
    })
  })

  it("stops counting an attempt at the millisecond at which its window ends", () => {
    assert.isFalse(SlidingWindow.consume([1000], rate(1), minute + 999).isAllowed)
    assert.deepStrictEqual(SlidingWindow.consume([1000], rate(1), minute + 1000), {
      isAllowed: true,
      times: [minute + 1000]
    })
  })

  it("counts two attempts of one millisecond as two", () => {
    assert.deepStrictEqual(allowedAt(2, [7, 7, 7]), [7, 7])
  })

  it("waits for as many attempts to leave as a lowered limit requires", () => {
    const decision = SlidingWindow.consume([1, 2, 3, 4], rate(2), 10)
    assert.deepStrictEqual(decision, { isAllowed: false, times: [1, 2, 3, 4], retryAt: 3 + minute })
    assert.isFalse(SlidingWindow.consume(decision.times, rate(2), minute + 2).isAllowed)
    assert.isTrue(SlidingWindow.consume(decision.times, rate(2), minute + 3).isAllowed)
  })

  it("keeps times in order when a clock is behind", () => {
    assert.deepStrictEqual(SlidingWindow.consume([10, 20], rate(3), 15), { isAllowed: true, times: [10, 15, 20] })
  })

  it("allows no more than the limit by a clock that is behind", () => {
    assert.deepStrictEqual(allowedAt(5, [0, 1, 2, 3, 4, minute + 4, minute - 1]), [0, 1, 2, 3, 4, minute + 4])
  })

  const times = FastCheck.array(FastCheck.nat(20_000), { minLength: 1, maxLength: 60 }).map((waits) =>
    waits.map((_, index) => waits.slice(0, index + 1).reduce((sum, wait) => sum + wait, 0))
  )
  const limit = FastCheck.integer({ min: 1, max: 8 })

  it.prop(
    "allows exactly what counting every attempt of the last window allows",
    { limit, times },
    ({ limit, times }) => {
      const expected: Array<number> = []
      for (const now of times) {
        const recent = expected.filter((at) => at > now - minute && at <= now)
        if (recent.length < limit) expected.push(now)
      }
      assert.deepStrictEqual(allowedAt(limit, times), expected)
    }
  )

  it.prop(
    "refuses until the millisecond before `retryAt`, and allows from then on",
    { limit, times },
    ({ limit, times }) => {
      let kept: ReadonlyArray<number> = []
      for (const now of times) {
        const decision = SlidingWindow.consume(kept, rate(limit), now)
        if (!decision.isAllowed) {
          assert.isAbove(decision.retryAt, now)
          assert.isFalse(SlidingWindow.consume(decision.times, rate(limit), decision.retryAt - 1).isAllowed)
          assert.isTrue(SlidingWindow.consume(decision.times, rate(limit), decision.retryAt).isAllowed)
        }
        kept = decision.times
      }
    }
  )

  it("never refuses attempts that are spaced by the rate", () => {
    const paced = Array.from({ length: 100 }, (_, index) => (index * minute) / 5)
    assert.deepStrictEqual(allowedAt(5, paced), paced)
  })
})

describe("SlidingWindow.refund", () => {
  it("removes one attempt of that time, even if there are two", () => {
    assert.deepStrictEqual(SlidingWindow.refund([1, 5, 5, 9], 5), [1, 5, 9])
  })

  it("returns the times unchanged if there is no such attempt", () => {
    assert.deepStrictEqual(SlidingWindow.refund([1, 5, 9], 6), [1, 5, 9])
    assert.deepStrictEqual(SlidingWindow.refund([], 6), [])
  })
})

describe("SlidingWindow.retryAfterSeconds", () => {
  it("returns whole seconds, rounded up, and at least one", () => {
    assert.strictEqual(SlidingWindow.retryAfterSeconds(10_000, 8000), 2)
    assert.strictEqual(SlidingWindow.retryAfterSeconds(10_000, 7999), 3)
    assert.strictEqual(SlidingWindow.retryAfterSeconds(10_000, 9999), 1)
    assert.strictEqual(SlidingWindow.retryAfterSeconds(10_000, 10_000), 1)
    assert.strictEqual(SlidingWindow.retryAfterSeconds(10_000, 20_000), 1)
  })
})
