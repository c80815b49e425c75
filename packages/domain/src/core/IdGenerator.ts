/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AuditId, ClientId, InstanceId, SessionId, UserId, WishId } from "./Ids.ts"

/**
 * The port for new ids: UUIDv7 (RFC 9562 section 5.7), the time from the `Clock`. Two are never the same.
 *
 * @since 0.1.0
 */
export class Identifiers extends Context.Tag("@latchkey/domain/Identifiers")<
  Identifiers,
  {
    /** A new `user_…`. */
    readonly user: Effect.Effect<UserId>
    /** A new `sess_…`. */
    readonly session: Effect.Effect<SessionId>
    /** A new `client_…`. */
    readonly client: Effect.Effect<ClientId>
    /** A new `wish_…`. */
    readonly wish: Effect.Effect<WishId>
    /** A new `audit_…`, greater than those before it in this process. */
    readonly audit: Effect.Effect<AuditId>
    /** A new `inst_…`; never `default`. */
    readonly instance: Effect.Effect<InstanceId>
  }
>() {}
