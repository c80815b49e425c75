/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["account_deletion"] as const

/** What was done, in the audit log. */
export const auditActions = ["user_deleted", "user_deletion_scheduled", "user_deletion_cancelled"] as const
