/**
 * What operators changed, and which users changed their email address, their passkeys or their second factor, recovered
 * a lost one, or deleted their account: when, through which interface, and what.
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import { ApiKeyId, AuditId, InstanceId, OperatorId, OperatorSessionId, UserId } from "../core/Ids.ts"

/**
 * Through what a change came: the admin API, the dashboard, the command line, a program that embeds Latchkey, or the
 * user, who changes their own account only.
 */
export const Actor = Schema.Literal("admin_api", "dashboard", "command_line", "program", "user")
export type Actor = typeof Actor.Type

/**
 * Who makes a change.
 *
 * - `operatorSessionId`: their dashboard session, if `actor` is `dashboard`.
 * - `operatorId`: the operator, if the session belongs to one.
 * - `apiKeyId`: the API key of a request to the admin API, if it is not the one of the settings.
 * - `name`: the name that the operator or the key has now; of a key of the settings, the name of the setting.
 * - `ipAddress`: where the request came from, normalized as for limits.
 */
export interface ActingOperator {
  readonly actor: Actor
  readonly operatorSessionId?: OperatorSessionId
  readonly operatorId?: OperatorId
  readonly apiKeyId?: ApiKeyId
  readonly name?: string
  readonly ipAddress?: string
}

/** What was done. `user_viewed`, `users_exported` and `previous_admin_key_used` change nothing. */
export const AuditAction = Schema.Literal(
  "instance_created",
  "instance_updated",
  "instance_deleted",
  "user_viewed",
  "user_created",
  "user_updated",
  "user_deleted",
  "users_imported",
  "users_exported",
  "user_deletion_scheduled",
  "user_deletion_cancelled",
  "user_disabled",
  "user_enabled",
  "email_changed",
  "email_restored",
  "sign_in_link_created",
  "sign_in_link_sent",
  "failed_sign_ins_reset",
  "second_factor_added",
  "second_factor_removed",
  "second_factor_reset",
  "recovery_codes_renewed",
  "recovery_codes_removed",
  "passkey_added",
  "passkey_removed",
  "passkeys_reset",
  "factor_recovery_requested",
  "factor_recovery_completed",
  "factor_recovery_cancelled",
  "passkeys_deleted",
  "session_revoked",
  "sessions_revoked",
  "operator_invited",
  "operator_invitation_withdrawn",
  "invitation_created",
  "invitation_withdrawn",
  "email_suppression_lifted",
  "custom_email_saved",
  "custom_email_deleted",
  "test_email_sent",
  "dashboard_opened",
  "dashboard_closed",
  "dashboard_session_revoked",
  "dashboard_sessions_revoked",
  "operator_created",
  "operator_updated",
  "operator_disabled",
  "operator_enabled",
  "operator_removed",
  "operator_link_shown",
  "operator_passkey_added",
  "operator_passkey_removed",
  "operator_passkeys_removed",
  "api_key_created",
  "api_key_revoked",
  "previous_admin_key_used"
)
export type AuditAction = typeof AuditAction.Type

/** None by default. */
const optional = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.OptionFromSelf(schema).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none<A>())
  )

/**
 * One entry. `name` is the name that the operator or the API key had at that time. `detail` holds at most 2,000
 * characters, such as `authConfig.magic_link=true`, and never an email address, a password or a token.
 */
export class AuditEntry extends Schema.Class<AuditEntry>("@latchkey/domain/AuditEntry")({
  id: AuditId,
  at: Schema.DateTimeUtcFromSelf,
  actor: Actor,
  action: AuditAction,
  instanceId: Schema.OptionFromSelf(InstanceId),
  userId: Schema.OptionFromSelf(UserId),
  operatorSessionId: Schema.OptionFromSelf(OperatorSessionId),
  operatorId: optional(OperatorId),
  apiKeyId: optional(ApiKeyId),
  name: optional(Schema.String),
  ipAddress: Schema.OptionFromSelf(Schema.String),
  detail: Schema.String
}) {}

/**
 * The port for the audit log (OWASP ASVS 5.0, 16.2.1). An entry is written in the transaction of the change it records.
 */
export class AuditLog extends Context.Tag("@latchkey/domain/AuditLog")<
  AuditLog,
  {
    /** Adds an entry, as part of a surrounding transaction. */
    readonly append: (entry: AuditEntry) => Effect.Effect<void, PersistenceError>

    /** Returns up to `limit` entries with ids below `before`, greatest id first. */
    readonly list: (query: {
      readonly before: Option.Option<AuditId>
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<AuditEntry>, PersistenceError>

    /** Deletes up to `limit` entries made at `until` or before. Returns how many it deleted. */
    readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
