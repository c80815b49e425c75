import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { PersistenceError } from "../core/Errors.ts"
import type { PasskeyExists } from "../passkey/PasskeyErrors.ts"
import { OperatorId } from "../core/Ids.ts"
import { Passkey, type PasskeyId, type RpIdCount } from "../passkey/PasskeyRepository.ts"
import type { CredentialId, UserHandle } from "../passkey/Credential.ts"

/** A passkey of an operator. The fields are those of a `Passkey`, but operators belong to no instance. */
export class OperatorPasskey extends Schema.Class<OperatorPasskey>("@latchkey/domain/OperatorPasskey")({
  ...Struct.omit(Passkey.fields, "instanceId", "userId"),
  operatorId: OperatorId
}) {}

/** A passkey, and the handle that its operator has in the authenticator. */
export interface FoundOperatorPasskey {
  readonly passkey: OperatorPasskey
  readonly userHandle: UserHandle
}

/** A use of a passkey: what the authenticator said. */
export interface OperatorPasskeyUse {
  readonly id: PasskeyId
  readonly at: DateTime.Utc
  readonly signCount: number
  readonly backedUp: boolean
}

/** How many passkeys an operator has. */
export interface OperatorPasskeyCount {
  readonly operatorId: OperatorId
  readonly count: number
}

/**
 * The port for passkeys of operators, and for the user handles. Deleting an operator deletes the handle; the use case
 * deletes the passkeys. None of an operator who is gone is found.
 *
 * A change locks in this order: operators, passkeys, sessions.
 */
export class OperatorPasskeyRepository extends Context.Tag("@latchkey/domain/OperatorPasskeyRepository")<
  OperatorPasskeyRepository,
  {
    /** Returns the handle of the operator, or `None`. */
    readonly findHandle: (id: OperatorId) => Effect.Effect<Option.Option<UserHandle>, PersistenceError>

    /**
     * Gives the operator the handle `fresh` if they have none yet, and returns the one they have. Of concurrent calls
     * all return the same one. Returns `None`, and stores nothing, if there is no such operator.
     */
    readonly assignHandle: (
      id: OperatorId,
      fresh: UserHandle
    ) => Effect.Effect<Option.Option<UserHandle>, PersistenceError>

    /**
     * Stores a passkey of a stored operator that has a handle. Fails with `PasskeyExists`, and changes nothing, if the
     * credential is stored, of any operator; of concurrent calls with one credential exactly one succeeds. The error
     * leaves a surrounding transaction usable. It does not count the passkeys of the operator: count them in a
     * transaction that has locked the operators.
     */
    readonly insert: (passkey: OperatorPasskey) => Effect.Effect<void, PasskeyExists | PersistenceError>

    /** Returns the passkey with that credential, or `None`. */
    readonly find: (credentialId: CredentialId) => Effect.Effect<Option.Option<FoundOperatorPasskey>, PersistenceError>

    /**
     * Records a use. Returns `false`, and changes nothing, if the passkey is gone. Locks the passkey until the
     * surrounding transaction ends. Never moves `lastUsedAt` back.
     */
    readonly recordUse: (use: OperatorPasskeyUse) => Effect.Effect<boolean, PersistenceError>

    /** Returns the passkeys of the operator, oldest first, by their ids. */
    readonly list: (id: OperatorId) => Effect.Effect<ReadonlyArray<OperatorPasskey>, PersistenceError>

    /** Returns the number of passkeys of each operator who has any, ordered by id. */
    readonly countByOperator: Effect.Effect<ReadonlyArray<OperatorPasskeyCount>, PersistenceError>

    /** Gives the operator's passkey with that id another name. Returns `false` if there is none. */
    readonly rename: (change: {
      readonly operatorId: OperatorId
      readonly id: PasskeyId
      readonly name: string
    }) => Effect.Effect<boolean, PersistenceError>

    /** Deletes the operator's passkey with that id. Of concurrent calls exactly one returns `true`. */
    readonly delete: (operatorId: OperatorId, id: PasskeyId) => Effect.Effect<boolean, PersistenceError>

    /** Deletes the passkeys of the operator. The handle stays. Returns how many it deleted. */
    readonly deleteAll: (operatorId: OperatorId) => Effect.Effect<number, PersistenceError>

    /** Returns each RP ID that passkeys are bound to, in order, and how many. */
    readonly countByRpId: Effect.Effect<ReadonlyArray<RpIdCount>, PersistenceError>

    /** Deletes the passkeys that are bound to the RP ID. The handles stay. Returns how many it deleted. */
    readonly deleteByRpId: (rpId: string) => Effect.Effect<number, PersistenceError>
  }
>() {}
