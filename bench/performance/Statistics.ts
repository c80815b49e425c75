/** A median and the range of what it is the median of. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

export const spread = (values: ReadonlyArray<number>): Spread => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const around = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return {
    median: around.reduce((sum, value) => sum + value, 0) / around.length,
    least: sorted[0] ?? Number.NaN,
    most: sorted.at(-1) ?? Number.NaN
  }
}
