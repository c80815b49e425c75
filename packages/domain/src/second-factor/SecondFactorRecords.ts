/** What the room records. */
import { changesBy } from "../account/AccountChange.ts"

/** The attempts of users, in the log and in metrics. */
export const attempts = ["second_factor", "second_factor_set"] as const

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  second_factor_added: "Second factor of a user added",
  second_factor_removed: "Second factor of a user removed",
  recovery_codes_renewed: "Recovery codes of a user renewed",
  recovery_codes_removed: "Recovery codes of a user removed"
}

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = changesBy("user", {
  second_factor_added: "A user has set up a second factor.",
  second_factor_removed: "A user has removed the second factor.",
  recovery_codes_renewed: "A user has new recovery codes.",
  recovery_codes_removed: "A user has taken the account back, and recent recovery codes are removed.",
  recovery_code_used: "A user has signed in with a recovery code."
})
