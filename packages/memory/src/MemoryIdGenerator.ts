/**
 * UUIDv7 ids without native code: the milliseconds of the `Clock` and 74 random bits (RFC 9562, 5.7). In ids
 * that always increase, such as those of the audit log, 12 of those bits are a counter (RFC 9562, 6.2, method 1).
 */
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"

const timestamp = (millis: number): string => {
  const time = millis.toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7`
}

// A version 4 UUID has its variant and its random bits where version 7 has them.
const uuid = Effect.map(
  Clock.currentTimeMillis,
  (millis) => timestamp(millis) + globalThis.crypto.randomUUID().slice("xxxxxxxx-xxxx-V".length)
)

/** A millisecond, and how many ids were generated in it before this one. */
interface Tick {
  readonly millis: number
  readonly count: number
}

const maxCount = 0xfff

// While the clock stands still or is set back, the last millisecond is kept. A full counter moves to the next one.
const next = ({ count, millis }: Tick, now: number): Tick => {
  if (now > millis) return { millis: now, count: 0 }
  return count < maxCount ? { millis, count: count + 1 } : { millis: millis + 1, count: 0 }
}

const makeIncreasing = Effect.gen(function* () {
  const last = yield* Ref.make<Tick>({ millis: Number.NEGATIVE_INFINITY, count: 0 })
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { count, millis } = yield* Ref.updateAndGet(last, (tick) => next(tick, now))
    const random = globalThis.crypto.randomUUID().slice("xxxxxxxx-xxxx-Vxxx".length)
    return timestamp(millis) + count.toString(16).padStart(3, "0") + random
  })
})

/**
 * The generator as a layer. Ids are ordered by the milliseconds of the `Clock`, and randomly within one millisecond.
 * Those that always increase do so within one such layer.
 */
export const layer: Layer.Layer<IdGenerator> = Layer.effect(
  IdGenerator,
  Effect.map(makeIncreasing, (increasing) =>
    IdGenerator.of({
      next: ({ isIncreasing, make, prefix }) =>
        Effect.map(isIncreasing ? increasing : uuid, (id) => make(`${prefix}_${id}`))
    })
  )
)
