import type { BodyCode, CommonCode, ProblemCode } from "../Problem.ts"
import type { Account, AccountDeletion } from "../Account.ts"
import type { FactorRecovery, FactorRecoveryStatus } from "../FactorRecovery.ts"
import type { Passkey, PasskeyCreationOptions, PasskeyList, PasskeyRequestOptions } from "../Passkey.ts"
import type { EnrolledSession, RecoveryCodes, SecondFactorStatus, TotpEnrollment } from "../SecondFactor.ts"
import type { ActiveSession, Ok, SecondFactorRequired, SessionList, SessionResponse } from "../Session.ts"

/**
 * An endpoint of the contract.
 *
 * - `path`: `{id}` stands for the field `id` of the input.
 * - `fields`: the fields of the JSON body. Without a body, browsers send no preflight (Fetch, 4.8).
 * - `data`: examples of the replies, to tell them from the reply of another service.
 * - `codes`: the problems of the endpoint, in addition to `commonCodes`.
 */
export interface Endpoint<A extends object, Code extends ProblemCode> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly path: `/v1/${string}`
  readonly fields?: Array<string>
  readonly data: ReadonlyArray<A>
  readonly codes: ReadonlyArray<Code>
}

const endpoint = <A extends object, Code extends ProblemCode>(definition: Endpoint<A, Code>) => definition

const ok: Ok = { ok: true }
const response: SessionResponse = { userId: "", sessionId: "" }
const secondFactorRequired: SecondFactorRequired = { secondFactorRequired: ["totp"] }
const session: ActiveSession = {
  ...response,
  instanceId: "",
  email: "",
  emailVerified: true,
  claimedAt: null,
  amr: [],
  aal: 1,
  authenticatedAt: "",
  expiresAt: ""
}
const sessions: SessionList = { sessions: [] }
const account: Account = {
  userId: "",
  email: "",
  emailVerified: true,
  hasPassword: true,
  needsReauthentication: true,
  createdAt: "",
  deletionAt: null,
  language: null,
  deletionGraceDays: 0
}
const descriptor = "public-key"
const creationOptions: PasskeyCreationOptions = {
  rp: { id: "", name: "" },
  user: { id: "", name: "", displayName: "" },
  challenge: "",
  pubKeyCredParams: [{ type: descriptor, alg: 0 }],
  timeout: 0,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none"
}
const requestOptions: PasskeyRequestOptions = {
  challenge: "",
  timeout: 0,
  rpId: "",
  allowCredentials: [],
  userVerification: "required"
}
const passkey: Passkey = {
  id: "",
  name: "",
  aaguid: "",
  transports: [],
  backupEligible: true,
  backedUp: true,
  createdAt: "",
  lastUsedAt: null
}
const passkeyList: PasskeyList = { passkeys: [], signal: null }
const recoveryCodes: RecoveryCodes = { recoveryCodes: [] }
const enrolledSession: EnrolledSession = { ...response, ...recoveryCodes }
const totpEnrollment: TotpEnrollment = { secret: "", uri: "", qrCode: "", enrollment: "" }
const factorRecovery: FactorRecovery = { requestedAt: "", availableAt: "", expiresAt: "" }
const factorRecoveryStatus: FactorRecoveryStatus = { isAvailable: true, open: null }
const secondFactorStatus: SecondFactorStatus = {
  mode: "off",
  isAvailable: true,
  confirmedAt: null,
  recoveryCodes: 0,
  recovery: factorRecoveryStatus
}
const accountDeletion: AccountDeletion = { deleted: true, deletionAt: "" }

/** The problems of every endpoint. */
export const commonCodes: ReadonlyArray<CommonCode> = ["internal_error", "not_found", "service_unavailable"]

/** The problems of every endpoint that reads a body. */
export const bodyCodes: ReadonlyArray<BodyCode> = [
  "forbidden_origin",
  "invalid_request",
  "payload_too_large",
  "unsupported_media_type"
]

