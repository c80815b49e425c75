/**
 * The client: Latchkey's HTTP API for users, as functions that never reject.
 *
 * @since 0.1.0
 */
import type { AccountMethods } from "./Account.ts"
import type { FactorRecoveryMethods } from "./FactorRecovery.ts"
import { call } from "./internal/call.ts"
import { endpoints } from "./internal/endpoints.ts"
import type { CallOptions, ClientOptions } from "./Options.ts"
import type { PasskeyMethods } from "./Passkey.ts"
import type { BodyCode, ProblemOf, Result } from "./Problem.ts"
import type { SecondFactorMethods } from "./SecondFactor.ts"
import type { Ok, SessionMethods, SessionResponse, SignInResponse } from "./Session.ts"

/**
 * An email address and a password, as the user typed them. Latchkey trims the address and never the password.
 *
 * @since 0.1.0
 */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The email address that a magic link is sent to. @since 0.1.0 */
export interface MagicLinkRequest {
  readonly email: string
}

/** The token of a magic link: its query parameter `token`. @since 0.1.0 */
export interface MagicLinkToken {
  readonly token: string
}

/** The code beside a magic link, as the user types or pastes it. @since 0.1.0 */
export interface MagicLinkCode {
  readonly code: string
}

/**
 * The new password, and the current one. Omit `currentPassword` if the user has just signed in with a magic link.
 *
 * @since 0.1.0
 */
export interface NewPassword {
  readonly password: string
  readonly currentPassword?: string
}

/** The email address of a user who has forgotten the password. @since 0.1.0 */
export interface ForgottenPassword {
  readonly email: string
}

/** The token of the link to set a new password, which is its query parameter `token`, and the password. @since 0.1.0 */
export interface PasswordReset {
  readonly token: string
  readonly password: string
}

/**
 * The new email address, and the current password. Omit `currentPassword` if the user has just signed in with a magic
 * link.
 *
 * @since 0.1.0
 */
export interface NewEmail {
  readonly email: string
  readonly currentPassword?: string
}

/** The token of the link to a new or to a former address: the query parameter `token` of the link. @since 0.1.0 */
export interface EmailToken {
  readonly token: string
}

/** The token of an invitation: the query parameter `token` of its link. @since 0.1.0 */
export interface InvitationToken {
  readonly token: string
}

/** The token of the link that completes a sign-up: its query parameter `token`. @since 0.1.0 */
export interface SignUpToken {
  readonly token: string
}

/** Why signing up fails. @since 0.1.0 */
export type SignUpProblem = ProblemOf<
  | "password_too_short"
  | "email_already_exists"
  | "password_disabled"
  | "sign_up_closed"
  | "signup_rate_limited"
  | BodyCode
>
/** Why a sign-up is not completed. @since 0.1.0 */
export type VerifySignUpProblem = ProblemOf<
  "invalid_token" | "password_disabled" | "sign_up_closed" | "magic_link_rate_limited" | BodyCode
>
/** Why signing in with a password fails. @since 0.1.0 */
export type SignInProblem = ProblemOf<"invalid_credentials" | "password_disabled" | "signin_rate_limited" | BodyCode>
/** Why a magic link is not sent. @since 0.1.0 */
export type RequestMagicLinkProblem = ProblemOf<"magic_link_disabled" | "magic_link_rate_limited" | BodyCode>
/** Why a magic link does not sign in. @since 0.1.0 */
export type VerifyMagicLinkProblem = ProblemOf<
  "invalid_token" | "magic_link_disabled" | "magic_link_rate_limited" | BodyCode
>
/** Why a code does not sign in. @since 0.1.0 */
export type VerifyMagicLinkCodeProblem = ProblemOf<
  "invalid_token" | "magic_link_disabled" | "magic_link_code_disabled" | "magic_link_rate_limited" | BodyCode
>
/** Why a password is not set or changed. @since 0.1.0 */
export type SetPasswordProblem = ProblemOf<
  | "unauthenticated"
  | "password_disabled"
  | "password_too_short"
  | "invalid_credentials"
  | "reauthentication_required"
  | "signin_rate_limited"
  | BodyCode
>
/** Why a link to set a new password is not sent. @since 0.1.0 */
export type ForgotPasswordProblem = ProblemOf<
  "password_disabled" | "magic_link_disabled" | "magic_link_rate_limited" | BodyCode
>
/** Why a new password is not set. @since 0.1.0 */
export type ResetPasswordProblem = ProblemOf<
  | "password_too_short"
  | "invalid_token"
  | "password_disabled"
  | "magic_link_disabled"
  | "magic_link_rate_limited"
  | BodyCode
