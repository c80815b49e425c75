/** The error of rate limits. */
import * as Data from "effect/Data"
import * as Schema from "effect/Schema"

/** What a rate limit restricts. Each is one error code of the HTTP API. */
export const LimitedAction = Schema.Literal("sign_up", "sign_in", "magic_link")

export type LimitedAction = typeof LimitedAction.Type

const limited = {
  sign_up: { code: "signup_rate_limited", attempts: "sign-ups" },
  sign_in: { code: "signin_rate_limited", attempts: "sign-in attempts" },
  magic_link: { code: "magic_link_rate_limited", attempts: "magic link requests" }
} as const

/**
 * A rate limit was reached, and nothing was counted. `retryAfterSeconds`: whole seconds until there is room again, at
 * least one. `action`: what the limit restricts.
 */
export class RateLimited<Action extends LimitedAction = LimitedAction> extends Data.TaggedError("RateLimited")<{
  readonly action: LimitedAction
  readonly retryAfterSeconds: number
}> {
  declare readonly action: Action
  get code(): (typeof limited)[Action]["code"] {
    return limited[this.action].code
  }
  override get message() {
    return `Too many ${limited[this.action].attempts}`
  }
}
