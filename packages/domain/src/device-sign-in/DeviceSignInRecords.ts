/** What the room records. */
import { changesBy } from "../account/AccountChange.ts"

/** The attempts of users, in the log and in metrics. */
export const attempts = ["device_code", "device_approve", "device_deny", "device_sign_in"] as const

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  device_approved: "Sign-in of a user on another device approved"
}

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = changesBy("user", {
  device_approved: "A user has signed in another device with a code."
})
