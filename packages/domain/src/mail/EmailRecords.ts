/** What the room records. */
import { changesBy } from "../account/AccountChange.ts"

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  email_suppression_lifted: "Address gets emails again"
}

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = changesBy("anyone", {
  failed_sign_ins: "A hundred sign-ins in a row have failed."
})
