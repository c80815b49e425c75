/** What the room records. */
import { changesBy } from "../account/AccountChange.ts"

/** The attempts of users, in the log and in metrics. */
export const attempts = ["email_change_request", "email_change", "email_restore"] as const

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  email_changed: "Email address changed",
  email_restored: "Former email address restored"
}

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = changesBy("user", {
  email_restored: "A former address was restored for the last time. Goes to the other one."
})
