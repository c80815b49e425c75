/**
 * Ids as UUIDv7 (RFC 9562), the random bits from `node:crypto`.
 *
 * @since 0.1.0
 */
import { randomInt } from "node:crypto"
import * as Ids from "@latchkey/domain/core/Ids"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { v7 } from "uuid"

/** The time in milliseconds, and a counter that begins anew with each of them. */
interface Tick {
  readonly msecs: number
  readonly seq: number
}

// RFC 9562 section 6.2, method 1: 32 bits of counter, which begin with a random number in the lower half and so cannot
// run over. While the clock stands still or is set back, the last time is kept: later ids are always greater.
const next = (last: Tick, now: number): Tick =>
  now > last.msecs ? { msecs: now, seq: randomInt(2 ** 31) } : { msecs: last.msecs, seq: last.seq + 1 }

/**
 * Ids that always grow, within this process: also of one millisecond, and when the clock is set back (RFC 9562
 * section 6.2, method 1).
 *
 * @since 0.1.0
 */
export const make: Effect.Effect<typeof IdGenerator.Service> = Effect.gen(function* () {
  const last = yield* Ref.make<Tick>({ msecs: Number.NEGATIVE_INFINITY, seq: 0 })
  const uuid = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    return v7(yield* Ref.updateAndGet(last, (tick) => next(tick, now)))
  })

  return IdGenerator.of({
    user: Effect.map(uuid, (id) => Ids.UserId.make(`user_${id}`)),
    session: Effect.map(uuid, (id) => Ids.SessionId.make(`sess_${id}`)),
    client: Effect.map(uuid, (id) => Ids.ClientId.make(`client_${id}`)),
    magicLinkRequest: Effect.map(uuid, (id) => Ids.MagicLinkRequestId.make(`mlr_${id}`)),
    audit: Effect.map(uuid, (id) => Ids.AuditId.make(`audit_${id}`)),
    instance: Effect.map(uuid, (id) => Ids.InstanceId.make(`inst_${id}`))
  })
})

/** `make` as a layer. Ids grow within one such layer. @since 0.1.0 */
export const layer: Layer.Layer<IdGenerator> = Layer.effect(IdGenerator, make)
