/** Revoking a personal access token, by its user or an operator. */
import * as Effect from "effect/Effect"
import { UserRepository } from "../../account/UserRepository.ts"
import type { ActingOperator } from "../../audit/AuditLog.ts"
import * as AuditWriter from "../../audit/AuditWriter.ts"
import type { InstanceId, UserId } from "../../core/Ids.ts"
import { Transaction } from "../../core/Transaction.ts"
import { EventRecorder } from "../../event/EventRecorder.ts"
import { PersonalTokenNotFound } from "../PersonalTokenErrors.ts"
import { auditActions } from "../PersonalTokenRecords.ts"
import { type PersonalTokenId, PersonalTokenRepository } from "../PersonalTokenRepository.ts"

const entryOf = AuditWriter.entryOf(auditActions)

/** A token of a user, and who revokes it. */
interface Revocation {
  readonly instanceId: InstanceId
  readonly userId: UserId
  readonly id: PersonalTokenId
  readonly by: ActingOperator
}

/** Makes the function. It records the change, and fails with `PersonalTokenNotFound` if there is no such token. */
export const make = Effect.gen(function* () {
  const events = yield* EventRecorder
  const stored = yield* PersonalTokenRepository
  const transaction = yield* Transaction
  const users = yield* UserRepository

  return Effect.fnUntraced(function* ({ by, id, instanceId, userId }: Revocation) {
    // Events of a user are written while the user is locked.
    yield* users.findByIdForUpdate(instanceId, userId)
    const isRevoked = yield* stored.delete(instanceId, userId, id)
    if (!isRevoked) return yield* new PersonalTokenNotFound()
    const details = { personalToken: { id } }
    const audit = entryOf("personal_token_revoked", id)
    yield* events.record({ type: "personal_token.revoked", user: { instanceId, id: userId }, by, details, audit })
  }, transaction.run)
})
