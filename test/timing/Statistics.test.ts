import { describe, expect, test } from "vitest"
import { areaUnderCurve, compare, median, quantile, welch } from "./Statistics.ts"

/** The same numbers every time, evenly spread from 0 to 1. */
const numbers = (count: number, seed: number): ReadonlyArray<number> => {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  })
}

const times = (seed: number, milliseconds: number) =>
  numbers(4000, seed).map((number, index) => milliseconds + number * 4 + (index % 50 === 0 ? number * 500 : 0))

describe("The statistics", () => {
  test("are those of the textbooks, for figures worked out by hand", () => {
    expect(median([5, 1, 3])).toBe(3)
    expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9)).toBe(10)
    // Means 2 and 5, variances 1 and 4, three of each: t = -3 / sqrt(1/3 + 4/3).
    expect(welch([1, 2, 3], [3, 5, 7])).toBeCloseTo(-2.3238, 4)
    expect(areaUnderCurve([1, 2, 3], [4, 5, 6])).toBe(0)
    expect(areaUnderCurve([4, 5, 6], [1, 2, 3])).toBe(1)
    expect(areaUnderCurve([1, 4], [2, 3])).toBe(0.5)
    // Of nine pairs, three are won and two are drawn.
    expect(areaUnderCurve([1, 2, 3], [1, 2, 4])).toBeCloseTo(4 / 9, 10)
  })

  test("tell nothing of two classes that are the same", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { areaUnderCurve, difference, margin, welch } = compare(times(seed, 20), times(seed + 1000, 20))
      expect(Math.abs(areaUnderCurve - 0.5)).toBeLessThan(0.03)
      expect(Math.abs(welch)).toBeLessThan(4.5)
      expect(Math.abs(difference)).toBeLessThan(margin)
    }
  })

  test("tell 0.5 ms in 20, though one in fifty is slow by up to 500", () => {
    const { areaUnderCurve, difference, margin, welch } = compare(times(1, 20.5), times(2, 20))
    expect(areaUnderCurve).toBeGreaterThan(0.53)
    expect(welch).toBeGreaterThan(4.5)
    expect(difference).toBeGreaterThan(0.3)
    expect(difference - margin).toBeGreaterThan(0)
  })
})
