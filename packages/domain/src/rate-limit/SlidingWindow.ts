/**
 * The exact sliding window: pure arithmetic over the times of the last `limit` hits that were admitted, in
 * milliseconds. A hit at `t` stops counting at `t + window`, to the millisecond. Refused hits are not recorded, so
 * hammering never prolongs a refusal. What stopped counting is kept until newer hits push it out: the clock of another
 * process may be a little behind, and for it that hit still counts.
 *
 * @since 0.1.0
 */
import type { RateLimit } from "../instance/RateLimits.ts"

/**
 * Whether a hit was admitted, and the hits to keep, oldest first. `freeAt` is when there is room again. All in
 * milliseconds since 1970.
 *
 * @since 0.1.0
 */
export type Verdict =
  | { readonly admitted: true; readonly hits: ReadonlyArray<number> }
  | { readonly admitted: false; readonly hits: ReadonlyArray<number>; readonly freeAt: number }

const earlierFirst = (a: number, b: number): number => a - b

/**
 * Tries one more hit at `now`; the answer holds the hits to keep, oldest first. Times are in milliseconds since 1970.
 *
 * @since 0.1.0
 */
export const hit = (hits: ReadonlyArray<number>, rate: RateLimit, now: number): Verdict => {
  const window = rate.windowSeconds * 1000
  const live = hits.filter((at) => at > now - window).sort(earlierFirst)
  // The hit that has to leave before there is room. It is not always the oldest: a limit can be lowered.
  const blocking = live[live.length - rate.limit]
  return blocking === undefined
    ? { admitted: true, hits: [...hits, now].sort(earlierFirst).slice(-rate.limit) }
    : { admitted: false, hits, freeAt: blocking + window }
}

/**
 * Takes back one hit that was admitted at `at`, in milliseconds since 1970. Nothing changes when there is none.
 *
 * @since 0.1.0
 */
export const giveBack = (hits: ReadonlyArray<number>, at: number): ReadonlyArray<number> => {
  const index = hits.indexOf(at)
  return index === -1 ? hits : hits.filter((_, position) => position !== index)
}

/** Whole seconds to wait until `freeAt`, at least one: what `Retry-After` says (RFC 9110 section 10.2.3). @since 0.1.0 */
export const retryAfterSeconds = (freeAt: number, now: number): number => Math.max(1, Math.ceil((freeAt - now) / 1000))
