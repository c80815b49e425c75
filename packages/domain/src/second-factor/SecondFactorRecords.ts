/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["second_factor", "second_factor_set"] as const

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  second_factor_added: "Second factor of a user added",
  second_factor_removed: "Second factor of a user removed",
  recovery_codes_renewed: "Recovery codes of a user renewed",
  recovery_codes_removed: "Recovery codes of a user removed"
}
