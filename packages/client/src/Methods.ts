/** The methods of a client, with the problems of each. Generated from the contract by `npm run generate`. */

import type { CallOptions } from "./Options.ts"
import type { ProblemOf, Result } from "./Problem.ts"
import type {
  AccessToken,
  AccessTokenRequest,
  Account,
  AccountDeletion,
  AccountDeletionRequest,
  AccountPatch,
  ActiveSession,
  BodyCode,
  Credentials,
  DeviceDecision,
  DeviceReference,
  DeviceRequest,
  EmailToken,
  EmailVerificationRequired,
  EnrolledSession,
  FactorRecovery,
  FactorRecoveryStatus,
  FactorRecoveryToken,
  ForgottenPassword,
  IdTokenSignIn,
  IdentityList,
  IdentityProviderList,
  IdentityProviderNonce,
  IdentityProviderVisit,
  IdentityProviderVisitRequest,
  IdentityReference,
  InvitationToken,
  LanguageChoice,
  MagicLinkCode,
  MagicLinkRequest,
  MagicLinkToken,
  NewEmail,
  NewPasskey,
  NewPassword,
  Ok,
  OptionalSession,
  Passkey,
  PasskeyCreationOptions,
  PasskeyCredential,
  PasskeyList,
  PasskeyReference,
  PasskeyRename,
  PasskeyRequestOptions,
  PasswordReset,
  Reauthentication,
  RecoveryCodes,
  SecondFactorCode,
  SecondFactorRequired,
  SecondFactorStatus,
  SessionList,
  SessionReference,
  SessionResponse,
  SignUpToken,
  TotpConfirmation,
  TotpEnrollment
} from "./Schemas.ts"

/** Why `signUp` fails. */
export type SignUpProblem = ProblemOf<
  | "password_too_short"
  | "email_already_exists"
  | "password_disabled"
  | "sign_up_closed"
  | "sign_up_refused"
  | "signup_rate_limited"
  | BodyCode
>

/** Why `signIn` fails. */
export type SignInProblem = ProblemOf<"invalid_credentials" | "password_disabled" | "signin_rate_limited" | BodyCode>

/** Why `setPassword` fails. */
export type SetPasswordProblem = ProblemOf<
  | "password_too_short"
  | "unauthenticated"
  | "password_disabled"
  | "invalid_credentials"
  | "reauthentication_required"
  | "signin_rate_limited"
  | BodyCode
>

/** Why `forgotPassword` fails. */
export type ForgotPasswordProblem = ProblemOf<
  "password_disabled" | "magic_link_disabled" | "magic_link_rate_limited" | BodyCode
>

/** Why `resetPassword` fails. */
export type ResetPasswordProblem = ProblemOf<
  | "password_too_short"
  | "invalid_token"
  | "password_disabled"
  | "magic_link_disabled"
  | "magic_link_rate_limited"
  | BodyCode
>

/** Why `verifySignUp` fails. */
export type VerifySignUpProblem = ProblemOf<
  "invalid_token" | "password_disabled" | "sign_up_closed" | "sign_up_refused" | "magic_link_rate_limited" | BodyCode
>

/** Why `requestMagicLink` fails. */
export type RequestMagicLinkProblem = ProblemOf<"magic_link_disabled" | "magic_link_rate_limited" | BodyCode>

/** Why `verifyMagicLink` fails. */
export type VerifyMagicLinkProblem = ProblemOf<
  "invalid_token" | "magic_link_disabled" | "magic_link_rate_limited" | BodyCode
>

/** Why `verifyMagicLinkCode` fails. */
export type VerifyMagicLinkCodeProblem = ProblemOf<
  "invalid_token" | "magic_link_disabled" | "magic_link_code_disabled" | "magic_link_rate_limited" | BodyCode
>

/** Why `newPasskeyOptions` fails. */
export type NewPasskeyOptionsProblem = ProblemOf<
  | "unauthenticated"
  | "reauthentication_required"
  | "passkey_disabled"
  | "forbidden_origin"
  | "too_many_passkeys"
  | "signin_rate_limited"
>

/** Why `addPasskey` fails. */
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

/** Why `passkeys` fails. */
export type PasskeysProblem = ProblemOf<"unauthenticated">

