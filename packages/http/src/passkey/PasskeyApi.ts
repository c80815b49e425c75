/**
 * The contract of passkeys. Options and credentials have the JSON forms of WebAuthn Level 3: browsers read and write
 * them with `PublicKeyCredential.parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON` and `toJSON`.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { PasskeyId, PasskeyName } from "@latchkey/domain/passkey/PasskeyRepository"
import { AuthenticationCredential, RegistrationCredential } from "@latchkey/domain/passkey/Credential"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Time } from "../core/Time.ts"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { SignInResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"
import * as Examples from "./internal/examples.ts"

const exampleId = PasskeyId.make("passkey_01a2123c-9e4d-7b61-8a0f-c3d5e7f91b24")
const createdAt = DateTime.unsafeMake("2026-11-24T09:12:44.571Z")

const Base64Url = Schema.String.annotations({ description: "Bytes as base64url without padding." })
const publicKeyType = Schema.Literal("public-key")

/** A credential that the user has (`PublicKeyCredentialDescriptorJSON`). */
const Descriptor = Schema.Struct({ type: publicKeyType, id: Base64Url, transports: Schema.Array(Schema.String) })

/**
 * What a browser needs to create a passkey: `PublicKeyCredentialCreationOptionsJSON`, the argument of
 * `PublicKeyCredential.parseCreationOptionsFromJSON`.
 */
export const CreationOptions = Schema.Struct({
  rp: Schema.Struct({ id: Schema.String, name: Schema.String }),
  user: Schema.Struct({ id: Base64Url, name: Schema.String, displayName: Schema.String }),
  challenge: Base64Url,
  pubKeyCredParams: Schema.Array(Schema.Struct({ type: publicKeyType, alg: Schema.Int })),
  timeout: Schema.Int.annotations({ description: "Milliseconds until the challenge expires." }),
  excludeCredentials: Schema.Array(Descriptor),
  authenticatorSelection: Schema.Struct({
    residentKey: Schema.Literal("required"),
    requireResidentKey: Schema.Literal(true),
    userVerification: Schema.Literal("required")
  }),
  attestation: Schema.Literal("none")
}).annotations({
  identifier: "PasskeyCreationOptions",
  description: "What a browser needs to create a passkey: `PublicKeyCredentialCreationOptionsJSON`.",
  examples: [Examples.creationOptions]
})
export type CreationOptions = typeof CreationOptions.Type

/**
 * What a browser needs to ask for a passkey: `PublicKeyCredentialRequestOptionsJSON`, the argument of
 * `PublicKeyCredential.parseRequestOptionsFromJSON`. `allowCredentials` is always empty: the authenticator finds the
 * passkey.
 */
export const RequestOptions = Schema.Struct({
  challenge: Base64Url,
  timeout: Schema.Int.annotations({ description: "Milliseconds until the challenge expires." }),
  rpId: Schema.String,
  allowCredentials: Schema.Array(Descriptor),
  userVerification: Schema.Literal("required")
}).annotations({
  identifier: "PasskeyRequestOptions",
  description: "What a browser needs to ask for a passkey: `PublicKeyCredentialRequestOptionsJSON`.",
  examples: [Examples.requestOptions]
})
export type RequestOptions = typeof RequestOptions.Type

const examplePasskey = {
  id: exampleId,
  name: "iCloud Keychain",
  aaguid: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
  transports: ["hybrid", "internal"],
  backupEligible: true,
  backedUp: true,
  createdAt,
  lastUsedAt: null
}

const described = {
  identifier: "Passkey",
  description: "A passkey of the signed-in user.",
  examples: [examplePasskey]
} as const

/** A passkey of the signed-in user. */
export const PasskeyResponse = Schema.Struct({
  id: PasskeyId.annotations({ description: "The id of the passkey. It is not secret." }),
  name: Schema.String.annotations({ description: "What the user calls it." }),
  aaguid: Schema.String.annotations({ description: "The model of the authenticator; zeros if it does not say." }),
  transports: Schema.Array(Schema.String),
  backupEligible: Schema.Boolean.annotations({ description: "Whether it may be copied to other devices." }),
  backedUp: Schema.Boolean.annotations({ description: "Whether it was copied at its last use." }),
  createdAt: Time,
  lastUsedAt: Schema.NullOr(Time)
}).annotations(described)
export type PasskeyResponse = typeof PasskeyResponse.Type

/**
 * What `PublicKeyCredential.signalAllAcceptedCredentials` and `signalCurrentUserDetails` need, so that authenticators
 * hide passkeys that were removed and show the present email address.
 */
export const PasskeySignal = Schema.Struct({
  rpId: Schema.String,
  userId: Base64Url,
  name: Schema.String,
  displayName: Schema.String,
  allAcceptedCredentialIds: Schema.Array(Base64Url)
}).annotations({
  identifier: "PasskeySignal",
  description: "What the signal methods of `PublicKeyCredential` need.",
  examples: [Examples.signal]
})

/** The passkeys of the signed-in user, oldest first. `signal`: null if the user has never added one. */
export const PasskeyListResponse = Schema.Struct({
  passkeys: Schema.Array(PasskeyResponse),
  signal: Schema.NullOr(PasskeySignal)
}).annotations({
  identifier: "PasskeyList",
  description: "The passkeys of the signed-in user, oldest first.",
  examples: [{ passkeys: [examplePasskey], signal: Examples.signal }]
})

