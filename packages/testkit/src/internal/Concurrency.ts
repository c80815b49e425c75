import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as TestServices from "effect/TestServices"

/** Runs `count` effects concurrently. Each has its own fiber, and all start at the same moment. */
export const concurrently = <A, E, R>(
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

/** Runs `effect` `count` times in sequence, to detect races that fail only sometimes. */
export const repeatedly = <A, E, R>(count: number, effect: (round: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(Arr.range(1, count), effect, { discard: true })

/** Waits for real milliseconds. The test clock does not affect it. */
export const pause = (millis: number): Effect.Effect<void> => TestServices.provideLive(Effect.sleep(millis))

/** Repeats a deletion until it deletes nothing, so that rows of earlier tests do not count. */
export const untilNoneLeft = <E, R>(deleteExpired: Effect.Effect<number, E, R>) =>
  Effect.repeat(deleteExpired, { until: (count) => count === 0 })
