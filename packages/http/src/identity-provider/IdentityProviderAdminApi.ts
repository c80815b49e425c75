/** The contract of the admin API: identity providers of an instance. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { IdentityProvider } from "@latchkey/domain/instance/IdentityProvider"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Schema from "effect/Schema"
import { identityProviderCallbackPath } from "../core/BaseUrl.ts"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { exampleId, IdentityListResponse } from "./IdentityProviderApi.ts"
import { IdentityProviderPatchInput, NewIdentityProviderInput } from "./IdentityProviderInput.ts"

const { clientSecret: _, ...visible } = IdentityProvider.fields

const example = {
  id: "google",
  name: "Google",
  kind: "google",
  issuer: "https://accounts.google.com",
  clientId: "1234.apps.googleusercontent.com",
  apple: null,
  scopes: [],
  nativeClientIds: [],
  emailTrust: "authoritative",
  trustsMfa: false,
  enabled: true,
  hasClientSecret: true,
  redirectUri: `https://auth.example.com${identityProviderCallbackPath}`
} as const

/** An identity provider, with all of its fields but the secret, which no reply contains. */
export const IdentityProviderSettingsResponse = Schema.Struct({
  ...visible,
  hasClientSecret: Schema.Boolean.annotations({ description: "Whether a client secret is stored." }),
  redirectUri: Schema.String.annotations({ description: "Where the provider sends users back to. Register it there." })
}).annotations({
  identifier: "IdentityProviderSettings",
  description: "An identity provider of an instance, with all its settings but the secret.",
  examples: [example]
})

/** The identity providers of an instance, in the order of their buttons. */
export const IdentityProviderSettingsListResponse = Schema.Struct({
  identityProviders: Schema.Array(IdentityProviderSettingsResponse)
}).annotations({
  identifier: "IdentityProviderSettingsList",
  description: "The identity providers of an instance, in the order of their buttons.",
  examples: [{ identityProviders: [example] }]
})

/** What a check of a provider has found. */
export const IdentityProviderCheckResponse = Schema.Struct({
  ok: Schema.Boolean.annotations({ description: "Whether nothing is wrong." }),
  findings: Schema.Array(
    Schema.Struct({
      what: Schema.String.annotations({ description: "What was checked, such as `discovery` or `keys`." }),
      ok: Schema.Boolean,
      detail: Schema.String.annotations({ description: "What was found, and what to do." })
    })
  )
}).annotations({
  identifier: "IdentityProviderCheck",
  description: "What a check of an identity provider has found.",
  examples: [
    {
      ok: false,
      findings: [
        {
          what: "discovery",
          ok: false,
          detail: "The metadata name another issuer: set the issuer to https://id.example.com/"
        }
      ]
    }
  ]
})

// Lenient, because an invalid id is 404 like one that does not exist.
const instance = HttpApiSchema.param(
  "id",
  Schema.String.annotations({ description: "The id of the instance.", examples: [defaultId] })
)
const provider = HttpApiSchema.param(
  "providerId",
  Schema.String.annotations({ description: "The id of the provider.", examples: [example.id] })
)

const user = HttpApiSchema.param(
  "userId",
  Schema.String.annotations({
    description: "The id of the user.",
    examples: ["user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3"]
  })
)
const identity = HttpApiSchema.param(
  "identityId",
  Schema.String.annotations({ description: "The id of the identity.", examples: [exampleId] })
)

const newProvider = Contract.body(NewIdentityProviderInput, "NewIdentityProvider", {
  kind: "google",
  clientId: example.clientId,
  clientSecret: "GOCSPX-uX3fq0Lh7WgJ2mZ9cTn4"
})

const patch = Contract.body(
  IdentityProviderPatchInput,
  "IdentityProviderPatch",
  { enabled: true },
  { mediaTypes: [RequestReader.jsonType, "application/merge-patch+json"] }
)

