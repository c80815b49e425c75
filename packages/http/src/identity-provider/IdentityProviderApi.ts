/** The contract of signing in with identity providers, and of the identities of a user. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { IdentityId } from "@latchkey/domain/account/IdentityRepository"
import { IdentityProviderId, IdentityProviderKind } from "@latchkey/domain/instance/IdentityProvider"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { identityProviderCallbackPath } from "../core/BaseUrl.ts"
import * as Contract from "../core/Contract.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { Time } from "../core/Time.ts"
import { SecondFactorRequired, SessionResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

/** The id of an identity, for examples. */
export const exampleId = IdentityId.make("identity_01a2123c-9e4d-7b61-8a0f-c3d5e7f91b24")

const exampleProvider = { id: "google", name: "Google", kind: "google" } as const

/** A provider that users can sign in with. */
export const ProviderResponse = Schema.Struct({
  id: IdentityProviderId.annotations({ description: "The id of the provider in its instance." }),
  name: Schema.String.annotations({ description: "What the button says." }),
  kind: IdentityProviderKind
}).annotations({
  identifier: "IdentityProvider",
  description: "A provider that users can sign in with.",
  examples: [exampleProvider]
})

/** The providers that users can sign in with, in the order of their buttons. */
export const ProviderListResponse = Schema.Struct({ identityProviders: Schema.Array(ProviderResponse) }).annotations({
  identifier: "IdentityProviderList",
  description: "The providers that users can sign in with, in the order of their buttons.",
  examples: [{ identityProviders: [exampleProvider] }]
})

const visitExample = {
  url: "https://accounts.google.com/o/oauth2/v2/auth?client_id=1234.apps.googleusercontent.com&state=uX3fq0Lh7WgJ2mZ9cTn4RkVbYs6DpEa1HxCo8NiQw5M"
}

/** Where a visit to a provider begins. */
export const VisitResponse = Schema.Struct({
  url: Schema.String.annotations({ description: "The page of the provider. Send the browser there." })
}).annotations({
  identifier: "IdentityProviderVisit",
  description: "Where a visit to a provider begins.",
  examples: [visitExample]
})

/** The provider proves no email address: an email was sent to it, whose link creates the account. */
export const VerificationRequired = Schema.Struct({ emailVerificationRequired: Schema.Literal(true) }).annotations({
  identifier: "EmailVerificationRequired",
  description: "An email was sent to the address that the provider has named. Its link completes the sign-up.",
  examples: [{ emailVerificationRequired: true }]
})

const exampleIdentity = {
  id: exampleId,
  provider: "google",
  issuer: "https://accounts.google.com",
  subject: "110169484474386276334",
  label: "ada@example.com",
  createdAt: DateTime.unsafeMake("2026-11-24T09:12:44.571Z"),
  lastUsedAt: DateTime.unsafeMake("2026-11-27T18:03:10.004Z")
}

/** An account at an identity provider, which the user signs in with. */
export const IdentityResponse = Schema.Struct({
  id: IdentityId.annotations({ description: "The id of the identity. It is not secret." }),
  provider: Schema.NullOr(IdentityProviderId).annotations({
    description: "The id of the provider; `null` if the instance no longer has it."
  }),
  issuer: Schema.String,
  subject: Schema.String.annotations({ description: "The id of the user at the provider." }),
  label: Schema.NullOr(Schema.String).annotations({
    description: "What the user recognizes the account by, such as its email address."
  }),
  createdAt: Time,
  lastUsedAt: Schema.NullOr(Time)
}).annotations({
  identifier: "Identity",
  description: "An account at an identity provider, which the user signs in with.",
  examples: [exampleIdentity]
})
export type IdentityResponse = typeof IdentityResponse.Type

/** The identities of the signed-in user, oldest first. */
export const IdentityListResponse = Schema.Struct({ identities: Schema.Array(IdentityResponse) }).annotations({
  identifier: "IdentityList",
  description: "The identities of the signed-in user, oldest first.",
  examples: [{ identities: [exampleIdentity] }]
})

/** How a sign-in with a provider ends, or how linking does. */
const CallbackResponse = Schema.Union(SessionResponse, SecondFactorRequired, VerificationRequired, IdentityResponse)

