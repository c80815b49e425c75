/** Accounts at identity providers as what users add to their accounts. */
import * as Effect from "effect/Effect"
import { byUser } from "../audit/AuditLog.ts"
import * as Additions from "../account/Additions.ts"
import { accountChanges, auditActions } from "../account/IdentityRecords.ts"
import { IdentityRepository } from "../account/IdentityRepository.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { EventRecorder } from "../event/EventRecorder.ts"

const entryOf = AuditWriter.entryOf(auditActions)

/** Makes the kind. */
export const make = Effect.gen(function* () {
  const events = yield* EventRecorder
  const identities = yield* IdentityRepository
  const kind = Additions.ofMany({
    added: accountChanges.identity_added,
    removed: accountChanges.identity_removed,
    list: ({ id, instanceId }) => identities.list(instanceId, id),
    remove: Effect.fnUntraced(function* (user, { id }) {
      yield* identities.delete(user.instanceId, user.id, id)
      const details = { identity: { id }, sessions: "all" } as const
      const audit = entryOf("identity_removed", id)
      yield* events.record({ type: "identity.removed", user, by: byUser, details, audit })
    })
  })
  return [kind]
})