/** Why `passkeyOptions` fails. */
export type PasskeyOptionsProblem = ProblemOf<"passkey_disabled" | "forbidden_origin" | "signin_rate_limited">

/** Why `signInWithPasskey` fails. */
export type SignInWithPasskeyProblem = ProblemOf<
  "invalid_credentials" | "passkey_disabled" | "signin_rate_limited" | BodyCode
>

/** Why `renamePasskey` fails. */
export type RenamePasskeyProblem = ProblemOf<"unauthenticated" | BodyCode>

/** Why `removePasskey` fails. */
export type RemovePasskeyProblem = ProblemOf<"unauthenticated" | "reauthentication_required" | "forbidden_origin">

/** Why `identityProviders` fails. */
export type IdentityProvidersProblem = ProblemOf<never>

/** Why `signInWithIdentityProvider` fails. */
export type SignInWithIdentityProviderProblem = ProblemOf<
  | "identity_provider_disabled"
  | "identity_rejected"
  | "signin_rate_limited"
  | "identity_provider_unavailable"
  | BodyCode
>

/** Why `identityProviderNonce` fails. */
export type IdentityProviderNonceProblem = ProblemOf<"forbidden_origin" | "signin_rate_limited">

/** Why `signInWithIdToken` fails. */
export type SignInWithIdTokenProblem = ProblemOf<
  | "invalid_token"
  | "identity_provider_disabled"
  | "identity_rejected"
  | "proof_required"
  | "sign_up_closed"
  | "sign_up_refused"
  | "too_many_identities"
  | "signin_rate_limited"
  | "signup_rate_limited"
  | "identity_provider_unavailable"
  | BodyCode
>

/** Why `reauthenticateWithIdentityProvider` fails. */
export type ReauthenticateWithIdentityProviderProblem = ProblemOf<
  | "unauthenticated"
  | "identity_provider_disabled"
  | "identity_rejected"
  | "signin_rate_limited"
  | "identity_provider_unavailable"
  | BodyCode
>

/** Why `identities` fails. */
export type IdentitiesProblem = ProblemOf<"unauthenticated">

/** Why `addIdentity` fails. */
export type AddIdentityProblem = ProblemOf<
  | "unauthenticated"
  | "reauthentication_required"
  | "identity_provider_disabled"
  | "identity_rejected"
  | "too_many_identities"
  | "signin_rate_limited"
  | "identity_provider_unavailable"
  | BodyCode
>

/** Why `removeIdentity` fails. */
export type RemoveIdentityProblem = ProblemOf<
  "no_sign_in_method" | "unauthenticated" | "reauthentication_required" | "forbidden_origin"
>

/** Why `changeEmail` fails. */
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

/** Why `confirmEmail` fails. */
export type ConfirmEmailProblem = ProblemOf<
  "email_already_exists" | "unauthenticated" | "invalid_token" | "magic_link_rate_limited" | BodyCode
>

/** Why `restoreEmail` fails. */
export type RestoreEmailProblem = ProblemOf<"invalid_token" | "magic_link_rate_limited" | BodyCode>

/** Why `acceptInvitation` fails. */
export type AcceptInvitationProblem = ProblemOf<
  "invalid_token" | "sign_up_closed" | "magic_link_rate_limited" | BodyCode
>

/** Why `session` fails. */
export type SessionProblem = ProblemOf<"unauthenticated" | "email_not_verified">

/** Why `findSession` fails. */
export type FindSessionProblem = ProblemOf<never>

/** Why `sessions` fails. */
export type SessionsProblem = ProblemOf<"unauthenticated">

/** Why `revokeSession` fails. */
export type RevokeSessionProblem = ProblemOf<"unauthenticated" | "forbidden_origin">

/** Why `signOut` fails. */
export type SignOutProblem = ProblemOf<"forbidden_origin">

/** Why `signOutAll` fails. */
export type SignOutAllProblem = ProblemOf<"unauthenticated" | "forbidden_origin">

/** Why `pendingSignIn` fails. */
export type PendingSignInProblem = ProblemOf<"unauthenticated">

/** Why `completeSignIn` fails. */
export type CompleteSignInProblem = ProblemOf<"unauthenticated" | "invalid_token" | "signin_rate_limited" | BodyCode>

