/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["identity_provider_sign_in", "identity_add", "identity_remove"] as const
