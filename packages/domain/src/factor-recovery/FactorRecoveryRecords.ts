/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["factor_recovery_request", "factor_recovery", "factor_recovery_cancel"] as const

/** What was done, in the audit log. */
export const auditActions = [
  "factor_recovery_requested",
  "factor_recovery_completed",
  "factor_recovery_cancelled"
] as const
