/** What is recorded of identities. */

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  identity_added: "Account at a sign-in provider linked to a user",
  identity_removed: "Account at a sign-in provider unlinked from a user"
}
