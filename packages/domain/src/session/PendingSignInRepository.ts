/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import type { CredentialsChanged } from "./SessionErrors.ts"
import { InstanceId, UserId } from "../core/Ids.ts"
import { TokenHash } from "../core/Token.ts"
import { AuthenticationMethods } from "./AuthenticationMethod.ts"

/** 10 minutes: how long a sign-in waits for its second factor. @since 0.1.0 */
export const lifetime = Duration.minutes(10)

/**
 * A pending sign-in as it is stored.
 *
 * - `clientHash`: the client that proved the first factor, by its `__client` token. No other one can complete it.
 * - `tokenHash`: of the token in its other cookie.
 * - `methods`: how the user has authenticated so far.
 * - `credentialVersion`: of the credentials that were checked. With another version it is of no use.
 *
 * @since 0.1.0
 */
export class StoredPendingSignIn extends Schema.Class<StoredPendingSignIn>("@latchkey/domain/StoredPendingSignIn")({
  instanceId: InstanceId,
  clientHash: TokenHash,
  tokenHash: TokenHash,
  userId: UserId,
  methods: AuthenticationMethods,
  credentialVersion: Schema.Int,
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** What finds a pending sign-in: both tokens of the client. @since 0.1.0 */
export interface PendingSignInKey {
  readonly instanceId: InstanceId
  readonly clientHash: TokenHash
  readonly tokenHash: TokenHash
  readonly now: DateTime.Utc
}

/** The port for sign-ins that lack their second factor. A client has at most one. @since 0.1.0 */
export class PendingSignInRepository extends Context.Tag("@latchkey/domain/PendingSignInRepository")<
  PendingSignInRepository,
  {
    /**
     * Stores a pending sign-in, and replaces the one that the client has. Fails with `CredentialsChanged`, and changes
     * nothing, unless the user exists at that moment with the same credential version, is not disabled and is not to be
     * deleted at `now` or before.
     */
    readonly put: (
      pending: StoredPendingSignIn,
      now: DateTime.Utc
    ) => Effect.Effect<void, CredentialsChanged | PersistenceError>

    /**
     * Returns the pending sign-in of the client with that token. `None` from the exact millisecond on at which it
     * expires, and unless the user has its credential version.
     */
    readonly find: (key: PendingSignInKey) => Effect.Effect<Option.Option<StoredPendingSignIn>, PersistenceError>

    /**
     * Deletes the pending sign-in that `find` would return, and returns it. Of any number of concurrent calls exactly
     * one returns it, unless its transaction is rolled back.
     */
    readonly consume: (key: PendingSignInKey) => Effect.Effect<Option.Option<StoredPendingSignIn>, PersistenceError>

    /** Deletes up to `limit` expired pending sign-ins of all instances. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
