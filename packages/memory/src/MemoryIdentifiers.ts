/**
 * Ids without native code: the milliseconds of the `Clock` and 74 random bits (RFC 9562 section 5.7).
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Identifiers } from "@latchkey/domain/Identifiers"
import { ClientId, InstanceId, SessionId, UserId, WishId } from "@latchkey/domain/Ids"

// A version 4 UUID has its variant and its random bits where version 7 has them.
const uuid = Effect.map(Clock.currentTimeMillis, (millis) => {
  const time = millis.toString(16).padStart(12, "0")
  const random = globalThis.crypto.randomUUID().slice("xxxxxxxx-xxxx-V".length)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`
})

/** Ids in the order of the `Clock`'s milliseconds; of those of one millisecond the order is random. @since 0.1.0 */
export const layer: Layer.Layer<Identifiers> = Layer.succeed(
  Identifiers,
  Identifiers.of({
    user: Effect.map(uuid, (id) => UserId.make(`user_${id}`)),
    session: Effect.map(uuid, (id) => SessionId.make(`sess_${id}`)),
    client: Effect.map(uuid, (id) => ClientId.make(`client_${id}`)),
    wish: Effect.map(uuid, (id) => WishId.make(`wish_${id}`)),
    instance: Effect.map(uuid, (id) => InstanceId.make(`inst_${id}`))
  })
)
