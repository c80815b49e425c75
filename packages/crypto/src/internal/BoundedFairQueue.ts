import { HasherOverloaded } from "@latchkey/domain/core/Errors"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HashMetrics from "./hashMetrics.ts"
import type { Timed } from "./hashWorker.js"
import * as RetryTimes from "./RetryTimes.ts"

/**
 * Items by fairness key. Keys take turns, and the items of one key are first in, first out: a caller that adds a
 * thousand items delays every other caller by one, besides what threads already have.
 */
export class FairQueue<A> {
  readonly #keys = new Map<string, Set<A>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  sizeOf(fairnessKey: string): number {
    return this.#keys.get(fairnessKey)?.size ?? 0
  }

  add(fairnessKey: string, item: A): void {
    const items = this.#keys.get(fairnessKey)
    if (items === undefined) this.#keys.set(fairnessKey, new Set([item]))
    else items.add(item)
    this.#size++
  }

  /** Returns `true` if the item was in the queue. */
  delete(fairnessKey: string, item: A): boolean {
    const items = this.#keys.get(fairnessKey)
    if (items?.delete(item) !== true) return false
    if (items.size === 0) this.#keys.delete(fairnessKey)
    this.#size--
    return true
  }

  /** Removes and returns the next item. */
  take(): A | undefined {
    for (const [fairnessKey, items] of this.#keys) {
      for (const item of items) {
        this.delete(fairnessKey, item)
        this.#moveToEnd(fairnessKey)
        return item
      }
    }
    return undefined
  }

  #moveToEnd(fairnessKey: string): void {
    const items = this.#keys.get(fairnessKey)
    if (items === undefined) return
    this.#keys.delete(fairnessKey)
    this.#keys.set(fairnessKey, items)
  }
}

/** A piece of work. `size`: for how many of the `tasksPerThread` it counts. */
export interface Work<A, E = never, R = never> {
  readonly run: Effect.Effect<Timed<A>, E, R>
  readonly size: number
}

/** A place in the queue. Each piece of work waits for its turn, and is never refused. */
export interface Place {
  readonly run: <A, E, R>(work: Work<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * Takes a place for `use`. Fails with `HasherOverloaded`, without waiting and without running `use`, if the queue has
 * no room.
 */
export type BoundedFairQueue = <A, E, R>(
  fairnessKey: string,
  use: (place: Place) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E | HasherOverloaded, R>

interface Entry {
  readonly fairnessKey: string
  readonly size: number
  readonly turn: Deferred.Deferred<void>
}

interface Reservation {
  readonly fairnessKey: string
}

const errors = new Map<number, HasherOverloaded>()

/**
 * Returns one error for each time: in an overload, capturing a stack trace for each would cost a tenth of a refusal.
 */
const overloaded = (retryAfterSeconds: number): HasherOverloaded => {
  const error = errors.get(retryAfterSeconds) ?? new HasherOverloaded({ retryAfterSeconds })
  errors.set(retryAfterSeconds, error)
  return error
}

export interface Options {
  /** How many threads do the work. */
  readonly threads: number
  /** How many pieces of work a thread has: the one that it does, and the next. */
  readonly tasksPerThread: number
  /** How many pieces of work may be queued, with those that threads have next. */
  readonly capacity: number
}

/**
 * Makes a queue in front of threads. Fairness keys take turns, and each may take at most a quarter of the capacity, so
 * that one caller cannot keep others from signing in.
 *
 * A place is reserved, then its work is queued, then a thread gets it. What is reserved counts like what is queued, and
 * occupies no thread: work that is ready runs first. Interrupting queued work removes it. What a thread got is finished:
 * it cannot be stopped without ending it.
 *
 * None of the obvious tools does this. The pool's own queue does not count tasks that can be aborted. Effect's
 * semaphore wakes every waiting fiber whenever one is done, which with a thousand of them occupies the event loop.
 */
export const make = ({ capacity, tasksPerThread, threads }: Options): BoundedFairQueue => {
  const queue = new FairQueue<Entry>()
  const reserved = new FairQueue<Reservation>()
  /** What threads have, in the order in which they got it: what they do, one piece each, and then what is next. */
  const handedOver = new Set<Entry>()
  const capacityPerKey = Math.max(1, Math.floor(capacity / 4))

  const retryTimes = RetryTimes.make(threads)

  const waiting = () => queue.size + reserved.size + Math.max(0, handedOver.size - threads)

  const updateGauge = Effect.suspend(() => HashMetrics.queued({}, waiting()))

  const waitingOf = (fairnessKey: string) => {
    const next = [...handedOver].slice(threads).filter((entry) => entry.fairnessKey === fairnessKey)
    return queue.sizeOf(fairnessKey) + reserved.sizeOf(fairnessKey) + next.length
  }

  const hasRoom = (fairnessKey: string) => {
    const places = handedOver.size + queue.size + reserved.size
    return places < threads || (places < threads + capacity && waitingOf(fairnessKey) < capacityPerKey)
  }

  const refuse = Effect.zipRight(
    HashMetrics.refused({}),
    Effect.flatMap(Clock.currentTimeMillis, (now) => overloaded(retryTimes.next(now)))
  )

  const reserve = (fairnessKey: string) =>
    Effect.suspend(() => {
      if (!hasRoom(fairnessKey)) return refuse
      const reservation: Reservation = { fairnessKey }
      reserved.add(fairnessKey, reservation)
      return Effect.as(updateGauge, reservation)
    })

  const release = (reservation: Reservation) =>
    Effect.suspend(() => (reserved.delete(reservation.fairnessKey, reservation) ? updateGauge : Effect.void))

  /** The last piece may be larger than what is left: then a thread does it after another one. */
  const hasThread = () => {
    let size = 0
    for (const entry of handedOver) size += entry.size
    return size < threads * tasksPerThread
  }

  const handOver = Effect.gen(function* () {
    while (hasThread()) {
      const entry = queue.take()
      if (entry === undefined) return
      handedOver.add(entry)
      yield* Deferred.succeed(entry.turn, undefined)
    }
  })

  const enter = Effect.fnUntraced(function* (reservation: Reservation, size: number) {
    const { fairnessKey } = reservation
    const entry: Entry = { fairnessKey, size, turn: yield* Deferred.make<void>() }
    reserved.delete(fairnessKey, reservation)
    queue.add(fairnessKey, entry)
    yield* handOver
    yield* updateGauge
    return entry
  })

  const leave = (entry: Entry) =>
    Effect.suspend(() => {
      if (!queue.delete(entry.fairnessKey, entry)) handedOver.delete(entry)
      return Effect.zipRight(handOver, updateGauge)
    })

  const placeOf = (reservation: Reservation): Place => ({
    run: ({ run, size }) =>
      Effect.acquireUseRelease(
        enter(reservation, size),
        ({ turn }) =>
          Effect.gen(function* () {
            const inTurn = Effect.zipRight(Deferred.await(turn), Effect.uninterruptible(run))
            const [elapsed, { milliseconds, result }] = yield* Effect.timed(inTurn)
            yield* HashMetrics.waitTime({}, Duration.subtract(elapsed, milliseconds))
            yield* HashMetrics.hashTime({}, Duration.millis(milliseconds))
            retryTimes.record(milliseconds)
            return result
          }),
        leave
      )
  })

  return (fairnessKey, use) =>
    Effect.acquireUseRelease(reserve(fairnessKey), (reservation) => use(placeOf(reservation)), release)
}
