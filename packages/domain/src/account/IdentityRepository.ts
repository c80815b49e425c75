import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import { idOf } from "../core/Id.ts"
import { InstanceId, UserId } from "../core/Ids.ts"
import { Issuer } from "../instance/IdentityProvider.ts"
import type { IdentityTaken } from "./AccountErrors.ts"

/** The id of an identity of a user at an identity provider: `identity_…`. It may be shown and logged. */
export const IdentityId = idOf("IdentityId", "identity")
export type IdentityId = typeof IdentityId.Type

/** 20: the most identities that one user has. */
export const maxIdentities = 20

/** The id of a user at an identity provider: 1 to 255 ASCII characters (OpenID Connect Core 1.0, 2). */
export const IdentitySubject = Schema.String.pipe(
  Schema.pattern(/^[ -~]{1,255}$/, { message: () => "must be 1 to 255 ASCII characters" })
)
export type IdentitySubject = typeof IdentitySubject.Type

/** A user of an identity provider. Never the email address: it moves from one person to another. */
export const IdentityKey = Schema.Struct({ issuer: Issuer, subject: IdentitySubject })
export type IdentityKey = typeof IdentityKey.Type

/** What a user recognizes an identity by: at most 254 characters. */
export const IdentityLabel = Schema.String.pipe(
  Schema.pattern(/^[^\p{Cc}\p{Surrogate}]{1,254}$/u, {
    message: () => "must be 1 to 254 characters, and no control characters"
  })
)

/**
 * An account at an identity provider, which a user signs in with.
 *
 * - `label`: what users recognize it by, such as its email address or user name. It decides nothing.
 * - `createdAt`: since when it is linked; for one that is older than the first verification of the address, the time of
 *   that.
 */
export class Identity extends Schema.Class<Identity>("@latchkey/domain/Identity")({
  instanceId: InstanceId,
  id: IdentityId,
  userId: UserId,
  ...IdentityKey.fields,
  label: Schema.OptionFromSelf(IdentityLabel),
  createdAt: Schema.DateTimeUtcFromSelf,
  lastUsedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf)
}) {}

/**
 * The port for identities. Deleting a user deletes them. `UserRepository.verifyEmail` deletes them when it takes an
 * account over with `drop_password`, and with `keep_password` gives them the time of the verification.
 */
export class IdentityRepository extends Context.Tag("@latchkey/domain/IdentityRepository")<
  IdentityRepository,
  {
    /**
     * Adds an identity. Fails with `IdentityTaken`, and changes nothing, if the instance has one with that issuer and
     * subject. Of any number of concurrent inserts of one, exactly one succeeds. The error leaves a surrounding
     * transaction usable.
     */
    readonly insert: (identity: Identity) => Effect.Effect<void, IdentityTaken | PersistenceError>

    /**
     * Adds those of the instance's identities whose issuer and subject no user of it has, and returns their ids, in any
     * order. Of those among them with the same issuer and subject it adds one. Concurrent calls with the same
     * identities add each of them once. A conflict leaves a surrounding transaction usable.
     */
    readonly insertAll: (
      instanceId: InstanceId,
      identities: ReadonlyArray<Identity>
    ) => Effect.Effect<ReadonlyArray<IdentityId>, PersistenceError>

    /** Returns the identities that have one of the keys, each once, in any order. */
    readonly findAll: (
      instanceId: InstanceId,
      keys: ReadonlyArray<IdentityKey>
    ) => Effect.Effect<ReadonlyArray<Identity>, PersistenceError>

    /** Returns the identities of all of the users; those of one user oldest first. */
    readonly listOfUsers: (
      instanceId: InstanceId,
      userIds: ReadonlyArray<UserId>
    ) => Effect.Effect<ReadonlyArray<Identity>, PersistenceError>

    /** Returns the identity with that issuer and subject, or `None`. */
    readonly find: (
      instanceId: InstanceId,
      key: IdentityKey
    ) => Effect.Effect<Option.Option<Identity>, PersistenceError>

    /** Returns the identities of a user, oldest first. */
    readonly list: (instanceId: InstanceId, userId: UserId) => Effect.Effect<ReadonlyArray<Identity>, PersistenceError>

    /**
     * Records a use at `at`, unless a later one is stored. Returns `false` if the user has no such identity. A
     * surrounding transaction holds the identity until it ends: a concurrent `delete` waits.
     */
    readonly recordUse: (use: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly id: IdentityId
      readonly at: DateTime.Utc
    }) => Effect.Effect<boolean, PersistenceError>

    /** Deletes an identity of the user. Returns `true` if there was one. */
    readonly delete: (
      instanceId: InstanceId,
      userId: UserId,
      id: IdentityId
    ) => Effect.Effect<boolean, PersistenceError>
  }
>() {}
