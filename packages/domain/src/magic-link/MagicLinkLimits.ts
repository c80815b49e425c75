/** The limits of magic links, of codes beside them, and of links of any kind that are used. */
import type { Email } from "../core/Email.ts"
import * as Limit from "../rate-limit/Limit.ts"

/** Requests for links of any kind from one IP address. */
export const magicLinkPerIp = Limit.perIp("magicLinkPerIp", "magic_link", "magicLinkPerIp")

/** Uses of links of any kind from one IP address. */
export const magicLinkVerifyPerIp = Limit.perIp("magicLinkVerifyPerIp", "magic_link", "magicLinkVerifyPerIp")

/** Requests for magic links to one mailbox. */
export const magicLinkPerEmail = Limit.perMailbox("magicLinkPerEmail", "magic_link", "magicLinkPerEmail")

/** The same in a day. */
export const magicLinkPerEmailPerDay = Limit.perMailbox(
  "magicLinkPerEmailPerDay",
  "magic_link",
  "magicLinkPerEmailPerDay"
)

/** Makes the keys of a request for a magic link. */
export const perLinkRequest = (caller: Limit.Networks, email: Email): Limit.LimitKeys<"magic_link"> => [
  ...magicLinkPerIp.keys(caller),
  ...magicLinkPerEmail.keys(email),
  ...magicLinkPerEmailPerDay.keys(email)
]

/**
 * Wrong codes for one mailbox, whatever request they are tried for. A code that has a chance of one in a million allows
 * no more.
 */
export const magicLinkCodePerEmail = Limit.perMailbox("magicLinkCodePerEmail", "magic_link", Limit.fixed(5, 900))

/** The same in a day. */
export const magicLinkCodePerEmailPerDay = Limit.perMailbox(
  "magicLinkCodePerEmailPerDay",
  "magic_link",
  Limit.fixed(20, 86_400)
)

/** Wrong codes of all users. It bounds guesses at many addresses, a few at each. */
export const magicLinkCodePerInstance = Limit.perInstance(
  "magicLinkCodePerInstance",
  "magic_link",
  "magicLinkCodePerInstance"
)

/** Makes the keys of a code that is tried for an address. */
export const perCode = (email: Email): Limit.LimitKeys<"magic_link"> => [
  ...magicLinkCodePerEmail.keys(email),
  ...magicLinkCodePerEmailPerDay.keys(email),
  ...magicLinkCodePerInstance.keys()
]
