/** A median with its range. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

const ascending = (values: ReadonlyArray<number>) => [...values].sort((a, b) => a - b)

/** Returns the median and the range; NaN for an empty list. */
export const spread = (values: ReadonlyArray<number>): Spread => {
  const sorted = ascending(values)
  const middle = sorted.length / 2
  const around = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return {
    median: around.reduce((sum, value) => sum + value, 0) / around.length,
    least: sorted[0] ?? Number.NaN,
    most: sorted.at(-1) ?? Number.NaN
  }
}

export const median = (values: ReadonlyArray<number>): number => spread(values).median

/** Returns the value that so many percent of the values do not exceed. */
export const percentile = (values: ReadonlyArray<number>, percent: number): number => {
  const sorted = ascending(values)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
