import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId, UserId } from "../core/Ids.ts"
import { SealedText } from "../core/SecretKeys.ts"
import type { TokenHash } from "../core/Token.ts"

/**
 * The second factor of a user: the authenticator app that was set up.
 *
 * - `secret`: what it shares with the server, encrypted.
 * - `lastStep`: the step of the last code that was accepted. That code and earlier ones no longer work.
 * - `confirmedAt`: since when the user has it; for one that is older than the first verification of the address, the
 *   time of that. `User.secondFactorAt` is the same time.
 */
export class SecondFactor extends Schema.Class<SecondFactor>("@latchkey/domain/SecondFactor")({
  instanceId: InstanceId,
  userId: UserId,
  secret: SealedText,
  lastStep: Schema.Int,
  confirmedAt: Schema.DateTimeUtcFromSelf
}) {}

/** The second factor of a user, and how many recovery codes are left. */
export interface FoundSecondFactor {
  readonly factor: SecondFactor
  readonly recoveryCodes: number
}

/**
 * The port for second factors and their recovery codes. A user has at most one, and it is deleted with the user. So is
 * that of an account that `UserRepository.verifyEmail` takes over.
 */
export class SecondFactorRepository extends Context.Tag("@latchkey/domain/SecondFactorRepository")<
  SecondFactorRepository,
  {
    /**
     * Stores a second factor with the hashes of its recovery codes, made at `confirmedAt`, sets `User.secondFactorAt`,
     * and raises the credential version by one, which revokes every session: if the user exists, the version is still
     * `credentialVersion`, and there is no second factor. Returns `true` if it was stored, and locks the user until the
     * surrounding transaction ends. Of any number of concurrent calls for one user exactly one returns `true`.
     */
    readonly add: (addition: {
      readonly factor: SecondFactor
      readonly recoveryCodes: ReadonlyArray<TokenHash>
      readonly credentialVersion: number
    }) => Effect.Effect<boolean, PersistenceError>

    /** Returns the second factor of a user, or `None`. */
    readonly find: (
      instanceId: InstanceId,
      userId: UserId
    ) => Effect.Effect<Option.Option<FoundSecondFactor>, PersistenceError>

    /**
     * Sets `lastStep` if it is less. Returns `true` if it was: of any number of concurrent calls with one step at most
     * one does, unless its transaction is rolled back.
     */
    readonly acceptStep: (
      instanceId: InstanceId,
      userId: UserId,
      step: number
    ) => Effect.Effect<boolean, PersistenceError>

    /**
     * Deletes the recovery code with that hash. Returns how many are left, or `None` if there was no such code: of any
     * number of concurrent calls with one code exactly one returns a number, unless its transaction is rolled back.
     */
    readonly consumeRecoveryCode: (
      instanceId: InstanceId,
      userId: UserId,
      code: TokenHash
    ) => Effect.Effect<Option.Option<number>, PersistenceError>

    /**
     * Replaces all recovery codes by those, made at `createdAt`. Returns `false`, and stores none, if the user has no
     * second factor.
     */
    readonly replaceRecoveryCodes: (
      instanceId: InstanceId,
      userId: UserId,
      codes: ReadonlyArray<TokenHash>,
      createdAt: DateTime.Utc
    ) => Effect.Effect<boolean, PersistenceError>

    /** Deletes the recovery codes that were made after `since`. Returns `true` if there were any. */
    readonly deleteRecoveryCodes: (
      instanceId: InstanceId,
      userId: UserId,
      since: DateTime.Utc
    ) => Effect.Effect<boolean, PersistenceError>

    /**
     * Deletes the second factor with its recovery codes, unsets `User.secondFactorAt`, and raises the credential
     * version by one, if the version is still `credentialVersion`. Returns `true` if there was one.
     */
    readonly remove: (removal: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly credentialVersion: number
    }) => Effect.Effect<boolean, PersistenceError>

    /**
     * Replaces the encrypted secret if `current` is still the stored one. Returns `true` if it was replaced. Keeps the
     * credential version, because the secret is the same.
     */
    readonly replaceSecret: (change: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly current: SealedText
      readonly next: SealedText
    }) => Effect.Effect<boolean, PersistenceError>

    /**
     * Returns up to `limit` second factors of all instances whose secret is encrypted under another key than `keyId`,
     * ordered by key, instance and user, starting after `after`.
     */
    readonly listOfOtherKeys: (query: {
      readonly keyId: string
      readonly after: Option.Option<SecondFactor>
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<SecondFactor>, PersistenceError>

    /** Returns how many second factors of all instances have a secret that is encrypted under that key. */
    readonly countOfKey: (keyId: string) => Effect.Effect<number, PersistenceError>
  }
>() {}