const registrationOptions = Contract.endpoint(
  HttpApiEndpoint.post("passkeyRegistrationOptions", "/v1/auth/passkeys/registration/options"),
  {
    ownPages: true,
    summary: "Begin to add a passkey",
    description:
      "Returns the options for `navigator.credentials.create`, with a challenge for this client that lasts five minutes. The user must have authenticated in the last ten minutes; with a passkey or a second factor if they have one. Pages of other origins get 403.",
    security: SessionSecurity.required,
    success: CreationOptions,
    errors: [
      "unauthenticated",
      "reauthentication_required",
      "passkey_disabled",
      "too_many_passkeys",
      "signin_rate_limited"
    ]
  }
)

const register = Contract.endpoint(HttpApiEndpoint.post("registerPasskey", "/v1/auth/passkeys"), {
  ownPages: true,
  summary: "Add a passkey",
  description:
    "Adds the passkey that `navigator.credentials.create` returned. Without a name it gets that of its authenticator. A credential that does not verify is 401, whatever the reason. Pages of other origins get 403.",
  security: SessionSecurity.required,
  body: Contract.body(
    Schema.Struct({
      credential: RegistrationCredential,
      name: Schema.optionalWith(PasskeyName, { exact: true })
    }),
    "NewPasskey",
    { credential: Examples.registration, name: "My laptop" }
  ),
  success: PasskeyResponse,
  statuses: [201],
  errors: [
    "unauthenticated",
    "reauthentication_required",
    "invalid_credentials",
    "passkey_disabled",
    "passkey_already_exists",
    "too_many_passkeys",
    "signin_rate_limited"
  ]
})

const signInOptions = Contract.endpoint(
  HttpApiEndpoint.post("passkeySignInOptions", "/v1/auth/passkeys/sign-in/options"),
  {
    summary: "Begin to sign in with a passkey",
    description:
      "Returns the options for `navigator.credentials.get`, with a challenge for this client that lasts five minutes and can be answered once: sets the cookie `__client`. It names no user. The same challenge serves to authenticate again.",
    security: SessionSecurity.optional,
    success: RequestOptions,
    errors: ["passkey_disabled", "signin_rate_limited"]
  }
)

const signIn = Contract.endpoint(HttpApiEndpoint.post("signInWithPasskey", "/v1/auth/passkeys/sign-in"), {
  summary: "Sign in with a passkey",
  description:
    "Signs in with the credential that `navigator.credentials.get` returned, at assurance level 2: sets the cookies `__client` and `__session`. The reply is the same for an unknown passkey, one that does not verify, and a disabled account.",
  security: SessionSecurity.optional,
  body: Contract.body(Schema.Struct({ credential: AuthenticationCredential }), "PasskeySignIn", {
    credential: Examples.authentication
  }),
  success: SignInResponse,
  errors: ["invalid_credentials", "passkey_disabled", "signin_rate_limited"]
})

const list = Contract.endpoint(HttpApiEndpoint.get("listPasskeys", "/v1/auth/passkeys"), {
  summary: "List passkeys",
  description: "Returns the passkeys of the signed-in user, oldest first.",
  security: SessionSecurity.required,
  success: PasskeyListResponse,
  errors: ["unauthenticated"]
})

// Lenient, because an invalid id is 404 like one that does not exist.
const idParam = HttpApiSchema.param(
  "id",
  Schema.String.annotations({ description: "The id of the passkey.", examples: [exampleId] })
)

const rename = Contract.endpoint(HttpApiEndpoint.patch("renamePasskey")`/v1/auth/passkeys/${idParam}`, {
  summary: "Rename a passkey",
  description: "Gives a passkey of the signed-in user another name.",
  security: SessionSecurity.required,
  body: Contract.body(Schema.Struct({ name: PasskeyName }), "PasskeyRename", { name: "My laptop" }),
  success: Ok,
  errors: ["unauthenticated"]
})

const remove = Contract.endpoint(HttpApiEndpoint.del("removePasskey")`/v1/auth/passkeys/${idParam}`, {
  ownPages: true,
  summary: "Remove a passkey",
  description:
    "Removes a passkey of the signed-in user, and returns the others. The user must have authenticated with a passkey or a second factor in the last ten minutes. Sessions stay. Pages of other origins get 403.",
  security: SessionSecurity.required,
  success: PasskeyListResponse,
  errors: ["unauthenticated", "reauthentication_required"]
})

/**
 * `POST /v1/auth/passkeys/registration/options`, `GET` and `POST /v1/auth/passkeys`, `PATCH` and
 * `DELETE /v1/auth/passkeys/{id}`, `POST /v1/auth/passkeys/sign-in/options` and `POST /v1/auth/passkeys/sign-in`.
 */
export class PasskeyApi extends Contract.group(
  "passkey",
  { title: "Passkeys", description: "Sign in with passkeys, and manage one's own." },
  {
    passkeyRegistrationOptions: registrationOptions,
    registerPasskey: register,
    passkeySignInOptions: signInOptions,
    signInWithPasskey: signIn,
    listPasskeys: list,
    renamePasskey: rename,
    removePasskey: remove
  }
) {}
