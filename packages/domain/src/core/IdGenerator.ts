import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type {
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
} from "./Ids.ts"

/** The port for new ids: UUIDv7 (RFC 9562, 5.7), with the time from the `Clock`. No two are ever equal. */
export class IdGenerator extends Context.Tag("@latchkey/domain/IdGenerator")<
  IdGenerator,
  {
    /** Returns a new `user_…`. */
    readonly user: Effect.Effect<UserId>
    /** Returns a new `sess_…`. */
    readonly session: Effect.Effect<SessionId>
    /** Returns a new `client_…`. */
    readonly client: Effect.Effect<ClientId>
    /** Returns a new `email_…`. */
    readonly queuedEmail: Effect.Effect<QueuedEmailId>
    /** Returns a new `audit_…`, greater than those before it in this process. */
    readonly audit: Effect.Effect<AuditId>
    /** Returns a new `opsess_…`. */
    readonly operatorSession: Effect.Effect<OperatorSessionId>
    /** Returns a new `opinv_…`. */
    readonly operatorInvitation: Effect.Effect<OperatorInvitationId>
    /** Returns a new `op_…`. */
    readonly operator: Effect.Effect<OperatorId>
    /** Returns a new `apikey_…`. */
    readonly apiKey: Effect.Effect<ApiKeyId>
    /** Returns a new `inv_…`. */
    readonly invitation: Effect.Effect<InvitationId>
    /** Returns a new `identity_…`. */
    readonly identity: Effect.Effect<IdentityId>
    /** Returns a new `passkey_…`. */
    readonly passkey: Effect.Effect<PasskeyId>
    /** Returns a new `inst_…`, never `default`. */
    readonly instance: Effect.Effect<InstanceId>
  }
>() {}
