import { HasherOverloaded } from "@latchkey/domain/core/Errors"
import { HashingFor } from "@latchkey/domain/password/PasswordHasher"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { FairQueue } from "./FairQueue.ts"
import * as HashMetrics from "./hashMetrics.ts"

/** Does work when its turn comes, or refuses it at once when there is no room in the line. */
export type WaitingLine = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | HasherOverloaded, R>

interface Place {
  readonly party: string
  readonly turn: Deferred.Deferred<void>
}

/**
 * A line for `concurrency` pieces of work at a time, while at most `maxQueue` wait. The parties of `HashingFor` take
 * turns, and none has more than a quarter of the line, so that nobody can keep others from signing in. Whoever is
 * interrupted while waiting leaves the line; what has begun is finished, for a thread cannot be stopped in the middle
 * without ending it.
 *
 * None of the obvious tools does this. The pool's own queue does not count tasks that can be aborted. Effect's
 * semaphore wakes everybody who waits whenever one is done, which with a thousand waiting takes up the event loop.
 */
export const make = (concurrency: number, maxQueue: number): WaitingLine => {
  const waiting = new FairQueue<Place>()
  const maxOfParty = Math.max(1, Math.floor(maxQueue / 4))
  let running = 0

  const measureLine = Effect.suspend(() => HashMetrics.waiting({}, waiting.size))

  const hasRoom = (party: string) => waiting.size < maxQueue && (party === "" || waiting.sizeOf(party) < maxOfParty)

  const enter = Effect.gen(function* () {
    const party = yield* HashingFor
    const place: Place = { party, turn: yield* Deferred.make<void>() }
    if (running < concurrency) {
      running++
      yield* Deferred.succeed(place.turn, undefined)
    } else if (hasRoom(party)) {
      waiting.add(party, place)
      yield* measureLine
    } else {
      yield* HashMetrics.refused({})
      return yield* new HasherOverloaded()
    }
    return place
  })

  const leave = (place: Place) =>
    Effect.suspend(() => {
      if (waiting.delete(place.party, place)) return measureLine
      const next = waiting.take()
      if (next === undefined) {
        running--
        return Effect.void
      }
      return Effect.zipRight(measureLine, Deferred.succeed(next.turn, undefined))
    })

  return (work) =>
    Effect.acquireUseRelease(
      enter,
      ({ turn }) =>
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
