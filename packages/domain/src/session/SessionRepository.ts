import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { CredentialsChanged } from "./SessionErrors.ts"
import { type ClientId, InstanceId, SessionId, UserId } from "../core/Ids.ts"
import { TokenHash } from "../core/Token.ts"
import type { NewEvent } from "../event/EventLog.ts"
import { Language } from "../language/Language.ts"
import { type MethodId, MethodIds } from "../instance/AuthenticationMethods.ts"

/** The most sessions that one user keeps. */
export const maxSessions = 100

/** The most known clients that one user keeps. */
export const maxKnownClients = 20

/**
 * A session as it is stored. `methods`: how the user has authenticated; the first is how they signed in.
 * `credentialVersion`: the version of the credentials that were checked to issue it. `userAgent`: the `User-Agent` of
 * the client at that time. `authenticatedAt`: when the user signed in, or has authenticated again since. `rotatedAt`:
 * when a native client got its token, which each use replaces; `None` for a session in cookies.
 */
export class Session extends Schema.Class<Session>("@latchkey/domain/Session")({
  instanceId: InstanceId,
  id: SessionId,
  userId: UserId,
  tokenHash: TokenHash,
  methods: MethodIds,
  credentialVersion: Schema.Int,
  userAgent: Schema.String.pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => "")
  ),
  authenticatedAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf,
  rotatedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  )
}) {
  /** Returns the method that the user signed in with. */
  get method(): MethodId {
    return this.methods[0]
  }
}

/** A session that was checked and found active, with its user. `claimedAt` and `language`: as in `User`. */
export class ActiveSession extends Schema.Class<ActiveSession>("@latchkey/domain/ActiveSession")({
  id: SessionId,
  userId: UserId,
  email: Email,
  emailVerified: Schema.Boolean,
  claimedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  language: Schema.OptionFromSelf(Language).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  methods: MethodIds,
  authenticatedAt: Schema.DateTimeUtcFromSelf,
  lastSeenAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf
}) {
  /** Returns the method that the user signed in with. */
  get method(): MethodId {
    return this.methods[0]
  }
}

/**
 * An active session in a list, for its user or an operator. Holds nothing secret. `deviceName`: what its device calls
 * itself, if it was signed in with a code; `""` if it has given no name.
 */
export class SessionSummary extends Schema.Class<SessionSummary>("@latchkey/domain/SessionSummary")({
  id: SessionId,
  methods: MethodIds,
  userAgent: Schema.String,
  deviceName: Schema.OptionFromSelf(Schema.String).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  authenticatedAt: Schema.DateTimeUtcFromSelf,
  lastSeenAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf
}) {
  /** Returns the method that the user signed in with. */
  get method(): MethodId {
    return this.methods[0]
  }
}

/**
 * A new session, and the client that holds it.
 *
 * - `presentedClient`: hash of the `__client` token that came with the request. If the instance knows that client and
 *   it has not expired, the client keeps its id and gets a new token. Otherwise it is a new client, with `newClientId`.
 * - `clientHash`: hash of the client's token from now on, until `clientExpiresAt`.
 * - `now`: when it is issued, which may be later than its `authenticatedAt`.
 * - `deviceName`: the name of the client from now on, as in `SessionSummary`; none if it keeps the one that it has.
 * - `event`: the event of it; none if the caller records it.
 */
export interface SessionGrant {
  readonly session: Session
  readonly presentedClient: Option.Option<TokenHash>
  readonly newClientId: ClientId
  readonly clientHash: TokenHash
  readonly clientExpiresAt: DateTime.Utc
  readonly deviceName: Option.Option<string>
  readonly now: DateTime.Utc
  readonly event: Option.Option<NewEvent>
}

/**
 * A use of the token of a native client's session. `nextHash`: hash of the token that replaces it. `repeatableSince`:
 * the token before the current one may be presented again if it was replaced at that time or later.
 */
export interface SessionRotation {
  readonly instanceId: InstanceId
  readonly clientHash: TokenHash
  readonly tokenHash: TokenHash
  readonly nextHash: TokenHash
  readonly now: DateTime.Utc
  readonly idleLifetime: Duration.Duration
  readonly repeatableSince: DateTime.Utc
}

/**
 * What became of the token: it was `rotated`; it is the one before the current one, `repeated` in time; or it is any
 * other token with the client of the session, `replayed`.
 */
export interface RotatedSession {
  readonly outcome: "rotated" | "repeated" | "replayed"
  readonly session: ActiveSession
}

