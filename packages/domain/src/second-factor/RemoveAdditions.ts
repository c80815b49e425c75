/**
 * Removes what was added to an account while someone else may have had it: whatever signs in, or completes a sign-in,
 * and does not depend on the mailbox. What is older stays, because access to the mailbox must not be enough to remove
 * it.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Additions } from "../account/Additions.ts"
import { lifetime } from "../account/FormerEmails.ts"
import type { User } from "../account/UserRepository.ts"
import type { Caller } from "../core/Caller.ts"
import type { Instance } from "../instance/Instance.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"

/**
 * Returns seven days before `at`: as long as a former address can be restored. Someone who takes an account over may
 * add something first, and is noticed later.
 */
export const shortlyBefore = (at: DateTime.Utc): DateTime.Utc => DateTime.subtractDuration(at, lifetime)

/** A locked user, and since when. `caller`: the client that causes it. */
export interface Removal {
  readonly instance: Instance
  readonly user: User
  readonly caller: Pick<Caller, "languages" | "userAgent">
  readonly since: DateTime.Utc
}

/**
 * Makes the function that removes what was added after `since`, tells the user by email, and records it in the audit
 * log. Returns the user afterwards, whose credential version may be higher. Call it in a transaction that has locked
 * the user and ends the sessions.
 */
export const make = Effect.gen(function* () {
  const additions = yield* Additions
  const notices = yield* AccountNotices

  return Effect.fnUntraced(function* ({ caller, instance, since, user }: Removal) {
    let current = user
    for (const { removed, removeSince } of additions) {
      const changed = yield* removeSince(current, since)
      if (Option.isNone(changed)) continue
      current = changed.value
      yield* notices.enqueue({ change: removed, instance, user: current, caller })
    }
    return current
  })
})
