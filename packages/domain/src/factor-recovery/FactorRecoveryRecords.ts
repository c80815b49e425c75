/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["factor_recovery_request", "factor_recovery", "factor_recovery_cancel"] as const

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  factor_recovery_requested: "Recovery of lost factors requested by a user",
  factor_recovery_completed: "Lost factors removed by a user",
  factor_recovery_cancelled: "Recovery of lost factors cancelled by a user"
}
