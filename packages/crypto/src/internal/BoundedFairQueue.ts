import { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HashMetrics from "./hashMetrics.ts"
import type { Timed } from "./hashWorker.js"
import * as RecentWork from "./RecentWork.ts"
import * as RefusalPace from "./RefusalPace.ts"
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

/**
 * A piece of work. `size`: for how many of the `tasksPerThread` it counts. `kind`: pieces of one kind take about as
 * long as each other.
 */
export interface Work<A, E = never, R = never> {
  readonly run: Effect.Effect<Timed<A>, E, R>
  readonly size: number
  readonly kind: string
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
  readonly kind: string
  readonly turn: Deferred.Deferred<void>
}

interface Reservation {
  readonly fairnessKey: string
  readonly since: number
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
  /** How many pieces of work may be queued at most, with those that threads have next. By default, only time counts. */
  readonly capacity?: number | undefined
  /** How long a piece of work takes on this machine when it does nothing else, in milliseconds. By default unknown. */
  readonly usualMillis?: number
}

/** In how many milliseconds the verdict should be there, with the queries before and after the hash. */
const verdictMillis = 1000

/**
 * How long work may wait for a thread, in milliseconds: the rest of the time, but never so little that threads idle.
 */
const waitMillis = (preparation: number) => Math.min(700, Math.max(300, verdictMillis - 2 * preparation))

/**
 * Makes a queue in front of threads, bounded by time: it has room as long as recent work promises that what is in front
 * will be done soon, so it becomes shorter when the machine is busy or the work slow. Fairness keys take turns, and
 * each may take at most a quarter of the room, so that one caller cannot keep others from signing in.
 *
 * While nothing waits there is little to learn from. Then `burst` places are given, whatever work took before: a few
 * users who sign in concurrently are no overload. The next ones need work that is done.
 *
 * A place is reserved, then its work is queued, then a thread gets it. What is reserved counts like what is queued, and
 * occupies no thread: work that is ready runs first. Interrupting queued work removes it. What a thread got is
 * finished: it cannot be stopped without ending it.
 *
 * None of the obvious tools does this. The pool's own queue does not count tasks that can be aborted. Effect's
 * semaphore wakes every waiting fiber whenever one is done, which with a thousand of them occupies the event loop.
 */
export const make = ({
  capacity = Number.POSITIVE_INFINITY,
  tasksPerThread,
  threads,
  usualMillis = 0
}: Options): BoundedFairQueue => {
  const queue = new FairQueue<Entry>()
  const reserved = new FairQueue<Reservation>()
  /** What threads have, in the order in which they got it: what they do, one piece each, and then what is next. */
  const handedOver = new Set<Entry>()
  /** How many pieces are queued or handed over, by kind. */
  const kinds = new Map<string, number>()
  /** How many pieces were done since nothing waited. */
  let doneInARow = 0

  const burst = Math.max(32, 16 * threads)
  const recentWork = RecentWork.make({
    samples: burst,
    usualMillis: Math.min(usualMillis, (waitMillis(0) * threads) / burst),
    mostMillis: verdictMillis
  })
  /** How long places are reserved before their work is ready. */
  const preparation = RecentWork.make({ samples: 16, usualMillis: 0, mostMillis: 2000 })
  const retryTimes = RetryTimes.make(threads)
  const refusals = RefusalPace.make()

  const waiting = () => queue.size + reserved.size + Math.max(0, handedOver.size - threads)

  const updateGauge = Effect.suspend(() => {
    const places = waiting()
    if (places === 0) doneInARow = 0
    return HashMetrics.queued({}, places)
  })

  const waitingOf = (fairnessKey: string) => {
    const next = [...handedOver].slice(threads).filter((entry) => entry.fairnessKey === fairnessKey)
    return queue.sizeOf(fairnessKey) + reserved.sizeOf(fairnessKey) + next.length
  }

  /** Returns how long the threads need for all places, in milliseconds. */
  const expectedWait = (now: number) => {
    let sum = reserved.size * recentWork.mean(now)
    for (const [kind, pieces] of kinds) sum += pieces * recentWork.expected(kind, now)
    return sum / threads
  }

  const hasRoom = (fairnessKey: string, now: number) => {
    const places = handedOver.size + queue.size + reserved.size
    if (places < threads) return true
    const most = Math.min(capacity, burst + doneInARow)
    // While the queries of a new place run, the threads get on with what is in front of it.
    const mean = preparation.mean(now)
    const mostMillis = waitMillis(mean) + mean
    if (places >= threads + most || expectedWait(now) >= mostMillis) return false
    const room = Math.min(most, (mostMillis * threads) / recentWork.mean(now))
    return waitingOf(fairnessKey) < Math.max(1, Math.floor(room / 4))
  }

  const countKind = (kind: string, change: 1 | -1) => {
    const pieces = (kinds.get(kind) ?? 0) + change
    if (pieces === 0) kinds.delete(kind)
    else kinds.set(kind, pieces)
  }

  const refuse = (now: number) => {
    const error = overloaded(retryTimes.next(now))
    const pause = refusals.next(now)
    return Effect.zipRight(HashMetrics.refused({}), pause === 0 ? error : Effect.delay(error, pause))
  }

  const reserve = (fairnessKey: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (!hasRoom(fairnessKey, now)) return refuse(now)
      const reservation: Reservation = { fairnessKey, since: now }
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

  const enter = Effect.fnUntraced(function* (reservation: Reservation, { kind, size }: Omit<Work<unknown>, "run">) {
    const { fairnessKey } = reservation
    const entry: Entry = { fairnessKey, size, kind, turn: yield* Deferred.make<void>() }
    if (reserved.delete(fairnessKey, reservation)) {
      const now = yield* Clock.currentTimeMillis
      preparation.record("queries", now - reservation.since, now)
    }
    countKind(kind, 1)
    queue.add(fairnessKey, entry)
    yield* handOver
    yield* updateGauge
    return entry
  })

  const leave = (entry: Entry) =>
    Effect.suspend(() => {
      if (!queue.delete(entry.fairnessKey, entry)) handedOver.delete(entry)
      countKind(entry.kind, -1)
      return Effect.zipRight(handOver, updateGauge)
    })

  const placeOf = (reservation: Reservation): Place => ({
    run: ({ kind, run, size }) =>
      Effect.acquireUseRelease(
        enter(reservation, { kind, size }),
        ({ turn }) =>
          Effect.gen(function* () {
            const inTurn = Effect.zipRight(Deferred.await(turn), Effect.uninterruptible(run))
            const [elapsed, { milliseconds, result }] = yield* Effect.timed(inTurn)
            yield* HashMetrics.waitTime({}, Duration.subtract(elapsed, milliseconds))
            yield* HashMetrics.hashTime({}, Duration.millis(milliseconds))
            recentWork.record(kind, milliseconds, yield* Clock.currentTimeMillis)
            retryTimes.record(milliseconds)
            doneInARow++
            return result
          }),
        leave
      )
  })

  return (fairnessKey, use) =>
    Effect.acquireUseRelease(reserve(fairnessKey), (reservation) => use(placeOf(reservation)), release)
}