/** Why `beginTotpAtSignIn` fails. */
export type BeginTotpAtSignInProblem = ProblemOf<
  "unauthenticated" | "second_factor_disabled" | "forbidden_origin" | "second_factor_exists"
>

/** Why `confirmTotpAtSignIn` fails. */
export type ConfirmTotpAtSignInProblem = ProblemOf<
  | "unauthenticated"
  | "invalid_token"
  | "second_factor_disabled"
  | "second_factor_exists"
  | "signin_rate_limited"
  | BodyCode
>

/** Why `secondFactor` fails. */
export type SecondFactorProblem = ProblemOf<"unauthenticated">

/** Why `beginTotp` fails. */
export type BeginTotpProblem = ProblemOf<
  | "unauthenticated"
  | "reauthentication_required"
  | "second_factor_disabled"
  | "forbidden_origin"
  | "second_factor_exists"
>

/** Why `removeTotp` fails. */
export type RemoveTotpProblem = ProblemOf<"unauthenticated" | "reauthentication_required" | "forbidden_origin">

/** Why `confirmTotp` fails. */
export type ConfirmTotpProblem = ProblemOf<
  | "unauthenticated"
  | "invalid_token"
  | "second_factor_disabled"
  | "second_factor_exists"
  | "signin_rate_limited"
  | BodyCode
>

/** Why `renewRecoveryCodes` fails. */
export type RenewRecoveryCodesProblem = ProblemOf<"unauthenticated" | "reauthentication_required" | "forbidden_origin">

/** Why `factorRecoveryAtSignIn` fails. */
export type FactorRecoveryAtSignInProblem = ProblemOf<"unauthenticated">

/** Why `beginFactorRecoveryAtSignIn` fails. */
export type BeginFactorRecoveryAtSignInProblem = ProblemOf<
  | "unauthenticated"
  | "factor_recovery_disabled"
  | "email_not_verified"
  | "forbidden_origin"
  | "factor_recovery_not_needed"
  | "magic_link_rate_limited"
>

/** Why `beginFactorRecovery` fails. */
export type BeginFactorRecoveryProblem = ProblemOf<
  | "unauthenticated"
  | "factor_recovery_disabled"
  | "email_not_verified"
  | "forbidden_origin"
  | "factor_recovery_not_needed"
  | "magic_link_rate_limited"
>

/** Why `cancelFactorRecovery` fails. */
export type CancelFactorRecoveryProblem = ProblemOf<"unauthenticated" | "forbidden_origin">

/** Why `confirmFactorRecovery` fails. */
export type ConfirmFactorRecoveryProblem = ProblemOf<
  "invalid_token" | "factor_recovery_disabled" | "factor_recovery_too_early" | "magic_link_rate_limited" | BodyCode
>

/** Why `cancelFactorRecoveryWithLink` fails. */
export type CancelFactorRecoveryWithLinkProblem = ProblemOf<"invalid_token" | "magic_link_rate_limited" | BodyCode>

/** Why `reauthenticate` fails. */
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

/** Why `device` fails. */
export type DeviceProblem = ProblemOf<
  "invalid_request" | "unauthenticated" | "invalid_token" | "device_sign_in_disabled" | "signin_rate_limited"
>

/** Why `decideDevice` fails. */
export type DecideDeviceProblem = ProblemOf<
  | "unauthenticated"
  | "reauthentication_required"
  | "invalid_token"
  | "device_sign_in_disabled"
  | "signin_rate_limited"
  | BodyCode
>

/** Why `accessToken` fails. */
export type AccessTokenProblem = ProblemOf<
  "audience_not_allowed" | "unauthenticated" | "email_not_verified" | "access_tokens_disabled" | BodyCode
>

/** Why `account` fails. */
export type AccountProblem = ProblemOf<"unauthenticated">

/** Why `updateAccount` fails. */
export type UpdateAccountProblem = ProblemOf<"unauthenticated" | BodyCode>

/** Why `setLanguage` fails. */
export type SetLanguageProblem = ProblemOf<"unauthenticated" | BodyCode>

/** Why `deleteAccount` fails. */
export type DeleteAccountProblem = ProblemOf<
  "unauthenticated" | "invalid_credentials" | "reauthentication_required" | "signin_rate_limited" | BodyCode
