import { HasherOverloaded } from "@latchkey/domain/core/Errors"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HashMetrics from "./hashMetrics.ts"

/**
 * Items by fairness key. Keys take turns, and the items of one key are first in, first out: a caller that adds a thousand
 * items delays every other caller by one.
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

/** Runs `work` when its turn comes. Fails with `HasherOverloaded`, without waiting, if the queue has no room. */
export type BoundedFairQueue = <A, E, R>(
  fairnessKey: string,
  work: Effect.Effect<A, E, R>
) => Effect.Effect<A, E | HasherOverloaded, R>

interface Entry {
  readonly fairnessKey: string
  readonly turn: Deferred.Deferred<void>
}

/**
 * Makes a queue that runs `concurrency` pieces of work concurrently while at most `capacity` are queued. Fairness keys
 * take turns, and each may take at most a quarter of the capacity, so that one caller cannot keep others from signing in.
 * Interrupting queued work removes it. Running work is finished: a thread cannot be stopped without ending it.
 *
 * None of the obvious tools does this. The pool's own queue does not count tasks that can be aborted. Effect's semaphore
 * wakes every waiting fiber whenever one is done, which with a thousand of them occupies the event loop.
 */
export const make = (concurrency: number, capacity: number): BoundedFairQueue => {
  const queue = new FairQueue<Entry>()
  const capacityPerKey = Math.max(1, Math.floor(capacity / 4))
  let running = 0

  const updateGauge = Effect.suspend(() => HashMetrics.queued({}, queue.size))

  const hasRoom = (fairnessKey: string) => queue.size < capacity && queue.sizeOf(fairnessKey) < capacityPerKey

  const enter = Effect.fnUntraced(function* (fairnessKey: string) {
    const entry: Entry = { fairnessKey, turn: yield* Deferred.make<void>() }
    if (running < concurrency) {
      running++
      yield* Deferred.succeed(entry.turn, undefined)
    } else if (hasRoom(fairnessKey)) {
      queue.add(fairnessKey, entry)
      yield* updateGauge
    } else {
      yield* HashMetrics.refused({})
      return yield* new HasherOverloaded()
    }
    return entry
  })

  const leave = (entry: Entry) =>
    Effect.suspend(() => {
      if (queue.delete(entry.fairnessKey, entry)) return updateGauge
      const next = queue.take()
      if (next === undefined) {
        running--
        return Effect.void
      }
      return Effect.zipRight(updateGauge, Deferred.succeed(next.turn, undefined))
    })

  return (fairnessKey, work) =>
    Effect.acquireUseRelease(
      enter(fairnessKey),
      ({ turn }) =>
        Effect.gen(function* () {
          const [waited] = yield* Effect.timed(Deferred.await(turn))
          yield* HashMetrics.waitTime({}, waited)
          const [worked, result] = yield* Effect.timed(Effect.uninterruptible(work))
          yield* HashMetrics.hashTime({}, worked)
          return result
        }),
      leave
    )
}
