/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { PersistenceError } from "../core/Errors.ts"
import type { SecretHash } from "../core/Token.ts"

/** The hash of a secret, and when it is over: an invitation to the dashboard, or a session of it. @since 0.1.0 */
export interface OperatorAccess {
  readonly secretHash: SecretHash
  readonly expiresAt: DateTime.Utc
}

/** The port for who may use the dashboard. It knows hashes of secrets, and no secret. @since 0.1.0 */
export class OperatorRepository extends Context.Tag("@latchkey/domain/OperatorRepository")<
  OperatorRepository,
  {
    /** Stores an invitation. Others live on. */
    readonly insertInvitation: (invitation: OperatorAccess) => Effect.Effect<void, PersistenceError>

    /**
     * Uses an invitation: deletes it, and answers whether there was one whose time is not over at `now`. Of any number
     * that race for it exactly one gets `true`, unless its transaction is rolled back.
     */
    readonly consumeInvitation: (secretHash: SecretHash, now: DateTime.Utc) => Effect.Effect<boolean, PersistenceError>

    /** Stores a session of the dashboard. */
    readonly insertSession: (session: OperatorAccess) => Effect.Effect<void, PersistenceError>

    /** Whether there is such a session and its time is not over at `now`. */
    readonly isLive: (secretHash: SecretHash, now: DateTime.Utc) => Effect.Effect<boolean, PersistenceError>

    /** Ends a session. Answers whether there was one. */
    readonly endSession: (secretHash: SecretHash) => Effect.Effect<boolean, PersistenceError>

    /** Deletes up to `limit` invitations and sessions whose time is over at `now`. Answers how many went. */
    readonly sweep: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
