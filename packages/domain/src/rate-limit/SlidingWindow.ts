/**
 * The exact sliding window: pure arithmetic over the times of the last `limit` allowed attempts, in milliseconds since
 * 1970. An attempt at `t` stops counting at `t + window`, to the millisecond. Refused attempts are not recorded, so
 * retrying never prolongs a refusal. Times that no longer count are kept until newer ones replace them: the clock of
 * another process may be a little behind, and by that clock they still count.
 */
import type { RateLimit } from "../instance/RateLimits.ts"

/**
 * Tells whether an attempt is allowed, and which times to keep, oldest first. `retryAt` is when there is room again.
 */
export type WindowDecision =
  | { readonly isAllowed: true; readonly times: ReadonlyArray<number> }
  | { readonly isAllowed: false; readonly times: ReadonlyArray<number>; readonly retryAt: number }

const earlierFirst = (a: number, b: number): number => a - b

/** Counts one more attempt at `now`, if there is room. */
export const consume = (times: ReadonlyArray<number>, rate: RateLimit, now: number): WindowDecision => {
  const window = rate.windowSeconds * 1000
  const counting = times.filter((at) => at > now - window).sort(earlierFirst)
  // The attempt that has to leave before there is room. It is not always the oldest: a limit can be lowered.
  const blocking = counting[counting.length - rate.limit]
  return blocking === undefined
    ? { isAllowed: true, times: [...times, now].sort(earlierFirst).slice(-rate.limit) }
    : { isAllowed: false, times, retryAt: blocking + window }
}

/** Removes one attempt that was counted at `at`. Returns the times unchanged if there is none. */
export const refund = (times: ReadonlyArray<number>, at: number): ReadonlyArray<number> => {
  const index = times.indexOf(at)
  return index === -1 ? times : times.filter((_, position) => position !== index)
}

/** Returns whole seconds until `retryAt`, at least one, for `Retry-After` (RFC 9110, 10.2.3). */
export const retryAfterSeconds = (retryAt: number, now: number): number =>
  Math.max(1, Math.ceil((retryAt - now) / 1000))
