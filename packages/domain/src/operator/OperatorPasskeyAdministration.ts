/**
 * Passkeys of operators, as admins see them: how many there are, and removing those of a lost device or a former host.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { OperatorNotFound } from "./OperatorErrors.ts"
import type { OperatorId } from "../core/Ids.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { RpIdCount } from "../passkey/PasskeyRepository.ts"
import { hostOf } from "../passkey/RelyingParty.ts"
import { OperatorAccounts } from "./OperatorAccounts.ts"
import { OperatorPasskeyRepository } from "./OperatorPasskeyRepository.ts"
import { auditActions } from "./OperatorRecords.ts"
import { OperatorRepository } from "./OperatorRepository.ts"
import type { OperatorTarget } from "./Operators.ts"

/** The use case of managing passkeys of operators. The audit log records what is removed. */
export class OperatorPasskeyAdministration extends Context.Tag("@latchkey/domain/OperatorPasskeyAdministration")<
  OperatorPasskeyAdministration,
  {
    /** Returns the number of passkeys of each operator who has any. */
    readonly count: Effect.Effect<ReadonlyMap<OperatorId, number>, PersistenceError>

    /**
     * Removes the passkeys of an operator, as after the loss of a device, and revokes all of their sessions. Returns
     * how many passkeys there were. The operator needs an invitation to sign in again. The last admin can lose theirs:
     * `ADMIN_API_KEY` and the command line create invitations while no operator is signed in.
     */
    readonly removeAll: (target: OperatorTarget) => Effect.Effect<number, OperatorNotFound | PersistenceError>

    /**
     * Returns the RP IDs with passkeys that browsers no longer offer on a dashboard at `origin`: all but its host. A
     * change of the base URL leaves them.
     */
    readonly findFormer: (origin: string) => Effect.Effect<ReadonlyArray<RpIdCount>, PersistenceError>

    /**
     * Removes the passkeys that are bound to `rpId`, unless it is the host of `origin`. Returns how many there were.
     */
    readonly removeFormer: (
      former: { readonly origin: string; readonly rpId: string },
      by: ActingOperator
    ) => Effect.Effect<number, PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const accounts = yield* OperatorAccounts
  const audit = yield* AuditWriter.make(auditActions)
  const operators = yield* OperatorRepository
  const passkeys = yield* OperatorPasskeyRepository
  const transaction = yield* Transaction

  const count = passkeys.countByOperator.pipe(
    Effect.map((counts) => new Map(counts.map(({ count, operatorId }) => [operatorId, count]))),
    traced("OperatorPasskeyAdministration.count")
  )

  const removeAll: (typeof OperatorPasskeyAdministration.Service)["removeAll"] = Effect.fnUntraced(
    function* ({ by, id }) {
      const all = yield* accounts.listForUpdate
      const operator = all.find((found) => found.id === id)
      if (operator === undefined) return yield* new OperatorNotFound()
      const removed = yield* passkeys.deleteAll(id)
      yield* operators.revokeSessionsOf(id)
      const detail = `${id} name=${JSON.stringify(operator.name)} passkeys=${removed}`
      yield* audit(by, "operator_passkeys_removed", { detail })
      return removed
    },
    transaction.run,
    traced("OperatorPasskeyAdministration.removeAll")
  )

  const findFormer: (typeof OperatorPasskeyAdministration.Service)["findFormer"] = (origin) =>
    Effect.map(passkeys.countByRpId, (counts) => counts.filter(({ rpId }) => rpId !== hostOf(origin))).pipe(
      traced("OperatorPasskeyAdministration.findFormer")
    )

  const removeFormer: (typeof OperatorPasskeyAdministration.Service)["removeFormer"] = Effect.fnUntraced(
    function* ({ origin, rpId }, by) {
      if (rpId === hostOf(origin)) return 0
      const removed = yield* passkeys.deleteByRpId(rpId)
      if (removed > 0) yield* audit(by, "operator_passkeys_removed", { detail: `${removed} bound to ${rpId}` })
      return removed
    },
    transaction.run,
    traced("OperatorPasskeyAdministration.removeFormer")
  )

  return OperatorPasskeyAdministration.of({ count, removeAll, findFormer, removeFormer })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(OperatorPasskeyAdministration, make)
