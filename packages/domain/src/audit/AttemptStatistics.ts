/**
 * Counts attempts for the dashboard. A request only increments a number in memory; a worker stores the numbers every
 * few seconds, so that signing in needs no additional statement.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import * as FailureReason from "../core/FailureReason.ts"
import { traced } from "../core/Tracing.ts"
import { type AttemptCount, AttemptCounts } from "./AttemptCounts.ts"
import * as AttemptRecorder from "./internal/AttemptRecorder.ts"

/** The use case of counting attempts. */
export class AttemptStatistics extends Context.Tag("@latchkey/domain/AttemptStatistics")<
  AttemptStatistics,
  {
    /** Counts an attempt in memory. */
    readonly record: (attempt: AttemptRecorder.RecordedAttempt) => Effect.Effect<void>

    /** Stores what was counted since the last flush. If that fails, the numbers are kept for the next flush. */
    readonly flush: Effect.Effect<void, PersistenceError>

    /** Returns the stored counts of the last 24 hours and the current hour, from all processes. */
    readonly lastDay: (instanceId: InstanceId) => Effect.Effect<ReadonlyArray<AttemptCount>, PersistenceError>

    /** Returns the stored counts of so many days in UTC and the current day, added up by day. */
    readonly lastDays: (
      instanceId: InstanceId,
      days: number
    ) => Effect.Effect<ReadonlyArray<AttemptCount>, PersistenceError>

    /**
     * Returns the stored counts of the period of so many days before the one that began at `start`, added up by day. It
     * ends at the time of day that it is now, to the hour, so that both periods are as long.
     */
    readonly before: (
      instanceId: InstanceId,
      start: DateTime.Utc,
      days: number
    ) => Effect.Effect<ReadonlyArray<AttemptCount>, PersistenceError>
  }
>() {}

/** The most counts that are kept in memory: while the store is down for days, new ones are not counted. */
const capacity = 10_000

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const store = yield* AttemptCounts
  const pending = new Map<string, AttemptCount>()

  const add = (count: AttemptCount) => {
    const key = [count.instanceId, count.hour.epochMillis, count.attempt, count.outcome].join(" ")
    const previous = pending.get(key)
    if (previous === undefined && pending.size >= capacity) return
    pending.set(key, { ...count, count: count.count + (previous?.count ?? 0) })
  }

  const record = (attempt: AttemptRecorder.RecordedAttempt) =>
    Effect.map(DateTime.now, (now) => add({ ...attempt, hour: DateTime.startOf(now, "hour"), count: 1 }))

  // An interruption between clearing and storing would lose the counts.
  const flush = Effect.suspend(() => {
    if (pending.size === 0) return Effect.void
    const counts = [...pending.values()]
    pending.clear()
    return Effect.onError(store.add(counts), () => Effect.sync(() => counts.forEach(add)))
  }).pipe(Effect.uninterruptible, traced("AttemptStatistics.flush"))

  const lastDay = Effect.fnUntraced(function* (instanceId: InstanceId) {
    const hour = DateTime.startOf(yield* DateTime.now, "hour")
    return yield* store.since(instanceId, DateTime.subtract(hour, { hours: 24 }))
  }, traced("AttemptStatistics.lastDay"))

  const lastDays = Effect.fnUntraced(function* (instanceId: InstanceId, days: number) {
    const today = DateTime.startOf(yield* DateTime.now, "day")
    return yield* store.since(instanceId, DateTime.subtract(today, { days }), { step: "day" })
  }, traced("AttemptStatistics.lastDays"))

  const before = Effect.fnUntraced(function* (instanceId: InstanceId, start: DateTime.Utc, days: number) {
    const until = DateTime.subtract(DateTime.nearest(yield* DateTime.now, "hour"), { days })
    return yield* store.since(instanceId, DateTime.subtract(start, { days }), { until, step: "day" })
  }, traced("AttemptStatistics.before"))

  return AttemptStatistics.of({ record, flush, lastDay, lastDays, before })
})

/** The use case as a layer. Stores only when `flush` is called: see `layerWorker`. */
export const layer = Layer.effect(AttemptStatistics, make)

/** Makes the use cases count their attempts here. `Domain.layer` includes it. */
export const layerRecorder: Layer.Layer<never, never, AttemptStatistics> = Layer.effect(
  AttemptRecorder.AttemptRecorder,
  Effect.map(AttemptStatistics, ({ record }) => ({ record }))
)

/**
 * Stores the counts in the background, every `interval` and when the layer is released. A failure is a warning in the
 * log, and loses nothing.
 */
export const layerWorker = (interval: Duration.DurationInput): Layer.Layer<never, never, AttemptStatistics> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const { flush } = yield* AttemptStatistics
      const store = Effect.catchAllCause(flush, (cause) =>
        Effect.logWarning("Attempt counts could not be stored", FailureReason.ofCause(cause))
      )
      yield* Effect.addFinalizer(() => store)
      yield* Effect.forkScoped(Effect.forever(Effect.delay(store, interval)))
    })
  )
