/**
 * How often something may happen: at most `limit` times in any `windowSeconds`.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

const wholeNumber = (minimum: number, maximum: number) => {
  const message = () => `must be a whole number from ${minimum} to ${maximum}`
  return Schema.Int.pipe(
    Schema.between(minimum, maximum, { message }),
    Schema.annotations({ message, jsonSchema: { type: "integer", minimum, maximum } })
  )
}

/**
 * The schema of a limit: `limit` from 1 to 1,000 times, in `windowSeconds` from 1 to 86,400 seconds (a day).
 *
 * @since 0.1.0
 */
export const RateLimit = Schema.Struct({ limit: wholeNumber(1, 1000), windowSeconds: wholeNumber(1, 86_400) })
/** @since 0.1.0 */
export type RateLimit = typeof RateLimit.Type

/**
 * The budgets of an instance. `signInPerKnownClient` is for a browser that has signed in to the account before.
 *
 * @since 0.1.0
 */
export const RateLimits = Schema.Struct({
  signUpPerAddress: RateLimit,
  signInPerAddress: RateLimit,
  signInPerEmail: RateLimit,
  signInPerKnownClient: RateLimit,
  magicLinkPerAddress: RateLimit,
  magicLinkPerEmail: RateLimit,
  magicLinkVerifyPerAddress: RateLimit
})
/** @since 0.1.0 */
export type RateLimits = typeof RateLimits.Type

/** The name of a budget: what is counted, and for whom. @since 0.1.0 */
export type BudgetName = keyof RateLimits

/**
 * The budgets of an instance that has set none: wide enough for an office behind one address to start its day.
 *
 * @since 0.1.0
 */
export const defaultRateLimits: RateLimits = {
  signUpPerAddress: { limit: 20, windowSeconds: 600 },
  signInPerAddress: { limit: 30, windowSeconds: 60 },
  signInPerEmail: { limit: 10, windowSeconds: 900 },
  signInPerKnownClient: { limit: 10, windowSeconds: 900 },
  magicLinkPerAddress: { limit: 20, windowSeconds: 600 },
  magicLinkPerEmail: { limit: 5, windowSeconds: 900 },
  magicLinkVerifyPerAddress: { limit: 30, windowSeconds: 60 }
}
