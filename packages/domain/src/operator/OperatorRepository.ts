import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Actor } from "../audit/AuditLog.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { idOf } from "../core/Id.ts"
import { OperatorId, OperatorSessionId } from "../core/Ids.ts"
import type { TokenHash } from "../core/Token.ts"
import { Name } from "./Operator.ts"
import { Role } from "./Role.ts"

/** The id of an invitation to the dashboard: `opinv_…`. It may be shown and logged. */
export const OperatorInvitationId = idOf("OperatorInvitationId", "opinv")
export type OperatorInvitationId = typeof OperatorInvitationId.Type

/** None by default. */
const optional = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.OptionFromSelf(schema).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none<A>())
  )

/**
 * An invitation in a list.
 *
 * - `operatorId`: the operator whom it signs in; none if it signs in without a name, with the role `admin`.
 * - `createdBy`: the interface that it was created through.
 */
export class InvitationSummary extends Schema.Class<InvitationSummary>("@latchkey/domain/InvitationSummary")({
  id: OperatorInvitationId,
  operatorId: optional(OperatorId),
  createdBy: Actor,
  createdAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** An invitation as it is stored. */
export interface OperatorInvitation extends Schema.Schema.Type<typeof InvitationSummary> {
  readonly tokenHash: TokenHash
}

/** How an operator signed in to the dashboard. */
export const OperatorSignInMethod = Schema.Literal("invitation", "admin_key", "passkey")
export type OperatorSignInMethod = typeof OperatorSignInMethod.Type

const sessionFields = {
  id: OperatorSessionId,
  method: OperatorSignInMethod,
  ipAddress: Schema.String,
  userAgent: Schema.String,
  authenticatedAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf
}

/** The operator that a session belongs to, as they are now. */
export class SessionOperator extends Schema.Class<SessionOperator>("@latchkey/domain/SessionOperator")({
  id: OperatorId,
  name: Name,
  role: Role
}) {}

/**
 * A dashboard session that was checked, or is listed. `operator`: none if someone signed in without a name, with the
 * admin key or an invitation for anyone. `ipAddress` and `userAgent` are those of the sign-in. Holds
 * nothing secret.
 */
export class OperatorSessionSummary extends Schema.Class<OperatorSessionSummary>(
  "@latchkey/domain/OperatorSessionSummary"
)({
  ...sessionFields,
  operator: optional(SessionOperator),
  lastSeenAt: Schema.DateTimeUtcFromSelf
}) {}

/** Returns the role of a session: that of its operator, or `admin` without one. */
export const roleOf = ({ operator }: Pick<OperatorSessionSummary, "operator">): Role =>
  Option.match(operator, { onNone: () => "admin" as const, onSome: ({ role }) => role })

/** A dashboard session as it is stored: last seen at `authenticatedAt`. */
export interface OperatorSession extends Schema.Struct.Type<typeof sessionFields> {
  readonly tokenHash: TokenHash
  readonly operatorId: Option.Option<OperatorId>
}

/** An invitation that was just used. `operatorId`: as that of `InvitationSummary`. */
export interface ConsumedInvitation {
  readonly operatorId: Option.Option<OperatorId>
}

/** A session that was just revoked. `operatorId`: none if it belonged to no operator. */
export interface RevokedSession {
  readonly id: OperatorSessionId
  readonly method: OperatorSignInMethod
  readonly operatorId: Option.Option<OperatorId>
}

/** When sessions are looked at, and how long they may be idle. */
export interface SessionTimes {
  readonly now: DateTime.Utc
  readonly idleLifetime: Duration.Duration
}

/** The port for access to the dashboard. It holds hashes of tokens, never a token. */
export class OperatorRepository extends Context.Tag("@latchkey/domain/OperatorRepository")<
  OperatorRepository,
  {
    /** Stores an invitation. Other invitations stay valid. */
    readonly insertInvitation: (invitation: OperatorInvitation) => Effect.Effect<void, PersistenceError>

    /**
     * Deletes the invitation with one of these hashes, and returns it if it had not expired at `now`. Of any number of
     * concurrent calls, of this method and those that withdraw it, exactly one finds it, unless its transaction is
     * rolled back.
     */
    readonly consumeInvitation: (
      tokenHashes: ReadonlyArray<TokenHash>,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<ConsumedInvitation>, PersistenceError>

    /** Returns up to `limit` invitations that have not expired at `now`, greatest id first. */
    readonly listInvitations: (
      now: DateTime.Utc,
      limit: number
    ) => Effect.Effect<ReadonlyArray<InvitationSummary>, PersistenceError>

    /** Deletes the invitation with that id. Returns `true` if there was one. */
    readonly withdrawInvitation: (id: OperatorInvitationId) => Effect.Effect<boolean, PersistenceError>

    /** Deletes all invitations of an operator. Returns how many there were. */
    readonly withdrawInvitationsOf: (id: OperatorId) => Effect.Effect<number, PersistenceError>

    /** Stores a dashboard session. */
    readonly insertSession: (session: OperatorSession) => Effect.Effect<void, PersistenceError>

    /**
     * Returns the session with one of these hashes, and its operator as they are now. Returns `None` if there is none;
     * if it belongs to an operator who is disabled or deleted; and from the exact millisecond on at which it expires,
     * or at which `idleLifetime` has passed since it was last seen.
     */
    readonly findActive: (
      tokenHashes: ReadonlyArray<TokenHash>,
      times: SessionTimes
    ) => Effect.Effect<Option.Option<OperatorSessionSummary>, PersistenceError>

    /** Records that the session was seen at `now`. Never moves that time back. Does nothing if the session is gone. */
    readonly touch: (id: OperatorSessionId, now: DateTime.Utc) => Effect.Effect<void, PersistenceError>

    /** Returns up to `limit` sessions that are active by the rules of `findActive`, greatest id first. */
    readonly listSessions: (
      times: SessionTimes,
      limit: number
    ) => Effect.Effect<ReadonlyArray<OperatorSessionSummary>, PersistenceError>

    /** Revokes the session with one of these hashes. Returns it, or `None` if there was none. */
    readonly revokeSession: (
      tokenHashes: ReadonlyArray<TokenHash>
    ) => Effect.Effect<Option.Option<RevokedSession>, PersistenceError>

    /** Revokes the session with that id. Returns `true` if a session was revoked. */
    readonly revokeSessionById: (id: OperatorSessionId) => Effect.Effect<boolean, PersistenceError>

    /** Revokes every session of an operator. Returns how many were revoked. */
    readonly revokeSessionsOf: (id: OperatorId) => Effect.Effect<number, PersistenceError>

    /** Revokes every session except `kept`. Returns how many were revoked. */
    readonly revokeOtherSessions: (kept: OperatorSessionId) => Effect.Effect<number, PersistenceError>

    /** Revokes every session and deletes every invitation, expired ones too. Returns how many there were. */
    readonly revokeAll: Effect.Effect<number, PersistenceError>

    /** Deletes up to `limit` invitations and sessions that have expired at `now`. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
