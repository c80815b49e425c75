/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["invitation_accept"] as const

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  invitation_created: "User invited",
  invitation_withdrawn: "Invitation withdrawn"
}
