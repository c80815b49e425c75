/**
 * Sessions: replies and methods. The tokens of a session are in two cookies that scripts cannot read. These types
 * describe the session, and contain no tokens.
 *
 * @since 0.1.0
 */
import type { CallOptions } from "./Options.ts"
import type { ProblemOf, Result } from "./Problem.ts"

/** The ids of a user and a session. They identify, and grant nothing. @since 0.1.0 */
export interface SessionResponse {
  readonly userId: string
  readonly sessionId: string
}

/**
 * What completes a sign-in: a code of the authenticator app or a recovery code, setting up an authenticator app, or
 * signing in with a passkey instead.
 *
 * @since 0.1.0
 */
export type SecondFactorOption = "totp" | "recovery_code" | "totp_enrollment" | "passkey"

/**
 * The reply of a sign-in that lacks its second factor: what completes it.
 *
 * @since 0.1.0
 */
export interface SecondFactorRequired {
  readonly secondFactorRequired: readonly [SecondFactorOption, ...ReadonlyArray<SecondFactorOption>]
}

/** The reply of everything that proves a first factor. @since 0.1.0 */
export type SignInResponse = SessionResponse | SecondFactorRequired

/**
 * An active session and its user. Times are ISO 8601 in UTC.
 *
 * - `instanceId`: the instance that the user belongs to.
 * - `emailVerified`: true after the first use of a link from an email. Before that, the account may not belong to the
 *   owner of the address: grant nothing because of `email`.
 * - `claimedAt`: when the first verification took the account over from the person who created it, or `null`. What was
 *   entered in your app before that time may be someone else's.
 * - `amr`: how the user has authenticated (RFC 8176): `pwd`, `email` (a link or its code), `pop` and `user` (a passkey),
 *   `otp` (an authenticator app), `recovery_code`, and `mfa` exactly if `aal` is 2.
 * - `aal`: the assurance level: 1, or 2 after a passkey or a second factor.
 * - `authenticatedAt`: when the user signed in, or has authenticated again since.
 * - `expiresAt`: when the session expires at the latest.
 *
 * @since 0.1.0
 */
export interface ActiveSession extends SessionResponse {
  readonly instanceId: string
  readonly email: string
  readonly emailVerified: boolean
  readonly claimedAt: string | null
  readonly amr: ReadonlyArray<string>
  readonly aal: 1 | 2
  readonly authenticatedAt: string
  readonly expiresAt: string
}

/**
 * A session in the list.
 *
 * - `current`: whether it is the session of the request.
 * - `userAgent`: the `User-Agent` of the client at sign-in.
 * - `lastSeenAt`: at most five minutes behind.
 *
 * @since 0.1.0
 */
export interface SessionSummary {
  readonly sessionId: string
  readonly current: boolean
  readonly method: "password" | "magic_link" | "passkey"
  readonly userAgent: string
  readonly authenticatedAt: string
  readonly lastSeenAt: string
  readonly expiresAt: string
}

/** The newest hundred active sessions of a user, newest first. @since 0.1.0 */
export interface SessionList {
  readonly sessions: ReadonlyArray<SessionSummary>
}

/** The reply of an endpoint that returns nothing else. @since 0.1.0 */
export interface Ok {
  readonly ok: true
}

/** The `sessionId` of a session. @since 0.1.0 */
export interface SessionReference {
  readonly id: string
}

/** Why there is no session to return. @since 0.1.0 */
export type SessionProblem = ProblemOf<"unauthenticated" | "email_not_verified">
/** Why signing out fails. @since 0.1.0 */
export type SignOutProblem = ProblemOf<"forbidden_origin">
/** Why signing out on every device fails. @since 0.1.0 */
export type SignOutAllProblem = ProblemOf<"unauthenticated" | "forbidden_origin">
/** Why there are no sessions to list. @since 0.1.0 */
export type SessionsProblem = ProblemOf<"unauthenticated">
/** Why a session cannot be revoked. @since 0.1.0 */
export type RevokeSessionProblem = ProblemOf<"unauthenticated" | "forbidden_origin">

/** The methods of a client for sessions. @since 0.1.0 */
export interface SessionMethods {
  /**
   * Returns the session that the cookies hold, and its user; `unauthenticated` if the user is not signed in, and
   * `email_not_verified` if the instance requires a verified email address and the user has none.
   */
  readonly session: (options?: CallOptions) => Promise<Result<ActiveSession, SessionProblem>>

  /** Revokes the session of this client. Succeeds without a session, too. */
  readonly signOut: (options?: CallOptions) => Promise<Result<Ok, SignOutProblem>>

  /** Revokes every session of the user, on every device; `unauthenticated` if the user is not signed in. */
  readonly signOutAll: (options?: CallOptions) => Promise<Result<Ok, SignOutAllProblem>>

  /** Returns the active sessions of the user, newest first, at most 100. */
  readonly sessions: (options?: CallOptions) => Promise<Result<SessionList, SessionsProblem>>

  /** Revokes one session of the user, which may be the current one. */
  readonly revokeSession: (
    session: SessionReference,
    options?: CallOptions
  ) => Promise<Result<Ok, RevokeSessionProblem>>
}