/** The port for sessions, and for the clients (`__client`) that hold them. */
export class SessionRepository extends Context.Tag("@latchkey/domain/SessionRepository")<
  SessionRepository,
  {
    /**
     * Stores a session, atomically: replaces the client's token, revokes every session that client held, makes the
     * client known to the user, and stores the session as last seen at `now`, and the event as `EventLog.append` does.
     * Without a transaction it is atomic, too. Fails with
     * `CredentialsChanged`, and changes nothing, unless the user exists at that moment with the session's credential
     * version, is not disabled and is not to be deleted at `now` or before. Beside a concurrent call that
     * raises the version, either this fails or its session is revoked too. If several requests present one client
     * concurrently, one of them keeps it, and the others become new clients.
     *
     * Keeps the `maxSessions` newest sessions of the user (those of the current version before others), and the
     * `maxKnownClients` clients that the user has signed in on last. Deletes the rest, at most 500 of each per call.
     * Concurrent calls for one user may leave a few more, until the next call.
     */
    readonly issue: (grant: SessionGrant) => Effect.Effect<void, CredentialsChanged | PersistenceError>

    /**
     * Returns the session with that token, in at most one query. Returns `None` if there is none, if `clientHash` is
     * not the current token of its client, if its credential version is not the user's or the user is disabled, and
     * from the exact millisecond on at which the session or its client expires, at which the user is to be deleted, or
     * at which `idleLifetime` has passed since it was last seen.
     */
    readonly findActive: (key: {
      readonly instanceId: InstanceId
      readonly tokenHash: TokenHash
      readonly clientHash: TokenHash
      readonly now: DateTime.Utc
      readonly idleLifetime: Duration.Duration
    }) => Effect.Effect<Option.Option<ActiveSession>, PersistenceError>

    /**
     * Replaces the token of a native client's session, and records the visit at `now`. Of concurrent calls with one
     * token, one replaces it. Returns `None`, and changes nothing, if the client has no such session that is active by
     * the rules of `findActive`.
     */
    readonly rotate: (rotation: SessionRotation) => Effect.Effect<Option.Option<RotatedSession>, PersistenceError>

    /** Records that the session was seen at `now`. Never moves that time back. Does nothing if the session is gone. */
    readonly touch: (instanceId: InstanceId, id: SessionId, now: DateTime.Utc) => Effect.Effect<void, PersistenceError>

    /**
     * Revokes the session with that token, and returns it, or `None` if there is none. Locks its user before it, so
     * that a transaction can record it.
     */
    readonly revoke: (
      instanceId: InstanceId,
      tokenHash: TokenHash
    ) => Effect.Effect<Option.Option<Pick<Session, "id" | "userId">>, PersistenceError>

    /**
     * Returns when each of the users last signed in on a client that is still known to them; nothing for the others. A
     * change of the credentials forgets the known clients.
     */
    readonly lastSignIns: (
      instanceId: InstanceId,
      userIds: ReadonlyArray<UserId>
    ) => Effect.Effect<ReadonlyMap<UserId, DateTime.Utc>, PersistenceError>

    /**
     * Returns up to `limit` sessions of the user that are active by the rules of `findActive`, newest first. `id`: only
     * the one with that id.
     */
    readonly list: (query: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly id?: SessionId
      readonly now: DateTime.Utc
      readonly idleLifetime: Duration.Duration
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<SessionSummary>, PersistenceError>

    /**
     * Revokes the session with that id if it is the user's. Returns `true` if a session was revoked, and `false` if it
     * was revoked before, by whatever means. Locks the user as `revoke` does.
     */
    readonly revokeById: (
      instanceId: InstanceId,
      userId: UserId,
      id: SessionId
    ) => Effect.Effect<boolean, PersistenceError>

    /**
     * Revokes every session of the user except `kept`, as `revokeAll` does, and moves `kept` to the new credential
     * version, atomically. Returns how many were revoked.
     */
    readonly revokeOthers: (
      instanceId: InstanceId,
      userId: UserId,
      kept: SessionId
    ) => Effect.Effect<number, PersistenceError>

    /**
     * Revokes every session of the user, by raising the user's credential version: one change, however many there are.
     * Sessions that are being issued fail. `deleteExpired` deletes the revoked ones when they would have expired.
     * Returns how many were revoked, without those that others issue concurrently.
     */
    readonly revokeAll: (instanceId: InstanceId, userId: UserId) => Effect.Effect<number, PersistenceError>

    /**
     * Deletes up to `limit` expired sessions and up to `limit` expired clients of all instances. A session last seen at
     * `idleSince` or before has expired. Returns how many rows it deleted.
     */
    readonly deleteExpired: (options: {
      readonly now: DateTime.Utc
      readonly idleSince: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<number, PersistenceError>

    /**
     * Looks at up to `limit` clients of the instance, in the order of their ids, after the client `after`. Deletes
     * those that no user knows and that hold no session: the next sign-in of such a client makes a new one. A
     * concurrent sign-in either keeps its client or makes a new one, and neither fails nor loses its session.
     *
     * Returns how many it deleted, and the client `after` which to go on: `None` if it has looked at the last one.
     */
    readonly deleteUnusedClients: (options: {
      readonly instanceId: InstanceId
      readonly after: Option.Option<ClientId>
      readonly limit: number
    }) => Effect.Effect<{ readonly deleted: number; readonly after: Option.Option<ClientId> }, PersistenceError>
  }
>() {}
