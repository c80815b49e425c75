/**
 * Ids without native code: the milliseconds of the `Clock` and 74 random bits (RFC 9562 section 5.7). Those of the
 * audit log always grow: 12 of their bits are a counter (section 6.2, method 1).
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { AuditId, ClientId, InstanceId, SessionId, UserId, MagicLinkRequestId } from "@latchkey/domain/core/Ids"

const stamp = (millis: number): string => {
  const time = millis.toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7`
}

// A version 4 UUID has its variant and its random bits where version 7 has them.
const uuid = Effect.map(
  Clock.currentTimeMillis,
  (millis) => stamp(millis) + globalThis.crypto.randomUUID().slice("xxxxxxxx-xxxx-V".length)
)

/** A millisecond, and how many ids it had before. */
interface Tick {
  readonly millis: number
  readonly count: number
}

const maxCount = 0xfff

// While the clock stands still or is set back the last time is kept; when the counter is full the next one is taken.
const next = ({ count, millis }: Tick, now: number): Tick => {
  if (now > millis) return { millis: now, count: 0 }
  return count < maxCount ? { millis, count: count + 1 } : { millis: millis + 1, count: 0 }
}

const makeGrowing = Effect.gen(function* () {
  const last = yield* Ref.make<Tick>({ millis: Number.NEGATIVE_INFINITY, count: 0 })
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { count, millis } = yield* Ref.updateAndGet(last, (tick) => next(tick, now))
    const random = globalThis.crypto.randomUUID().slice("xxxxxxxx-xxxx-Vxxx".length)
    return stamp(millis) + count.toString(16).padStart(3, "0") + random
  })
})

/**
 * Ids in the order of the `Clock`'s milliseconds; of those of one millisecond the order is random, but for those of
 * the audit log, which always grow within one such layer.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<IdGenerator> = Layer.effect(
  IdGenerator,
  Effect.map(makeGrowing, (growing) =>
    IdGenerator.of({
      user: Effect.map(uuid, (id) => UserId.make(`user_${id}`)),
      session: Effect.map(uuid, (id) => SessionId.make(`sess_${id}`)),
      client: Effect.map(uuid, (id) => ClientId.make(`client_${id}`)),
      magicLinkRequest: Effect.map(uuid, (id) => MagicLinkRequestId.make(`mlr_${id}`)),
      audit: Effect.map(growing, (id) => AuditId.make(`audit_${id}`)),
      instance: Effect.map(uuid, (id) => InstanceId.make(`inst_${id}`))
    })
  )
)
