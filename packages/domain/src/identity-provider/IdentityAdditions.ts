/** Accounts at identity providers as what users add to their accounts. */
import * as Effect from "effect/Effect"
import * as Additions from "../account/Additions.ts"
import { accountChanges, auditActions } from "../account/IdentityRecords.ts"
import { IdentityRepository } from "../account/IdentityRepository.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { EventRecorder } from "../event/EventRecorder.ts"

/** Makes the kind. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const events = yield* EventRecorder
  const identities = yield* IdentityRepository
  const kind = Additions.ofMany({
    added: accountChanges.identity_added,
    removed: accountChanges.identity_removed,
    list: ({ id, instanceId }) => identities.list(instanceId, id),
    remove: Effect.fnUntraced(function* (user, { id }) {
      const { id: userId, instanceId } = user
      yield* identities.delete(instanceId, userId, id)
      yield* events.record({
        type: "identity.removed",
        user,
        actor: "user",
        details: { identity: { id }, sessions: "all" }
      })
      yield* audit({ actor: "user" }, "identity_removed", { instanceId, userId, detail: id })
    })
  })
  return [kind]
})
