import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/**
 * A clock that stands still until it is moved, and sleeps for real: what takes 15 minutes is tested to the millisecond
 * and without waiting for it.
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
    advance: (milliseconds: number) => {
      now += milliseconds
    }
  }
}
