/** What the client needs at run time. Generated from the contract by `npm run generate`. */

import type { Client } from "../Methods.ts"
import type { BodyCode, CommonCode, ProblemByCode } from "../Schemas.ts"

const password_too_short = "password_too_short"
const email_already_exists = "email_already_exists"
const invalid_request = "invalid_request"
const password_disabled = "password_disabled"
const sign_up_closed = "sign_up_closed"
const sign_up_refused = "sign_up_refused"
const forbidden_origin = "forbidden_origin"
const not_found = "not_found"
const payload_too_large = "payload_too_large"
const unsupported_media_type = "unsupported_media_type"
const signup_rate_limited = "signup_rate_limited"
const internal_error = "internal_error"
const service_unavailable = "service_unavailable"
const invalid_credentials = "invalid_credentials"
const signin_rate_limited = "signin_rate_limited"
const unauthenticated = "unauthenticated"
const reauthentication_required = "reauthentication_required"
const magic_link_disabled = "magic_link_disabled"
const magic_link_rate_limited = "magic_link_rate_limited"
const invalid_token = "invalid_token"
const magic_link_code_disabled = "magic_link_code_disabled"
const passkey_disabled = "passkey_disabled"
const too_many_passkeys = "too_many_passkeys"
const passkey_already_exists = "passkey_already_exists"
const identity_provider_disabled = "identity_provider_disabled"
const identity_rejected = "identity_rejected"
const identity_provider_unavailable = "identity_provider_unavailable"
const proof_required = "proof_required"
const too_many_identities = "too_many_identities"
const no_sign_in_method = "no_sign_in_method"
const email_not_verified = "email_not_verified"
const second_factor_disabled = "second_factor_disabled"
const second_factor_exists = "second_factor_exists"
const factor_recovery_disabled = "factor_recovery_disabled"
const factor_recovery_not_needed = "factor_recovery_not_needed"
const factor_recovery_too_early = "factor_recovery_too_early"
const device_sign_in_disabled = "device_sign_in_disabled"
const audience_not_allowed = "audience_not_allowed"
const access_tokens_disabled = "access_tokens_disabled"

const sessionResponse = { userId: "", sessionId: "" }
const secondFactorRequired = { secondFactorRequired: [] }
const ok = { ok: true }
const passkeyCreationOptions = {
  rp: {},
  user: {},
  challenge: "",
  pubKeyCredParams: [],
  timeout: 0,
  excludeCredentials: [],
  authenticatorSelection: {},
  attestation: ""
}
const passkey = {
  id: "",
  name: "",
  aaguid: "",
  transports: [],
  backupEligible: true,
  backedUp: true,
  createdAt: "",
  lastUsedAt: null
}
const passkeyList = { passkeys: [], signal: null }
const passkeyRequestOptions = { challenge: "", timeout: 0, rpId: "", allowCredentials: [], userVerification: "" }
const identityProviderList = { identityProviders: [] }
const identityProviderVisit = { url: "" }
const identityProviderNonce = { nonce: "" }
const emailVerificationRequired = { emailVerificationRequired: true }
const identityList = { identities: [] }
const activeSession = {
  userId: "",
  sessionId: "",
  instanceId: "",
  email: "",
  emailVerified: true,
  claimedAt: null,
  amr: [],
  aal: 0,
  authenticatedAt: "",
  expiresAt: ""
}
const sessionList = { sessions: [] }
const totpEnrollment = { secret: "", uri: "", qrCode: "", enrollment: "" }
const enrolledSession = { userId: "", sessionId: "", recoveryCodes: [] }
const secondFactorStatus = { mode: "", isAvailable: true, confirmedAt: null, recoveryCodes: 0, recovery: {} }
const recoveryCodes = { recoveryCodes: [] }
const factorRecovery = { requestedAt: "", availableAt: "", expiresAt: "" }
const deviceRequest = {
  userCode: "",
  name: null,
  userAgent: "",
  ipAddress: "",
  requestedAt: "",
  needsReauthentication: true
}
const accessToken = { accessToken: "", tokenType: "", expiresIn: 0 }
const account = {
  userId: "",
  email: "",
  emailVerified: true,
  hasPassword: true,
  needsReauthentication: true,
  createdAt: "",
  deletionAt: null,
  language: null,
  name: null,
  metadata: {},
  userMetadata: {},
  deletionGraceDays: 0
}
const accountDeletion = { deleted: true, deletionAt: "" }
const optionalSession = { session: [activeSession], emailVerificationRequired: true }
const factorRecoveryStatus = { isAvailable: true, open: [factorRecovery] }

