/** The types of inputs, data and problems. Generated from the contract by `npm run generate`. */

import type { ProblemDocument, Retryable } from "./ProblemDocument.ts"

/** The input of `signUp` and `signIn`. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The user is signed in. */
export interface SessionResponse {
  /** The id of the user. It never changes. */
  readonly userId: string
  /** The id of the session. It is not secret. */
  readonly sessionId: string
}

/**
 * The user is not signed in yet. The cookie `__pending` allows this client to present a second factor, for ten minutes.
 * `totp_enrollment`: to set up an authenticator app first. `passkey`: to sign in with a passkey instead.
 */
export interface SecondFactorRequired {
  readonly secondFactorRequired: readonly [string, ...string[]]
}

/** It worked. */
export interface Ok {
  readonly ok: true
}

/** A field of the request, and what is wrong with it. */
export interface InvalidField {
  readonly field: string
  readonly reason: string
}

/** The input of `setPassword`. */
export interface NewPassword {
  readonly password: string
  readonly currentPassword?: string
}

/** The input of `forgotPassword`. */
export interface ForgottenPassword {
  readonly email: string
}

/** The input of `resetPassword`. */
export interface PasswordReset {
  readonly token: string
  readonly password: string
}

/** The input of `verifySignUp`. */
export interface SignUpToken {
  readonly token: string
}

/** The input of `requestMagicLink`. */
export interface MagicLinkRequest {
  readonly email: string
}

/** The input of `verifyMagicLink`. */
export interface MagicLinkToken {
  readonly token: string
}

/** The input of `verifyMagicLinkCode`. */
export interface MagicLinkCode {
  /** The six digits of the code. Spaces and dashes are ignored. */
  readonly code: string
}

/** What a browser needs to create a passkey: `PublicKeyCredentialCreationOptionsJSON`. */
export interface PasskeyCreationOptions {
  readonly rp: {
    readonly id: string
    readonly name: string
  }
  readonly user: {
    /** Bytes as base64url without padding. */
    readonly id: string
    readonly name: string
    readonly displayName: string
  }
  /** Bytes as base64url without padding. */
  readonly challenge: string
  readonly pubKeyCredParams: {
    readonly type: "public-key"
    readonly alg: number
  }[]
  /** Milliseconds until the challenge expires. */
  readonly timeout: number
  readonly excludeCredentials: {
    readonly type: "public-key"
    /** Bytes as base64url without padding. */
    readonly id: string
    readonly transports: string[]
  }[]
  readonly authenticatorSelection: {
    readonly residentKey: "required"
    readonly requireResidentKey: true
    readonly userVerification: "required"
  }
  readonly attestation: "none"
}

/** The input of `addPasskey`. */
export interface NewPasskey {
  readonly credential: object
  readonly name?: string
}

