/**
 * @since 0.1.0
 */
import * as Option from "effect/Option"
import type { Email } from "../core/Email.ts"
import type { ClientId } from "../core/Ids.ts"
import type { Spending } from "./RateLimiter.ts"

/**
 * The budget of guessing at an account. A browser that is known to it has its own, so that strangers who guess cannot
 * lock the owner out.
 *
 * @since 0.1.0
 */
export const accountSpending = (email: Email, knownClient: Option.Option<ClientId>): Spending =>
  Option.match(knownClient, {
    onNone: () => ({ budget: "signInPerEmail", subject: email }),
    onSome: (client) => ({ budget: "signInPerKnownClient", subject: `${email}:${client}` })
  })
