import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as TestServices from "effect/TestServices"

/** Runs `count` effects in fibers of their own that all start at the same moment. */
export const atOnce = <A, E, R>(
  count: number,
  make: (index: number) => Effect.Effect<A, E, R>
): Effect.Effect<ReadonlyArray<Either.Either<A, E>>, never, R> =>
  Effect.gen(function* () {
    const start = yield* Effect.makeLatch()
    const fibers = yield* Effect.forEach(Arr.range(0, count - 1), (index) =>
      Effect.fork(start.whenOpen(Effect.either(make(index))))
    )
    yield* Effect.yieldNow()
    yield* start.open
    return yield* Fiber.join(Fiber.all(fibers))
  })

/** Runs `effect` some times, one after the other: a race that is lost only now and then is found out. */
export const rounds = <A, E, R>(count: number, effect: (round: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(Arr.range(1, count), effect, { discard: true })

/** Waits real milliseconds, whatever the test's clock says. */
export const pause = (millis: number): Effect.Effect<void> => TestServices.provideLive(Effect.sleep(millis))

/** Repeats a sweep until it finds nothing, so that what earlier tests left does not count. */
export const untilNothing = <E, R>(sweep: Effect.Effect<number, E, R>) =>
  Effect.repeat(sweep, { until: (count) => count === 0 })
