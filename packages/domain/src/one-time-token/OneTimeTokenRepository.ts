import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId, UserId } from "../core/Ids.ts"
import { TokenHash } from "../core/Token.ts"

/**
 * The user that a token belongs to, with the version of the credentials that were checked. Without the user, or with
 * another version, the token is invalid.
 */
export const TokenOwner = Schema.Struct({ userId: UserId, credentialVersion: Schema.Int })
export type TokenOwner = typeof TokenOwner.Type

/**
 * What expires and is used once, such as a challenge or a pending sign-in.
 *
 * - `kind`: what it is for. A token of one kind is unknown as any other.
 * - `subject`: what it is bound to, such as the hash of the token of a client, or an email address. It is found only
 *   together with the token.
 * - `tokenHash`: of the token. A kind without one has another hash that is unique within its subject.
 * - `data`: JSON of the kind.
 */
export class OneTimeToken extends Schema.Class<OneTimeToken>("@latchkey/domain/OneTimeToken")({
  instanceId: InstanceId,
  kind: Schema.String,
  subject: Schema.String,
  tokenHash: TokenHash,
  owner: Schema.OptionFromSelf(TokenOwner),
  data: Schema.RedactedFromSelf(Schema.String),
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** The tokens of one kind and subject, at a time. */
export interface TokensOfSubject extends Pick<OneTimeToken, "instanceId" | "kind" | "subject"> {
  readonly now: DateTime.Utc
}

/** One token, at a time. */
export interface OneTimeTokenKey extends TokensOfSubject {
  readonly tokenHash: TokenHash
}

/**
 * The port for what expires and is used once. It holds hashes of tokens, never a token.
 *
 * A token is valid until the millisecond before its `expiresAt`, and, if it has an owner, while the user has that
 * credential version.
 */
export class OneTimeTokenRepository extends Context.Tag("@latchkey/domain/OneTimeTokenRepository")<
  OneTimeTokenRepository,
  {
    /**
     * Stores a token, and replaces the one with the same kind, subject and hash. If there are more than `maxPerSubject`
     * of the kind and subject then, deletes those that expire first, and never the new one. Does not wait for calls
     * that store or consume other tokens of the subject: concurrent ones may leave as many more as there are calls,
     * until the next one.
     *
     * Returns `false`, and changes nothing, if it has an owner, unless the user exists at that moment with the same
     * credential version, is not disabled and is not to be deleted at `now` or before.
     */
    readonly put: (
      token: OneTimeToken,
      options: { readonly maxPerSubject: number; readonly now: DateTime.Utc }
    ) => Effect.Effect<boolean, PersistenceError>

    /** Returns the token, or `None` if there is none that is valid. */
    readonly find: (key: OneTimeTokenKey) => Effect.Effect<Option.Option<OneTimeToken>, PersistenceError>

    /** Returns the valid tokens of a kind and subject, in any order. */
    readonly list: (of: TokensOfSubject) => Effect.Effect<ReadonlyArray<OneTimeToken>, PersistenceError>

    /**
     * Deletes the token that `find` would return, and returns it. Of any number of concurrent calls exactly one returns
     * it, unless its transaction is rolled back.
     */
    readonly consume: (key: OneTimeTokenKey) => Effect.Effect<Option.Option<OneTimeToken>, PersistenceError>

    /**
     * Deletes every token of a kind and subject, and returns those that were valid, in any order. Of any number of
     * concurrent calls exactly one returns each of them, unless its transaction is rolled back.
     */
    readonly consumeAll: (of: TokensOfSubject) => Effect.Effect<ReadonlyArray<OneTimeToken>, PersistenceError>

    /** Deletes every token of the subjects, of whatever kind. Does nothing for a subject without one. */
    readonly deleteAll: (
      instanceId: InstanceId,
      subjects: ReadonlyArray<string>
    ) => Effect.Effect<void, PersistenceError>

    /** Deletes up to `limit` expired tokens of all instances. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
