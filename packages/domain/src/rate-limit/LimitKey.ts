/**
 * Names of the rate limits, and whom each one counts.
 *
 * @since 0.1.0
 */
import * as Option from "effect/Option"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import type { LimitedAction } from "../core/Errors.ts"
import type { ClientId } from "../core/Ids.ts"
import type { Instance } from "../instance/Instance.ts"
import type { RateLimit, RateLimits } from "../instance/RateLimits.ts"

/**
 * Names every rate limit there is: the configurable ones of an instance, and four that are derived from them.
 *
 * - `accountNoticesPerEmail`: account notices sent to one address. As `magicLinkEmailsPerEmail`.
 * - `adminKeyPerIp`: wrong admin keys. As `signInPerIp`.
 * - `invitationPerIp`: tries to use a dashboard invitation. As `signInPerIp`.
 * - `magicLinkEmailsPerEmail`: emails sent to one address. Ten more than `magicLinkPerEmail`, because an attempt that
 *   fails may have been delivered.
 *
 * @since 0.1.0
 */
export type LimitName =
  | keyof RateLimits
  | "accountNoticesPerEmail"
  | "adminKeyPerIp"
  | "invitationPerIp"
  | "magicLinkEmailsPerEmail"

/** Names a limit per IP address. @since 0.1.0 */
export type IpLimitName = Extract<LimitName, `${string}PerIp`>

/** Names a limit per email address. @since 0.1.0 */
export type EmailLimitName = Extract<LimitName, `${string}PerEmail`>

/**
 * A limit and its subject: what one window counts.
 *
 * @since 0.1.0
 */
export type LimitKey =
  | { readonly limit: IpLimitName; readonly ipAddress: string }
  | { readonly limit: EmailLimitName; readonly email: Email }
  | { readonly limit: "signInPerKnownClient"; readonly email: Email; readonly clientId: ClientId }

/** Makes the key of a limit per IP address. @since 0.1.0 */
export const perIp = (limit: IpLimitName, { ipAddress }: Pick<Caller, "ipAddress">): LimitKey => ({ limit, ipAddress })

/** Makes the key of a limit per email address. @since 0.1.0 */
export const perEmail = (limit: EmailLimitName, email: Email): LimitKey => ({ limit, email })

/**
 * Makes the key that limits guesses at one account. A known client has its own window, so that an attacker who guesses
 * cannot lock the owner out.
 *
 * @since 0.1.0
 */
export const perAccount = (email: Email, knownClient: Option.Option<ClientId>): LimitKey =>
  Option.match(knownClient, {
    onNone: () => perEmail("signInPerEmail", email),
    onSome: (clientId) => ({ limit: "signInPerKnownClient", email, clientId })
  })

/** Returns the text that identifies the key within its instance. @since 0.1.0 */
export const encode = (key: LimitKey): string => {
  if ("ipAddress" in key) return `${key.limit}:${key.ipAddress}`
  return "clientId" in key ? `${key.limit}:${key.email}:${key.clientId}` : `${key.limit}:${key.email}`
}

const maxLimit = 1000

/** Returns how many attempts a limit of an instance allows. @since 0.1.0 */
export const rateOf = ({ rateLimits }: Instance, name: LimitName): RateLimit => {
  switch (name) {
    case "adminKeyPerIp":
    case "invitationPerIp":
      return rateLimits.signInPerIp
    case "accountNoticesPerEmail":
    case "magicLinkEmailsPerEmail": {
      const { limit, windowSeconds } = rateLimits.magicLinkPerEmail
      return { limit: Math.min(maxLimit, limit + 10), windowSeconds }
    }
    default:
      return rateLimits[name]
  }
}

const actions: Readonly<Record<LimitName, LimitedAction>> = {
  signUpPerIp: "sign_up",
  signInPerIp: "sign_in",
  signInPerEmail: "sign_in",
  signInPerKnownClient: "sign_in",
  adminKeyPerIp: "sign_in",
  invitationPerIp: "sign_in",
  magicLinkPerIp: "magic_link",
  magicLinkPerEmail: "magic_link",
  magicLinkVerifyPerIp: "magic_link",
  magicLinkEmailsPerEmail: "magic_link",
  accountNoticesPerEmail: "magic_link"
}

/** Returns the action that a limit restricts, which is what `RateLimited` names. @since 0.1.0 */
export const actionOf = (name: LimitName): LimitedAction => actions[name]
