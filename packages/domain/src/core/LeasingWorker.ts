/** A worker that leases what is due in a store, and does it concurrently. Any number of processes share the work. */
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Queue from "effect/Queue"
import type { PersistenceError } from "./Errors.ts"
import * as FailureReason from "./FailureReason.ts"

/** What was leased. `isAll`: whether nothing more is due before `interval` has passed. */
export interface Leased<A> {
  readonly tasks: ReadonlyArray<A>
  readonly isAll: boolean
}

/**
 * What a worker does.
 *
 * - `store`: what the log calls the store.
 * - `task`: what the log calls one of the tasks.
 * - `concurrency`: how many tasks it does concurrently.
 * - `isSerial`: whether the end of a task can make another one due, so that the worker looks again then.
 * - `lease`: leases up to `limit` tasks.
 * - `perform`: does one. If it fails, the task keeps its lease until that runs out, and delays no other.
 */
export interface Work<A> {
  readonly store: string
  readonly task: string
  readonly concurrency: number
  readonly isSerial: boolean
  readonly lease: (limit: number) => Effect.Effect<Leased<A>, PersistenceError>
  readonly perform: (task: A) => Effect.Effect<void, PersistenceError>
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

/** Does a task, and logs a failure. */
const perform = <A>({ perform, task: name }: Work<A>, task: A): Effect.Effect<void> =>
  Effect.catchAllCause(perform(task), (cause) =>
    Cause.isInterruptedOnly(cause)
      ? Effect.void
      : Effect.logError(`${name} could not be sent and will be tried again`, FailureReason.ofCause(cause))
  )

/** Leases up to `limit` tasks, does them, and returns what it leased. */
export const once = <A>(work: Work<A>, limit: number): Effect.Effect<Leased<A>, PersistenceError> =>
  Effect.tap(work.lease(limit), ({ tasks }) =>
    Effect.forEach(tasks, (task) => perform(work, task), { concurrency: "unbounded", discard: true })
  )

/**
 * Leases and does tasks forever: immediately while some are due, otherwise every `interval`. Waits while the store is
 * down. Interrupting it interrupts its tasks.
 */
export const run = <A>(work: Work<A>, interval: Duration.DurationInput): Effect.Effect<never> =>
  Effect.gen(function* () {
    const slots = yield* Queue.bounded<void>(work.concurrency)
    const ended = yield* Queue.sliding<void>(1)
    const inFlight = yield* FiberSet.make()
    const release = (count: number) => Queue.offerAll(slots, new Array<void>(count).fill())
    const finish = Effect.zipRight(release(1), Queue.offer(ended, undefined))

    // An interruption between lease and start would keep the tasks leased without anything doing them.
    const start = Effect.fnUntraced(function* (free: number) {
      const leased = yield* work.lease(free)
      for (const task of leased.tasks) yield* FiberSet.run(inFlight, Effect.ensuring(perform(work, task), finish))
      return leased
    }, Effect.uninterruptible)

    const pause = work.isSerial ? Effect.race(Effect.sleep(interval), Queue.take(ended)) : Effect.sleep(interval)

    yield* release(work.concurrency)
    return yield* Effect.forever(
      Effect.gen(function* () {
        const free = (yield* Queue.takeBetween(slots, 1, work.concurrency)).length
        const { isAll, tasks } = yield* persistently(work.store, start(free), interval)
        yield* release(free - tasks.length)
        if (isAll) yield* pause
      })
    )
  }).pipe(Effect.scoped)
