/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["password_reset_request", "password_reset"] as const
