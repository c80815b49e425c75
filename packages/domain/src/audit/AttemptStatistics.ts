/**
 * Counts attempts for the dashboard. A request only adds to a number in memory; a worker stores them every few
 * seconds, so that signing in costs no statement more.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type AttemptCount, AttemptCounts } from "./AttemptCounts.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import * as AttemptRecorder from "./internal/AttemptRecorder.ts"
import * as Reason from "../core/internal/FailureReason.ts"

/** The use case of counting attempts. @since 0.1.0 */
export class AttemptStatistics extends Context.Tag("@latchkey/domain/AttemptStatistics")<
  AttemptStatistics,
  {
    /** Counts an attempt, in memory. */
    readonly record: (attempt: AttemptRecorder.RecordedAttempt) => Effect.Effect<void>

    /** Stores what was counted since the last time. When that fails it is kept for the next time. */
    readonly flush: Effect.Effect<void, PersistenceError>

    /** The numbers of the last 24 hours and of the hour that has begun, of all processes, as far as they are stored. */
    readonly lastDay: (instanceId: InstanceId) => Effect.Effect<ReadonlyArray<AttemptCount>, PersistenceError>
  }
>() {}

/** So many different numbers wait at most: while the store is down for days, new ones are not counted. */
const capacity = 10_000

/** The use case over its port, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof AttemptStatistics.Service, never, AttemptCounts> = Effect.gen(function* () {
  const store = yield* AttemptCounts
  const waiting = new Map<string, AttemptCount>()

  const add = (count: AttemptCount) => {
    const key = [count.instanceId, count.hour.epochMillis, count.attempt, count.outcome].join(" ")
    const before = waiting.get(key)
    if (before === undefined && waiting.size >= capacity) return
    waiting.set(key, { ...count, count: count.count + (before?.count ?? 0) })
  }

  const record = (attempt: AttemptRecorder.RecordedAttempt) =>
    Effect.map(DateTime.now, (now) => add({ ...attempt, hour: DateTime.startOf(now, "hour"), count: 1 }))

  // Not to be interrupted between the taking and the storing: what nobody has stored nobody gives back.
  const flush = Effect.suspend(() => {
    if (waiting.size === 0) return Effect.void
    const counts = [...waiting.values()]
    waiting.clear()
    return Effect.onError(store.add(counts), () => Effect.sync(() => counts.forEach(add)))
  }).pipe(Effect.uninterruptible, Effect.withSpan("AttemptStatistics.flush"))

  const lastDay = Effect.fn("AttemptStatistics.lastDay")(function* (instanceId: InstanceId) {
    const hour = DateTime.startOf(yield* DateTime.now, "hour")
    return yield* store.since(instanceId, DateTime.subtract(hour, { hours: 24 }))
  })

  return AttemptStatistics.of({ record, flush, lastDay })
})

/** The use case over its port. It stores when it is told to: see `layerWorker`. @since 0.1.0 */
export const layer: Layer.Layer<AttemptStatistics, never, AttemptCounts> = Layer.effect(AttemptStatistics, make)

/** Has the use cases below it count here. `Domain.layer` has it inside. @since 0.1.0 */
export const layerRecorder: Layer.Layer<never, never, AttemptStatistics> = Layer.effect(
  AttemptRecorder.AttemptRecorder,
  Effect.map(AttemptStatistics, ({ record }) => ({ record }))
)

/**
 * Stores in the background, every `interval` and when the layer is closed. A failure is a warning in the log, and
 * nothing is lost by it.
 *
 * @since 0.1.0
 */
export const layerWorker = (interval: Duration.DurationInput): Layer.Layer<never, never, AttemptStatistics> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const { flush } = yield* AttemptStatistics
      const store = Effect.catchAllCause(flush, (cause) =>
        Effect.logWarning("The numbers of attempts could not be stored", Reason.ofCause(cause))
      )
      yield* Effect.addFinalizer(() => store)
      yield* Effect.forkScoped(Effect.forever(Effect.delay(store, interval)))
    })
  )
