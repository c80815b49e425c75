/** Compares two classes of response times with the methods of an attacker. */

const sorted = (values: ReadonlyArray<number>): ReadonlyArray<number> => [...values].sort((a, b) => a - b)

const atRank = (ascending: ReadonlyArray<number>, rank: number): number =>
  ascending[Math.min(ascending.length - 1, Math.max(0, Math.floor(rank)))] ?? Number.NaN

export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  atRank(sorted(values), share * values.length)

export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

const moments = (values: ReadonlyArray<number>) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, squaredError: squares / (values.length - 1) / values.length }
}

/** Returns Welch's t: the difference of the means in standard errors. */
export const welch = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const [first, second] = [moments(one), moments(other)]
  const difference = first.mean - second.mean
  return difference === 0 ? 0 : difference / Math.sqrt(first.squaredError + second.squaredError)
}

/**
 * Returns the area under the ROC curve, from the Mann-Whitney U: the probability that a value of the first class is
 * above one of the second. A tie counts half. 0.5 is no better than guessing.
 */
export const areaUnderCurve = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const all = [
    ...one.map((value) => ({ value, isFirst: true })),
    ...other.map((value) => ({ value, isFirst: false }))
  ].sort((a, b) => a.value - b.value)
  let rankSum = 0
  for (let start = 0; start < all.length; ) {
    let end = start
    while (end < all.length && all[end]?.value === all[start]?.value) end++
    const rank = (start + 1 + end) / 2
    for (const { isFirst } of all.slice(start, end)) if (isFirst) rankSum += rank
    start = end
  }
  return (rankSum - (one.length * (one.length + 1)) / 2) / (one.length * other.length)
}

/** Percentiles above which values are left out, as in dudect: slow outliers hide small differences. */
const crops = [0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1]

const largestWelch = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const all = sorted([...one, ...other])
  const found = crops.flatMap((share) => {
    const most = share === 1 ? Number.POSITIVE_INFINITY : atRank(all, share * all.length)
    const [first, second] = [one.filter((value) => value <= most), other.filter((value) => value <= most)]
    return Math.min(first.length, second.length) < 10 ? [] : [welch(first, second)]
  })
  return found.reduce((most, t) => (Math.abs(t) > Math.abs(most) ? t : most), 0)
}

/** Returns half of the 99.9 % confidence interval of a median, from the binomial distribution of its rank. */
const medianMargin = (values: ReadonlyArray<number>): number => {
  const ascending = sorted(values)
  const [middle, reach] = [values.length / 2, 3.29 * (Math.sqrt(values.length) / 2)]
  return (atRank(ascending, middle + reach) - atRank(ascending, middle - reach)) / 2
}

export interface Comparison {
  readonly areaUnderCurve: number
  /** The largest Welch's t of all crops, with its sign. */
  readonly welch: number
  /** The difference of the medians. */
  readonly difference: number
  /** The 99.9 % confidence margin of the difference. */
  readonly margin: number
}

export const compare = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): Comparison => ({
  areaUnderCurve: areaUnderCurve(one, other),
  welch: largestWelch(one, other),
  difference: median(one) - median(other),
  margin: Math.hypot(medianMargin(one), medianMargin(other))
})
