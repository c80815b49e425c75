/**
 * Checks that the signed-in user is the owner of the account: that they have authenticated in the last ten minutes, and
 * no weaker than they can (OWASP ASVS 5.0, 7.5.1).
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { User } from "../../account/UserRepository.ts"
import { ReauthenticationRequired } from "../../core/Errors.ts"
import type { Instance } from "../../instance/Instance.ts"
import { assuranceLevelOf } from "../../session/AuthenticationMethod.ts"
import type { ActiveSession } from "../../session/SessionRepository.ts"
import * as StepUp from "../../session/StepUp.ts"
import { PasskeyRepository } from "../PasskeyRepository.ts"

const isRecentAtLevel2 = (session: ActiveSession, now: DateTime.Utc): boolean =>
  StepUp.isRecent(session, now) && assuranceLevelOf(session.methods) === 2

/** Fails unless the session is recent, and of level 2 if the user has a second factor or a passkey. */
export const check = Effect.fnUntraced(function* (
  session: ActiveSession,
  user: Pick<User, "secondFactorAt">,
  hasPasskeys: boolean
) {
  const now = yield* DateTime.now
  const canReachLevel2 = hasPasskeys || Option.isSome(user.secondFactorAt)
  const isSufficient = canReachLevel2 ? isRecentAtLevel2(session, now) : StepUp.isRecent(session, now)
  if (!isSufficient) return yield* new ReauthenticationRequired()
})

/**
 * Makes the function that returns `true` if the user has to authenticate again, with a passkey or the second factor,
 * whatever password they give: they have one that the instance accepts, and have not used it in the last ten minutes.
 */
export const makeNeedsStepUp = Effect.map(PasskeyRepository, (passkeys) =>
  Effect.fnUntraced(function* (instance: Instance, user: User, session: ActiveSession) {
    if (isRecentAtLevel2(session, yield* DateTime.now)) return false
    if (StepUp.hasSecondFactor(instance, user)) return true
    return instance.authConfig.passkey && (yield* passkeys.list(instance.id, user.id)).length > 0
  })
)
