/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Actor } from "../audit/AuditLog.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { OperatorInvitationId, OperatorSessionId } from "../core/Ids.ts"
import type { TokenHash } from "../core/Token.ts"

/** An invitation in a list. `createdBy`: the interface that it was created through. @since 0.1.0 */
export class InvitationSummary extends Schema.Class<InvitationSummary>("@latchkey/domain/InvitationSummary")({
  id: OperatorInvitationId,
  createdBy: Actor,
  createdAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** An invitation as it is stored. @since 0.1.0 */
export interface OperatorInvitation extends Schema.Schema.Type<typeof InvitationSummary> {
  readonly tokenHash: TokenHash
}

/** How an operator signed in to the dashboard. @since 0.1.0 */
export const OperatorSignInMethod = Schema.Literal("invitation", "admin_key")
/** @since 0.1.0 */
export type OperatorSignInMethod = typeof OperatorSignInMethod.Type

const sessionFields = {
  id: OperatorSessionId,
  method: OperatorSignInMethod,
  ipAddress: Schema.String,
  userAgent: Schema.String,
  authenticatedAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf
}

/**
 * A dashboard session that was checked, or is listed. `ipAddress` and `userAgent` are those of the sign-in. Holds
 * nothing secret.
 *
 * @since 0.1.0
 */
export class OperatorSessionSummary extends Schema.Class<OperatorSessionSummary>(
  "@latchkey/domain/OperatorSessionSummary"
)({ ...sessionFields, lastSeenAt: Schema.DateTimeUtcFromSelf }) {}

/** A dashboard session as it is stored: last seen at `authenticatedAt`. @since 0.1.0 */
export interface OperatorSession extends Schema.Struct.Type<typeof sessionFields> {
  readonly tokenHash: TokenHash
}

/** When sessions are looked at, and how long they may be idle. @since 0.1.0 */
export interface SessionTimes {
  readonly now: DateTime.Utc
  readonly idleLifetime: Duration.Duration
}

/** The port for access to the dashboard. It holds hashes of tokens, never a token. @since 0.1.0 */
export class OperatorRepository extends Context.Tag("@latchkey/domain/OperatorRepository")<
  OperatorRepository,
  {
    /** Stores an invitation. Other invitations stay valid. */
    readonly insertInvitation: (invitation: OperatorInvitation) => Effect.Effect<void, PersistenceError>

    /**
     * Deletes an invitation. Returns `true` if there was one that had not expired at `now`. Of any number of concurrent
     * calls, of this method and `withdrawInvitation`, exactly one returns `true`, unless its transaction is rolled
     * back.
     */
    readonly consumeInvitation: (tokenHash: TokenHash, now: DateTime.Utc) => Effect.Effect<boolean, PersistenceError>

    /** Returns up to `limit` invitations that have not expired at `now`, greatest id first. */
    readonly listInvitations: (
      now: DateTime.Utc,
      limit: number
    ) => Effect.Effect<ReadonlyArray<InvitationSummary>, PersistenceError>

    /** Deletes the invitation with that id. Returns `true` if there was one. */
    readonly withdrawInvitation: (id: OperatorInvitationId) => Effect.Effect<boolean, PersistenceError>

    /** Stores a dashboard session. */
    readonly insertSession: (session: OperatorSession) => Effect.Effect<void, PersistenceError>

    /**
     * Returns the session with that token. Returns `None` if there is none, and from the exact millisecond on at which
     * it expires, or at which `idleLifetime` has passed since it was last seen.
     */
    readonly findActive: (
      tokenHash: TokenHash,
      times: SessionTimes
    ) => Effect.Effect<Option.Option<OperatorSessionSummary>, PersistenceError>

    /** Records that the session was seen at `now`. Never moves that time back. Does nothing if the session is gone. */
    readonly touch: (id: OperatorSessionId, now: DateTime.Utc) => Effect.Effect<void, PersistenceError>

    /** Returns up to `limit` sessions that are active by the rules of `findActive`, greatest id first. */
    readonly listSessions: (
      times: SessionTimes,
      limit: number
    ) => Effect.Effect<ReadonlyArray<OperatorSessionSummary>, PersistenceError>

    /** Revokes the session with that token. Returns its id, or `None` if there was none. */
    readonly revokeSession: (tokenHash: TokenHash) => Effect.Effect<Option.Option<OperatorSessionId>, PersistenceError>

    /** Revokes the session with that id. Returns `true` if a session was revoked. */
    readonly revokeSessionById: (id: OperatorSessionId) => Effect.Effect<boolean, PersistenceError>

    /** Revokes every session except `kept`. Returns how many were revoked. */
    readonly revokeOtherSessions: (kept: OperatorSessionId) => Effect.Effect<number, PersistenceError>

    /** Revokes every session and deletes every invitation, expired ones too. Returns how many there were. */
    readonly revokeAll: Effect.Effect<number, PersistenceError>

    /** Deletes up to `limit` invitations and sessions that have expired at `now`. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
