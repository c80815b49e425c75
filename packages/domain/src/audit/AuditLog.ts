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
import type { CursorExpired } from "../core/FeedErrors.ts"
import { idOf } from "../core/Id.ts"
import { ApiKeyId, InstanceId, SessionId, UserId } from "../core/Ids.ts"

/** The id of an entry of the audit log: `audit_…`. Later entries have greater ids. */
export const AuditId = idOf("AuditId", "audit", { isIncreasing: true })
export type AuditId = typeof AuditId.Type

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
  readonly operatorSessionId?: SessionId
  readonly operatorId?: UserId
  readonly apiKeyId?: ApiKeyId
  readonly name?: string
  readonly ipAddress?: string
}

/** Users, who change their own accounts. An entry has their id, and no IP address: it outlives the account. */
export const byUser: ActingOperator = { actor: "user" }

/**
 * What was done: one of the `auditActions` of a room. `user_viewed`, `users_exported` and `previous_admin_key_used`
 * change nothing.
 */
export const AuditAction = Schema.String.pipe(Schema.pattern(/^[a-z_]{1,50}$/))

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
  operatorSessionId: Schema.OptionFromSelf(SessionId),
  operatorId: optional(UserId),
  apiKeyId: optional(ApiKeyId),
  name: optional(Schema.String),
  ipAddress: Schema.OptionFromSelf(Schema.String),
  detail: Schema.String
}) {}

/** The place of an entry in the feed. Entries of later transactions have later places. */
export const AuditPosition = Schema.Struct({ position: Schema.NonNegativeInt, id: AuditId })
export type AuditPosition = typeof AuditPosition.Type

/** A part of the feed. `last`: the place after which the next part begins; none if nothing was ever read. */
export interface AuditPage {
  readonly entries: ReadonlyArray<AuditEntry>
  readonly last: Option.Option<AuditPosition>
}

/**
 * Which entries to list: those that have every value that is there. `from` and `until` are times: `at` is `from` or
 * later, and before `until`.
 */
export interface AuditFilter {
  readonly action?: string
  readonly actor?: Actor
  readonly instanceId?: InstanceId
  readonly userId?: UserId
  readonly operatorId?: UserId
  readonly from?: DateTime.Utc
  readonly until?: DateTime.Utc
}

/**
 * The port for the audit log (OWASP ASVS 5.0, 16.2.1). An entry is written in the transaction of the change it records.
 */
export class AuditLog extends Context.Tag("@latchkey/domain/AuditLog")<
  AuditLog,
  {
    /** Adds an entry, as part of a surrounding transaction. */
    readonly append: (entry: AuditEntry) => Effect.Effect<void, PersistenceError>

    /** Returns up to `limit` entries that match, with ids below `before` and above `after`, greatest id first. */
    readonly list: (query: {
      readonly before: Option.Option<AuditId>
      readonly after?: AuditId
      readonly limit: number
      readonly filter?: AuditFilter
    }) => Effect.Effect<ReadonlyArray<AuditEntry>, PersistenceError>

    /**
     * Returns up to `limit` entries after a place, or the oldest ones, in the order of their transactions. An entry is
     * never stored before a place that was returned, however late its transaction commits: those of transactions that
     * are older than an open one come first, and all others wait for it. Fails with `CursorExpired` if the entry at the
     * place is not stored: entries after it may have been deleted, or the store is older than it.
     */
    readonly page: (query: {
      readonly after: Option.Option<AuditPosition>
      readonly limit: number
    }) => Effect.Effect<AuditPage, CursorExpired | PersistenceError>

    /** Deletes up to `limit` entries made at `until` or before. Returns how many it deleted. */
    readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
