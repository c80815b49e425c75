/** Passkeys as what users add to their accounts. */
import * as Effect from "effect/Effect"
import * as Additions from "../account/Additions.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { accountChanges, auditActions } from "./PasskeyRecords.ts"
import { PasskeyRepository } from "./PasskeyRepository.ts"

/** Makes the kind. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const passkeys = yield* PasskeyRepository
  const kind = Additions.ofMany({
    added: accountChanges.passkey_added,
    removed: accountChanges.passkey_removed,
    list: ({ id, instanceId }) => passkeys.list(instanceId, id),
    remove: ({ id: userId, instanceId }, { id }) =>
      Effect.zipRight(
        passkeys.delete(instanceId, userId, id),
        audit({ actor: "user" }, "passkey_removed", { instanceId, userId, detail: id })
      )
  })
  return [kind]
})