>

/** Why `keepAccount` fails. */
export type KeepAccountProblem = ProblemOf<"unauthenticated" | "forbidden_origin">

/** The methods of a client for the topic: password. */
export interface PasswordMethods {
  /**
   * Creates an account and signs it in: sets the cookies `__client` and `__session`. With `signUp.verification`
   * `before`, sends an email instead, creates no account, sets `__client`, and replies `{ "ok": true }` for every
   * address. If sign-up is closed, or refused for the address, the reply is the same whether or not it has an account.
   */
  readonly signUp: (
    input: Credentials,
    options?: CallOptions
  ) => Promise<Result<SessionResponse | SecondFactorRequired | Ok, SignUpProblem>>

  /** Signs in: sets the cookies `__client` and `__session`. */
  readonly signIn: (
    input: Credentials,
    options?: CallOptions
  ) => Promise<Result<SessionResponse | SecondFactorRequired, SignInProblem>>

  /**
   * Sets the password of the signed-in user, revokes every session, and issues a new one: sets the cookies `__client`
   * and `__session`. Requires the current password, unless the user signed in with a magic link in the last ten minutes
   * and no page of another origin sends the request.
   */
  readonly setPassword: (input: NewPassword, options?: CallOptions) => Promise<Result<Ok, SetPasswordProblem>>
}

/** The methods of a client for the topic: password reset. */
export interface PasswordResetMethods {
  /**
   * Sends a link to set a new password, if the address has an account. The reply is the same whether or not it has one.
   * Works with magic links turned off, too; `magic_link_disabled` means that no email provider is configured.
   */
  readonly forgotPassword: (
    input: ForgottenPassword,
    options?: CallOptions
  ) => Promise<Result<Ok, ForgotPasswordProblem>>

  /**
   * Sets a new password with the token of a link, verifies the email address, revokes every session, and issues a new
   * one: sets the cookies `__client` and `__session`. A password that does not meet the policy does not consume the
   * link.
   */
  readonly resetPassword: (
    input: PasswordReset,
    options?: CallOptions
  ) => Promise<Result<SessionResponse | SecondFactorRequired, ResetPasswordProblem>>
}

/** The methods of a client for the topic: pending sign up. */
export interface PendingSignUpMethods {
  /**
   * Creates the account of a sign-up with the token of its link, with a verified email address, and signs it in: sets
   * the cookies `__client` and `__session`. The account has the password of the sign-up only if the request has the
   * `__client` cookie that the sign-up set, and otherwise none. A token works once, for 60 minutes.
   */
  readonly verifySignUp: (
    input: SignUpToken,
    options?: CallOptions
  ) => Promise<Result<SessionResponse | SecondFactorRequired, VerifySignUpProblem>>
}

/** The methods of a client for the topic: magic link. */
export interface MagicLinkMethods {
  /**
   * Sends a magic link by email. The reply is the same whether or not there is an account. With `returnTo` the link
   * opens a native client, and works for that client only.
   */
  readonly requestMagicLink: (
    input: MagicLinkRequest,
    options?: CallOptions
  ) => Promise<Result<Ok, RequestMagicLinkProblem>>

  /** Signs in with a magic link, from the button of the page or from a program. Takes a form or JSON. */
  readonly verifyMagicLink: (
    input: MagicLinkToken,
    options?: CallOptions
  ) => Promise<Result<SessionResponse | SecondFactorRequired, VerifyMagicLinkProblem>>

  /**
   * Signs in with the code of the newest email that the client requested. The request needs the `__client` cookie of
   * that client. All other codes and links of the address end.
   */
  readonly verifyMagicLinkCode: (
    input: MagicLinkCode,
    options?: CallOptions
  ) => Promise<Result<SessionResponse | SecondFactorRequired, VerifyMagicLinkCodeProblem>>
}

/** The methods of a client for the topic: passkey. */
export interface PasskeyMethods {
  /**
   * Returns the options for `navigator.credentials.create`, with a challenge for this client that lasts five minutes.
   * The user must have authenticated in the last ten minutes; with a passkey or a second factor if they have one. Pages
   * of other origins get 403.
   */
  readonly newPasskeyOptions: (
    options?: CallOptions
  ) => Promise<Result<PasskeyCreationOptions, NewPasskeyOptionsProblem>>

