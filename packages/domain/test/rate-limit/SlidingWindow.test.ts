import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"

const minute = 60_000
const rate = (limit: number) => ({ limit, windowSeconds: 60 })

/** The times at which hits were admitted, of those that were tried in that order. */
const admittedAt = (limit: number, times: ReadonlyArray<number>): ReadonlyArray<number> => {
  let hits: ReadonlyArray<number> = []
  return times.filter((at) => {
    const verdict = SlidingWindow.consume(hits, rate(limit), at)
    hits = verdict.times
    return verdict.isAllowed
  })
}

describe("SlidingWindow.consume", () => {
  it("admits up to the limit, and says when there is room again", () => {
    assert.deepStrictEqual(SlidingWindow.consume([], rate(2), 5), { isAllowed: true, times: [5] })
    assert.deepStrictEqual(SlidingWindow.consume([5], rate(2), 9), { isAllowed: true, times: [5, 9] })
    assert.deepStrictEqual(SlidingWindow.consume([5, 9], rate(2), 10), {
      isAllowed: false,
      times: [5, 9],
      retryAt: 5 + minute
    })
  })

  it("stops counting a hit at the very millisecond at which its window ends", () => {
    assert.isFalse(SlidingWindow.consume([1000], rate(1), minute + 999).isAllowed)
    assert.deepStrictEqual(SlidingWindow.consume([1000], rate(1), minute + 1000), { isAllowed: true, times: [minute + 1000] })
  })

  it("counts two hits of one millisecond as two", () => {
    assert.deepStrictEqual(admittedAt(2, [7, 7, 7]), [7, 7])
  })

  it("waits for as many hits as a lowered limit asks for", () => {
    const verdict = SlidingWindow.consume([1, 2, 3, 4], rate(2), 10)
    assert.deepStrictEqual(verdict, { isAllowed: false, times: [1, 2, 3, 4], retryAt: 3 + minute })
    assert.isFalse(SlidingWindow.consume(verdict.times, rate(2), minute + 2).isAllowed)
    assert.isTrue(SlidingWindow.consume(verdict.times, rate(2), minute + 3).isAllowed)
  })

  it("keeps the hits in the order of their times when one comes late", () => {
    assert.deepStrictEqual(SlidingWindow.consume([10, 20], rate(3), 15), { isAllowed: true, times: [10, 15, 20] })
  })

  it("admits no more than the limit in a window to a clock that is behind", () => {
    assert.deepStrictEqual(admittedAt(5, [0, 1, 2, 3, 4, minute + 4, minute - 1]), [0, 1, 2, 3, 4, minute + 4])
  })

  const times = FastCheck.array(FastCheck.nat(20_000), { minLength: 1, maxLength: 60 }).map((waits) =>
    waits.map((_, index) => waits.slice(0, index + 1).reduce((sum, wait) => sum + wait, 0))
  )
  const limit = FastCheck.integer({ min: 1, max: 8 })

  it.prop("admits exactly what counting every hit of the last window admits", { limit, times }, ({ limit, times }) => {
    const expected: Array<number> = []
    for (const now of times) {
      const recent = expected.filter((at) => at > now - minute && at <= now)
      if (recent.length < limit) expected.push(now)
    }
    assert.deepStrictEqual(admittedAt(limit, times), expected)
  })

  it.prop("refuses until the millisecond before `freeAt` and admits at it", { limit, times }, ({ limit, times }) => {
    let hits: ReadonlyArray<number> = []
    for (const now of times) {
      const verdict = SlidingWindow.consume(hits, rate(limit), now)
      if (!verdict.isAllowed) {
        assert.isAbove(verdict.retryAt, now)
        assert.isFalse(SlidingWindow.consume(verdict.times, rate(limit), verdict.retryAt - 1).isAllowed)
        assert.isTrue(SlidingWindow.consume(verdict.times, rate(limit), verdict.retryAt).isAllowed)
      }
      hits = verdict.times
    }
  })

  it("never refuses somebody who paces himself", () => {
    const paced = Array.from({ length: 100 }, (_, index) => (index * minute) / 5)
    assert.deepStrictEqual(admittedAt(5, paced), paced)
  })
})

describe("SlidingWindow.refund", () => {
  it("takes back one hit of that time, also when there are two", () => {
    assert.deepStrictEqual(SlidingWindow.refund([1, 5, 5, 9], 5), [1, 5, 9])
  })

  it("does nothing when the hit is gone", () => {
    assert.deepStrictEqual(SlidingWindow.refund([1, 5, 9], 6), [1, 5, 9])
    assert.deepStrictEqual(SlidingWindow.refund([], 6), [])
  })
})

describe("SlidingWindow.retryAfterSeconds", () => {
  it("rounds up to whole seconds, and is never less than one", () => {
    assert.strictEqual(SlidingWindow.retryAfterSeconds(10_000, 8000), 2)
    assert.strictEqual(SlidingWindow.retryAfterSeconds(10_000, 7999), 3)
    assert.strictEqual(SlidingWindow.retryAfterSeconds(10_000, 9999), 1)
    assert.strictEqual(SlidingWindow.retryAfterSeconds(10_000, 10_000), 1)
    assert.strictEqual(SlidingWindow.retryAfterSeconds(10_000, 20_000), 1)
  })
})