const visit = Contract.body(
  Schema.Struct({
    provider: Schema.String.annotations({ description: "The id of the provider." }),
    returnTo: Schema.optionalWith(Schema.String, { exact: true }).annotations({
      description: "Where the browser goes on afterwards: a page of the instance, or of an allowed origin."
    })
  }),
  "IdentityProviderVisitRequest",
  { provider: "google" }
)

const list = Contract.endpoint(HttpApiEndpoint.get("listIdentityProviders", "/v1/auth/identity-providers"), {
  summary: "List identity providers",
  description: "Returns the providers that users can sign in with, in the order of their buttons.",
  success: ProviderListResponse
})

const signIn = Contract.endpoint(
  HttpApiEndpoint.post("signInWithIdentityProvider", "/v1/auth/sign-in/identity-provider"),
  {
    summary: "Begin to sign in with an identity provider",
    description:
      "Returns the page of the provider, and sets the cookie `__client`. The provider sends the browser back to the callback within ten minutes, once.",
    security: SessionSecurity.optional,
    body: visit,
    success: VisitResponse,
    errors: ["identity_provider_disabled", "identity_provider_unavailable", "identity_rejected", "signin_rate_limited"]
  }
)

const reauthenticate = Contract.endpoint(
  HttpApiEndpoint.post("reauthenticateWithIdentityProvider", "/v1/auth/reauthenticate/identity-provider"),
  {
    summary: "Begin to authenticate again with an identity provider",
    description:
      "Returns the page of the provider. When the browser comes back from an account that is linked to the signed-in user's, the callback issues a new session in the place of the presented one, as `/v1/auth/reauthenticate` does.",
    security: SessionSecurity.required,
    body: visit,
    success: VisitResponse,
    errors: [
      "unauthenticated",
      "identity_provider_disabled",
      "identity_provider_unavailable",
      "identity_rejected",
      "signin_rate_limited"
    ]
  }
)

const callbackErrors = [
  "forbidden_origin",
  "invalid_token",
  "identity_provider_disabled",
  "identity_provider_unavailable",
  "identity_rejected",
  "identity_already_exists",
  "too_many_identities",
  "proof_required",
  "sign_up_closed",
  "sign_up_refused",
  "reauthentication_required",
  "signin_rate_limited",
  "signup_rate_limited"
] as const

const parameter = Schema.optionalWith(Schema.String, { exact: true })

/** What a provider sends the user back with (RFC 6749, 4.1.2; RFC 9207, 2). */
const AuthorizationResponse = Schema.Struct({
  state: parameter,
  code: parameter,
  iss: parameter,
  error: parameter,
  error_description: parameter
})

const parameterNames = Struct.keys(AuthorizationResponse.fields)

/** Reads the parameters of a query or a form, each at most once. */
export const readResponse = (values: URLSearchParams) => RequestReader.eachOnce(values, parameterNames)

const callback = Contract.endpoint(HttpApiEndpoint.get("identityProviderCallback", identityProviderCallbackPath), {
  summary: "Come back from an identity provider",
  description:
    "Signs in the user that the provider has confirmed, links the account to the signed-in user's, or renews their session. A browser is redirected to `returnTo`. A program gets the session, or the identity.",
  security: SessionSecurity.optional,
  query: AuthorizationResponse,
  success: CallbackResponse,
  errors: callbackErrors
})

const postedCallback = Contract.endpoint(
  HttpApiEndpoint.post("postIdentityProviderCallback", identityProviderCallbackPath),
  {
    summary: "Come back from an identity provider with a form",
    description:
      "The same for providers that send the browser back with a form. A form of another site signs no one in: the reply is a page that sends its fields again.",
    security: SessionSecurity.optional,
    body: Contract.body(
      AuthorizationResponse,
      "IdentityProviderResponse",
      { state: "uX3fq0Lh7WgJ2mZ9cTn4RkVbYs6DpEa1HxCo8NiQw5M", code: "4/0AVG7fiQ" },
      { form: readResponse }
    ),
    success: CallbackResponse,
    errors: callbackErrors
  }
)

const nonce = Contract.endpoint(
  HttpApiEndpoint.post("identityProviderNonce", "/v1/auth/sign-in/identity-provider/nonce"),
  {
    summary: "Get a nonce for an ID token",
    description:
      "Returns a nonce for the SDK of a provider, and sets the cookie `__client`. It lasts ten minutes, and can be used once.",
    security: SessionSecurity.optional,
    success: Schema.Struct({ nonce: Schema.String }).annotations({
      identifier: "IdentityProviderNonce",
      description: "A nonce for an ID token.",
      examples: [{ nonce: "uX3fq0Lh7WgJ2mZ9cTn4RkVbYs6DpEa1HxCo8NiQw5M" }]
    }),
    errors: ["signin_rate_limited"]
  }
)

