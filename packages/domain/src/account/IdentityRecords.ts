/** What is recorded of identities. */
import { changesBy } from "./AccountChange.ts"

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  identity_added: "Account at a sign-in provider linked to a user",
  identity_removed: "Account at a sign-in provider unlinked from a user"
}

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = changesBy("user", {
  identity_added: "An account at an identity provider was linked, and can sign in.",
  identity_removed: "An account at an identity provider was unlinked."
})