  /**
   * Adds the passkey that `navigator.credentials.create` returned. Without a name it gets that of its authenticator. A
   * credential that does not verify is 401, whatever the reason. Pages of other origins get 403.
   */
  readonly addPasskey: (input: NewPasskey, options?: CallOptions) => Promise<Result<Passkey, AddPasskeyProblem>>

  /** Returns the passkeys of the signed-in user, oldest first. */
  readonly passkeys: (options?: CallOptions) => Promise<Result<PasskeyList, PasskeysProblem>>

  /**
   * Returns the options for `navigator.credentials.get`, with a challenge for this client that lasts five minutes and
   * can be answered once: sets the cookie `__client`. It names no user. The same challenge serves to authenticate
   * again.
   */
  readonly passkeyOptions: (options?: CallOptions) => Promise<Result<PasskeyRequestOptions, PasskeyOptionsProblem>>

  /**
   * Signs in with the credential that `navigator.credentials.get` returned, at assurance level 2: sets the cookies
   * `__client` and `__session`. The reply is the same for an unknown passkey, one that does not verify, and a disabled
   * account.
   */
  readonly signInWithPasskey: (
    input: PasskeyCredential,
    options?: CallOptions
  ) => Promise<Result<SessionResponse | SecondFactorRequired, SignInWithPasskeyProblem>>

  /** Gives a passkey of the signed-in user another name. */
  readonly renamePasskey: (input: PasskeyRename, options?: CallOptions) => Promise<Result<Ok, RenamePasskeyProblem>>

  /**
   * Removes a passkey of the signed-in user, and returns the others. The user must have authenticated with a passkey or
   * a second factor in the last ten minutes. Sessions stay. Pages of other origins get 403.
   */
  readonly removePasskey: (
    input: PasskeyReference,
    options?: CallOptions
  ) => Promise<Result<PasskeyList, RemovePasskeyProblem>>
}

/** The methods of a client for the topic: identity provider. */
export interface IdentityProviderMethods {
  /** Returns the providers that users can sign in with, in the order of their buttons. */
  readonly identityProviders: (options?: CallOptions) => Promise<Result<IdentityProviderList, IdentityProvidersProblem>>

  /**
   * Returns the page of the provider, and sets the cookie `__client`. The provider sends the browser back to the
   * callback within ten minutes, once.
   */
  readonly signInWithIdentityProvider: (
    input: IdentityProviderVisitRequest,
    options?: CallOptions
  ) => Promise<Result<IdentityProviderVisit, SignInWithIdentityProviderProblem>>

  /**
   * Returns a nonce for the SDK of a provider, and sets the cookie `__client`. It lasts ten minutes, and can be used
   * once.
   */
  readonly identityProviderNonce: (
    options?: CallOptions
  ) => Promise<Result<IdentityProviderNonce, IdentityProviderNonceProblem>>

  /**
   * Signs in with an ID token that an app has got from the SDK of the provider, for a nonce of this client. A token
   * that verifies uses the nonce up.
   */
  readonly signInWithIdToken: (
    input: IdTokenSignIn,
    options?: CallOptions
  ) => Promise<Result<SessionResponse | SecondFactorRequired | EmailVerificationRequired, SignInWithIdTokenProblem>>

  /**
   * Returns the page of the provider. When the browser comes back from an account that is linked to the signed-in
   * user's, the callback issues a new session in the place of the presented one, as `/v1/auth/reauthenticate` does.
   */
  readonly reauthenticateWithIdentityProvider: (
    input: IdentityProviderVisitRequest,
    options?: CallOptions
  ) => Promise<Result<IdentityProviderVisit, ReauthenticateWithIdentityProviderProblem>>

  /** Returns the accounts at identity providers of the signed-in user, oldest first. */
  readonly identities: (options?: CallOptions) => Promise<Result<IdentityList, IdentitiesProblem>>

  /**
   * Returns the page of the provider. The account there is linked to the signed-in user when the browser comes back.
   * The user must have authenticated in the last ten minutes; with a passkey or a second factor if they have one. Pages
   * of other origins get 403.
   */
  readonly addIdentity: (
    input: IdentityProviderVisitRequest,
    options?: CallOptions
  ) => Promise<Result<IdentityProviderVisit, AddIdentityProblem>>

