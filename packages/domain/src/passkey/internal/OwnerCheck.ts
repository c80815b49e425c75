/**
 * Checks that the signed-in user is the owner of the account: that they have authenticated in the last ten minutes, and
 * no weaker than they can (OWASP ASVS 5.0, 7.5.1).
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { User } from "../../account/UserRepository.ts"
import { ReauthenticationRequired } from "../../core/Errors.ts"
import { assuranceLevelOf } from "../../session/AuthenticationMethod.ts"
import type { ActiveSession } from "../../session/SessionRepository.ts"

const recently = Duration.minutes(10)

/** Fails unless the session is recent, and of level 2 if the user has a second factor or a passkey. */
export const check = Effect.fnUntraced(function* (
  session: ActiveSession,
  user: Pick<User, "secondFactorAt">,
  hasPasskeys: boolean
) {
  const now = yield* DateTime.now
  const isRecent = DateTime.lessThan(now, DateTime.addDuration(session.authenticatedAt, recently))
  const level = hasPasskeys || Option.isSome(user.secondFactorAt) ? 2 : 1
  if (!isRecent || assuranceLevelOf(session.methods) < level) return yield* new ReauthenticationRequired()
})
