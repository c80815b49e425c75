/** The contract of the admin API: personal access tokens of users. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { exampleId, PersonalTokenListResponse } from "./PersonalTokenApi.ts"

const parameter = <const Name extends string>(name: Name, description: string, example: string) =>
  HttpApiSchema.param(name, Schema.String.annotations({ description, examples: [example] }))

const instance = parameter("id", "The id of the instance.", defaultId)
const user = parameter("userId", "The id of the user.", "user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3")
const token = parameter("tokenId", "The id of the token.", exampleId)

const list = Contract.endpoint(
  HttpApiEndpoint.get("listUserTokens")`/v1/admin/instances/${instance}/users/${user}/tokens`,
  {
    permission: "users.read",
    summary: "List the personal access tokens of a user",
    description: "Returns the personal access tokens of a user, oldest first: also expired ones, for thirty days.",
    success: PersonalTokenListResponse
  }
)

const revoke = Contract.endpoint(
  HttpApiEndpoint.del("revokeUserToken")`/v1/admin/instances/${instance}/users/${user}/tokens/${token}`,
  {
    permission: "users.support",
    summary: "Revoke a personal access token of a user",
    description: "Revokes a token of a user. It does not work from now on.",
    success: Ok
  }
)

/** `/v1/admin/instances/{id}/users/{userId}/tokens` and below. */
export class PersonalTokenAdminApi extends Contract.group(
  "personalTokenAdmin",
  {
    title: "Personal access tokens of users",
    description: "See and revoke tokens of users. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  },
  { listUserTokens: list, revokeUserToken: revoke }
) {}