  /**
   * Unlinks an account at an identity provider, and returns the others. The user must have authenticated in the last
   * ten minutes; with a passkey or a second factor if they have one. The last way to sign in stays. Sessions stay.
   * Pages of other origins get 403.
   */
  readonly removeIdentity: (
    input: IdentityReference,
    options?: CallOptions
  ) => Promise<Result<IdentityList, RemoveIdentityProblem>>
}

/** The methods of a client for the topic: email change. */
export interface EmailChangeMethods {
  /**
   * Sends a link to the new address. The reply is the same whether or not the address is free; nothing is sent to one
   * that is taken. Requires the current password, unless the user signed in with a magic link in the last ten minutes
   * and no page of another origin sends the request. Works with magic links turned off, too; `magic_link_disabled`
   * means that no email provider is configured.
   */
  readonly changeEmail: (input: NewEmail, options?: CallOptions) => Promise<Result<Ok, ChangeEmailProblem>>

  /**
   * Changes the address with the token of the link, in a session of the user who requested it. Revokes every session,
   * and issues a new one: sets the cookies `__client` and `__session`. A former address that was verified gets a link
   * that restores it for seven days.
   */
  readonly confirmEmail: (
    input: EmailToken,
    options?: CallOptions
  ) => Promise<Result<SessionResponse, ConfirmEmailProblem>>

  /**
   * Restores the address that the link was sent to, deletes the password, and revokes every session. It does not sign
   * in: the user then signs in with a link, or sets a new password with one.
   */
  readonly restoreEmail: (input: EmailToken, options?: CallOptions) => Promise<Result<Ok, RestoreEmailProblem>>
}

/** The methods of a client for the topic: acceptance. */
export interface AcceptanceMethods {
  /**
   * Creates an account with the token of an invitation, with a verified email address, and signs it in: sets the
   * cookies `__client` and `__session`. A token works once, for seven days.
   */
  readonly acceptInvitation: (
    input: InvitationToken,
    options?: CallOptions
  ) => Promise<Result<SessionResponse | SecondFactorRequired, AcceptInvitationProblem>>
}

/** The methods of a client for the topic: session. */
export interface SessionMethods {
  /**
   * Returns the session that the cookies hold, and its user. A program that sends neither our cookies nor `Origin` nor
   * `Sec-Fetch-Site` can send a personal access token instead, and gets that and its user. An instance can require a
   * verified email address.
   */
  readonly session: (options?: CallOptions) => Promise<Result<ActiveSession, SessionProblem>>

  /**
   * Returns the session that the cookies hold, or `null`, so that a page can ask whether its visitor is signed in
   * without an error in the browser's console. Reads no bearer token.
   */
  readonly findSession: (options?: CallOptions) => Promise<Result<OptionalSession, FindSessionProblem>>

  /** Returns the active sessions of the signed-in user, newest first. */
  readonly sessions: (options?: CallOptions) => Promise<Result<SessionList, SessionsProblem>>

  /** Revokes one session of the signed-in user, which may be the current one. */
  readonly revokeSession: (input: SessionReference, options?: CallOptions) => Promise<Result<Ok, RevokeSessionProblem>>

  /** Revokes the session of this client. Succeeds without a session, too. */
  readonly signOut: (options?: CallOptions) => Promise<Result<Ok, SignOutProblem>>

  /** Revokes every session of the signed-in user, on every device. */
  readonly signOutAll: (options?: CallOptions) => Promise<Result<Ok, SignOutAllProblem>>
}

/** The methods of a client for the topic: second factor. */
export interface SecondFactorMethods {
  /**
   * Returns what completes the sign-in that this client began less than ten minutes ago, and that lacks its second
   * factor.
   */
  readonly pendingSignIn: (options?: CallOptions) => Promise<Result<SecondFactorRequired, PendingSignInProblem>>

  /**
   * Completes the pending sign-in with a code of the authenticator app or a recovery code: sets the cookies `__client`
   * and `__session`, and clears `__pending`. A wrong code leaves it pending.
   */
  readonly completeSignIn: (
    input: SecondFactorCode,
    options?: CallOptions
  ) => Promise<Result<SessionResponse, CompleteSignInProblem>>

