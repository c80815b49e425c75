/**
 * When refused callers may try again. Each gets its own time, so that they come back as fast as the threads work, and
 * not all at once: a server that refuses the same thousand callers each second gets nothing else done.
 */
export interface RetryTimes {
  /** Learns how long a thread worked, in milliseconds. */
  readonly record: (milliseconds: number) => void

  /** Returns in how many seconds the next refused caller may try again: 1 to 10. */
  readonly next: (now: number) => number
}

const leastMillis = 1000
const mostMillis = 10_000

/** How much the latest work counts in the mean. */
const weight = 0.1

/** Makes the times for work on that many threads. */
export const make = (concurrency: number): RetryTimes => {
  let meanMillis = 0
  let latest = Number.NEGATIVE_INFINITY

  const record = (milliseconds: number) => {
    meanMillis = meanMillis === 0 ? milliseconds : (1 - weight) * meanMillis + weight * milliseconds
  }

  const next = (now: number) => {
    latest = Math.max(now + leastMillis, latest + meanMillis / concurrency)
    // Beyond the most, times begin again at the least, so that a flood spreads evenly.
    if (latest > now + mostMillis) latest = now + leastMillis
    return Math.ceil((latest - now) / 1000)
  }

  return { record, next }
}
