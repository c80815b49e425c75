/** What the room records. */
import { changesBy } from "../account/AccountChange.ts"

/** The attempts of users, in the log and in metrics. */
export const attempts = ["token_refresh"] as const

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  refresh_token_replayed: "Former refresh token presented, and its session ended"
}

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = changesBy("user", {
  refresh_token_replayed: "A former token of an app was presented, and the app was signed out."
})
