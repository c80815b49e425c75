/** What the room records. */
import { changesBy } from "../account/AccountChange.ts"

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  user_viewed: "User viewed",
  user_created: "User created",
  user_updated: "User changed",
  users_imported: "Users imported",
  users_exported: "Users exported",
  user_disabled: "User disabled",
  user_enabled: "User enabled",
  sign_in_link_created: "Sign-in link created",
  sign_in_link_sent: "Sign-in link sent",
  failed_sign_ins_reset: "Failed sign-ins of a user reset",
  second_factor_reset: "Second factor of a user reset",
  passkeys_reset: "All passkeys of a user removed",
  session_revoked: "User signed out on one device",
  sessions_revoked: "Signed out on all devices",
  operator_invited: "Invitation to the dashboard created",
  operator_invitation_withdrawn: "Invitation to the dashboard withdrawn",
  custom_email_saved: "Email text changed",
  custom_email_deleted: "Email text reset to the default",
  test_email_sent: "Test email sent",
  identity_provider_created: "Sign-in provider added",
  identity_provider_updated: "Sign-in provider changed",
  identity_provider_deleted: "Sign-in provider deleted",
  dashboard_opened: "Administrator signed in",
  dashboard_closed: "Administrator signed out",
  dashboard_session_revoked: "Administrator signed out on one device",
  dashboard_sessions_revoked: "Sessions of administrators signed out",
  operator_created: "Administrator added",
  operator_updated: "Administrator changed",
  operator_disabled: "Administrator disabled",
  operator_enabled: "Administrator enabled",
  operator_removed: "Administrator deleted",
  operator_link_shown: "Link of an invitation to the dashboard shown",
  operator_passkeys_removed: "Passkeys and authenticator app of an administrator removed",
  api_key_created: "API key created",
  api_key_revoked: "API key revoked",
  previous_admin_key_used: "ADMIN_API_KEY_PREVIOUS used"
}

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = changesBy("operator", {
  sessions_revoked: "An administrator has signed a user out on every device.",
  second_factor_reset: "An administrator has removed the second factor of a user.",
  passkeys_reset: "An administrator has removed all passkeys of a user."
})
