/** Passkeys as what users add to their accounts. */
import * as Effect from "effect/Effect"
import * as Additions from "../account/Additions.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { accountChanges, auditActions } from "./PasskeyRecords.ts"
import { PasskeyRepository } from "./PasskeyRepository.ts"

/** Makes the kind. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const events = yield* EventRecorder
  const passkeys = yield* PasskeyRepository
  const kind = Additions.ofMany({
    added: accountChanges.passkey_added,
    removed: accountChanges.passkey_removed,
    list: ({ id, instanceId }) => passkeys.list(instanceId, id),
    remove: Effect.fnUntraced(function* (user, { id }) {
      const { id: userId, instanceId } = user
      yield* passkeys.delete(instanceId, userId, id)
      yield* events.record({
        type: "passkey.removed",
        user,
        actor: "user",
        details: { passkey: { id }, sessions: "all" }
      })
      yield* audit({ actor: "user" }, "passkey_removed", { instanceId, userId, detail: id })
    })
  })
  return [kind]
})