>
/** Why a change of the email address cannot be requested. @since 0.1.0 */
export type ChangeEmailProblem = ProblemOf<
  | "unauthenticated"
  | "invalid_credentials"
  | "reauthentication_required"
  | "password_disabled"
  | "magic_link_disabled"
  | "magic_link_rate_limited"
  | "signin_rate_limited"
  | BodyCode
>
/** Why the email address is not changed. @since 0.1.0 */
export type ConfirmEmailProblem = ProblemOf<
  "unauthenticated" | "invalid_token" | "email_already_exists" | "magic_link_rate_limited" | BodyCode
>
/** Why a former email address is not restored. @since 0.1.0 */
export type RestoreEmailProblem = ProblemOf<"invalid_token" | "magic_link_rate_limited" | BodyCode>
/** Why an invitation cannot be accepted. @since 0.1.0 */
export type AcceptInvitationProblem = ProblemOf<
  "invalid_token" | "sign_up_closed" | "magic_link_rate_limited" | BodyCode
>

/**
 * The methods of a client. None uses `this`, and none rejects: the result contains what went wrong.
 *
 * @since 0.1.0
 */
export interface Client
  extends SessionMethods,
    AccountMethods,
    PasskeyMethods,
    SecondFactorMethods,
    FactorRecoveryMethods {
  /**
   * Creates an account and signs it in. If the instance verifies addresses first (`signUp.verification` is `before`),
   * sends an email instead, and returns `{ ok: true }` for every address: tell them apart with `"userId" in data`. If
   * sign-up is closed, it is `sign_up_closed` for every address.
   */
  readonly signUp: (
    credentials: Credentials,
    options?: CallOptions
  ) => Promise<Result<SignInResponse | Ok, SignUpProblem>>

  /**
   * Creates the account of a sign-up with the token of its link, for an app whose own page receives the links, and
   * signs this client in. The account has the password only if this client has signed up; otherwise let the user set
   * one. A token works once.
   */
  readonly verifySignUp: (
    token: SignUpToken,
    options?: CallOptions
  ) => Promise<Result<SignInResponse, VerifySignUpProblem>>

  /** Signs in with a password. A wrong password and an unknown address are both `invalid_credentials`. */
  readonly signIn: (credentials: Credentials, options?: CallOptions) => Promise<Result<SignInResponse, SignInProblem>>

  /** Sends a magic link by email, which works once, for 15 minutes. The reply is the same for every address. */
  readonly requestMagicLink: (
    request: MagicLinkRequest,
    options?: CallOptions
  ) => Promise<Result<Ok, RequestMagicLinkProblem>>

  /** Signs in with the token of a magic link, for an app whose own page receives the links. A token works once. */
  readonly verifyMagicLink: (
    token: MagicLinkToken,
    options?: CallOptions
  ) => Promise<Result<SignInResponse, VerifyMagicLinkProblem>>

  /**
   * Signs in with the code beside the newest magic link that this client requested. A code works once, for 10 minutes;
   * after five wrong codes for an address in 15 minutes, only its links work.
   */
  readonly verifyMagicLinkCode: (
    code: MagicLinkCode,
    options?: CallOptions
  ) => Promise<Result<SignInResponse, VerifyMagicLinkCodeProblem>>

  /**
   * Sets the password, revokes every session, and issues a new one to this client. Requires the current password,
   * unless the user signed in with a magic link in the last ten minutes and the page is on Latchkey's own origin.
   */
  readonly setPassword: (password: NewPassword, options?: CallOptions) => Promise<Result<Ok, SetPasswordProblem>>

  /** Sends a link to set a new password, if the address has an account. The reply is the same for every address. */
  readonly forgotPassword: (
    forgotten: ForgottenPassword,
    options?: CallOptions
  ) => Promise<Result<Ok, ForgotPasswordProblem>>

  /**
   * Sets a new password with the token of a link, revokes every session, and signs this client in. A token works once.
   * Show the user the `email` of the new session: an attacker may have sent a link to their own account.
   */
  readonly resetPassword: (
    reset: PasswordReset,
    options?: CallOptions
  ) => Promise<Result<SignInResponse, ResetPasswordProblem>>

  /**
   * Sends a link to a new email address of the user. The reply is the same for every address; nothing is sent to one
   * that is taken. Requires the current password, as `setPassword` does.
   */
  readonly changeEmail: (email: NewEmail, options?: CallOptions) => Promise<Result<Ok, ChangeEmailProblem>>

  /**
   * Changes the email address with the token of the link, in a session of the user who requested it. Revokes every
   * session, and issues a new one to this client. A token works once.
   */
  readonly confirmEmail: (
    token: EmailToken,
    options?: CallOptions
  ) => Promise<Result<SessionResponse, ConfirmEmailProblem>>

  /**
   * Restores the former email address with the token of the link to it, which needs no session. Deletes the password
   * and revokes every session; the user then signs in with a link, or sets a new password with one.
   */
  readonly restoreEmail: (token: EmailToken, options?: CallOptions) => Promise<Result<Ok, RestoreEmailProblem>>

  /**
   * Creates an account with the token of an invitation, for an app whose own page receives the links, and signs this
   * client in. A token works once.
   */
  readonly acceptInvitation: (
    token: InvitationToken,
    options?: CallOptions
  ) => Promise<Result<SignInResponse, AcceptInvitationProblem>>
}

