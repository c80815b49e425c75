import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { OperatorEmailTaken } from "./OperatorErrors.ts"
import type { OperatorId } from "../core/Ids.ts"
import type { Operator } from "./Operator.ts"

/**
 * The port for operators. Their invitations and sessions are in `OperatorRepository`.
 *
 * A change of an operator and a sign-in of theirs lock in this order: invitations, operators, passkeys, sessions.
 */
export class OperatorAccounts extends Context.Tag("@latchkey/domain/OperatorAccounts")<
  OperatorAccounts,
  {
    /**
     * Stores an operator. Fails with `OperatorEmailTaken`, also against a concurrent call, and changes nothing then.
     */
    readonly insert: (operator: Operator) => Effect.Effect<void, OperatorEmailTaken | PersistenceError>

    /** Returns the operator with that id. */
    readonly findById: (id: OperatorId) => Effect.Effect<Option.Option<Operator>, PersistenceError>

    /** Returns the operator with that address. */
    readonly findByEmail: (email: Email) => Effect.Effect<Option.Option<Operator>, PersistenceError>

    /** Returns all operators, ordered by id. */
    readonly list: Effect.Effect<ReadonlyArray<Operator>, PersistenceError>

    /**
     * Returns all operators as they are now, ordered by id, and locks them until the surrounding transaction ends: no
     * other one changes them or signs one of them in meanwhile. Two transactions that change operators therefore see
     * each other's changes.
     */
    readonly listForUpdate: Effect.Effect<ReadonlyArray<Operator>, PersistenceError>

    /** Replaces the name, the role and `disabledAt`. Returns `true` if there was such an operator. */
    readonly update: (operator: Operator) => Effect.Effect<boolean, PersistenceError>

    /**
     * Records a sign-in: sets `signedInAt`, and `joinedAt` unless it is set. Returns the operator, or `None` if there
     * is no such operator or they are disabled. Waits for transactions that hold the lock of `listForUpdate`.
     */
    readonly recordSignIn: (
      id: OperatorId,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<Operator>, PersistenceError>

    /**
     * Deletes an operator, and the user handle of their passkeys. Returns `true` if there was one. Their sessions are
     * no longer active, and their passkeys are no longer found.
     */
    readonly delete: (id: OperatorId) => Effect.Effect<boolean, PersistenceError>
  }
>() {}
