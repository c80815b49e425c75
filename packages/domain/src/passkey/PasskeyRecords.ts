/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["passkey_add", "passkey_remove", "passkey_sign_in"] as const

/** What was done, in the audit log. */
export const auditActions = ["passkey_added", "passkey_removed", "passkeys_deleted"] as const
