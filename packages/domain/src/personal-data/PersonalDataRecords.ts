/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["account_deletion"] as const

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  user_deleted: "User deleted",
  user_deletion_scheduled: "Deletion of a user scheduled",
  user_deletion_cancelled: "Deletion of a user cancelled"
}
