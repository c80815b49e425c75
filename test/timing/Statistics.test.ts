import { describe, expect, test } from "vitest"
import { areaUnderCurve, compare, median, quantile, welch } from "./Statistics.ts"

/** Returns the same numbers every time, evenly distributed from 0 to 1. */
const numbers = (count: number, seed: number): ReadonlyArray<number> => {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  })
}

const times = (seed: number, milliseconds: number) =>
  numbers(4000, seed).map((number, index) => milliseconds + number * 4 + (index % 50 === 0 ? number * 500 : 0))

describe("Statistics", () => {
  test("match results that were calculated by hand", () => {
    expect(median([5, 1, 3])).toBe(3)
    expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9)).toBe(10)
    // Means 2 and 5, variances 1 and 4, three of each: t = -3 / sqrt(1/3 + 4/3).
    expect(welch([1, 2, 3], [3, 5, 7])).toBeCloseTo(-2.3238, 4)
    expect(areaUnderCurve([1, 2, 3], [4, 5, 6])).toBe(0)
    expect(areaUnderCurve([4, 5, 6], [1, 2, 3])).toBe(1)
    expect(areaUnderCurve([1, 4], [2, 3])).toBe(0.5)
    // Of nine pairs, the first class has the greater value in three, and two are ties.
    expect(areaUnderCurve([1, 2, 3], [1, 2, 4])).toBeCloseTo(4 / 9, 10)
  })

  test("find no difference between two equal classes", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { areaUnderCurve, difference, margin, welch } = compare(times(seed, 20), times(seed + 1000, 20))
      expect(Math.abs(areaUnderCurve - 0.5)).toBeLessThan(0.03)
      expect(Math.abs(welch)).toBeLessThan(4.5)
      expect(Math.abs(difference)).toBeLessThan(margin)
    }
  })

  test("find a difference of 0.5 ms in 20, even if every fiftieth value is up to 500 ms slower", () => {
    const { areaUnderCurve, difference, margin, welch } = compare(times(1, 20.5), times(2, 20))
    expect(areaUnderCurve).toBeGreaterThan(0.53)
    expect(welch).toBeGreaterThan(4.5)
    expect(difference).toBeGreaterThan(0.3)
    expect(difference - margin).toBeGreaterThan(0)
  })
})
