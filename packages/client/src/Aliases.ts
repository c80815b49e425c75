/** Names for parts of the contract that have none there. */
import type { FactorRecoveryAtSignInProblem, RemoveTotpProblem } from "./Methods.ts"
import type { PasskeyRequestOptions, PasswordTooShort, SecondFactorRequired, SessionResponse } from "./Schemas.ts"

/** The reply of everything that proves a first factor. */
export type SignInResponse = SessionResponse | SecondFactorRequired

/** What completes a sign-in, or `passkey`: signing in with a passkey instead. */
export type SecondFactorOption = SecondFactorRequired["secondFactorRequired"][number]

/**
 * What a password breaks: a rule of the password policy, or with `custom` rules of the app's own. `common`: attackers
 * try it first, because many users have it, or because it is the email address or the name of the instance.
 */
export type PasswordViolation = PasswordTooShort["violations"][number]

/** A credential that the user has. Arrays are mutable here, because the types of browsers require it. */
export type PasskeyDescriptor = PasskeyRequestOptions["allowCredentials"][number]

/** Why the authenticator app is not removed, or recovery codes are not renewed. */
export type SecondFactorChangeProblem = RemoveTotpProblem

/** Why there is no status of a recovery. */
export type FactorRecoveryStatusProblem = FactorRecoveryAtSignInProblem
