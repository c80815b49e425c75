/** The contract of the second factor: presenting it, setting it up, removing it, and recovery codes. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { SecondFactorMode } from "@latchkey/domain/instance/Instance"
import * as SecondFactorCode from "@latchkey/domain/second-factor/SecondFactorCode"
import { TotpCode } from "@latchkey/domain/second-factor/Totp"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Time } from "../core/Time.ts"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { FactorRecoveryStatusResponse } from "../factor-recovery/FactorRecoveryApi.ts"
import { SecondFactorRequired, SessionResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

type Code = SecondFactorCode.SecondFactorCode

/**
 * Decodes a code as users type or paste it: the six digits of an authenticator app, or a recovery code. Ignores spaces
 * and dashes. Fails with "must have six digits, or be a recovery code".
 */
export const CodeInput: Schema.Schema<Code, string> = Schema.transformOrFail(
  Schema.String.annotations({
    description: "The six digits of the authenticator app, or a recovery code. Spaces and dashes are ignored.",
    examples: ["492817", "k7m2p-3xq5a-rw6tn-b4dge-yfh2ca"]
  }),
  Schema.declare((_: unknown): _ is Code => true),
  {
    strict: true,
    decode: (text, _, ast) =>
      Either.fromOption(
        SecondFactorCode.parse(text),
        () => new ParseResult.Type(ast, undefined, "must have six digits, or be a recovery code")
      ),
    encode: (code) => ParseResult.succeed(code._tag === "Totp" ? code.code : Redacted.value(code.code))
  }
)

/** Decodes the six digits of an authenticator app, as `CodeInput` does. */
export const TotpInput: Schema.Schema<TotpCode, string> = Schema.transformOrFail(
  Schema.String.annotations({
    description: "The six digits that the authenticator app shows. Spaces and dashes are ignored.",
    examples: ["492817"]
  }),
  Schema.typeSchema(TotpCode),
  {
    strict: true,
    decode: (text, _, ast) =>
      Either.fromOption(
        SecondFactorCode.parseTotp(text),
        () => new ParseResult.Type(ast, undefined, "must have six digits")
      ),
    encode: (code) => ParseResult.succeed(code)
  }
)

const recoveryCodes = [
  "k7m2p-3xq5a-rw6tn-b4dge-yfh2ca",
  "a2b3c-d4e5f-g6h7i-j2k3l-m4n5oe",
  "p6q7r-s2t3u-v4w5x-y6z7a-b2c3de"
]

const RecoveryCodes = Schema.Array(Schema.String).annotations({
  description:
    "Ten codes, each of which works once in the place of the authenticator app. Show them now: they are not stored."
})

/** The recovery codes, for the only time. */
export const RecoveryCodesResponse = Schema.Struct({ recoveryCodes: RecoveryCodes }).annotations({
  identifier: "RecoveryCodes",
  description: "New recovery codes.",
  examples: [{ recoveryCodes }]
})

/** The session of a user who has just set up an authenticator app, and the recovery codes. */
export const EnrolledResponse = Schema.Struct({ ...SessionResponse.fields, recoveryCodes: RecoveryCodes }).annotations({
  identifier: "EnrolledSession",
  description: "The user is signed in, and has a second factor.",
  examples: [
    {
      userId: SessionResponse.fields.userId.make("user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3"),
      sessionId: SessionResponse.fields.sessionId.make("sess_01a1fd9b-b057-7f19-8a64-e1b95c37d402"),
      recoveryCodes
    }
  ]
})

/**
 * What an authenticator app needs.
 *
 * - `secret`: to type into the app. `uri`: the same, for a link on the device of the app.
 * - `qrCode`: the URI as a picture, in SVG.
 * - `enrollment`: send it back with the first code, within 30 minutes. Nothing is stored before.
 */
export const TotpEnrollmentResponse = Schema.Struct({
  secret: Schema.String.annotations({ description: "The secret, to type into the app (Base32)." }),
  uri: Schema.String.annotations({ description: "The same as a URI, for a link on the device of the app." }),
  qrCode: Schema.String.annotations({ description: "The URI as a QR code, in SVG." }),
  enrollment: Schema.String.annotations({
    description: "Send it back with the first code, within 30 minutes. Nothing is stored before."
  })
}).annotations({
  identifier: "TotpEnrollment",
  description: "What an authenticator app needs.",
  examples: [
    {
      secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
      uri: "otpauth://totp/Acme:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme",
      qrCode: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"></svg>',
      enrollment: "0f1e2d3c4b5a6978.bm9uY2UsIHRleHQgYW5kIHRhZw"
    }
  ]
})

/** Whether the signed-in user has a second factor. */
export const SecondFactorStatusResponse = Schema.Struct({
  mode: SecondFactorMode.annotations({ description: "The setting of the instance." }),
  isAvailable: Schema.Boolean.annotations({ description: "Whether the user can set up an authenticator app." }),
  confirmedAt: Schema.NullOr(Time).annotations({ description: "Since when the user has one, or `null`." }),
  recoveryCodes: Schema.Int.annotations({ description: "How many recovery codes are left." }),
  recovery: FactorRecoveryStatusResponse
}).annotations({
  identifier: "SecondFactorStatus",
  description: "Whether the signed-in user has a second factor.",
  examples: [
    {
      mode: "optional",
      isAvailable: true,
      confirmedAt: null,
      recoveryCodes: 0,
      recovery: { isAvailable: false, open: null }
    }
  ]
})

const Confirmation = Schema.Struct({
  enrollment: Schema.String.annotations({ description: "The `enrollment` of the app's secret." }),
  code: TotpInput
})

