/** Tokens that this process has found active in the last ten minutes: to check them again costs no count of a limit. */
import * as Duration from "effect/Duration"

const lifetime = Duration.toMillis(Duration.minutes(10))

/** How many are remembered: about two megabytes. */
const capacity = 10_000

/** Makes the memory. `key`: identifies a token, and is no secret. Times are in milliseconds since 1970. */
export const make = () => {
  const verified = new Map<string, number>()
  return {
    has: (key: string, now: number): boolean => {
      const at = verified.get(key)
      return at !== undefined && now - at < lifetime
    },

    add: (key: string, now: number): void => {
      // The first one is the one that was added before all others.
      verified.delete(key)
      for (const oldest of verified.keys()) {
        if (verified.size < capacity) break
        verified.delete(oldest)
      }
      verified.set(key, now)
    },

    remove: (key: string): void => {
      verified.delete(key)
    }
  }
}
