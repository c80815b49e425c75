/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { PersistenceError } from "../core/Errors.ts"
import type { TokenHash } from "../core/Token.ts"

/** The hash of a token, and when it expires: of a dashboard invitation, or of a dashboard session. @since 0.1.0 */
export interface OperatorAccess {
  readonly tokenHash: TokenHash
  readonly expiresAt: DateTime.Utc
}

/** The port for access to the dashboard. It holds hashes of tokens, never a token. @since 0.1.0 */
export class OperatorRepository extends Context.Tag("@latchkey/domain/OperatorRepository")<
  OperatorRepository,
  {
    /** Stores an invitation. Other invitations stay valid. */
    readonly insertInvitation: (invitation: OperatorAccess) => Effect.Effect<void, PersistenceError>

    /**
     * Deletes an invitation. Returns `true` if there was one that had not expired at `now`. Of any number of concurrent
     * calls exactly one returns `true`, unless its transaction is rolled back.
     */
    readonly consumeInvitation: (tokenHash: TokenHash, now: DateTime.Utc) => Effect.Effect<boolean, PersistenceError>

    /** Stores a dashboard session. */
    readonly insertSession: (session: OperatorAccess) => Effect.Effect<void, PersistenceError>

    /** Returns `true` if there is such a session and it has not expired at `now`. */
    readonly isActive: (tokenHash: TokenHash, now: DateTime.Utc) => Effect.Effect<boolean, PersistenceError>

    /** Revokes a session. Returns `true` if a session was revoked. */
    readonly revokeSession: (tokenHash: TokenHash) => Effect.Effect<boolean, PersistenceError>

    /** Deletes up to `limit` invitations and sessions that have expired at `now`. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
