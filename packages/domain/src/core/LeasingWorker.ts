/** A worker that leases what is due in a store, and does it concurrently. Any number of processes share the work. */
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Queue from "effect/Queue"
import type { PersistenceError } from "./Errors.ts"
import * as FailureReason from "./FailureReason.ts"
import { traced } from "./Tracing.ts"

/** What was leased. `hasMore`: whether more can be due already, so that the worker leases again immediately. */
export interface Leased<A> {
  readonly tasks: ReadonlyArray<A>
  readonly hasMore: boolean
}

/** What a worker returns that did a task: it records what that led to. */
export type Recording = Effect.Effect<void, PersistenceError>

/**
 * What a worker does.
 *
 * - `store`: what the log calls the store.
 * - `task`: what the log calls one of the tasks.
 * - `span`: the name of the span around a task.
 * - `annotations`: what each line of the log about a task names.
 * - `concurrency`: how many tasks it does concurrently.
 * - `isSerial`: whether the end of a task can make another one due, so that the worker looks again then.
 * - `lease`: leases up to `limit` tasks.
 * - `perform`: does one, and returns what records the outcome. An interruption ends it, but not the recording. If
 *   either fails, the task keeps its lease until that runs out, and delays no other.
 * - `release`: ends the lease of a task that was interrupted before it had an outcome.
 */
export interface Work<A> {
  readonly store: string
  readonly task: string
  readonly span: string
  readonly annotations: (task: A) => Record<string, unknown>
  readonly concurrency: number
  readonly isSerial: boolean
  readonly lease: (limit: number) => Effect.Effect<Leased<A>, PersistenceError>
  readonly perform: (task: A) => Effect.Effect<Recording, PersistenceError>
  readonly release: (task: A) => Effect.Effect<void, PersistenceError>
}

/** Retries `work` until it succeeds. Logs when it stops working, and when it works again. */
const persistently = <A>(
  store: string,
  work: Effect.Effect<A, PersistenceError>,
  interval: Duration.DurationInput
): Effect.Effect<A> =>
  Effect.catchAllCause(work, (cause) =>
    Effect.logWarning(`${store} cannot be read`, FailureReason.ofCause(cause)).pipe(
      Effect.zipRight(Effect.eventually(Effect.sandbox(Effect.delay(work, interval)))),
      Effect.zipLeft(Effect.logInfo(`${store} can be read again`))
    )
  )

/** Does a task, records its outcome, and logs a failure. Releases the task if an interruption comes before that. */
const complete = <A>({ annotations, perform, release, span, task: name }: Work<A>, task: A): Effect.Effect<void> =>
  Effect.interruptible(perform(task)).pipe(
    Effect.onInterrupt(() => Effect.ignore(release(task))),
    Effect.flatten,
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.void
        : Effect.logError(`${name} could not be completed and will be tried again`, FailureReason.ofCause(cause))
    ),
    Effect.annotateLogs(annotations(task)),
    traced(span)
  )

/** Leases up to `limit` tasks, starts each in the set of fibers, and returns what it leased. */
const start = <A>(work: Work<A>, limit: number, inFlight: FiberSet.FiberSet<void>, ended: Effect.Effect<unknown>) =>
  // An interruption between lease and start would keep the tasks leased without anything doing them.
  Effect.uninterruptible(
    Effect.tap(work.lease(limit), ({ tasks }) =>
      Effect.forEach(tasks, (task) => FiberSet.run(inFlight, Effect.ensuring(complete(work, task), ended)))
    )
  )

/** Leases up to `limit` tasks, does them, and returns what it leased. Interrupting it interrupts them. */
export const once = <A>(work: Work<A>, limit: number): Effect.Effect<Leased<A>, PersistenceError> =>
  Effect.gen(function* () {
    const inFlight = yield* FiberSet.make<void>()
    const leased = yield* start(work, limit, inFlight, Effect.void)
    yield* FiberSet.awaitEmpty(inFlight)
    return leased
  }).pipe(Effect.scoped)

/**
 * Leases and does tasks forever: immediately while some are due, otherwise every `interval`. Waits while the store is
 * down. Interrupting it interrupts its tasks, and waits until they are released or recorded.
 */
export const run = <A>(work: Work<A>, interval: Duration.DurationInput): Effect.Effect<never> =>
  Effect.gen(function* () {
    const slots = yield* Queue.bounded<void>(work.concurrency)
    const ended = yield* Queue.sliding<void>(1)
    const inFlight = yield* FiberSet.make<void>()
    const free = (count: number) => Queue.offerAll(slots, new Array<void>(count).fill())
    const finish = Effect.zipRight(free(1), Queue.offer(ended, undefined))
    const pause = work.isSerial ? Effect.race(Effect.sleep(interval), Queue.take(ended)) : Effect.sleep(interval)

    yield* free(work.concurrency)
    return yield* Effect.forever(
      Effect.gen(function* () {
        const taken = (yield* Queue.takeBetween(slots, 1, work.concurrency)).length
        const { hasMore, tasks } = yield* persistently(work.store, start(work, taken, inFlight, finish), interval)
        yield* free(taken - tasks.length)
        if (!hasMore) yield* pause
      })
    )
  }).pipe(Effect.scoped)
