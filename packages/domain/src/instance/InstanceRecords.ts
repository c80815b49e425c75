/** What the room records. */

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  instance_created: "Instance created",
  instance_updated: "Settings changed",
  instance_deleted: "Instance deleted"
}