/** The problems of every endpoint that uses a link. */
const linkCodes: ReadonlyArray<BodyCode | "invalid_token" | "magic_link_rate_limited"> = [
  ...bodyCodes,
  "invalid_token",
  "magic_link_rate_limited"
]

/** The problems of every endpoint that requires a fresh sign-in. */
const reauthenticationCodes = [
  "unauthenticated",
  "password_disabled",
  "invalid_credentials",
  "reauthentication_required",
  "signin_rate_limited",
  ...bodyCodes
] as const

/** The problems of every endpoint that sets up an authenticator app. */
const confirmationCodes = [
  "unauthenticated",
  "invalid_token",
  "second_factor_disabled",
  "second_factor_exists",
  "signin_rate_limited",
  ...bodyCodes
] as const

/** The problems of every endpoint that requests a recovery. */
const recoveryRequestCodes = [
  "unauthenticated",
  "factor_recovery_disabled",
  "email_not_verified",
  "factor_recovery_not_needed",
  "magic_link_rate_limited",
  "forbidden_origin"
] as const

export const endpoints = {
  signUp: endpoint({
    method: "POST",
    path: "/v1/auth/sign-up/email-password",
    fields: ["email", "password"],
    data: [response, secondFactorRequired, ok],
    codes: [
      "password_too_short",
      "email_already_exists",
      "password_disabled",
      "sign_up_closed",
      "signup_rate_limited",
      ...bodyCodes
    ]
  }),
  verifySignUp: endpoint({
    method: "POST",
    path: "/v1/auth/sign-up/verify",
    fields: ["token"],
    data: [response, secondFactorRequired],
    codes: ["password_disabled", "sign_up_closed", ...linkCodes]
  }),
  signIn: endpoint({
    method: "POST",
    path: "/v1/auth/sign-in/email-password",
    fields: ["email", "password"],
    data: [response, secondFactorRequired],
    codes: ["invalid_credentials", "password_disabled", "signin_rate_limited", ...bodyCodes]
  }),
  session: endpoint({
    method: "GET",
    path: "/v1/auth/session",
    data: [session],
    codes: ["unauthenticated", "email_not_verified"]
  }),
  signOut: endpoint({ method: "POST", path: "/v1/auth/sign-out", data: [ok], codes: ["forbidden_origin"] }),
  signOutAll: endpoint({
    method: "POST",
    path: "/v1/auth/sign-out/all",
    data: [ok],
    codes: ["unauthenticated", "forbidden_origin"]
  }),
  requestMagicLink: endpoint({
    method: "POST",
    path: "/v1/auth/sign-in/magic-link",
    fields: ["email"],
    data: [ok],
    codes: ["magic_link_disabled", "magic_link_rate_limited", ...bodyCodes]
  }),
  verifyMagicLink: endpoint({
    method: "POST",
    path: "/v1/auth/magic-link/verify",
    fields: ["token"],
    data: [response, secondFactorRequired],
    codes: ["magic_link_disabled", ...linkCodes]
  }),
  verifyMagicLinkCode: endpoint({
    method: "POST",
    path: "/v1/auth/magic-link/verify-code",
    fields: ["code"],
    data: [response, secondFactorRequired],
    codes: ["magic_link_disabled", "magic_link_code_disabled", ...linkCodes]
  }),
  setPassword: endpoint({
    method: "PUT",
    path: "/v1/auth/password",
    fields: ["password", "currentPassword"],
    data: [ok],
    codes: ["password_too_short", ...reauthenticationCodes]
  }),
  forgotPassword: endpoint({
    method: "POST",
    path: "/v1/auth/password/forgot",
    fields: ["email"],
    data: [ok],
    codes: ["password_disabled", "magic_link_disabled", "magic_link_rate_limited", ...bodyCodes]
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/v1/auth/password/reset",
    fields: ["token", "password"],
    data: [response, secondFactorRequired],
    codes: ["password_too_short", "password_disabled", "magic_link_disabled", ...linkCodes]
  }),
  changeEmail: endpoint({
    method: "POST",
    path: "/v1/auth/email",
    fields: ["email", "currentPassword"],
    data: [ok],
    codes: ["magic_link_disabled", "magic_link_rate_limited", ...reauthenticationCodes]
  }),
  confirmEmail: endpoint({
    method: "POST",
    path: "/v1/auth/email/confirm",
    fields: ["token"],
    data: [response],
    codes: ["unauthenticated", "email_already_exists", ...linkCodes]
  }),
  restoreEmail: endpoint({
    method: "POST",
    path: "/v1/auth/email/restore",
    fields: ["token"],
    data: [ok],
    codes: linkCodes
  }),
  acceptInvitation: endpoint({
    method: "POST",
    path: "/v1/auth/invitation/accept",
    fields: ["token"],
    data: [response, secondFactorRequired],
    codes: ["sign_up_closed", ...linkCodes]
  }),
  sessions: endpoint({ method: "GET", path: "/v1/auth/sessions", data: [sessions], codes: ["unauthenticated"] }),
  revokeSession: endpoint({
    method: "DELETE",
    path: "/v1/auth/sessions/{id}",
    data: [ok],
    codes: ["unauthenticated", "forbidden_origin"]
  }),
  account: endpoint({ method: "GET", path: "/v1/auth/account", data: [account], codes: ["unauthenticated"] }),
  setLanguage: endpoint({
    method: "PUT",
    path: "/v1/auth/account/language",
    fields: ["language"],
    data: [ok],
    codes: ["unauthenticated", ...bodyCodes]
  }),
  deleteAccount: endpoint({
    method: "POST",
    path: "/v1/auth/account/delete",
    fields: ["currentPassword"],
    data: [accountDeletion],
    codes: ["unauthenticated", "invalid_credentials", "reauthentication_required", "signin_rate_limited", ...bodyCodes]
  }),
  keepAccount: endpoint({
    method: "POST",
    path: "/v1/auth/account/delete/cancel",
    data: [ok],
    codes: ["unauthenticated", "forbidden_origin"]
  }),
  newPasskeyOptions: endpoint({
    method: "POST",
    path: "/v1/auth/passkeys/registration/options",
    data: [creationOptions],
    codes: [
      "unauthenticated",
      "reauthentication_required",
      "passkey_disabled",
      "too_many_passkeys",
      "signin_rate_limited",
      "forbidden_origin"
    ]
  }),
  addPasskey: endpoint({
    method: "POST",
    path: "/v1/auth/passkeys",
    fields: ["credential", "name"],
    data: [passkey],
    codes: [
      "unauthenticated",
      "reauthentication_required",
      "invalid_credentials",
      "passkey_disabled",
      "passkey_already_exists",
      "too_many_passkeys",
      "signin_rate_limited",
      ...bodyCodes
    ]
  }),
  passkeyOptions: endpoint({
    method: "POST",
    path: "/v1/auth/passkeys/sign-in/options",
    data: [requestOptions],
    codes: ["passkey_disabled", "signin_rate_limited", "forbidden_origin"]
  }),
  signInWithPasskey: endpoint({
    method: "POST",
    path: "/v1/auth/passkeys/sign-in",
    fields: ["credential"],
    data: [response, secondFactorRequired],
    codes: ["invalid_credentials", "passkey_disabled", "signin_rate_limited", ...bodyCodes]
  }),
  passkeys: endpoint({ method: "GET", path: "/v1/auth/passkeys", data: [passkeyList], codes: ["unauthenticated"] }),
  renamePasskey: endpoint({
    method: "PATCH",
    path: "/v1/auth/passkeys/{id}",
    fields: ["name"],
    data: [ok],
    codes: ["unauthenticated", ...bodyCodes]
  }),
  removePasskey: endpoint({
    method: "DELETE",
    path: "/v1/auth/passkeys/{id}",
    data: [passkeyList],
    codes: ["unauthenticated", "reauthentication_required", "forbidden_origin"]
  }),
  pendingSignIn: endpoint({
    method: "GET",
    path: "/v1/auth/sign-in/second-factor",
    data: [secondFactorRequired],
    codes: ["unauthenticated"]
  }),
  completeSignIn: endpoint({
    method: "POST",
    path: "/v1/auth/sign-in/second-factor",
    fields: ["code"],
    data: [response],
    codes: ["unauthenticated", "invalid_token", "signin_rate_limited", ...bodyCodes]
  }),
  beginTotpAtSignIn: endpoint({
    method: "POST",
    path: "/v1/auth/sign-in/second-factor/totp",
    data: [totpEnrollment],
    codes: ["unauthenticated", "second_factor_disabled", "second_factor_exists", "forbidden_origin"]
  }),
  confirmTotpAtSignIn: endpoint({
    method: "POST",
    path: "/v1/auth/sign-in/second-factor/totp/confirm",
    fields: ["enrollment", "code"],
    data: [enrolledSession],
    codes: confirmationCodes
  }),
  secondFactor: endpoint({
    method: "GET",
    path: "/v1/auth/second-factor",
    data: [secondFactorStatus],
    codes: ["unauthenticated"]
  }),
  beginTotp: endpoint({
    method: "POST",
    path: "/v1/auth/second-factor/totp",
    data: [totpEnrollment],
    codes: [
      "unauthenticated",
      "reauthentication_required",
      "second_factor_disabled",
      "second_factor_exists",
      "forbidden_origin"
    ]
  }),
  confirmTotp: endpoint({
    method: "POST",
    path: "/v1/auth/second-factor/totp/confirm",
    fields: ["enrollment", "code"],
    data: [enrolledSession],
    codes: confirmationCodes
  }),
  removeTotp: endpoint({
    method: "DELETE",
    path: "/v1/auth/second-factor/totp",
    data: [ok],
    codes: ["unauthenticated", "reauthentication_required", "forbidden_origin"]
  }),
  renewRecoveryCodes: endpoint({
    method: "POST",
    path: "/v1/auth/second-factor/recovery-codes",
    data: [recoveryCodes],
    codes: ["unauthenticated", "reauthentication_required", "forbidden_origin"]
  }),
  factorRecoveryAtSignIn: endpoint({
    method: "GET",
    path: "/v1/auth/sign-in/second-factor/recovery",
    data: [factorRecoveryStatus],
    codes: ["unauthenticated"]
  }),
  beginFactorRecoveryAtSignIn: endpoint({
    method: "POST",
    path: "/v1/auth/sign-in/second-factor/recovery",
    data: [factorRecovery],
    codes: recoveryRequestCodes
  }),
  beginFactorRecovery: endpoint({
    method: "POST",
    path: "/v1/auth/second-factor/recovery",
    data: [factorRecovery],
    codes: recoveryRequestCodes
  }),
  cancelFactorRecovery: endpoint({
    method: "DELETE",
    path: "/v1/auth/second-factor/recovery",
    data: [ok],
    codes: ["unauthenticated", "forbidden_origin"]
  }),
  confirmFactorRecovery: endpoint({
    method: "POST",
    path: "/v1/auth/second-factor/recovery/confirm",
    fields: ["token"],
    data: [ok],
    codes: ["factor_recovery_disabled", "factor_recovery_too_early", ...linkCodes]
  }),
  cancelFactorRecoveryWithLink: endpoint({
    method: "POST",
    path: "/v1/auth/second-factor/recovery/cancel",
    fields: ["token"],
    data: [ok],
    codes: linkCodes
  }),
  reauthenticate: endpoint({
    method: "POST",
    path: "/v1/auth/reauthenticate",
    fields: ["password", "code", "credential"],
    data: [response],
    codes: [
      "unauthenticated",
      "reauthentication_required",
      "password_disabled",
      "passkey_disabled",
      "invalid_credentials",
      "invalid_token",
      "signin_rate_limited",
      ...bodyCodes
    ]
  })
}
