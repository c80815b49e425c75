/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["invitation_accept"] as const

/** What was done, in the audit log. */
export const auditActions = ["invitation_created", "invitation_withdrawn"] as const