const list = Contract.endpoint(
  HttpApiEndpoint.get("listIdentityProviderSettings")`/v1/admin/instances/${instance}/identity-providers`,
  {
    permission: "instances.read",
    summary: "List identity providers of an instance",
    description: "Returns the identity providers of an instance, in the order of their buttons.",
    success: IdentityProviderSettingsListResponse
  }
)

const create = Contract.endpoint(
  HttpApiEndpoint.post("createIdentityProvider")`/v1/admin/instances/${instance}/identity-providers`,
  {
    permission: "instances.write",
    summary: "Add an identity provider",
    description:
      "Adds an identity provider to an instance, which can have 20. The id, the name and the issuer follow from the kind, unless it is `oidc`. The secret is encrypted, and never returned.",
    body: newProvider,
    success: IdentityProviderSettingsResponse,
    statuses: [201]
  }
)

const get = Contract.endpoint(
  HttpApiEndpoint.get("getIdentityProvider")`/v1/admin/instances/${instance}/identity-providers/${provider}`,
  {
    permission: "instances.read",
    summary: "Get an identity provider",
    description: "Returns one identity provider.",
    success: IdentityProviderSettingsResponse
  }
)

const update = Contract.endpoint(
  HttpApiEndpoint.patch("updateIdentityProvider")`/v1/admin/instances/${instance}/identity-providers/${provider}`,
  {
    permission: "instances.write",
    summary: "Update an identity provider",
    description:
      "Changes an identity provider with a JSON merge patch (RFC 7396). Without `clientSecret` the secret stays. `kind` and `issuer` cannot be changed, because identities of users belong to an issuer. The only way to sign in cannot be turned off.",
    body: patch,
    success: IdentityProviderSettingsResponse
  }
)

const remove = Contract.endpoint(
  HttpApiEndpoint.del("deleteIdentityProvider")`/v1/admin/instances/${instance}/identity-providers/${provider}`,
  {
    permission: "instances.write",
    summary: "Delete an identity provider",
    description:
      "Users can no longer sign in with it. Their identities stay, and work again with a new provider of the same issuer. The only way to sign in cannot be deleted.",
    success: Ok,
    errors: ["invalid_request"]
  }
)

const check = Contract.endpoint(
  HttpApiEndpoint.post("checkIdentityProvider")`/v1/admin/instances/${instance}/identity-providers/${provider}/check`,
  {
    permission: "instances.write",
    summary: "Check an identity provider",
    description:
      "Fetches what the provider publishes, and returns what is right and what is wrong with the settings. Changes nothing.",
    success: IdentityProviderCheckResponse
  }
)

const listIdentities = Contract.endpoint(
  HttpApiEndpoint.get("listUserIdentities")`/v1/admin/instances/${instance}/users/${user}/identities`,
  {
    permission: "users.read",
    summary: "List the identities of a user",
    description: "Returns the accounts at identity providers that a user signs in with, oldest first.",
    success: IdentityListResponse
  }
)

const removeIdentity = Contract.endpoint(
  HttpApiEndpoint.del("removeUserIdentity")`/v1/admin/instances/${instance}/users/${user}/identities/${identity}`,
  {
    permission: "users.access",
    summary: "Unlink an identity of a user",
    description:
      "Unlinks an account at an identity provider that the user has lost, or never had. Signs the user out everywhere, and tells them by email. The last way to sign in stays.",
    success: Ok,
    errors: ["no_sign_in_method"]
  }
)

/**
 * `/v1/admin/instances/{id}/identity-providers` and below, and `/v1/admin/instances/{id}/users/{userId}/identities`.
 * They require a bearer key (RFC 6750), as the endpoints for instances do.
 */
export class IdentityProviderAdminApi extends Contract.group(
  "identityProviderAdmin",
  {
    title: "Identity providers of an instance",
    description:
      "Choose with which identity providers users can sign in, and see with which accounts there they do. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  },
  {
    listIdentityProviderSettings: list,
    createIdentityProvider: create,
    getIdentityProvider: get,
    updateIdentityProvider: update,
    deleteIdentityProvider: remove,
    checkIdentityProvider: check,
    listUserIdentities: listIdentities,
    removeUserIdentity: removeIdentity
  }
) {}
