/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["sign_up_verify"] as const
