/** The limits of sign-ups that send an email, on instances that verify addresses before they create accounts. */
import type { Email } from "../core/Email.ts"
import * as Limit from "../rate-limit/Limit.ts"

/** Sign-ups with one mailbox: as many as it gets magic links. */
export const signUpPerEmail = Limit.perMailbox("signUpPerEmail", "sign_up", "magicLinkPerEmail")

/** The same in a day. */
export const signUpPerEmailPerDay = Limit.perMailbox("signUpPerEmailPerDay", "sign_up", "magicLinkPerEmailPerDay")

/** Makes the keys of a sign-up that sends an email. */
export const perSignUpRequest = (email: Email): Limit.LimitKeys<"sign_up"> => [
  ...signUpPerEmail.keys(email),
  ...signUpPerEmailPerDay.keys(email)
]
