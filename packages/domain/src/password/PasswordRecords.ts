/** What the room records. */
import { changesBy } from "../account/AccountChange.ts"

/** The attempts of users, in the log and in metrics. */
export const attempts = ["sign_up", "sign_in", "password_set"] as const

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = changesBy("user", {
  password_set: "A user has set a password for the first time.",
  password_changed: "A user has changed the password."
})
