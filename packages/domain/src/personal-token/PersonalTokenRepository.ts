import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { idOf } from "../core/Id.ts"
import { InstanceId, UserId } from "../core/Ids.ts"
import type { TokenHash } from "../core/Token.ts"
import { TokenScope } from "../instance/TokenConfig.ts"

/** The id of a personal access token: `pat_…`. It may be shown and logged; the token is the secret. */
export const PersonalTokenId = idOf("PersonalTokenId", "pat")
export type PersonalTokenId = typeof PersonalTokenId.Type

/** The most personal access tokens that a user can have, with those that have expired in the last thirty days. */
export const maxPersonalTokens = 50

/** The name of a personal access token, which its user chooses: 1 to 100 characters, no control characters. */
export const PersonalTokenName = Schema.String.pipe(
  Schema.pattern(/^[^\p{Cc}\p{Surrogate}]{1,100}$/u, {
    message: () => "must be 1 to 100 characters, and no control characters"
  })
)

/**
 * A personal access token: what a program of a user presents.
 *
 * - `scopes`: what it is limited to. Apps decide what that means.
 * - `credentialVersion`: the version of the user's credentials at its creation. It works while that is the current one.
 * - `expiresAt`: from when on it does not work; none if it works until it is revoked.
 * - `lastUsedAt`: when it was last used, at most five minutes earlier than in truth; none if it never was.
 */
export class PersonalToken extends Schema.Class<PersonalToken>("@latchkey/domain/PersonalToken")({
  instanceId: InstanceId,
  id: PersonalTokenId,
  userId: UserId,
  name: PersonalTokenName,
  scopes: Schema.Array(TokenScope),
  credentialVersion: Schema.Int,
  createdAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf),
  lastUsedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf)
}) {}

/** A personal access token that was checked and found active, with its user. */
export class ActivePersonalToken extends Schema.Class<ActivePersonalToken>("@latchkey/domain/ActivePersonalToken")({
  id: PersonalTokenId,
  userId: UserId,
  name: PersonalTokenName,
  scopes: Schema.Array(TokenScope),
  createdAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf),
  lastUsedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf),
  email: Email,
  emailVerified: Schema.Boolean,
  claimedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf)
}) {}

/** A personal access token, and the SHA-256 of it. */
export interface StoredPersonalToken {
  readonly token: PersonalToken
  readonly tokenHash: TokenHash
}

/** What finds a personal access token: who presents it has the token, and an access token that it was used for its id. */
export type PersonalTokenKey = { readonly tokenHash: TokenHash } | { readonly id: PersonalTokenId }

/** The port for personal access tokens. It holds hashes of tokens, never a token. */
export class PersonalTokenRepository extends Context.Tag("@latchkey/domain/PersonalTokenRepository")<
  PersonalTokenRepository,
  {
    /**
     * Stores a token of a user that exists, and deletes the user's tokens with another credential version, which do not
     * work any more.
     */
    readonly insert: (token: StoredPersonalToken) => Effect.Effect<void, PersistenceError>

    /**
     * Returns the token with that hash or id, in one query. Returns `None` if there is none, if its credential version
     * is not the user's or the user is disabled, and from the exact millisecond on at which it expires, or at which the
     * user is to be deleted.
     */
    readonly findActive: (
      key: { readonly instanceId: InstanceId; readonly now: DateTime.Utc } & PersonalTokenKey
    ) => Effect.Effect<Option.Option<ActivePersonalToken>, PersistenceError>

    /** Records that the token was used at `now`. Never moves that time back. Does nothing if the token is gone. */
    readonly touch: (
      instanceId: InstanceId,
      id: PersonalTokenId,
      now: DateTime.Utc
    ) => Effect.Effect<void, PersistenceError>

    /** Returns the tokens of the user's current credential version, expired ones too, oldest first. */
    readonly list: (
      instanceId: InstanceId,
      userId: UserId
    ) => Effect.Effect<ReadonlyArray<PersonalToken>, PersistenceError>

    /** Deletes the token with that id if it is the user's. Returns `true` if it was deleted. */
    readonly delete: (
      instanceId: InstanceId,
      userId: UserId,
      id: PersonalTokenId
    ) => Effect.Effect<boolean, PersistenceError>

    /**
     * Deletes up to `limit` tokens of all instances that have expired at `until` or before. Returns how many it
     * deleted.
     */
    readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
