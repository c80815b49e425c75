/** The steps after the first factor. */
import type { EnrolledSession, SessionResponse, TotpEnrollment } from "../../Schemas.ts"
import type { EnrollmentStep, RecoveryCodesStep, SecondFactorStep, SignedInStep, SignInState } from "../../SignIn.ts"
import { begun } from "./Machine.ts"
import type { Moves } from "./Moves.ts"
import { patiently } from "./patiently.ts"
import * as PendingMark from "./PendingMark.ts"

/** Lets the store learn of the session first, so that no page says "signed in" to a user whom it shows as signed out. */
export const signedIn = async (moves: Moves, { sessionId, userId }: SessionResponse): Promise<SignedInStep> => {
  PendingMark.clearMark()
  await moves.tellStore()
  const { startOver } = moves.at("signed-in")
  return { ...begun("signed-in"), userId, sessionId, startOver }
}

const recoveryCodes = (moves: Moves, { recoveryCodes, ...session }: EnrolledSession): RecoveryCodesStep => {
  PendingMark.clearMark()
  const { act } = moves.at("recovery-codes")
  const next = () => signedIn(moves, session)
  return {
    ...begun("recovery-codes"),
    recoveryCodes,
    finish: () => act(async () => ({ ok: true, data: session }), next)
  }
}

const enrollment = (moves: Moves, { enrollment, qrCode, secret, uri }: TotpEnrollment): EnrollmentStep => {
  const { act, startOver } = moves.at("enrollment")
  const next = (enrolled: EnrolledSession) => recoveryCodes(moves, enrolled)
  return {
    ...begun("enrollment"),
    secret,
    uri,
    qrCode,
    enterCode: (code) => act((options) => moves.client.confirmTotpAtSignIn({ enrollment, code }, options), next),
    startOver
  }
}

const secondFactor = (moves: Moves, factors: ReadonlyArray<string>): SecondFactorStep => {
  const { act, askForPasskey, startOver } = moves.at("second-factor")
  const next = (session: SessionResponse) => signedIn(moves, session)
  return {
    ...begun("second-factor"),
    options: factors,
    enterCode: (code) => act((options) => moves.client.completeSignIn({ code }, options), next),
    signInWithPasskey: askForPasskey,
    beginEnrollment: () => act(moves.client.beginTotpAtSignIn, (begun) => enrollment(moves, begun)),
    startOver
  }
}

/** Goes on where a second factor is missing: to entering it, or to setting one up. */
export const lacking = async (moves: Moves, factors: ReadonlyArray<string>): Promise<SignInState> => {
  PendingMark.setMark()
  const asked = secondFactor(moves, factors)
  if (!factors.includes("totp_enrollment")) return asked
  const begun = await moves.client.beginTotpAtSignIn(patiently())
  return begun.ok ? enrollment(moves, begun.data) : moves.failedAt(asked, begun.problem)
}
