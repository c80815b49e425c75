/**
 * Removing lost passkeys and a lost authenticator app by email, after a waiting time.
 *
 * @since 0.1.0
 */
import type { CallOptions } from "./Options.ts"
import type { BodyCode, ProblemOf, Result } from "./Problem.ts"
import type { Ok } from "./Session.ts"

/**
 * A recovery that is open. Times are ISO 8601 in UTC.
 *
 * - `availableAt`: from when on the link in the email completes it.
 * - `expiresAt`: until when.
 *
 * @since 0.1.0
 */
export interface FactorRecovery {
  readonly requestedAt: string
  readonly availableAt: string
  readonly expiresAt: string
}

/**
 * What a user can do who has lost the passkeys or the authenticator app.
 *
 * - `isAvailable`: whether they can request a recovery.
 * - `open`: the one that is open; `null` without.
 *
 * @since 0.1.0
 */
export interface FactorRecoveryStatus {
  readonly isAvailable: boolean
  readonly open: FactorRecovery | null
}

/** The token of the link in the email: its query parameter `token`. @since 0.1.0 */
export interface FactorRecoveryToken {
  readonly token: string
}

/** Why there is no status of a recovery. @since 0.1.0 */
export type FactorRecoveryStatusProblem = ProblemOf<"unauthenticated">
/** Why a recovery is not requested. @since 0.1.0 */
export type BeginFactorRecoveryProblem = ProblemOf<
  | "unauthenticated"
  | "factor_recovery_disabled"
  | "email_not_verified"
  | "factor_recovery_not_needed"
  | "magic_link_rate_limited"
  | "forbidden_origin"
>
/** Why a recovery is not cancelled. @since 0.1.0 */
export type CancelFactorRecoveryProblem = ProblemOf<"unauthenticated" | "forbidden_origin">
/** Why a recovery is not completed. @since 0.1.0 */
export type ConfirmFactorRecoveryProblem = ProblemOf<
  "invalid_token" | "factor_recovery_disabled" | "factor_recovery_too_early" | "magic_link_rate_limited" | BodyCode
>
/** Why a recovery is not cancelled with its link. @since 0.1.0 */
export type CancelFactorRecoveryWithLinkProblem = ProblemOf<"invalid_token" | "magic_link_rate_limited" | BodyCode>

/** The methods of a client for recoveries of lost factors. @since 0.1.0 */
export interface FactorRecoveryMethods {
  /** Returns what the user can do whose sign-in on this client lacks its second factor. */
  readonly factorRecoveryAtSignIn: (
    options?: CallOptions
  ) => Promise<Result<FactorRecoveryStatus, FactorRecoveryStatusProblem>>

  /**
   * Requests a recovery for the user whose sign-in is pending: sends an email with a link, which completes it after the
   * waiting time. While one is open, returns that one and sends nothing.
   */
  readonly beginFactorRecoveryAtSignIn: (
    options?: CallOptions
  ) => Promise<Result<FactorRecovery, BeginFactorRecoveryProblem>>

  /** The same for the signed-in user, who would need a passkey or a code to change anything. */
  readonly beginFactorRecovery: (options?: CallOptions) => Promise<Result<FactorRecovery, BeginFactorRecoveryProblem>>

  /** Cancels the recovery of the signed-in user. Succeeds if there is none, too. */
  readonly cancelFactorRecovery: (options?: CallOptions) => Promise<Result<Ok, CancelFactorRecoveryProblem>>

  /**
   * Removes the authenticator app, the recovery codes and the passkeys with the token of the link, and revokes every
   * session. Does not sign in. Before the end of the waiting time it is `factor_recovery_too_early`, with `availableAt`.
   */
  readonly confirmFactorRecovery: (
    token: FactorRecoveryToken,
    options?: CallOptions
  ) => Promise<Result<Ok, ConfirmFactorRecoveryProblem>>

  /** Cancels the recovery with the token of the link, without a session. */
  readonly cancelFactorRecoveryWithLink: (
    token: FactorRecoveryToken,
    options?: CallOptions
  ) => Promise<Result<Ok, CancelFactorRecoveryWithLinkProblem>>
}
