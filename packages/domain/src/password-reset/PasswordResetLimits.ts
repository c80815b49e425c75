/**
 * The limits of requests for a link to set a new password. They count the exact address, and no magic links: only the
 * address of an account gets an email, and requests that send none must not keep its owner from one that does.
 */
import type { Email } from "../core/Email.ts"
import { magicLinkPerIp } from "../magic-link/MagicLinkLimits.ts"
import * as Limit from "../rate-limit/Limit.ts"

/** Requests for one address. */
export const passwordResetPerEmail = Limit.perEmail("passwordResetPerEmail", "magic_link", "magicLinkPerEmail")

/** The same in a day. */
export const passwordResetPerEmailPerDay = Limit.perEmail(
  "passwordResetPerEmailPerDay",
  "magic_link",
  "magicLinkPerEmailPerDay"
)

/** Makes the keys of a request. */
export const perResetRequest = (caller: Limit.Networks, email: Email): Limit.LimitKeys<"magic_link"> => [
  ...magicLinkPerIp.keys(caller),
  ...passwordResetPerEmail.keys(email),
  ...passwordResetPerEmailPerDay.keys(email)
]
