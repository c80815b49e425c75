import type { RateLimit } from "@latchkey/domain/instance/RateLimits"

/**
 * The definition of a sliding window without optimizations: keeps every allowed attempt forever, and counts those of
 * the last window each time.
 */
export class ReferenceWindow {
  readonly #allowed: Array<number> = []

  #countAt(now: number, { windowSeconds }: RateLimit): number {
    return this.#allowed.filter((at) => at > now - windowSeconds * 1000).length
  }

  /** Returns "allowed", or the first millisecond from `now` on at which an attempt would be allowed. */
  consume(now: number, rate: RateLimit): "allowed" | number {
    if (this.#countAt(now, rate) < rate.limit) {
      this.#allowed.push(now)
      return "allowed"
    }
    const ends = this.#allowed.map((at) => at + rate.windowSeconds * 1000).sort((a, b) => a - b)
    return ends.find((end) => end > now && this.#countAt(end, rate) < rate.limit) ?? Number.NaN
  }

  refund(at: number): void {
    const index = this.#allowed.lastIndexOf(at)
    if (index !== -1) this.#allowed.splice(index, 1)
  }
}
