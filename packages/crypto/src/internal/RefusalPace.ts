/**
 * When to tell refused callers. The first are told at once. Of a storm each waits a moment: callers that try again
 * without waiting would otherwise take the processor from those who are being hashed, and more so the faster they are
 * refused.
 */
export interface RefusalPace {
  /** Returns how long to wait before the next refusal, in milliseconds: 0 to 500. */
  readonly next: (now: number) => number
}

/** How many refusals are sent at once. */
const burst = 100
/** 1,000 refusals a second take about a seventh of the event loop. */
const intervalMillis = 1
const mostMillis = 500

/** Makes the pace of a queue that has refused no one yet. */
export const make = (): RefusalPace => {
  let latest = Number.NEGATIVE_INFINITY

  return {
    next: (now) => {
      latest = Math.min(Math.max(now - burst * intervalMillis, latest) + intervalMillis, now + mostMillis)
      return Math.max(0, latest - now)
    }
  }
}
