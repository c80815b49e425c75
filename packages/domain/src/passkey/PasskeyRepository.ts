import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import type { PasskeyExists } from "./PasskeyErrors.ts"
import { idOf } from "../core/Id.ts"
import { InstanceId, UserId } from "../core/Ids.ts"
import { Host } from "../instance/Instance.ts"
import { CosePublicKey, CredentialId, Transport, type UserHandle } from "./Credential.ts"

/** The id of a passkey: `passkey_…`. It may be shown and logged. */
export const PasskeyId = idOf("PasskeyId", "passkey")
export type PasskeyId = typeof PasskeyId.Type

/** 20: the most passkeys that one user has. */
export const maxPasskeys = 20

/** The name of a passkey, which its user chooses: 1 to 100 characters, no control characters. */
export const PasskeyName = Schema.String.pipe(
  Schema.pattern(/^[^\p{Cc}\p{Surrogate}]{1,100}$/u, {
    message: () => "must be 1 to 100 characters, and no control characters"
  })
)

/**
 * A passkey of a user (WebAuthn Level 3, 4, "credential record").
 *
 * - `rpId`: the RP ID that it is bound to. Browsers offer it on pages of that host and its subdomains only.
 * - `signCount`: the number of its last use. Latchkey notes it, and rejects no passkey for it: those that are copied to
 *   other devices do not count.
 * - `transports`: how browsers reach its authenticator, for `excludeCredentials`.
 * - `aaguid`: the model of the authenticator as a UUID; zeros if it does not say.
 * - `createdAt`: since when the user has it; for one that is older than the first verification of the address, the time
 *   of that.
 * - `backupEligible`: whether it may be copied to other devices; it never changes. `backedUp`: whether it was copied at
 *   its last use.
 */
export class Passkey extends Schema.Class<Passkey>("@latchkey/domain/Passkey")({
  instanceId: InstanceId,
  id: PasskeyId,
  userId: UserId,
  credentialId: CredentialId,
  publicKey: CosePublicKey,
  rpId: Host,
  signCount: Schema.NonNegativeInt,
  transports: Schema.Array(Transport),
  aaguid: Schema.UUID,
  backupEligible: Schema.Boolean,
  backedUp: Schema.Boolean,
  name: PasskeyName,
  createdAt: Schema.DateTimeUtcFromSelf,
  lastUsedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  )
}) {}

/** A passkey, and the handle that its user has in the authenticator. */
export interface FoundPasskey {
  readonly passkey: Passkey
  readonly userHandle: UserHandle
}

/** A use of a passkey: what the authenticator said. */
export interface PasskeyUse {
  readonly instanceId: InstanceId
  readonly id: PasskeyId
  readonly at: DateTime.Utc
  readonly signCount: number
  readonly backedUp: boolean
}

/** How many passkeys are bound to an RP ID. */
export interface RpIdCount {
  readonly rpId: string
  readonly count: number
}

/**
 * The port for passkeys, and for the user handles. Deleting a user deletes both. `UserRepository.verifyEmail` deletes
 * both when it takes an account over with `drop_password`.
 */
export class PasskeyRepository extends Context.Tag("@latchkey/domain/PasskeyRepository")<
  PasskeyRepository,
  {
    /** Returns the handle of the user, or `None`. */
    readonly findHandle: (
      instanceId: InstanceId,
      userId: UserId
    ) => Effect.Effect<Option.Option<UserHandle>, PersistenceError>

    /**
     * Gives the user the handle `fresh` if they have none yet, and returns the one they have. Of concurrent calls all
     * return the same one. Returns `None`, and stores nothing, if there is no such user.
     */
    readonly assignHandle: (
      instanceId: InstanceId,
      userId: UserId,
      fresh: UserHandle
    ) => Effect.Effect<Option.Option<UserHandle>, PersistenceError>

    /**
     * Stores a passkey of a stored user that has a handle. Fails with `PasskeyExists`, and changes nothing, if the
     * instance has the credential, of any user; of concurrent calls with one credential exactly one succeeds. The
     * error leaves a surrounding transaction usable. It does not count the passkeys of the user: count them in a
     * transaction that has locked the user.
     */
    readonly insert: (passkey: Passkey) => Effect.Effect<void, PasskeyExists | PersistenceError>

    /** Returns the passkey with that credential, or `None`. */
    readonly find: (
      instanceId: InstanceId,
      credentialId: CredentialId
    ) => Effect.Effect<Option.Option<FoundPasskey>, PersistenceError>

    /**
     * Records a use. Returns `false`, and changes nothing, if the passkey is gone. Locks the passkey until the
     * surrounding transaction ends. Never moves `lastUsedAt` back.
     */
    readonly recordUse: (use: PasskeyUse) => Effect.Effect<boolean, PersistenceError>

    /** Returns the passkeys of the user, oldest first, by their ids. */
    readonly list: (instanceId: InstanceId, userId: UserId) => Effect.Effect<ReadonlyArray<Passkey>, PersistenceError>

    /** Returns how many passkeys each of the users has. Users without one are not in it. */
    readonly countOfUsers: (
      instanceId: InstanceId,
      userIds: ReadonlyArray<UserId>
    ) => Effect.Effect<ReadonlyMap<UserId, number>, PersistenceError>

    /** Gives the user's passkey with that id another name. Returns `false` if there is none. */
    readonly rename: (change: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly id: PasskeyId
      readonly name: string
    }) => Effect.Effect<boolean, PersistenceError>

    /** Deletes the user's passkey with that id. Of concurrent calls exactly one returns `true`. */
    readonly delete: (instanceId: InstanceId, userId: UserId, id: PasskeyId) => Effect.Effect<boolean, PersistenceError>

    /** Deletes the passkeys of the user. The handle stays. Returns how many it deleted. */
    readonly deleteAll: (instanceId: InstanceId, userId: UserId) => Effect.Effect<number, PersistenceError>

    /** Returns `true` if the instance has a passkey that is bound to another RP ID than `rpId`. */
    readonly hasOtherRpId: (instanceId: InstanceId, rpId: string) => Effect.Effect<boolean, PersistenceError>

    /** Returns each RP ID that passkeys of the instance are bound to, in order, and how many. Reads all of them. */
    readonly countByRpId: (instanceId: InstanceId) => Effect.Effect<ReadonlyArray<RpIdCount>, PersistenceError>

    /**
     * Deletes up to `limit` passkeys of the instance that are bound to the RP ID. The handles stay. Returns how many it
     * deleted. May skip passkeys that another transaction has locked.
     */
    readonly deleteByRpId: (
      instanceId: InstanceId,
      rpId: string,
      limit: number
    ) => Effect.Effect<number, PersistenceError>
  }
>() {}
