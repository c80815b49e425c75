import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/**
 * Makes a clock that stands still until a test advances it. Sleeping takes real time. Tests of lifetimes are exact to
 * the millisecond and do not wait.
 */
export const makeMovableClock = () => {
  const real = Clock.make()
  let now = real.unsafeCurrentTimeMillis()
  const nanos = () => BigInt(now) * 1_000_000n
  const clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => now,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => real.sleep(duration)
  }
  return {
    clock,
    now: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds
    }
  }
}
