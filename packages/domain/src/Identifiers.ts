/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ClientId, InstanceId, SessionId, UserId, WishId } from "./Ids.ts"

/**
 * The port for new ids: UUIDv7 (RFC 9562 section 5.7), the time from the `Clock`. Two are never the same.
 *
 * @since 0.1.0
 */
export class Identifiers extends Context.Tag("@latchkey/domain/Identifiers")<
  Identifiers,
  {
    readonly user: Effect.Effect<UserId>
    readonly session: Effect.Effect<SessionId>
    readonly client: Effect.Effect<ClientId>
    readonly wish: Effect.Effect<WishId>
    readonly instance: Effect.Effect<InstanceId>
  }
>() {}
