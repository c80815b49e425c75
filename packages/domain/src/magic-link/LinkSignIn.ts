/** Signs in the owner of an address whose link was consumed. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { isUsable, UserRepository } from "../account/UserRepository.ts"
import { UserNotFound } from "../account/AccountErrors.ts"
import { InvalidToken } from "../core/Errors.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import { SessionIssuer, whileLocked } from "../session/SessionIssuer.ts"
import { EmailVerification, type VerifiedEmail } from "./EmailVerification.ts"
import { accountChanges } from "./MagicLinkRecords.ts"

/** A link that was consumed. `verifiesEmail`: whether it was sent to the address, so that it verifies the address. */
export interface ConsumedLink extends VerifiedEmail {
  readonly verifiesEmail: boolean
}

/**
 * Makes the function that verifies the address and issues a session, in the transaction that has consumed the link.
 * Fails with `InvalidToken` for a disabled account, and without one that the link may not create.
 */
export const make = Effect.gen(function* () {
  const issuer = yield* SessionIssuer
  const notices = yield* AccountNotices
  const users = yield* UserRepository
  const verification = yield* EmailVerification

  const userOf = Effect.fnUntraced(function* (link: ConsumedLink) {
    if (link.verifiesEmail) return yield* verification.verifyEmail(link)
    const user = yield* users.findByEmailForUpdate(link.instance.id, link.email)
    return { user: yield* Effect.mapError(user, () => new UserNotFound()), passwordRemoved: false }
  })

  return Effect.fnUntraced(
    function* (link: ConsumedLink) {
      const { caller, instance } = link
      const { passwordRemoved, user } = yield* userOf(link)
      if (!isUsable(user, yield* DateTime.now)) return yield* new InvalidToken()
      if (passwordRemoved) yield* notices.enqueue({ change: accountChanges.account_claimed, instance, user, caller })
      const issued = yield* whileLocked(issuer.issue({ instance, user, methods: ["magic_link"], caller }))
      return { ...issued, passwordRemoved }
    },
    Effect.catchTag("UserNotFound", () => new InvalidToken())
  )
})
