/**
 * The contract of the admin API: API keys.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { ApiKeyId } from "@latchkey/domain/core/Ids"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Time } from "../account/UserApi.ts"
import { wire } from "../core/JsonEndpoint.ts"
import { Ok } from "../core/Ok.ts"
import * as Problem from "../core/Problem.ts"
import * as AdminKeySecurity from "./internal/AdminKeySecurity.ts"
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

/** An API key, without the key itself. @since 0.1.0 */
export const ApiKeyResponse = Schema.Struct(fields).annotations({
  identifier: "ApiKey",
  description: "A key for programs that call the admin API, without the key itself.",
  examples: [example]
})
/** @since 0.1.0 */
export type ApiKeyResponse = typeof ApiKeyResponse.Type

/** The newest two hundred keys. @since 0.1.0 */
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

/** A new API key. @since 0.1.0 */
export const CreatedApiKeyResponse = Schema.Struct({
  ...fields,
  key: Schema.String.annotations({ description: "The key. It is not shown again." })
}).annotations(describedCreated)

/** Listing API keys. @since 0.1.0 */
export const ListApiKeys = { success: ApiKeyListResponse }

/** Creating an API key: 201. @since 0.1.0 */
export const CreateApiKey = {
  payload: Schema.Struct({
    name: NameField,
    role: RoleField,
    expiresAt: Schema.optionalWith(
      Schema.NullOr(Time).annotations({
        description: "From when on the key does not work. Without it, the key works until it is revoked."
      }),
      { exact: true }
    )
  }),
  success: CreatedApiKeyResponse.annotations({ ...HttpApiSchema.annotations({ status: 201 }), ...describedCreated })
}

/** Revoking an API key. @since 0.1.0 */
export const RevokeApiKey = { success: Ok }

// Lenient, because an invalid id is 404 like one that does not exist.
const apiKey = HttpApiSchema.param(
  "apiKeyId",
  Schema.String.annotations({ description: "The id of the API key.", examples: [exampleId] })
)

const newApiKey = { name: "Billing sync", role: "viewer", expiresAt: "2027-02-22T09:24:51.327Z" } as const

const list = HttpApiEndpoint.get("listApiKeys", "/v1/admin/api-keys")
  .addSuccess(ListApiKeys.success)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "List API keys")
  .annotate(OpenApi.Description, "Returns the newest two hundred API keys, expired ones too, newest first.")

const create = HttpApiEndpoint.post("createApiKey", "/v1/admin/api-keys")
  .setPayload(wire(CreateApiKey, "NewApiKey", newApiKey))
  .addSuccess(CreateApiKey.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.PermissionDenied)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "Create an API key")
  .annotate(
    OpenApi.Description,
    "Returns a key for a program, once. Keys that exist stay valid, so a program can change to the new one before the old one is revoked."
  )

const revoke = HttpApiEndpoint.del("revokeApiKey")`/v1/admin/api-keys/${apiKey}`
  .addSuccess(RevokeApiKey.success)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PermissionDenied)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "Revoke an API key")
  .annotate(OpenApi.Description, "The key no longer works.")

/**
 * `/v1/admin/api-keys` and below. They require a bearer key (RFC 6750), as the endpoints for instances do.
 *
 * @since 0.1.0
 */
export class ApiKeyApi extends HttpApiGroup.make("apiKey")
  .add(list)
  .add(create)
  .add(revoke)
  .addError(Problem.Unauthenticated)
  .addError(Problem.NotFound)
  .addError(Problem.SignInRateLimited)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "API keys")
  .annotate(
    OpenApi.Description,
    "Manage the keys of programs. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  ) {}
