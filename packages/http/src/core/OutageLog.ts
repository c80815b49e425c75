/**
 * Logs failures that every request of an outage has: the first one immediately, and then one line a second with the
 * number of others.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

const period = Duration.seconds(1)

/** Makes the function that logs a failure with its cause, which must hold nothing secret. */
export const make = (message: string) => {
  let isOpen = false
  let others = 0
  let latest = ""

  const sumUp: Effect.Effect<void> = Effect.suspend(() => {
    if (others === 0) {
      isOpen = false
      return Effect.void
    }
    const line = Effect.logError(message, latest, `${others} more in the last second`)
    others = 0
    return Effect.zipRight(line, sumUpLater)
  })
  const sumUpLater = Effect.delay(sumUp, period)

  return (cause: string): Effect.Effect<void> =>
    Effect.suspend(() => {
      latest = cause
      if (isOpen) {
        others++
        return Effect.void
      }
      isOpen = true
      return Effect.zipRight(Effect.logError(message, cause), Effect.forkDaemon(sumUpLater))
    })
}