/** Makes a client. Sends nothing. @since 0.1.0 */
export const createClient = (client: ClientOptions = {}): Client => ({
  signUp: (credentials, options) => call(client, endpoints.signUp, options, credentials),
  verifySignUp: (token, options) => call(client, endpoints.verifySignUp, options, token),
  signIn: (credentials, options) => call(client, endpoints.signIn, options, credentials),
  session: (options) => call(client, endpoints.session, options),
  signOut: (options) => call(client, endpoints.signOut, options),
  signOutAll: (options) => call(client, endpoints.signOutAll, options),
  requestMagicLink: (request, options) => call(client, endpoints.requestMagicLink, options, request),
  verifyMagicLink: (token, options) => call(client, endpoints.verifyMagicLink, options, token),
  verifyMagicLinkCode: (code, options) => call(client, endpoints.verifyMagicLinkCode, options, code),
  setPassword: (password, options) => call(client, endpoints.setPassword, options, password),
  forgotPassword: (forgotten, options) => call(client, endpoints.forgotPassword, options, forgotten),
  resetPassword: (reset, options) => call(client, endpoints.resetPassword, options, reset),
  changeEmail: (email, options) => call(client, endpoints.changeEmail, options, email),
  confirmEmail: (token, options) => call(client, endpoints.confirmEmail, options, token),
  restoreEmail: (token, options) => call(client, endpoints.restoreEmail, options, token),
  acceptInvitation: (token, options) => call(client, endpoints.acceptInvitation, options, token),
  sessions: (options) => call(client, endpoints.sessions, options),
  revokeSession: (session, options) => call(client, endpoints.revokeSession, options, session),
  account: (options) => call(client, endpoints.account, options),
  setLanguage: (choice, options) => call(client, endpoints.setLanguage, options, choice),
  deleteAccount: (request, options) => call(client, endpoints.deleteAccount, options, request),
  keepAccount: (options) => call(client, endpoints.keepAccount, options),
  newPasskeyOptions: (options) => call(client, endpoints.newPasskeyOptions, options),
  addPasskey: (passkey, options) => call(client, endpoints.addPasskey, options, passkey),
  passkeyOptions: (options) => call(client, endpoints.passkeyOptions, options),
  signInWithPasskey: (passkey, options) => call(client, endpoints.signInWithPasskey, options, passkey),
  passkeys: (options) => call(client, endpoints.passkeys, options),
  renamePasskey: (rename, options) => call(client, endpoints.renamePasskey, options, rename),
  removePasskey: (passkey, options) => call(client, endpoints.removePasskey, options, passkey),
  pendingSignIn: (options) => call(client, endpoints.pendingSignIn, options),
  completeSignIn: (code, options) => call(client, endpoints.completeSignIn, options, code),
  beginTotpAtSignIn: (options) => call(client, endpoints.beginTotpAtSignIn, options),
  confirmTotpAtSignIn: (confirmation, options) => call(client, endpoints.confirmTotpAtSignIn, options, confirmation),
  secondFactor: (options) => call(client, endpoints.secondFactor, options),
  beginTotp: (options) => call(client, endpoints.beginTotp, options),
  confirmTotp: (confirmation, options) => call(client, endpoints.confirmTotp, options, confirmation),
  removeTotp: (options) => call(client, endpoints.removeTotp, options),
  renewRecoveryCodes: (options) => call(client, endpoints.renewRecoveryCodes, options),
  factorRecoveryAtSignIn: (options) => call(client, endpoints.factorRecoveryAtSignIn, options),
  beginFactorRecoveryAtSignIn: (options) => call(client, endpoints.beginFactorRecoveryAtSignIn, options),
  beginFactorRecovery: (options) => call(client, endpoints.beginFactorRecovery, options),
  cancelFactorRecovery: (options) => call(client, endpoints.cancelFactorRecovery, options),
  confirmFactorRecovery: (token, options) => call(client, endpoints.confirmFactorRecovery, options, token),
  cancelFactorRecoveryWithLink: (token, options) =>
    call(client, endpoints.cancelFactorRecoveryWithLink, options, token),
  reauthenticate: (proof, options) => call(client, endpoints.reauthenticate, options, proof)
})
