/** The contract of the admin API: API keys. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { ApiKeyId } from "@latchkey/domain/core/Ids"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Time } from "../core/Time.ts"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { NameField, RoleField } from "./OperatorApi.ts"

const exampleId = ApiKeyId.make("apikey_01a20d59-3c7f-7e18-9a52-6b4d0e83f7c1")
const createdAt = DateTime.unsafeMake("2026-11-24T09:24:51.327Z")

const example = {
  id: exampleId,
  name: "Billing sync",
  role: "viewer",
  createdAt,
  expiresAt: DateTime.add(createdAt, { days: 90 }),
  lastUsedAt: null
} as const

const fields = {
  id: ApiKeyId.annotations({ description: "The id of the key. It is not secret." }),
  name: NameField,
  role: RoleField,
  createdAt: Time,
  expiresAt: Schema.NullOr(Time).annotations({ description: "From when on the key does not work, or `null`." }),
  lastUsedAt: Schema.NullOr(Time).annotations({
    description: "When the key was last used, up to a minute early; `null` if it never was."
  })
}

/** An API key, without the key itself. */
export const ApiKeyResponse = Schema.Struct(fields).annotations({
  identifier: "ApiKey",
  description: "A key for programs that call the admin API, without the key itself.",
  examples: [example]
})
export type ApiKeyResponse = typeof ApiKeyResponse.Type

/** The newest two hundred keys. */
export const ApiKeyListResponse = Schema.Struct({ apiKeys: Schema.Array(ApiKeyResponse) }).annotations({
  identifier: "ApiKeyList",
  description: "The newest two hundred API keys, expired ones too, newest first.",
  examples: [{ apiKeys: [example] }]
})

const describedCreated = {
  identifier: "CreatedApiKey",
  description: "A new API key, with the key itself.",
  examples: [{ ...example, key: "latchkey_dGhpcyBpcyBub3QgYSBrZXkgdGhhdCB3b3JrcyBoYWg" }]
} as const

/** A new API key. */
export const CreatedApiKeyResponse = Schema.Struct({
  ...fields,
  key: Schema.String.annotations({ description: "The key. It is not shown again." })
}).annotations(describedCreated)

// Lenient, because an invalid id is 404 like one that does not exist.
const apiKey = HttpApiSchema.param(
  "apiKeyId",
  Schema.String.annotations({ description: "The id of the API key.", examples: [exampleId] })
)

const newApiKey = { name: "Billing sync", role: "viewer", expiresAt: "2027-02-22T09:24:51.327Z" } as const

const list = Contract.endpoint(HttpApiEndpoint.get("listApiKeys", "/v1/admin/api-keys"), {
  permission: "api_keys.read",
  summary: "List API keys",
  description: "Returns the newest two hundred API keys, expired ones too, newest first.",
  success: ApiKeyListResponse
})

/** What a new key needs. */
export const NewApiKey = Schema.Struct({
  name: NameField,
  role: RoleField,
  expiresAt: Schema.optionalWith(
    Schema.NullOr(Time).annotations({
      description: "From when on the key does not work. Without it, the key works until it is revoked."
    }),
    { exact: true }
  )
})

const create = Contract.endpoint(HttpApiEndpoint.post("createApiKey", "/v1/admin/api-keys"), {
  permission: "api_keys.write",
  summary: "Create an API key",
  description:
    "Returns a key for a program, once. Keys that exist stay valid, so a program can change to the new one before the old one is revoked.",
  body: Contract.body(NewApiKey, "NewApiKey", newApiKey),
  success: CreatedApiKeyResponse,
  statuses: [201]
})

const revoke = Contract.endpoint(HttpApiEndpoint.del("revokeApiKey")`/v1/admin/api-keys/${apiKey}`, {
  permission: "api_keys.write",
  summary: "Revoke an API key",
  description: "The key no longer works.",
  success: Ok
})

/** `/v1/admin/api-keys` and below. They require a bearer key (RFC 6750), as the endpoints for instances do. */
export class ApiKeyApi extends Contract.group(
  "apiKey",
  {
    title: "API keys",
    description: "Manage the keys of programs. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  },
  { listApiKeys: list, createApiKey: create, revokeApiKey: revoke }
) {}