const idToken = Contract.endpoint(
  HttpApiEndpoint.post("signInWithIdToken", "/v1/auth/sign-in/identity-provider/id-token"),
  {
    summary: "Sign in with an ID token",
    description:
      "Signs in with an ID token that an app has got from the SDK of the provider, for a nonce of this client. A token that verifies uses the nonce up.",
    security: SessionSecurity.optional,
    body: Contract.body(
      Schema.Struct({
        provider: Schema.String,
        idToken: Schema.Redacted(Schema.String.pipe(Schema.maxLength(16_384))),
        nonce: Schema.String
      }),
      "IdTokenSignIn",
      { provider: "google", idToken: "eyJhbGciOiJSUzI1NiJ9…", nonce: "uX3fq0Lh7WgJ2mZ9cTn4RkVbYs6DpEa1HxCo8NiQw5M" }
    ),
    success: Schema.Union(SessionResponse, SecondFactorRequired, VerificationRequired),
    errors: [
      "invalid_token",
      "identity_provider_disabled",
      "identity_provider_unavailable",
      "identity_rejected",
      "too_many_identities",
      "proof_required",
      "sign_up_closed",
      "sign_up_refused",
      "signin_rate_limited",
      "signup_rate_limited"
    ]
  }
)

const listIdentities = Contract.endpoint(HttpApiEndpoint.get("listIdentities", "/v1/auth/identities"), {
  summary: "List identities",
  description: "Returns the accounts at identity providers of the signed-in user, oldest first.",
  security: SessionSecurity.required,
  success: IdentityListResponse,
  errors: ["unauthenticated"]
})

const addIdentity = Contract.endpoint(HttpApiEndpoint.post("addIdentity", "/v1/auth/identities"), {
  ownPages: true,
  summary: "Begin to link an identity",
  description:
    "Returns the page of the provider. The account there is linked to the signed-in user when the browser comes back. The user must have authenticated in the last ten minutes; with a passkey or a second factor if they have one. Pages of other origins get 403.",
  security: SessionSecurity.required,
  body: visit,
  success: VisitResponse,
  errors: [
    "unauthenticated",
    "reauthentication_required",
    "identity_provider_disabled",
    "identity_provider_unavailable",
    "identity_rejected",
    "too_many_identities",
    "signin_rate_limited"
  ]
})

// Lenient, because an invalid id is 404 like one that does not exist.
const idParam = HttpApiSchema.param(
  "id",
  Schema.String.annotations({ description: "The id of the identity.", examples: [exampleId] })
)

const removeIdentity = Contract.endpoint(HttpApiEndpoint.del("removeIdentity")`/v1/auth/identities/${idParam}`, {
  ownPages: true,
  summary: "Unlink an identity",
  description:
    "Unlinks an account at an identity provider, and returns the others. The user must have authenticated in the last ten minutes; with a passkey or a second factor if they have one. The last way to sign in stays. Sessions stay. Pages of other origins get 403.",
  security: SessionSecurity.required,
  success: IdentityListResponse,
  errors: ["unauthenticated", "reauthentication_required", "no_sign_in_method"]
})

/**
 * `GET /v1/auth/identity-providers`, `POST /v1/auth/sign-in/identity-provider`, `GET` and `POST` on the callback,
 * `POST …/nonce` and `…/id-token`, `POST /v1/auth/reauthenticate/identity-provider`, `GET` and
 * `POST /v1/auth/identities`, and `DELETE /v1/auth/identities/{id}`.
 */
export class IdentityProviderApi extends Contract.group(
  "identityProvider",
  {
    title: "Identity providers",
    description: "Sign in with accounts at identity providers, and link them to one's own."
  },
  {
    listIdentityProviders: list,
    signInWithIdentityProvider: signIn,
    identityProviderCallback: callback,
    postIdentityProviderCallback: postedCallback,
    identityProviderNonce: nonce,
    signInWithIdToken: idToken,
    reauthenticateWithIdentityProvider: reauthenticate,
    listIdentities,
    addIdentity,
    removeIdentity
  }
) {}
