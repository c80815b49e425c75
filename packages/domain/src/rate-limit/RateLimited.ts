/**
 * The error of rate limits.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Schema from "effect/Schema"

/** What a rate limit restricts. Each is one error code of the HTTP API. @since 0.1.0 */
export const LimitedAction = Schema.Literal("sign_up", "sign_in", "magic_link")

/** @since 0.1.0 */
export type LimitedAction = typeof LimitedAction.Type

const codes = {
  sign_up: "signup_rate_limited",
  sign_in: "signin_rate_limited",
  magic_link: "magic_link_rate_limited"
} as const

type Codes = typeof codes

/**
 * A rate limit was reached, and nothing was counted. `retryAfterSeconds`: whole seconds until there is room again, at
 * least one. `action`: what the limit restricts.
 *
 * @since 0.1.0
 */
export class RateLimited<Action extends LimitedAction = LimitedAction> extends Data.TaggedError("RateLimited")<{
  readonly action: LimitedAction
  readonly retryAfterSeconds: number
}> {
  declare readonly action: Action
  get code(): Codes[Action] {
    return codes[this.action]
  }
  override get message() {
    return "Too many attempts"
  }
}
