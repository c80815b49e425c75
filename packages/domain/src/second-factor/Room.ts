/** What the room of second factors consists of. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AuthenticationMethod } from "../instance/AuthenticationMethods.ts"
import { SecondFactorRepository } from "./SecondFactorRepository.ts"
import * as SecondFactorSignIn from "./SecondFactorSignIn.ts"
import * as SecondFactors from "./SecondFactors.ts"
import * as Rotation from "./internal/Rotation.ts"

/** The ports that store data. */
export const storage = [SecondFactorRepository] as const

const factor = {
  level: 2,
  isSecondFactor: true,
  stepsUp: ({ authConfig }, { secondFactorAt }) =>
    Effect.succeed(authConfig.secondFactor !== "off" && Option.isSome(secondFactorAt))
} satisfies Partial<AuthenticationMethod>

/** The ways in: codes of the authenticator app, and recovery codes. */
export const methods = Effect.succeed([
  { ...factor, id: "totp", amr: ["otp", "mfa"], enrollment: "totp_enrollment" },
  { ...factor, id: "recovery_code", amr: ["recovery_code", "mfa"] }
] satisfies ReadonlyArray<AuthenticationMethod>)

/** What users add to their accounts. */
export { make as additions } from "./SecondFactorAdditions.ts"

/** The use cases. Each may use those before it. */
export const useCases = { SecondFactors, SecondFactorSignIn }

/** The rate limits. */
export * as limits from "./SecondFactorLimits.ts"

/** What it records. */
export { attempts, auditActions, accountChanges } from "./SecondFactorRecords.ts"

/** What is stored encrypted. */
export { stored as secrets } from "./internal/TotpSecrets.ts"

/** The task of the cleanup job. */
export const cleanup = Rotation.make
