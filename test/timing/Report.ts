import type { Samples } from "./Sampling.ts"
import { type Comparison, median, quantile } from "./Statistics.ts"

const columns = ["", "median ms", "p90", "p99", "AUC", "largest |t|", "medians differ by ms"]

const line = (cells: ReadonlyArray<string>): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(28) : cell.padStart(index < 4 ? 12 : 22))).join("")

const against = ({ areaUnderCurve, difference, margin, welch }: Comparison): ReadonlyArray<string> => [
  areaUnderCurve.toFixed(3),
  Math.abs(welch).toFixed(1),
  `${difference.toFixed(2)} ± ${margin.toFixed(2)}`
]

/** Prints a table with a line for each class and its comparison with the first one. */
export const report = (
  title: string,
  seconds: number,
  samples: Samples<string>,
  comparisons: ReadonlyMap<string, Comparison>
): void => {
  const lines = Object.entries(samples).map(([name, times]) => {
    const comparison = comparisons.get(name)
    const spread = [median(times), quantile(times, 0.9), quantile(times, 0.99)].map((one) => one.toFixed(2))
    return line([`${name} (${times.length})`, ...spread, ...(comparison === undefined ? [] : against(comparison))])
  })
  process.stdout.write(`\n${title}, in ${Math.round(seconds)} s\n${[line(columns), ...lines].join("\n")}\n`)
}
