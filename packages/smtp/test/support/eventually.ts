import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** Waits until a condition is met, for at most 5 seconds. */
export const eventually = (condition: () => boolean) =>
  Effect.repeat(Effect.sync(condition), {
    schedule: Schedule.spaced("10 millis"),
    until: (isMet) => isMet
  }).pipe(Effect.timeout("5 seconds"))
