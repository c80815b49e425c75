/** Ids as UUIDv7 (RFC 9562), with random bits from `node:crypto`. */
import { randomInt } from "node:crypto"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { v7 } from "uuid"

/** A millisecond, and a counter that starts again in each. */
interface Tick {
  readonly msecs: number
  readonly seq: number
}

// RFC 9562, 6.2, method 1: a counter of 32 bits that starts at a random number in the lower half, so it cannot
// overflow. While the clock stands still or is set back, the last millisecond is kept: later ids are always greater.
const next = (last: Tick, now: number): Tick =>
  now > last.msecs ? { msecs: now, seq: randomInt(2 ** 31) } : { msecs: last.msecs, seq: last.seq + 1 }

/**
 * Makes a generator whose ids always increase within this process, also within one millisecond and after the clock was
 * set back (RFC 9562, 6.2, method 1).
 */
export const make = Effect.gen(function* () {
  const last = yield* Ref.make<Tick>({ msecs: Number.NEGATIVE_INFINITY, seq: 0 })
  const uuid = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    return v7(yield* Ref.updateAndGet(last, (tick) => next(tick, now)))
  })

  return IdGenerator.of({ next: ({ make, prefix }) => Effect.map(uuid, (id) => make(`${prefix}_${id}`)) })
})

/** The generator as a layer. Ids increase within one such layer. */
export const layer: Layer.Layer<IdGenerator> = Layer.effect(IdGenerator, make)
