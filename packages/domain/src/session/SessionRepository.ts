/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { CredentialsChanged, PersistenceError } from "../core/Errors.ts"
import type { ClientId, InstanceId, SessionId, UserId } from "../core/Ids.ts"
import type { SecretHash } from "../core/Token.ts"
import type { LiveSession, Session, SessionSummary } from "./Session.ts"

/**
 * A new session and the browser that gets it.
 *
 * - `presentedClient`: the `__client` that the browser came with. If the instance knows it and its time is not over,
 *   that browser stays the same browser under a new secret; otherwise it becomes a new one, with `newClientId`.
 * - `clientHash`: the browser's secret from now on, until `clientExpiresAt`.
 *
 * @since 0.1.0
 */
export interface SessionGrant {
  readonly session: Session
  readonly presentedClient: Option.Option<SecretHash>
  readonly newClientId: ClientId
  readonly clientHash: SecretHash
  readonly clientExpiresAt: DateTime.Utc
}

/**
 * The port for sessions and for the browsers (`__client`) that hold them.
 *
 * @since 0.1.0
 */
export class SessionRepository extends Context.Tag("@latchkey/domain/SessionRepository")<
  SessionRepository,
  {
    /**
     * Makes the session, atomically: the browser's secret is replaced, every session it held ends, it becomes known to
     * the user, and the session is stored, last seen at `authenticatedAt`. All of that only if the user exists with the
     * session's credential epoch at that moment, and is not disabled; else fails with `CredentialsChanged` and changes nothing. Against a
     * concurrent change of the credentials and `endAll` in one transaction, either this fails or its session ends with the others.
     * When several present one client at once, one of them keeps it and the others become new browsers.
     */
    readonly issue: (grant: SessionGrant) => Effect.Effect<void, CredentialsChanged | PersistenceError>

    /**
     * The session of that secret, in one query. None when there is none, when `clientHash` is not its browser's secret
     * of today, and from the very millisecond on at which it is `expiresAt`, the browser's time is over, or
     * `idleLifetime` has passed since it was last seen.
     */
    readonly findLive: (key: {
      readonly instanceId: InstanceId
      readonly secretHash: SecretHash
      readonly clientHash: SecretHash
      readonly now: DateTime.Utc
      readonly idleLifetime: Duration.Duration
    }) => Effect.Effect<Option.Option<LiveSession>, PersistenceError>

    /** Records that the session was seen at `now`; never moves that time back. Nothing happens when it is gone. */
    readonly touch: (instanceId: InstanceId, id: SessionId, now: DateTime.Utc) => Effect.Effect<void, PersistenceError>

    /** Ends the session of that secret. Nothing happens when there is none. */
    readonly end: (instanceId: InstanceId, secretHash: SecretHash) => Effect.Effect<void, PersistenceError>

    /** Up to `limit` sessions of the user that are live by the rules of `findLive`, the newest first. */
    readonly list: (query: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly now: DateTime.Utc
      readonly idleLifetime: Duration.Duration
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<SessionSummary>, PersistenceError>

    /** Ends the session of that id if it is the user's. Answers whether there was one. */
    readonly endById: (
      instanceId: InstanceId,
      userId: UserId,
      id: SessionId
    ) => Effect.Effect<boolean, PersistenceError>

    /** Ends every session of the user but `kept`, and answers how many there were. */
    readonly endOthers: (
      instanceId: InstanceId,
      userId: UserId,
      kept: SessionId
    ) => Effect.Effect<number, PersistenceError>

    /** Ends every session of the user, and answers how many there were. */
    readonly endAll: (instanceId: InstanceId, userId: UserId) => Effect.Effect<number, PersistenceError>

    /**
     * Deletes up to `limit` sessions that are over, and up to `limit` browsers whose time is over, of all instances.
     * `idleSince`: a session not seen since then is over. Answers how many rows went.
     */
    readonly sweep: (options: {
      readonly now: DateTime.Utc
      readonly idleSince: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<number, PersistenceError>
  }
>() {}
