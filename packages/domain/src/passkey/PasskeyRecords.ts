/** What the room records. */
import { changesBy } from "../account/AccountChange.ts"

/** The attempts of users, in the log and in metrics. */
export const attempts = ["passkey_add", "passkey_remove", "passkey_sign_in"] as const

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  passkey_added: "Passkey of a user added",
  passkey_removed: "Passkey of a user removed",
  passkeys_deleted: "Passkeys of a former host deleted"
}

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = changesBy("user", {
  passkey_added: "A passkey was added to the account.",
  passkey_removed: "A passkey was removed from the account."
})
