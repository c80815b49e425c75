/** What is recorded of identities. */

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  identity_added: "Identity of a user linked",
  identity_removed: "Identity of a user unlinked"
}
