/** Of a list that is not empty, in no particular order. */
export const median = (values: ReadonlyArray<number>): number => percentile(values, 50)

/** The value that so many percent do not exceed. */
export const percentile = (values: ReadonlyArray<number>, percent: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** A median and the range of what it is the median of. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

export const spread = (values: ReadonlyArray<number>): Spread => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values)
})
