/** What the room records. */

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  email_suppression_lifted: "Address gets emails again"
}
