/** The rate limits of an instance. `rate-limit/RateLimiter` applies them. */
import * as Schema from "effect/Schema"
import { wholeNumber } from "./internal/wholeNumber.ts"

/** At most `limit` attempts (1 to 1,000) in any `windowSeconds` (1 to 86,400 seconds, a day). */
export const RateLimit = Schema.Struct({ limit: wholeNumber(1, 1000), windowSeconds: wholeNumber(1, 86_400) })
export type RateLimit = typeof RateLimit.Type

/**
 * The configurable limits. `signInPerKnownClient` applies to a client that has signed in to the account before,
 * `magicLinkToUnknownPerInstance` to emails of all requesters to addresses that were never verified,
 * `magicLinkCodePerInstance` to the wrong codes of all users, and `signUpPerInstance` to the sign-ups of everyone.
 */
export const RateLimits = Schema.Struct({
  signUpPerIp: RateLimit,
  signInPerIp: RateLimit,
  signInPerEmail: RateLimit,
  signInPerKnownClient: RateLimit,
  magicLinkPerIp: RateLimit,
  magicLinkPerEmail: RateLimit,
  magicLinkPerEmailPerDay: RateLimit,
  magicLinkVerifyPerIp: RateLimit,
  magicLinkToUnknownPerInstance: RateLimit,
  magicLinkCodePerInstance: RateLimit,
  signUpPerInstance: RateLimit
})
export type RateLimits = typeof RateLimits.Type

/** The limits of an instance that has set none: wide enough for an office behind one IP address to start its day. */
export const defaultRateLimits: RateLimits = {
  signUpPerIp: { limit: 20, windowSeconds: 600 },
  signInPerIp: { limit: 30, windowSeconds: 60 },
  signInPerEmail: { limit: 10, windowSeconds: 900 },
  signInPerKnownClient: { limit: 10, windowSeconds: 900 },
  magicLinkPerIp: { limit: 20, windowSeconds: 600 },
  magicLinkPerEmail: { limit: 5, windowSeconds: 900 },
  magicLinkPerEmailPerDay: { limit: 20, windowSeconds: 86_400 },
  magicLinkVerifyPerIp: { limit: 30, windowSeconds: 60 },
  magicLinkToUnknownPerInstance: { limit: 1000, windowSeconds: 3600 },
  magicLinkCodePerInstance: { limit: 1000, windowSeconds: 3600 },
  signUpPerInstance: { limit: 1000, windowSeconds: 600 }
}
