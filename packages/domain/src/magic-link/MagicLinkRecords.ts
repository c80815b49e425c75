/** What the room records. */

/** The attempts of users, in the log and in metrics. */
export const attempts = ["magic_link_request", "magic_link_verify", "magic_link_code"] as const
