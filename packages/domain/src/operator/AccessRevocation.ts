/**
 * Signing everyone out, after a backup was restored or a database was exposed: what was used or revoked since the
 * backup would otherwise work again.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { operatorInstanceId } from "../instance/OperatorInstance.ts"
import { InstanceRemoval } from "../instance/InstanceRemoval.ts"
import { ApiKeyRepository } from "./ApiKeyRepository.ts"
import { auditActions } from "./OperatorRecords.ts"

/** An instance, and the operator who signs everyone out of it. */
export interface AccessTarget {
  readonly by: ActingOperator
  readonly instanceId: InstanceId
}

/** The use case of signing everyone out. The audit log records each call. */
export class AccessRevocation extends Context.Tag("@latchkey/domain/AccessRevocation")<
  AccessRevocation,
  {
    /**
     * Removes every session, magic link of every kind, code, invitation, pending sign-up, pending sign-in and challenge
     * for a passkey of the instance, in batches, and returns how many. Passwords, passkeys, second factors and known
     * clients stay, and so do queued emails: a link that is written later is new. Users get no notice.
     *
     * The audit log records it when it begins. If it fails, some are removed: call it again. What is created meanwhile
     * may be removed, too.
     */
    readonly revokeInstance: (target: AccessTarget) => Effect.Effect<number, PersistenceError>

    /**
     * Revokes every dashboard session and every API key, withdraws every invitation to the dashboard, and deletes every
     * challenge for a passkey of an operator. Returns how many there were. Operators and their passkeys stay.
     */
    readonly revokeDashboard: (by: ActingOperator) => Effect.Effect<number, PersistenceError>
  }
>() {}

const batchSize = 500

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const keys = yield* ApiKeyRepository
  const { revokeBatch } = yield* InstanceRemoval
  const transaction = yield* Transaction

  const revokeRows = Effect.fnUntraced(function* (instanceId: InstanceId) {
    let total = 0
    let removed: number
    do {
      removed = yield* revokeBatch(instanceId, batchSize)
      total += removed
    } while (removed >= batchSize)
    return total
  })

  const revokeInstance = Effect.fnUntraced(function* ({ by, instanceId }: AccessTarget) {
    yield* audit(by, "sessions_revoked", { instanceId, detail: "all users" })
    return yield* revokeRows(instanceId)
  }, traced("AccessRevocation.revokeInstance"))

  const revokeDashboard = Effect.fnUntraced(
    function* (by: ActingOperator) {
      const revokedKeys = yield* keys.revokeAll
      const deleted = yield* revokeRows(operatorInstanceId)
      yield* audit(by, "dashboard_sessions_revoked", { detail: "all, and all invitations and API keys" })
      return revokedKeys + deleted
    },
    transaction.run,
    traced("AccessRevocation.revokeDashboard")
  )

  return AccessRevocation.of({ revokeInstance, revokeDashboard })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(AccessRevocation, make)
