/** What the room records. */

/** What was done, in the audit log. */
export const auditActions = ["instance_created", "instance_updated", "instance_deleted"] as const
