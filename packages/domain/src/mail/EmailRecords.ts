/** What the room records. */

/** What was done, in the audit log. */
export const auditActions = ["email_suppression_lifted"] as const
