/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["second_factor", "second_factor_set"] as const

/** What was done, in the audit log. */
export const auditActions = [
  "second_factor_added",
  "second_factor_removed",
  "recovery_codes_renewed",
  "recovery_codes_removed"
] as const