  /**
   * Returns the secret of a new authenticator app, for a pending sign-in of a user without a second factor on an
   * instance that requires one.
   */
  readonly beginTotpAtSignIn: (options?: CallOptions) => Promise<Result<TotpEnrollment, BeginTotpAtSignInProblem>>

  /**
   * Sets up the authenticator app that shows the code, and completes the pending sign-in: sets the cookies `__client`
   * and `__session`, and clears `__pending`.
   */
  readonly confirmTotpAtSignIn: (
    input: TotpConfirmation,
    options?: CallOptions
  ) => Promise<Result<EnrolledSession, ConfirmTotpAtSignInProblem>>

  /** Returns whether the signed-in user has a second factor. */
  readonly secondFactor: (options?: CallOptions) => Promise<Result<SecondFactorStatus, SecondFactorProblem>>

  /**
   * Returns the secret of a new authenticator app for the signed-in user. Requires an authentication in the last ten
   * minutes, and no page of another origin.
   */
  readonly beginTotp: (options?: CallOptions) => Promise<Result<TotpEnrollment, BeginTotpProblem>>

  /**
   * Removes the authenticator app and the recovery codes, revokes every session of the user, and issues a new one: sets
   * the cookies `__client` and `__session`. Requires an authentication with the second factor in the last ten minutes.
   */
  readonly removeTotp: (options?: CallOptions) => Promise<Result<Ok, RemoveTotpProblem>>

  /**
   * Sets up the authenticator app that shows the code, revokes every session of the user, and issues a new one: sets
   * the cookies `__client` and `__session`.
   */
  readonly confirmTotp: (
    input: TotpConfirmation,
    options?: CallOptions
  ) => Promise<Result<EnrolledSession, ConfirmTotpProblem>>

  /**
   * Replaces all recovery codes with ten new ones. Requires an authentication with the second factor in the last ten
   * minutes.
   */
  readonly renewRecoveryCodes: (options?: CallOptions) => Promise<Result<RecoveryCodes, RenewRecoveryCodesProblem>>

  /**
   * Proves that the signed-in user is still the same person, with one of `password`; `code`, a code of the
   * authenticator app or a recovery code; and `credential`, a passkey that answers the options of
   * `/v1/auth/passkeys/sign-in/options`. Issues a new session in the place of the presented one, with a new
   * `authenticatedAt` and the methods of both: sets the cookies `__client` and `__session`. A password renews no
   * session of level 2: the reply is `reauthentication_required`, and a code or a passkey does.
   */
  readonly reauthenticate: (
    input: Reauthentication,
    options?: CallOptions
  ) => Promise<Result<SessionResponse, ReauthenticateProblem>>
}

/** The methods of a client for the topic: factor recovery. */
export interface FactorRecoveryMethods {
  /**
   * Returns whether the user of the pending sign-in can request the removal of lost factors by email, and the recovery
   * that is open.
   */
  readonly factorRecoveryAtSignIn: (
    options?: CallOptions
  ) => Promise<Result<FactorRecoveryStatus, FactorRecoveryAtSignInProblem>>

  /**
   * Requests the removal of the authenticator app, the recovery codes and the passkeys of the user whose sign-in is
   * pending, and sends an email with a link. The link completes it after the waiting time of the instance. While a
   * recovery is open, returns that one and sends no other email. Has no effect while the instance requires a second
   * factor, and without an email provider: `factor_recovery_disabled`.
   */
  readonly beginFactorRecoveryAtSignIn: (
    options?: CallOptions
  ) => Promise<Result<FactorRecovery, BeginFactorRecoveryAtSignInProblem>>

  /**
   * The same for the signed-in user, who would need a passkey or a code to change anything, and has lost them. Not from
   * pages of other origins.
   */
  readonly beginFactorRecovery: (options?: CallOptions) => Promise<Result<FactorRecovery, BeginFactorRecoveryProblem>>

  /** Cancels the recovery of the signed-in user, if one is open. Not from pages of other origins. */
  readonly cancelFactorRecovery: (options?: CallOptions) => Promise<Result<Ok, CancelFactorRecoveryProblem>>

