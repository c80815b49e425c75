import { expect } from "vitest"
import { report } from "./Report.ts"
import { type Classes, type Plan, sample } from "./Sampling.ts"
import { type Comparison, compare } from "./Statistics.ts"

/**
 * Measurements of each kind of account. For two kinds that are alike, the standard error of the area under the curve is
 * `1 / sqrt(6 * pairs)`: 0.009 here, so that 0.03 is by chance once in a thousand comparisons. The last test shows that
 * this many find a difference of 5 %; fewer are for experiments.
 */
export const pairs = Number(process.env["TIMING_PAIRS"] ?? 2000)
export const oneAtATime: Plan = { samples: pairs, warmUp: 50, lanes: 1 }
export const concurrently: Plan = { samples: pairs, warmUp: 50, lanes: 16 }

/** Measures all kinds, compares each with addresses without an account, and prints a report. */
export const compareAll = async (title: string, classes: Classes<string>, plan: Plan) => {
  const start = performance.now()
  const samples = await sample(classes, plan)
  const { none = [], ...others } = samples
  const comparisons = new Map(Object.entries(others).map(([name, times]) => [name, compare(times, none)]))
  report(title, (performance.now() - start) / 1000, samples, comparisons)
  return comparisons
}

export const isDistinguishable = ({ areaUnderCurve, welch }: Comparison) =>
  Math.abs(areaUnderCurve - 0.5) > 0.03 && Math.abs(welch) >= 4.5

export const expectIndistinguishable = (comparisons: ReadonlyMap<string, Comparison>) => {
  for (const [name, comparison] of comparisons) {
    expect(isDistinguishable(comparison), `${name} is distinguishable`).toBe(false)
    // On a busy machine, medians differ by more than half a millisecond by chance.
    const { difference, margin } = comparison
    expect(Math.abs(difference) - margin, `${name}: the medians`).toBeLessThanOrEqual(0.5)
  }
}
