import type { RateLimit } from "@latchkey/domain/instance/RateLimits"

/**
 * What a sliding window is, and nothing else: it keeps every hit that was admitted, for ever, and counts those of the
 * last window each time, one by one.
 */
export class EveryHit {
  readonly #admitted: Array<number> = []

  #countAt(now: number, { windowSeconds }: RateLimit): number {
    return this.#admitted.filter((at) => at > now - windowSeconds * 1000).length
  }

  /** "admitted", or the first millisecond from `now` on at which a hit would be. */
  take(now: number, rate: RateLimit): "admitted" | number {
    if (this.#countAt(now, rate) < rate.limit) {
      this.#admitted.push(now)
      return "admitted"
    }
    const ends = this.#admitted.map((at) => at + rate.windowSeconds * 1000).sort((a, b) => a - b)
    return ends.find((end) => end > now && this.#countAt(end, rate) < rate.limit) ?? Number.NaN
  }

  giveBack(at: number): void {
    const index = this.#admitted.lastIndexOf(at)
    if (index !== -1) this.#admitted.splice(index, 1)
  }
}
