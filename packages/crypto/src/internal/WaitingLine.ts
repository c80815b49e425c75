import { HasherOverloaded } from "@latchkey/domain/Errors"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HashMetrics from "./hashMetrics.ts"

/** Does work when its turn comes, first come first served, or refuses it at once when the line is full. */
export type WaitingLine = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | HasherOverloaded, R>

type Turn = Deferred.Deferred<void>

/**
 * A line for `concurrency` pieces of work at a time, while at most `maxQueue` wait. Whoever is interrupted while waiting
 * leaves the line; what has begun is finished, for a thread cannot be stopped in the middle without ending it.
 *
 * Neither of the obvious tools does this. The pool's own queue does not count tasks that can be aborted. Effect's
 * semaphore wakes everybody who waits whenever one is done, which with a thousand waiting takes up the event loop.
 */
export const make = (concurrency: number, maxQueue: number): WaitingLine => {
  const waiting = new Set<Turn>()
  let running = 0

  const measureLine = Effect.suspend(() => HashMetrics.waiting({}, waiting.size))

  const enter = Effect.gen(function* () {
    const turn = yield* Deferred.make<void>()
    if (running < concurrency) {
      running++
      yield* Deferred.succeed(turn, undefined)
    } else if (waiting.size < maxQueue) {
      waiting.add(turn)
      yield* measureLine
    } else {
      yield* HashMetrics.refused({})
      return yield* new HasherOverloaded()
    }
    return turn
  })

  const leave = (turn: Turn) =>
    Effect.suspend(() => {
      if (waiting.delete(turn)) return measureLine
      const [next] = waiting
      if (next === undefined) {
        running--
        return Effect.void
      }
      waiting.delete(next)
      return Effect.zipRight(measureLine, Deferred.succeed(next, undefined))
    })

  return (work) =>
    Effect.acquireUseRelease(
      enter,
      (turn) =>
        Effect.gen(function* () {
          const [waited] = yield* Effect.timed(Deferred.await(turn))
          yield* HashMetrics.wait({}, waited)
          const [worked, result] = yield* Effect.timed(Effect.uninterruptible(work))
          yield* HashMetrics.work({}, worked)
          return result
        }),
      leave
    )
}
