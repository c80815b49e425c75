/**
 * The client: Latchkey's HTTP API for users, as functions that never reject.
 *
 * @since 0.1.0
 */
import type { Account, AccountDeletion } from "./Account.ts"
import { call } from "./internal/call.ts"
import { endpoints } from "./internal/endpoints.ts"
import type { CallOptions, ClientOptions } from "./Options.ts"
import type {
  NewPasskey,
  PasskeyCreationOptions,
  PasskeyCredential,
  PasskeyList,
  PasskeyReference,
  PasskeyRename,
  PasskeyRequestOptions,
  Passkey
} from "./Passkey.ts"
import type { BodyCode, ProblemOf, Result } from "./Problem.ts"
import type {
  EnrolledSession,
  Reauthentication,
  RecoveryCodes,
  SecondFactorCode,
  SecondFactorStatus,
  TotpConfirmation,
  TotpEnrollment
} from "./SecondFactor.ts"
import type {
  ActiveSession,
  Ok,
  SecondFactorRequired,
  SessionList,
  SessionResponse,
  SignInResponse
} from "./Session.ts"

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

/** The `sessionId` of a session. @since 0.1.0 */
export interface SessionReference {
  readonly id: string
}

/** The current password. Omit it if the user has just signed in with a magic link. @since 0.1.0 */
export interface AccountDeletionRequest {
  readonly currentPassword?: string
}

/** A language as a BCP 47 tag, such as `de` or `pt-BR`, or `null`: then the browser decides. @since 0.1.0 */
export interface LanguageChoice {
  readonly language: string | null
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
/** Why there is no session to return. @since 0.1.0 */
export type SessionProblem = ProblemOf<"unauthenticated" | "email_not_verified">
/** Why signing out fails. @since 0.1.0 */
export type SignOutProblem = ProblemOf<"forbidden_origin">
/** Why signing out on every device fails. @since 0.1.0 */
export type SignOutAllProblem = ProblemOf<"unauthenticated" | "forbidden_origin">
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
/** Why there are no sessions to list. @since 0.1.0 */
export type SessionsProblem = ProblemOf<"unauthenticated">
/** Why a session cannot be revoked. @since 0.1.0 */
export type RevokeSessionProblem = ProblemOf<"unauthenticated" | "forbidden_origin">
/** Why there is no account to return. @since 0.1.0 */
export type AccountProblem = ProblemOf<"unauthenticated">
/** Why a language is not set. @since 0.1.0 */
export type SetLanguageProblem = ProblemOf<"unauthenticated" | BodyCode>
/** Why an account is not deleted. @since 0.1.0 */
export type DeleteAccountProblem = ProblemOf<
  "unauthenticated" | "invalid_credentials" | "reauthentication_required" | "signin_rate_limited" | BodyCode
>
/** Why the deletion of an account is not cancelled. @since 0.1.0 */
export type KeepAccountProblem = ProblemOf<"unauthenticated" | "forbidden_origin">
/** Why a passkey cannot be created. @since 0.1.0 */
export type NewPasskeyOptionsProblem = ProblemOf<
  | "unauthenticated"
  | "reauthentication_required"
  | "passkey_disabled"
  | "too_many_passkeys"
  | "signin_rate_limited"
  | "forbidden_origin"
>
/** Why a passkey is not added. @since 0.1.0 */
export type AddPasskeyProblem = ProblemOf<
  | "unauthenticated"
  | "reauthentication_required"
  | "invalid_credentials"
  | "passkey_disabled"
  | "passkey_already_exists"
  | "too_many_passkeys"
  | "signin_rate_limited"
  | BodyCode
>
/** Why the browser cannot be asked for a passkey. @since 0.1.0 */
export type PasskeyOptionsProblem = ProblemOf<"passkey_disabled" | "signin_rate_limited" | "forbidden_origin">
/** Why signing in with a passkey fails. @since 0.1.0 */
export type SignInWithPasskeyProblem = ProblemOf<
  "invalid_credentials" | "passkey_disabled" | "signin_rate_limited" | BodyCode
>
/** Why there are no passkeys to list. @since 0.1.0 */
export type PasskeysProblem = ProblemOf<"unauthenticated">
/** Why a passkey is not renamed. @since 0.1.0 */
export type RenamePasskeyProblem = ProblemOf<"unauthenticated" | BodyCode>
/** Why a passkey is not removed. @since 0.1.0 */
export type RemovePasskeyProblem = ProblemOf<"unauthenticated" | "reauthentication_required" | "forbidden_origin">
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
  | "password_disabled"
  | "passkey_disabled"
  | "invalid_credentials"
  | "invalid_token"
  | "signin_rate_limited"
  | BodyCode
>

/**
 * The methods of a client. None uses `this`, and none rejects: the result contains what went wrong.
 *
 * @since 0.1.0
 */
export interface Client {
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

