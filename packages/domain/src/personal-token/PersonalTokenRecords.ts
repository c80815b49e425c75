/** What the room records. */
import { changesBy } from "../account/AccountChange.ts"

/** The attempts of users, in the log and in metrics. */
export const attempts = ["personal_token_check", "personal_token_create", "personal_token_revoke"] as const

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  personal_token_created: "Personal access token of a user created",
  personal_token_revoked: "Personal access token of a user revoked"
}

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = changesBy("user", {
  personal_token_created: "A personal access token was created."
})
