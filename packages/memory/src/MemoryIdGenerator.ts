/**
 * UUIDv7 ids without native code: the milliseconds of the `Clock` and 74 random bits (RFC 9562, 5.7). In ids of the
 * audit log, 12 of those bits are a counter, so that they always increase (RFC 9562, 6.2, method 1).
 */
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import {
  ApiKeyId,
  AuditId,
  ClientId,
  IdentityId,
  InstanceId,
  InvitationId,
  OperatorId,
  OperatorInvitationId,
  OperatorSessionId,
  PasskeyId,
  QueuedEmailId,
  SessionId,
  UserId
} from "@latchkey/domain/core/Ids"
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
 * Ids of the audit log always increase within one such layer.
 */
export const layer: Layer.Layer<IdGenerator> = Layer.effect(
  IdGenerator,
  Effect.map(makeIncreasing, (increasing) =>
    IdGenerator.of({
      user: Effect.map(uuid, (id) => UserId.make(`user_${id}`)),
      session: Effect.map(uuid, (id) => SessionId.make(`sess_${id}`)),
      client: Effect.map(uuid, (id) => ClientId.make(`client_${id}`)),
      queuedEmail: Effect.map(uuid, (id) => QueuedEmailId.make(`email_${id}`)),
      audit: Effect.map(increasing, (id) => AuditId.make(`audit_${id}`)),
      operatorSession: Effect.map(uuid, (id) => OperatorSessionId.make(`opsess_${id}`)),
      passkey: Effect.map(uuid, (id) => PasskeyId.make(`passkey_${id}`)),
      identity: Effect.map(uuid, (id) => IdentityId.make(`identity_${id}`)),
      operatorInvitation: Effect.map(uuid, (id) => OperatorInvitationId.make(`opinv_${id}`)),
      operator: Effect.map(uuid, (id) => OperatorId.make(`op_${id}`)),
      apiKey: Effect.map(uuid, (id) => ApiKeyId.make(`apikey_${id}`)),
      invitation: Effect.map(uuid, (id) => InvitationId.make(`inv_${id}`)),
      instance: Effect.map(uuid, (id) => InstanceId.make(`inst_${id}`))
    })
  )
)