  /**
   * Returns the session that the cookies hold, and its user; `unauthenticated` if the user is not signed in, and
   * `email_not_verified` if the instance requires a verified email address and the user has none.
   */
  readonly session: (options?: CallOptions) => Promise<Result<ActiveSession, SessionProblem>>

  /** Revokes the session of this client. Succeeds without a session, too. */
  readonly signOut: (options?: CallOptions) => Promise<Result<Ok, SignOutProblem>>

  /** Revokes every session of the user, on every device; `unauthenticated` if the user is not signed in. */
  readonly signOutAll: (options?: CallOptions) => Promise<Result<Ok, SignOutAllProblem>>

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

  /** Returns the active sessions of the user, newest first, at most 100. */
  readonly sessions: (options?: CallOptions) => Promise<Result<SessionList, SessionsProblem>>

  /** Revokes one session of the user, which may be the current one. */
  readonly revokeSession: (
    session: SessionReference,
    options?: CallOptions
  ) => Promise<Result<Ok, RevokeSessionProblem>>

  /** Returns the signed-in user, and when the account will be deleted, if it will. */
  readonly account: (options?: CallOptions) => Promise<Result<Account, AccountProblem>>

  /** Sets the language of the pages and emails that the signed-in user gets. */
  readonly setLanguage: (choice: LanguageChoice, options?: CallOptions) => Promise<Result<Ok, SetLanguageProblem>>

  /**
   * Deletes the account of the signed-in user after the `deletionGraceDays` of the instance, or immediately if it has
   * none. Requires the current password, unless the user signed in with a magic link in the last ten minutes and the
   * page is on Latchkey's own origin.
   */
  readonly deleteAccount: (
    request: AccountDeletionRequest,
    options?: CallOptions
  ) => Promise<Result<AccountDeletion, DeleteAccountProblem>>

  /** Keeps an account that would be deleted. Succeeds if it would not be, too. */
  readonly keepAccount: (options?: CallOptions) => Promise<Result<Ok, KeepAccountProblem>>

  /**
   * Returns the options for `navigator.credentials.create`, with a challenge for this client that lasts five minutes.
   * The user must have authenticated in the last ten minutes, with a passkey or a second factor if they have one.
   */
  readonly newPasskeyOptions: (
    options?: CallOptions
  ) => Promise<Result<PasskeyCreationOptions, NewPasskeyOptionsProblem>>

  /** Adds the passkey that the browser has created. A user has at most 20. */
  readonly addPasskey: (passkey: NewPasskey, options?: CallOptions) => Promise<Result<Passkey, AddPasskeyProblem>>

  /**
   * Returns the options for `navigator.credentials.get`, with a challenge for this client that lasts five minutes and
   * can be answered once: to sign in, or to authenticate again.
   */
  readonly passkeyOptions: (options?: CallOptions) => Promise<Result<PasskeyRequestOptions, PasskeyOptionsProblem>>

  /**
   * Signs in with a passkey, at assurance level 2. An unknown passkey, one that does not verify, and a disabled account
   * are all `invalid_credentials`.
   */
  readonly signInWithPasskey: (
    passkey: PasskeyCredential,
    options?: CallOptions
  ) => Promise<Result<SignInResponse, SignInWithPasskeyProblem>>

  /** Returns the passkeys of the user, oldest first. */
  readonly passkeys: (options?: CallOptions) => Promise<Result<PasskeyList, PasskeysProblem>>

  /** Gives a passkey of the user another name. */
  readonly renamePasskey: (rename: PasskeyRename, options?: CallOptions) => Promise<Result<Ok, RenamePasskeyProblem>>

  /**
   * Removes a passkey of the user, and returns the others. The user must have authenticated with a passkey or a second
   * factor in the last ten minutes. Pass `signal` of the reply to `PublicKeyCredential.signalAllAcceptedCredentials`.
   */
  readonly removePasskey: (
    passkey: PasskeyReference,
    options?: CallOptions
  ) => Promise<Result<PasskeyList, RemovePasskeyProblem>>

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
   * Issues a new session in the place of the present one, with a new `authenticatedAt` and the methods of both.
   */
  readonly reauthenticate: (
    proof: Reauthentication,
    options?: CallOptions
  ) => Promise<Result<SessionResponse, ReauthenticateProblem>>
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
  reauthenticate: (proof, options) => call(client, endpoints.reauthenticate, options, proof)
})