const confirmation = Contract.body(Confirmation, "TotpConfirmation", {
  enrollment: "0f1e2d3c4b5a6978.bm9uY2UsIHRleHQgYW5kIHRhZw",
  code: "492817"
})

const signInPath = "/v1/auth/sign-in/second-factor"
const path = "/v1/auth/second-factor"

const getPending = Contract.endpoint(HttpApiEndpoint.get("getPendingSignIn", signInPath), {
  summary: "Get the pending sign-in",
  description:
    "Returns what completes the sign-in that this client began less than ten minutes ago, and that lacks its second factor.",
  security: SessionSecurity.pending,
  success: SecondFactorRequired,
  errors: ["unauthenticated"]
})

const complete = Contract.endpoint(HttpApiEndpoint.post("completeSignIn", signInPath), {
  summary: "Complete a sign-in",
  description:
    "Completes the pending sign-in with a code of the authenticator app or a recovery code: sets the cookies `__client` and `__session`, and clears `__pending`. A wrong code leaves it pending.",
  security: SessionSecurity.pending,
  body: Contract.body(Schema.Struct({ code: CodeInput }), "SecondFactorCode", { code: "492817" }),
  success: SessionResponse,
  errors: ["unauthenticated", "invalid_token", "signin_rate_limited"]
})

const beginPending = Contract.endpoint(HttpApiEndpoint.post("beginPendingTotp", `${signInPath}/totp`), {
  summary: "Begin to set up an authenticator app at sign-in",
  description:
    "Returns the secret of a new authenticator app, for a pending sign-in of a user without a second factor on an instance that requires one.",
  security: SessionSecurity.pending,
  success: TotpEnrollmentResponse,
  errors: ["unauthenticated", "second_factor_disabled", "second_factor_exists"]
})

const confirmPending = Contract.endpoint(HttpApiEndpoint.post("confirmPendingTotp", `${signInPath}/totp/confirm`), {
  summary: "Set up an authenticator app at sign-in",
  description:
    "Sets up the authenticator app that shows the code, and completes the pending sign-in: sets the cookies `__client` and `__session`, and clears `__pending`.",
  security: SessionSecurity.pending,
  body: confirmation,
  success: EnrolledResponse,
  errors: ["unauthenticated", "invalid_token", "second_factor_disabled", "second_factor_exists", "signin_rate_limited"]
})

const getStatus = Contract.endpoint(HttpApiEndpoint.get("getSecondFactor", path), {
  summary: "Get the second factor",
  description: "Returns whether the signed-in user has a second factor.",
  security: SessionSecurity.required,
  success: SecondFactorStatusResponse,
  errors: ["unauthenticated"]
})

const begin = Contract.endpoint(HttpApiEndpoint.post("beginTotp", `${path}/totp`), {
  ownPages: true,
  summary: "Begin to set up an authenticator app",
  description:
    "Returns the secret of a new authenticator app for the signed-in user. Requires an authentication in the last ten minutes, and no page of another origin.",
  security: SessionSecurity.required,
  success: TotpEnrollmentResponse,
  errors: ["unauthenticated", "reauthentication_required", "second_factor_disabled", "second_factor_exists"]
})

const confirm = Contract.endpoint(HttpApiEndpoint.post("confirmTotp", `${path}/totp/confirm`), {
  ownPages: true,
  summary: "Set up an authenticator app",
  description:
    "Sets up the authenticator app that shows the code, revokes every session of the user, and issues a new one: sets the cookies `__client` and `__session`.",
  security: SessionSecurity.required,
  body: confirmation,
  success: EnrolledResponse,
  errors: ["unauthenticated", "invalid_token", "second_factor_disabled", "second_factor_exists", "signin_rate_limited"]
})

const remove = Contract.endpoint(HttpApiEndpoint.del("removeTotp", `${path}/totp`), {
  ownPages: true,
  summary: "Remove the authenticator app",
  description:
    "Removes the authenticator app and the recovery codes, revokes every session of the user, and issues a new one: sets the cookies `__client` and `__session`. Requires an authentication with the second factor in the last ten minutes.",
  security: SessionSecurity.required,
  success: Ok,
  errors: ["unauthenticated", "reauthentication_required"]
})

const renew = Contract.endpoint(HttpApiEndpoint.post("renewRecoveryCodes", `${path}/recovery-codes`), {
  ownPages: true,
  summary: "Renew the recovery codes",
  description:
    "Replaces all recovery codes with ten new ones. Requires an authentication with the second factor in the last ten minutes.",
  security: SessionSecurity.required,
  success: RecoveryCodesResponse,
  errors: ["unauthenticated", "reauthentication_required"]
})

/**
 * `GET` and `POST /v1/auth/sign-in/second-factor`, `POST /v1/auth/sign-in/second-factor/totp` and `…/totp/confirm` for
 * pending sign-ins; `GET /v1/auth/second-factor`, `POST` and `DELETE /v1/auth/second-factor/totp`, `POST
 * …/totp/confirm` and `POST /v1/auth/second-factor/recovery-codes` for signed-in users.
 */
export class SecondFactorApi extends Contract.group(
  "secondFactor",
  { title: "Second factor", description: "Present a second factor, set one up, remove it, and renew recovery codes." },
  {
    getPendingSignIn: getPending,
    completeSignIn: complete,
    beginPendingTotp: beginPending,
    confirmPendingTotp: confirmPending,
    getSecondFactor: getStatus,
    beginTotp: begin,
    confirmTotp: confirm,
    removeTotp: remove,
    renewRecoveryCodes: renew
  }
) {}