/** A passkey of the signed-in user. */
export interface Passkey {
  /** The id of the passkey. It is not secret. */
  readonly id: string
  /** What the user calls it. */
  readonly name: string
  /** The model of the authenticator; zeros if it does not say. */
  readonly aaguid: string
  readonly transports: ReadonlyArray<string>
  /** Whether it may be copied to other devices. */
  readonly backupEligible: boolean
  /** Whether it was copied at its last use. */
  readonly backedUp: boolean
  /** A time in UTC, as ISO 8601. */
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** The passkeys of the signed-in user, oldest first. */
export interface PasskeyList {
  readonly passkeys: ReadonlyArray<Passkey>
  readonly signal: PasskeySignal | null
}

/** What the signal methods of `PublicKeyCredential` need. */
export interface PasskeySignal {
  readonly rpId: string
  /** Bytes as base64url without padding. */
  readonly userId: string
  readonly name: string
  readonly displayName: string
  readonly allAcceptedCredentialIds: ReadonlyArray<string>
}

/** What a browser needs to ask for a passkey: `PublicKeyCredentialRequestOptionsJSON`. */
export interface PasskeyRequestOptions {
  /** Bytes as base64url without padding. */
  readonly challenge: string
  /** Milliseconds until the challenge expires. */
  readonly timeout: number
  readonly rpId: string
  readonly allowCredentials: {
    readonly type: "public-key"
    /** Bytes as base64url without padding. */
    readonly id: string
    readonly transports: string[]
  }[]
  readonly userVerification: "required"
}

/** The input of `signInWithPasskey`. */
export interface PasskeyCredential {
  readonly credential: object
}

/** The input of `renamePasskey`. */
export interface PasskeyRename {
  /** The id of the passkey. */
  readonly id: string
  readonly name: string
}

/** The input of `removePasskey`. */
export interface PasskeyReference {
  /** The id of the passkey. */
  readonly id: string
}

/** The providers that users can sign in with, in the order of their buttons. */
export interface IdentityProviderList {
  readonly identityProviders: ReadonlyArray<IdentityProvider>
}

/** A provider that users can sign in with. */
export interface IdentityProvider {
  /** The id of the provider in its instance. */
  readonly id: string
  /** What the button says. */
  readonly name: string
  readonly kind: "oidc" | "google" | "microsoft" | "apple" | "github"
}

/** The input of `signInWithIdentityProvider`, `reauthenticateWithIdentityProvider` and `addIdentity`. */
export interface IdentityProviderVisitRequest {
  /** The id of the provider. */
  readonly provider: string
  /** Where the browser goes on afterwards: a page of the instance, or of an allowed origin. */
  readonly returnTo?: string
}

/** Where a visit to a provider begins. */
export interface IdentityProviderVisit {
  /** The page of the provider. Send the browser there. */
  readonly url: string
}

/** A nonce for an ID token. */
export interface IdentityProviderNonce {
  readonly nonce: string
}

/** The input of `signInWithIdToken`. */
export interface IdTokenSignIn {
  readonly provider: string
  readonly idToken: string
  readonly nonce: string
}

/** An email was sent to the address that the provider has named. Its link completes the sign-up. */
export interface EmailVerificationRequired {
  readonly emailVerificationRequired: true
}

/** The identities of the signed-in user, oldest first. */
export interface IdentityList {
  readonly identities: ReadonlyArray<Identity>
}

/** An account at an identity provider, which the user signs in with. */
export interface Identity {
  /** The id of the identity. It is not secret. */
  readonly id: string
  /** The id of the provider; `null` if the instance no longer has it. */
  readonly provider: string | null
  readonly issuer: string
  /** The id of the user at the provider. */
  readonly subject: string
  /** What the user recognizes the account by, such as its email address. */
  readonly label: string | null
  /** A time in UTC, as ISO 8601. */
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** The input of `removeIdentity`. */
export interface IdentityReference {
  /** The id of the identity. */
  readonly id: string
}

/** The input of `changeEmail`. */
export interface NewEmail {
  readonly email: string
  readonly currentPassword?: string
}

/** The input of `confirmEmail` and `restoreEmail`. */
export interface EmailToken {
  readonly token: string
}

/** The input of `acceptInvitation`. */
export interface InvitationToken {
  readonly token: string
}

/** An active session, and its user. */
export interface ActiveSession {
  /** The id of the user. It never changes. */
  readonly userId: string
  /** The id of the session. It is not secret. */
  readonly sessionId: string
  /** The id of the instance that the user belongs to. */
  readonly instanceId: string
  readonly email: string
  /** Whether the user has used a link from an email, to sign in or to set a new password. */
  readonly emailVerified: boolean
  /** When the first verification took the account over from the person who created it, or `null`. */
  readonly claimedAt: string | null
  /**
   * How the user has authenticated (RFC 8176): `pwd`, `email`, `pop` and `user` (a passkey), `otp`, `recovery_code`,
   * and `mfa` exactly if `aal` is 2.
   */
  readonly amr: ReadonlyArray<string>
  /** The assurance level: 1, or 2 after a passkey or a second factor. */
  readonly aal: 1 | 2
  /** A time in UTC, as ISO 8601. */
  readonly authenticatedAt: string
  /** A time in UTC, as ISO 8601. */
  readonly expiresAt: string
  /** What the user is called, or `null`, if the instance includes it. */
  readonly name?: string | null
  /** What the app keeps with the user, if the instance includes it. */
  readonly metadata?: { readonly [name: string]: unknown }
  /** What the user may change, if the instance includes it. */
  readonly userMetadata?: { readonly [name: string]: unknown }
}

/** The session, if there is one. */
export interface OptionalSession {
  /** The session, or `null` without one. */
  readonly session: ActiveSession | null
  /** Whether the user is signed in, and has to verify their email address before apps get the session. */
  readonly emailVerificationRequired: boolean
}

/** The active sessions, newest first. */
export interface SessionList {
  readonly sessions: ReadonlyArray<SessionSummary>
}

/** A session in the list. */
export interface SessionSummary {
  /** The id of the session. It is not secret. */
  readonly sessionId: string
  /** Whether it is the session of the request. */
  readonly current: boolean
  readonly method: string
  /** The `User-Agent` at sign-in. */
  readonly userAgent: string
  /** What the device calls itself, if it was signed in with a code: empty if it has given no name. Otherwise `null`. */
  readonly deviceName: string | null
  /** A time in UTC, as ISO 8601. */
  readonly authenticatedAt: string
  /** A time in UTC, as ISO 8601. */
  readonly lastSeenAt: string
  /** A time in UTC, as ISO 8601. */
  readonly expiresAt: string
}

/** The input of `revokeSession`. */
export interface SessionReference {
  /** The id of the session. */
  readonly id: string
}

/** The input of `completeSignIn`. */
export interface SecondFactorCode {
  /** The six digits of the authenticator app, or a recovery code. Spaces and dashes are ignored. */
  readonly code: string
}

/** What an authenticator app needs. */
export interface TotpEnrollment {
  /** The secret, to type into the app (Base32). */
  readonly secret: string
  /** The same as a URI, for a link on the device of the app. */
  readonly uri: string
  /** The URI as a QR code, in SVG. */
  readonly qrCode: string
  /** Send it back with the first code, within 30 minutes. Nothing is stored before. */
  readonly enrollment: string
}

/** The input of `confirmTotpAtSignIn` and `confirmTotp`. */
export interface TotpConfirmation {
  /** The `enrollment` of the app's secret. */
  readonly enrollment: string
  /** The six digits that the authenticator app shows. Spaces and dashes are ignored. */
  readonly code: string
}

/** The user is signed in, and has a second factor. */
export interface EnrolledSession {
  /** The id of the user. It never changes. */
  readonly userId: string
  /** The id of the session. It is not secret. */
  readonly sessionId: string
  /** Ten codes, each of which works once in the place of the authenticator app. Show them now: they are not stored. */
  readonly recoveryCodes: ReadonlyArray<string>
}

/** Whether the signed-in user has a second factor. */
export interface SecondFactorStatus {
  /** The setting of the instance. */
  readonly mode: "off" | "optional" | "required"
  /** Whether the user can set up an authenticator app. */
  readonly isAvailable: boolean
  /** Since when the user has one, or `null`. */
  readonly confirmedAt: string | null
  /** How many recovery codes are left. */
  readonly recoveryCodes: number
  readonly recovery: FactorRecoveryStatus
}

/** What a user can do about lost passkeys and a lost authenticator app. */
export interface FactorRecoveryStatus {
  /**
   * Whether the user can request a recovery: the instance allows it, requires no second factor and can send emails,
   * their address is verified, and they need a factor that they have not presented.
   */
  readonly isAvailable: boolean
  /** The recovery that is open, or `null`. */
  readonly open: FactorRecovery | null
}

/** A recovery that is open. */
export interface FactorRecovery {
  /** A time in UTC, as ISO 8601. */
  readonly requestedAt: string
  /** A time in UTC, as ISO 8601. */
  readonly availableAt: string
  /** A time in UTC, as ISO 8601. */
  readonly expiresAt: string
}

/** New recovery codes. */
export interface RecoveryCodes {
  /** Ten codes, each of which works once in the place of the authenticator app. Show them now: they are not stored. */
  readonly recoveryCodes: ReadonlyArray<string>
}

/** The input of `confirmFactorRecovery` and `cancelFactorRecoveryWithLink`. */
export interface FactorRecoveryToken {
  readonly token: string
}

/** The input of `reauthenticate`. */
export interface Reauthentication {
  readonly password?: string
  /** The six digits of the authenticator app, or a recovery code. Spaces and dashes are ignored. */
  readonly code?: string
  readonly credential?: object
}

/** The input of `device`. */
export interface DeviceReference {
  readonly userCode: string
}

/** A device that asks to sign the user in. */
export interface DeviceRequest {
  /** The code as the device shows it: the user compares both. */
  readonly userCode: string
  /** What the device calls itself, or `null`. */
  readonly name: string | null
  /** Its `User-Agent`; empty if it sent none. */
  readonly userAgent: string
  readonly ipAddress: string
  /** A time in UTC, as ISO 8601. */
  readonly requestedAt: string
  /** Whether the user has to authenticate again before they approve it. */
  readonly needsReauthentication: boolean
}

/** The input of `decideDevice`. */
export interface DeviceDecision {
  readonly userCode: string
  /** `true`: sign the device in. `false`: refuse it. */
  readonly approve: boolean
}

/** The input of `accessToken`. */
export interface AccessTokenRequest {
  readonly audience: string
}

/** An access token for an API. */
export interface AccessToken {
  /** The token, signed with ES256 (RFC 9068). */
  readonly accessToken: string
  readonly tokenType: "Bearer"
  /** Seconds until the token expires: 300 at most. */
  readonly expiresIn: number
}

/** The signed-in user. */
export interface Account {
  /** The id of the user. It never changes. */
  readonly userId: string
  readonly email: string
  readonly emailVerified: boolean
  readonly hasPassword: boolean
  /** Whether deleting the account requires the current password, or a sign-in with a new link. */
  readonly needsReauthentication: boolean
  /** A time in UTC, as ISO 8601. */
  readonly createdAt: string
  /** When the account will be deleted, or `null`. */
  readonly deletionAt: string | null
  /** The language that the user has chosen for pages and emails, or `null`: then the browser decides. */
  readonly language: string | null
  /** What the user is called, or `null`. */
  readonly name: string | null
  /** What the app keeps with the user. Users cannot change it. */
  readonly metadata: { readonly [name: string]: unknown }
  /** What the app keeps with the user, and the user may change. */
  readonly userMetadata: { readonly [name: string]: unknown }
  /** How many days an account is kept after its user has asked to delete it. */
  readonly deletionGraceDays: number
}

/** The input of `updateAccount`. */
export interface AccountPatch {
  readonly name?: string | null
  readonly userMetadata?: { readonly [name: string]: unknown } | null
}

/** The input of `setLanguage`. */
export interface LanguageChoice {
  readonly language: string | null
}

/** The input of `deleteAccount`. */
export interface AccountDeletionRequest {
  readonly currentPassword?: string
}

/** The account is deleted, or will be. */
export interface AccountDeletion {
  /** Whether the account is deleted already. */
  readonly deleted: boolean
  /** A time in UTC, as ISO 8601. */
  readonly deletionAt: string
}

/** The password does not meet the policy. */
export interface PasswordTooShort {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: "password_too_short"
  readonly violations: ReadonlyArray<
    | "too_short"
    | "common"
    | "uppercase_required"
    | "lowercase_required"
    | "number_required"
    | "special_required"
    | "custom"
  >
  readonly reasons?: ReadonlyArray<string>
}

/** The request is malformed. */
export interface InvalidRequest {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: "invalid_request"
  readonly errors: ReadonlyArray<InvalidField>
}

/** No account can be created with this email address. */
export interface SignUpRefused {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: "sign_up_refused"
  readonly reasons: ReadonlyArray<string>
}

/** Cross-origin request blocked. */
export interface ForbiddenOrigin {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: "forbidden_origin"
  /** In development only, one sentence for developers: what is wrong, and which setting fixes it. */
  readonly hint?: string
}

/** Not signed in. */
export interface Unauthenticated {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: "unauthenticated"
  /** In development only, one sentence for developers: what is wrong, and which setting fixes it. */
  readonly hint?: string
}

/** The identity provider has not confirmed who the user is. */
export interface IdentityRejected {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: "identity_rejected"
  /**
   * `access_denied`: the user or the provider has said no. `not_verified`: the response does not verify. `no_email`:
   * the provider names no verified email address. `user`: the account is disabled, or deleted. `other_account`: it is
   * not an account of the signed-in user.
   */
  readonly reason: "access_denied" | "not_verified" | "no_email" | "user" | "other_account"
}

/** The account has to be proved first. */
export interface ProofRequired {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: "proof_required"
  /** With what the user can sign in. */
  readonly methods: ReadonlyArray<string>
}

/** The waiting time of the recovery has not ended. */
export interface FactorRecoveryTooEarly {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: "factor_recovery_too_early"
  readonly availableAt: string
}

/** The problem of each code. */
export interface ProblemByCode {
  /** The password does not meet the policy. */
  readonly password_too_short: PasswordTooShort
  /** An account with this email address already exists. */
  readonly email_already_exists: ProblemDocument<"email_already_exists">
  /** The request is malformed. */
  readonly invalid_request: InvalidRequest
  /** Passwords are turned off. */
  readonly password_disabled: ProblemDocument<"password_disabled">
  /** Sign-up is closed. */
  readonly sign_up_closed: ProblemDocument<"sign_up_closed">
  /** No account can be created with this email address. */
  readonly sign_up_refused: SignUpRefused
  /** Cross-origin request blocked. */
  readonly forbidden_origin: ForbiddenOrigin
  /** Not found. */
  readonly not_found: ProblemDocument<"not_found">
  /** The request body is too large. */
  readonly payload_too_large: ProblemDocument<"payload_too_large">
  /** Unsupported content type. */
  readonly unsupported_media_type: ProblemDocument<"unsupported_media_type">
  /** Too many sign-ups. */
  readonly signup_rate_limited: Retryable<"signup_rate_limited">
  /** Internal error. */
  readonly internal_error: ProblemDocument<"internal_error">
  /** The service is temporarily unavailable. */
  readonly service_unavailable: Retryable<"service_unavailable">
  /** Wrong email address or password. */
  readonly invalid_credentials: ProblemDocument<"invalid_credentials">
  /** Too many sign-in attempts. */
  readonly signin_rate_limited: Retryable<"signin_rate_limited">
  /** Not signed in. */
  readonly unauthenticated: Unauthenticated
  /** A recent authentication is required. */
  readonly reauthentication_required: ProblemDocument<"reauthentication_required">
  /** Magic links are turned off. */
  readonly magic_link_disabled: ProblemDocument<"magic_link_disabled">
  /** Too many magic link requests. */
  readonly magic_link_rate_limited: Retryable<"magic_link_rate_limited">
  /** The link, code or token is not valid. */
  readonly invalid_token: ProblemDocument<"invalid_token">
  /** Codes beside magic links are turned off. */
  readonly magic_link_code_disabled: ProblemDocument<"magic_link_code_disabled">
  /** Passkeys are turned off. */
  readonly passkey_disabled: ProblemDocument<"passkey_disabled">
  /** The user has as many passkeys as a user can have. */
  readonly too_many_passkeys: ProblemDocument<"too_many_passkeys">
  /** The passkey was added before. */
  readonly passkey_already_exists: ProblemDocument<"passkey_already_exists">
  /** The identity provider is turned off. */
  readonly identity_provider_disabled: ProblemDocument<"identity_provider_disabled">
  /** The identity provider has not confirmed who the user is. */
  readonly identity_rejected: IdentityRejected
  /** The identity provider does not respond. */
  readonly identity_provider_unavailable: Retryable<"identity_provider_unavailable">
  /** The account has to be proved first. */
  readonly proof_required: ProofRequired
  /** The user has as many identities as a user can have. */
  readonly too_many_identities: ProblemDocument<"too_many_identities">
  /** The user has no way to sign in. */
  readonly no_sign_in_method: ProblemDocument<"no_sign_in_method">
  /** The email address is not verified. */
  readonly email_not_verified: ProblemDocument<"email_not_verified">
  /** The second factor is turned off. */
  readonly second_factor_disabled: ProblemDocument<"second_factor_disabled">
  /** The user has a second factor already. */
  readonly second_factor_exists: ProblemDocument<"second_factor_exists">
  /** Recovery by email is turned off. */
  readonly factor_recovery_disabled: ProblemDocument<"factor_recovery_disabled">
  /** There is nothing to recover. */
  readonly factor_recovery_not_needed: ProblemDocument<"factor_recovery_not_needed">
  /** The waiting time of the recovery has not ended. */
  readonly factor_recovery_too_early: FactorRecoveryTooEarly
  /** Signing in command lines and televisions is turned off. */
  readonly device_sign_in_disabled: ProblemDocument<"device_sign_in_disabled">
  /** The instance does not have this audience. */
  readonly audience_not_allowed: ProblemDocument<"audience_not_allowed">
  /** Access tokens are turned off. */
  readonly access_tokens_disabled: ProblemDocument<"access_tokens_disabled">
}

/** The codes of every endpoint. */
export type CommonCode = "internal_error" | "not_found" | "service_unavailable"

/** The codes of every endpoint that reads a body. */
export type BodyCode = "forbidden_origin" | "invalid_request" | "payload_too_large" | "unsupported_media_type"
