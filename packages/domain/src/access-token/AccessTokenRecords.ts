/** What the room records. */

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  signing_key_rotated: "Key for signing access tokens replaced"
}
