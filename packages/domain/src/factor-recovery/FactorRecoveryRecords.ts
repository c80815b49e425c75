/** What the room records. */
import { changesBy } from "../account/AccountChange.ts"

/** The attempts of users, in the log and in metrics. */
export const attempts = ["factor_recovery_request", "factor_recovery", "factor_recovery_cancel"] as const

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  factor_recovery_requested: "Recovery of lost factors requested by a user",
  factor_recovery_completed: "Lost factors removed by a user",
  factor_recovery_cancelled: "Recovery of lost factors cancelled by a user"
}

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = changesBy("user", {
  factor_recovery_completed: "A user has removed lost passkeys and a lost authenticator app with a link."
})