  /**
   * Removes the authenticator app, the recovery codes and the passkeys of the account with the token of the link, and
   * revokes every session. It does not sign in: the user signs in with the password or a link, and sets up others.
   * `factor_recovery_too_early` says in `availableAt` when it is possible.
   */
  readonly confirmFactorRecovery: (
    input: FactorRecoveryToken,
    options?: CallOptions
  ) => Promise<Result<Ok, ConfirmFactorRecoveryProblem>>

  /** Cancels the recovery with the token of the link, without a session. All its links end. */
  readonly cancelFactorRecoveryWithLink: (
    input: FactorRecoveryToken,
    options?: CallOptions
  ) => Promise<Result<Ok, CancelFactorRecoveryWithLinkProblem>>
}

/** The methods of a client for the topic: device sign in. */
export interface DeviceSignInMethods {
  /**
   * Returns what is known of the device with a code that the signed-in user has typed, and decides nothing. Show all of
   * it, and ask the user whether they have started the sign-in themselves: an attacker can send them a code. For your
   * own page in place of `/device`, also on an allowed origin. Each user can try five wrong codes a minute, and each IP
   * address ten.
   */
  readonly device: (input: DeviceReference, options?: CallOptions) => Promise<Result<DeviceRequest, DeviceProblem>>

  /**
   * Signs the user in on the device with the code, or refuses it. The code cannot be used again. To approve, the user
   * must have authenticated in the last ten minutes; with a passkey or a second factor if they have one. The user gets
   * an email about an approval. Limits as for `GET /v1/auth/device`.
   */
  readonly decideDevice: (input: DeviceDecision, options?: CallOptions) => Promise<Result<Ok, DecideDeviceProblem>>
}

/** The methods of a client for the topic: access token. */
export interface AccessTokenMethods {
  /**
   * Returns a signed token, with which an API on another host knows the user for five minutes without asking Latchkey.
   * The audience is one of `tokenConfig.audiences` of the instance. For a session, or for the personal access token of
   * a program that sends neither our cookies nor `Origin` nor `Sec-Fetch-Site`. Latchkey itself accepts no access
   * tokens.
   */
  readonly accessToken: (
    input: AccessTokenRequest,
    options?: CallOptions
  ) => Promise<Result<AccessToken, AccessTokenProblem>>
}

/** The methods of a client for the topic: account. */
export interface AccountMethods {
  /** Returns the signed-in user, and when the account will be deleted, if it will. */
  readonly account: (options?: CallOptions) => Promise<Result<Account, AccountProblem>>

  /**
   * Changes the name and `userMetadata` of the signed-in user with a JSON merge patch (RFC 7396). `null` removes the
   * name, a member, or every member.
   */
  readonly updateAccount: (input: AccountPatch, options?: CallOptions) => Promise<Result<Account, UpdateAccountProblem>>

  /**
   * Sets the language of the pages and emails that the signed-in user gets. With `null`, the languages of the browser
   * decide. A language that Latchkey does not speak is stored, too.
   */
  readonly setLanguage: (input: LanguageChoice, options?: CallOptions) => Promise<Result<Ok, SetLanguageProblem>>

  /**
   * Deletes the signed-in user after the days that the instance keeps such accounts, and revokes every other session;
   * with no days, deletes the user immediately. Requires the current password, unless the user signed in with a magic
   * link in the last ten minutes and no page of another origin sends the request.
   */
  readonly deleteAccount: (
    input: AccountDeletionRequest,
    options?: CallOptions
  ) => Promise<Result<AccountDeletion, DeleteAccountProblem>>

  /** Cancels the deletion of the account. Succeeds if none is scheduled, too. */
  readonly keepAccount: (options?: CallOptions) => Promise<Result<Ok, KeepAccountProblem>>
}

/** The methods of a client. None uses `this`, and none rejects: the result contains what went wrong. */
export interface Client
  extends PasswordMethods,
    PasswordResetMethods,
    PendingSignUpMethods,
    MagicLinkMethods,
    PasskeyMethods,
    IdentityProviderMethods,
    EmailChangeMethods,
    AcceptanceMethods,
    SessionMethods,
    SecondFactorMethods,
    FactorRecoveryMethods,
    DeviceSignInMethods,
    AccessTokenMethods,
    AccountMethods {}
