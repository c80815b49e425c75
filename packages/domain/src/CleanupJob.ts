/**
 * Deletes what no longer has any effect, which keeps the store small, and personal data no longer than needed: expired
 * rows, and what rooms do as their `cleanup`.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Number from "effect/Number"
import { batchSize, type CleanupTask, makeDeleteAll } from "./core/Cleanup.ts"
import type { PersistenceError } from "./core/Errors.ts"
import * as FailureReason from "./core/FailureReason.ts"
import * as Metrics from "./core/Metrics.ts"
import { traced } from "./core/Tracing.ts"
import * as Rooms from "./rooms.ts"

/** The use case of deleting what no longer has an effect. */
export class CleanupJob extends Context.Tag("@latchkey/domain/CleanupJob")<
  CleanupJob,
  {
    /**
     * Deletes expired rows, users whose deletion is due, and the rows of deleted instances, in small batches until none
     * is left, and returns how many. Only one process runs each step at a time; others go on without waiting. A run
     * that was interrupted is continued by the next one, in any process.
     *
     * A user is deleted in a separate transaction, `grace` after `deletionAt`, and rows of a deleted instance `grace`
     * after its deletion. If one kind of rows, one user or one instance cannot be deleted, the run deletes the others
     * and then fails; the next run tries again.
     */
    readonly run: Effect.Effect<number, PersistenceError>
  }
>() {}

/**
 * One minute: how long expired rows are kept. By the clock of another process, which may be behind, they may not have
 * expired: deleting an attempt too early would allow one too many. The rows of a deleted instance are kept as long:
 * requests that found it before its deletion, and counts that are not stored yet, may still add some.
 */
export const grace = Duration.minutes(1)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const deleteAll = yield* makeDeleteAll
  const expiring = yield* Rooms.expiring
  const others = yield* Rooms.cleanup

  const tasks: ReadonlyArray<CleanupTask> = [
    ...expiring.map(
      ({ deleteExpired, keptFor = Duration.zero, kind }): CleanupTask =>
        (until) =>
          deleteAll(kind, deleteExpired(DateTime.subtractDuration(until, keptFor), batchSize))
    ),
    ...others
  ]

  const run = Effect.gen(function* () {
    const until = DateTime.subtractDuration(yield* DateTime.now, grace)
    // One task that fails must not keep the others.
    const [[failure], deleted] = yield* Effect.partition(tasks, (task) => Effect.sandbox(task(until)))
    return failure === undefined ? Number.sumAll(deleted) : yield* Effect.failCause(failure)
  }).pipe(
    Effect.tapBoth({
      onFailure: () => Metrics.cleanupRuns({ outcome: "failed" }),
      onSuccess: () => Metrics.cleanupRuns({ outcome: "ok" })
    }),
    traced("CleanupJob.run")
  )

  return CleanupJob.of({ run })
})

/** The use case as a layer. Runs only when it is told to: see `layerWorker`. */
export const layer = Layer.effect(CleanupJob, make)

/**
 * Runs in the background for as long as the layer lives, `interval` after each run has ended. A failed run is a warning
 * in the log, and the next one tries again.
 */
export const layerWorker = (interval: Duration.DurationInput): Layer.Layer<never, never, CleanupJob> =>
  Layer.scopedDiscard(
    Effect.flatMap(CleanupJob, ({ run }) =>
      run.pipe(
        Effect.catchAllCause((cause) =>
          Effect.logWarning("The cleanup job did not finish", FailureReason.ofCause(cause))
        ),
        Effect.zipRight(Effect.sleep(interval)),
        Effect.forever,
        Effect.forkScoped
      )
    )
  )