type Code = keyof ProblemByCode

/**
 * An endpoint: its method, its path below `/v1/auth/`, examples of its replies, its problems beside those of every
 * endpoint, and the fields of its JSON body.
 */
export type Endpoint = readonly [
  verb: string,
  path: string,
  data: ReadonlyArray<object>,
  codes: ReadonlyArray<Code>,
  fields?: ReadonlyArray<string>
]

/** The endpoint of each method. */
export const endpoints: Readonly<Record<keyof Client, Endpoint>> = {
  signUp: [
    "POST",
    "sign-up/email-password",
    [sessionResponse, secondFactorRequired, ok],
    [password_too_short, email_already_exists, password_disabled, sign_up_closed, sign_up_refused, signup_rate_limited],
    ["email", "password"]
  ],
  signIn: [
    "POST",
    "sign-in/email-password",
    [sessionResponse, secondFactorRequired],
    [invalid_credentials, password_disabled, signin_rate_limited],
    ["email", "password"]
  ],
  setPassword: [
    "PUT",
    "password",
    [ok],
    [
      password_too_short,
      unauthenticated,
      password_disabled,
      invalid_credentials,
      reauthentication_required,
      signin_rate_limited
    ],
    ["password", "currentPassword"]
  ],
  forgotPassword: [
    "POST",
    "password/forgot",
    [ok],
    [password_disabled, magic_link_disabled, magic_link_rate_limited],
    ["email"]
  ],
  resetPassword: [
    "POST",
    "password/reset",
    [sessionResponse, secondFactorRequired],
    [password_too_short, invalid_token, password_disabled, magic_link_disabled, magic_link_rate_limited],
    ["token", "password"]
  ],
  verifySignUp: [
    "POST",
    "sign-up/verify",
    [sessionResponse, secondFactorRequired],
    [invalid_token, password_disabled, sign_up_closed, sign_up_refused, magic_link_rate_limited],
    ["token"]
  ],
  requestMagicLink: ["POST", "sign-in/magic-link", [ok], [magic_link_disabled, magic_link_rate_limited], ["email"]],
  verifyMagicLink: [
    "POST",
    "magic-link/verify",
    [sessionResponse, secondFactorRequired],
    [invalid_token, magic_link_disabled, magic_link_rate_limited],
    ["token"]
  ],
  verifyMagicLinkCode: [
    "POST",
    "magic-link/verify-code",
    [sessionResponse, secondFactorRequired],
    [invalid_token, magic_link_disabled, magic_link_code_disabled, magic_link_rate_limited],
    ["code"]
  ],
  newPasskeyOptions: [
    "POST",
    "passkeys/registration/options",
    [passkeyCreationOptions],
    [
      unauthenticated,
      reauthentication_required,
      passkey_disabled,
      forbidden_origin,
      too_many_passkeys,
      signin_rate_limited
    ]
  ],
  addPasskey: [
    "POST",
    "passkeys",
    [passkey],
    [
      unauthenticated,
      reauthentication_required,
      invalid_credentials,
      passkey_disabled,
      passkey_already_exists,
      too_many_passkeys,
      signin_rate_limited
    ],
    ["credential", "name"]
  ],
  passkeys: ["GET", "passkeys", [passkeyList], [unauthenticated]],
  passkeyOptions: [
    "POST",
    "passkeys/sign-in/options",
    [passkeyRequestOptions],
    [passkey_disabled, forbidden_origin, signin_rate_limited]
  ],
  signInWithPasskey: [
    "POST",
    "passkeys/sign-in",
    [sessionResponse, secondFactorRequired],
    [invalid_credentials, passkey_disabled, signin_rate_limited],
    ["credential"]
  ],
  renamePasskey: ["PATCH", "passkeys/{id}", [ok], [unauthenticated], ["name"]],
  removePasskey: [
    "DELETE",
    "passkeys/{id}",
    [passkeyList],
    [unauthenticated, reauthentication_required, forbidden_origin]
  ],
  identityProviders: ["GET", "identity-providers", [identityProviderList], []],
  signInWithIdentityProvider: [
    "POST",
    "sign-in/identity-provider",
    [identityProviderVisit],
    [identity_provider_disabled, identity_rejected, signin_rate_limited, identity_provider_unavailable],
    ["provider", "returnTo"]
  ],
  identityProviderNonce: [
    "POST",
    "sign-in/identity-provider/nonce",
    [identityProviderNonce],
    [forbidden_origin, signin_rate_limited]
  ],
  signInWithIdToken: [
    "POST",
    "sign-in/identity-provider/id-token",
    [sessionResponse, secondFactorRequired, emailVerificationRequired],
    [
      invalid_token,
      identity_provider_disabled,
      identity_rejected,
      proof_required,
      sign_up_closed,
      sign_up_refused,
      too_many_identities,
      signin_rate_limited,
      signup_rate_limited,
      identity_provider_unavailable
    ],
    ["provider", "idToken", "nonce"]
  ],
  reauthenticateWithIdentityProvider: [
    "POST",
    "reauthenticate/identity-provider",
    [identityProviderVisit],
    [
      unauthenticated,
      identity_provider_disabled,
      identity_rejected,
      signin_rate_limited,
      identity_provider_unavailable
    ],
    ["provider", "returnTo"]
  ],
  identities: ["GET", "identities", [identityList], [unauthenticated]],
  addIdentity: [
    "POST",
    "identities",
    [identityProviderVisit],
    [
      unauthenticated,
      reauthentication_required,
      identity_provider_disabled,
      identity_rejected,
      too_many_identities,
      signin_rate_limited,
      identity_provider_unavailable
    ],
    ["provider", "returnTo"]
  ],
  removeIdentity: [
    "DELETE",
    "identities/{id}",
    [identityList],
    [no_sign_in_method, unauthenticated, reauthentication_required, forbidden_origin]
  ],
  changeEmail: [
    "POST",
    "email",
    [ok],
    [
      unauthenticated,
      invalid_credentials,
      reauthentication_required,
      password_disabled,
      magic_link_disabled,
      magic_link_rate_limited,
      signin_rate_limited
    ],
    ["email", "currentPassword"]
  ],
  confirmEmail: [
    "POST",
    "email/confirm",
    [sessionResponse],
    [email_already_exists, unauthenticated, invalid_token, magic_link_rate_limited],
    ["token"]
  ],
  restoreEmail: ["POST", "email/restore", [ok], [invalid_token, magic_link_rate_limited], ["token"]],
  acceptInvitation: [
    "POST",
    "invitation/accept",
    [sessionResponse, secondFactorRequired],
    [invalid_token, sign_up_closed, magic_link_rate_limited],
    ["token"]
  ],
  session: ["GET", "session", [activeSession], [unauthenticated, email_not_verified]],
  findSession: ["GET", "session/optional", [optionalSession], []],
  sessions: ["GET", "sessions", [sessionList], [unauthenticated]],
  revokeSession: ["DELETE", "sessions/{id}", [ok], [unauthenticated, forbidden_origin]],
  signOut: ["POST", "sign-out", [ok], [forbidden_origin]],
  signOutAll: ["POST", "sign-out/all", [ok], [unauthenticated, forbidden_origin]],
  pendingSignIn: ["GET", "sign-in/second-factor", [secondFactorRequired], [unauthenticated]],
  completeSignIn: [
    "POST",
    "sign-in/second-factor",
    [sessionResponse],
    [unauthenticated, invalid_token, signin_rate_limited],
    ["code"]
  ],
  beginTotpAtSignIn: [
    "POST",
    "sign-in/second-factor/totp",
    [totpEnrollment],
    [unauthenticated, second_factor_disabled, forbidden_origin, second_factor_exists]
  ],
  confirmTotpAtSignIn: [
    "POST",
    "sign-in/second-factor/totp/confirm",
    [enrolledSession],
    [unauthenticated, invalid_token, second_factor_disabled, second_factor_exists, signin_rate_limited],
    ["enrollment", "code"]
  ],
  secondFactor: ["GET", "second-factor", [secondFactorStatus], [unauthenticated]],
  beginTotp: [
    "POST",
    "second-factor/totp",
    [totpEnrollment],
    [unauthenticated, reauthentication_required, second_factor_disabled, forbidden_origin, second_factor_exists]
  ],
  removeTotp: ["DELETE", "second-factor/totp", [ok], [unauthenticated, reauthentication_required, forbidden_origin]],
  confirmTotp: [
    "POST",
    "second-factor/totp/confirm",
    [enrolledSession],
    [unauthenticated, invalid_token, second_factor_disabled, second_factor_exists, signin_rate_limited],
    ["enrollment", "code"]
  ],
  renewRecoveryCodes: [
    "POST",
    "second-factor/recovery-codes",
    [recoveryCodes],
    [unauthenticated, reauthentication_required, forbidden_origin]
  ],
  factorRecoveryAtSignIn: ["GET", "sign-in/second-factor/recovery", [factorRecoveryStatus], [unauthenticated]],
  beginFactorRecoveryAtSignIn: [
    "POST",
    "sign-in/second-factor/recovery",
    [factorRecovery],
    [
      unauthenticated,
      factor_recovery_disabled,
      email_not_verified,
      forbidden_origin,
      factor_recovery_not_needed,
      magic_link_rate_limited
    ]
  ],
  beginFactorRecovery: [
    "POST",
    "second-factor/recovery",
    [factorRecovery],
    [
      unauthenticated,
      factor_recovery_disabled,
      email_not_verified,
      forbidden_origin,
      factor_recovery_not_needed,
      magic_link_rate_limited
    ]
  ],
  cancelFactorRecovery: ["DELETE", "second-factor/recovery", [ok], [unauthenticated, forbidden_origin]],
  confirmFactorRecovery: [
    "POST",
    "second-factor/recovery/confirm",
    [ok],
    [invalid_token, factor_recovery_disabled, factor_recovery_too_early, magic_link_rate_limited],
    ["token"]
  ],
  cancelFactorRecoveryWithLink: [
    "POST",
    "second-factor/recovery/cancel",
    [ok],
    [invalid_token, magic_link_rate_limited],
    ["token"]
  ],
  reauthenticate: [
    "POST",
    "reauthenticate",
    [sessionResponse],
    [
      unauthenticated,
      reauthentication_required,
      password_disabled,
      passkey_disabled,
      invalid_credentials,
      invalid_token,
      signin_rate_limited
    ],
    ["password", "code", "credential"]
  ],
  device: [
    "GET",
    "device?userCode={userCode}",
    [deviceRequest],
    [invalid_request, unauthenticated, invalid_token, device_sign_in_disabled, signin_rate_limited]
  ],
  decideDevice: [
    "POST",
    "device/decision",
    [ok],
    [unauthenticated, reauthentication_required, invalid_token, device_sign_in_disabled, signin_rate_limited],
    ["userCode", "approve"]
  ],
  accessToken: [
    "POST",
    "token",
    [accessToken],
    [audience_not_allowed, unauthenticated, email_not_verified, access_tokens_disabled],
    ["audience"]
  ],
  account: ["GET", "account", [account], [unauthenticated]],
  updateAccount: ["PATCH", "account", [account], [unauthenticated], ["name", "userMetadata"]],
  setLanguage: ["PUT", "account/language", [ok], [unauthenticated], ["language"]],
  deleteAccount: [
    "POST",
    "account/delete",
    [accountDeletion],
    [unauthenticated, invalid_credentials, reauthentication_required, signin_rate_limited],
    ["currentPassword"]
  ],
  keepAccount: ["POST", "account/delete/cancel", [ok], [unauthenticated, forbidden_origin]]
}

/** The problems of every endpoint. */
export const commonCodes: ReadonlyArray<CommonCode> = [internal_error, not_found, service_unavailable]

/** The problems of every endpoint that reads a body. */
export const bodyCodes: ReadonlyArray<BodyCode> = [
  forbidden_origin,
  invalid_request,
  payload_too_large,
  unsupported_media_type
]

/** The problems with `Retry-After`. */
export const retryable: ReadonlyArray<Code> = [
  signup_rate_limited,
  service_unavailable,
  signin_rate_limited,
  magic_link_rate_limited,
  identity_provider_unavailable
]

/** Examples of what some problem documents contain in addition. */
export const additions: Readonly<Partial<Record<Code, object>>> = {
  password_too_short: { violations: [] },
  invalid_request: { errors: [] },
  sign_up_refused: { reasons: [] },
  identity_rejected: { reason: "" },
  proof_required: { methods: [] },
  factor_recovery_too_early: { availableAt: "" }
}
