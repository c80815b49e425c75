/**
 * The second factor of a user: an authenticator app and recovery codes, and the methods for them.
 *
 * @since 0.1.0
 */
import type { FactorRecoveryStatus } from "./FactorRecovery.ts"
import type { CallOptions } from "./Options.ts"
import type { BodyCode, ProblemOf, Result } from "./Problem.ts"
import type { Ok, SecondFactorRequired, SessionResponse } from "./Session.ts"

/** The six digits of the authenticator app, or a recovery code, as the user types or pastes it. @since 0.1.0 */
export interface SecondFactorCode {
  readonly code: string
}

/**
 * What an authenticator app needs. Show the user the picture and the key, and send `enrollment` back with the first code,
 * within 30 minutes: nothing is stored before.
 *
 * - `secret`: the key, to type into the app.
 * - `uri`: the same, for a link on the device of the app.
 * - `qrCode`: the URI as a picture, in SVG.
 *
 * @since 0.1.0
 */
export interface TotpEnrollment {
  readonly secret: string
  readonly uri: string
  readonly qrCode: string
  readonly enrollment: string
}

/** The first code of an authenticator app, and the `enrollment` of its key. @since 0.1.0 */
export interface TotpConfirmation {
  readonly enrollment: string
  readonly code: string
}

/** New recovery codes. Show them now: Latchkey keeps only their hashes. @since 0.1.0 */
export interface RecoveryCodes {
  readonly recoveryCodes: ReadonlyArray<string>
}

/** The session of a user who has just set up an authenticator app, and the recovery codes. @since 0.1.0 */
export interface EnrolledSession extends SessionResponse, RecoveryCodes {}

/**
 * Whether the user has a second factor.
 *
 * - `mode`: the setting of the instance.
 * - `isAvailable`: whether the user can set one up.
 * - `confirmedAt`: since when they have one, ISO 8601 in UTC; `null` without.
 * - `recoveryCodes`: how many are left.
 * - `recovery`: what the user can do who has lost them.
 *
 * @since 0.1.0
 */
export interface SecondFactorStatus {
  readonly mode: "off" | "optional" | "required"
  readonly isAvailable: boolean
  readonly confirmedAt: string | null
  readonly recoveryCodes: number
  readonly recovery: FactorRecoveryStatus
}

/**
 * One way to authenticate again: the password, a code of the authenticator app or a recovery code, or a passkey, which
 * is `toJSON()` of what `navigator.credentials.get` returned.
 *
 * @since 0.1.0
 */
export interface Reauthentication {
  readonly password?: string
  readonly code?: string
  readonly credential?: object
}

/** Why there is no pending sign-in to return. @since 0.1.0 */
export type PendingSignInProblem = ProblemOf<"unauthenticated">
/** Why a sign-in is not completed. @since 0.1.0 */
export type CompleteSignInProblem = ProblemOf<"unauthenticated" | "invalid_token" | "signin_rate_limited" | BodyCode>
/** Why an authenticator app cannot be set up while signing in. @since 0.1.0 */
export type BeginTotpAtSignInProblem = ProblemOf<
  "unauthenticated" | "second_factor_disabled" | "second_factor_exists" | "forbidden_origin"
>
/** Why an authenticator app is not set up. @since 0.1.0 */
export type ConfirmTotpProblem = ProblemOf<
  | "unauthenticated"
  | "invalid_token"
  | "second_factor_disabled"
  | "second_factor_exists"
  | "signin_rate_limited"
  | BodyCode
>
/** Why there is no second factor to describe. @since 0.1.0 */
export type SecondFactorProblem = ProblemOf<"unauthenticated">
/** Why an authenticator app cannot be set up. @since 0.1.0 */
export type BeginTotpProblem = ProblemOf<
  | "unauthenticated"
  | "reauthentication_required"
  | "second_factor_disabled"
  | "second_factor_exists"
  | "forbidden_origin"
>
/** Why an authenticator app is not removed, or recovery codes are not renewed. @since 0.1.0 */
export type SecondFactorChangeProblem = ProblemOf<"unauthenticated" | "reauthentication_required" | "forbidden_origin">
/** Why a user has not authenticated again. @since 0.1.0 */
export type ReauthenticateProblem = ProblemOf<
  | "unauthenticated"
  | "reauthentication_required"
  | "password_disabled"
  | "passkey_disabled"
  | "invalid_credentials"
  | "invalid_token"
  | "signin_rate_limited"
  | BodyCode
>

/** The methods of a client for the second factor, and to authenticate again. @since 0.1.0 */
export interface SecondFactorMethods {
  /** Returns what completes the sign-in that this client began less than ten minutes ago; otherwise `unauthenticated`. */
  readonly pendingSignIn: (options?: CallOptions) => Promise<Result<SecondFactorRequired, PendingSignInProblem>>

  /**
   * Completes the sign-in of this client with a code of the authenticator app or a recovery code. A wrong code is
   * `invalid_token`, and leaves the sign-in pending.
   */
  readonly completeSignIn: (
    code: SecondFactorCode,
    options?: CallOptions
  ) => Promise<Result<SessionResponse, CompleteSignInProblem>>

  /**
   * Begins to set up an authenticator app while signing in: for a user without a second factor, if the instance
   * requires one.
   */
  readonly beginTotpAtSignIn: (options?: CallOptions) => Promise<Result<TotpEnrollment, BeginTotpAtSignInProblem>>

  /** Sets up the authenticator app that shows the code, completes the sign-in, and returns the recovery codes. */
  readonly confirmTotpAtSignIn: (
    confirmation: TotpConfirmation,
    options?: CallOptions
  ) => Promise<Result<EnrolledSession, ConfirmTotpProblem>>

  /** Returns whether the user has a second factor. */
  readonly secondFactor: (options?: CallOptions) => Promise<Result<SecondFactorStatus, SecondFactorProblem>>

  /** Begins to set up an authenticator app. The user must have authenticated in the last ten minutes. */
  readonly beginTotp: (options?: CallOptions) => Promise<Result<TotpEnrollment, BeginTotpProblem>>

  /**
   * Sets up the authenticator app that shows the code, revokes every session of the user, issues a new one to this
   * client, and returns the recovery codes.
   */
  readonly confirmTotp: (
    confirmation: TotpConfirmation,
    options?: CallOptions
  ) => Promise<Result<EnrolledSession, ConfirmTotpProblem>>

  /**
   * Removes the authenticator app and the recovery codes, revokes every session of the user, and issues a new one to
   * this client. The user must have authenticated with the second factor or a passkey in the last ten minutes.
   */
  readonly removeTotp: (options?: CallOptions) => Promise<Result<Ok, SecondFactorChangeProblem>>

  /** Replaces all recovery codes with ten new ones. Requires the same as `removeTotp`. */
  readonly renewRecoveryCodes: (options?: CallOptions) => Promise<Result<RecoveryCodes, SecondFactorChangeProblem>>

  /**
   * Proves that the signed-in user is still the same person, with exactly one of `password`, `code` and `credential`.
   * Issues a new session in the place of the present one, with a new `authenticatedAt` and the methods of both. A
   * password renews no session of level 2, and is `reauthentication_required` there: ask for a code or a passkey.
   */
  readonly reauthenticate: (
    proof: Reauthentication,
    options?: CallOptions
  ) => Promise<Result<SessionResponse, ReauthenticateProblem>>
}
