/** What the room records. */
import { changesBy } from "../account/AccountChange.ts"

/** The attempts of users, in the log and in metrics. */
export const attempts = ["magic_link_request", "magic_link_verify", "magic_link_code"] as const

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = changesBy("user", {
  account_claimed: "A first verification has removed a password that someone else may have set."
})
