/** Passkeys as what users add to their accounts. */
import * as Effect from "effect/Effect"
import { byUser } from "../audit/AuditLog.ts"
import * as Additions from "../account/Additions.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { accountChanges, auditActions } from "./PasskeyRecords.ts"
import { PasskeyRepository } from "./PasskeyRepository.ts"

const entryOf = AuditWriter.entryOf(auditActions)

/** Makes the kind. */
export const make = Effect.gen(function* () {
  const events = yield* EventRecorder
  const passkeys = yield* PasskeyRepository
  const kind = Additions.ofMany({
    added: accountChanges.passkey_added,
    removed: accountChanges.passkey_removed,
    list: ({ id, instanceId }) => passkeys.list(instanceId, id),
    remove: Effect.fnUntraced(function* (user, { id }) {
      yield* passkeys.delete(user.instanceId, user.id, id)
      const details = { passkey: { id }, sessions: "all" } as const
      const audit = entryOf("passkey_removed", id)
      yield* events.record({ type: "passkey.removed", user, by: byUser, details, audit })
    })
  })
  return [kind]
})
