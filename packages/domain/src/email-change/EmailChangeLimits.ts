/** The limits of requests to change an email address: as those of magic links, of one user and to one mailbox. */
import type { Email } from "../core/Email.ts"
import type { UserId } from "../core/Ids.ts"
import { magicLinkPerIp } from "../magic-link/MagicLinkLimits.ts"
import * as Limit from "../rate-limit/Limit.ts"

/** Requests of one user. */
export const emailChangePerAccount = Limit.perUser("emailChangePerAccount", "magic_link", "magicLinkPerEmail")

/** The same in a day. */
export const emailChangePerAccountPerDay = Limit.perUser(
  "emailChangePerAccountPerDay",
  "magic_link",
  "magicLinkPerEmailPerDay"
)

/** Requests of all users to one mailbox. */
export const emailChangePerEmail = Limit.perMailbox("emailChangePerEmail", "magic_link", "magicLinkPerEmail")

/** The same in a day. */
export const emailChangePerEmailPerDay = Limit.perMailbox(
  "emailChangePerEmailPerDay",
  "magic_link",
  "magicLinkPerEmailPerDay"
)

/** Makes the keys of a request to change the email address of a user to `email`. */
export const perEmailChange = (caller: Limit.Networks, userId: UserId, email: Email): Limit.LimitKeys<"magic_link"> => [
  ...magicLinkPerIp.keys(caller),
  ...emailChangePerAccount.keys(userId),
  ...emailChangePerAccountPerDay.keys(userId),
  ...emailChangePerEmail.keys(email),
  ...emailChangePerEmailPerDay.keys(email)
]
