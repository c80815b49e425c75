/** The contract of the admin API: instances. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { create as createInstance, type NewInstance } from "@latchkey/domain/instance/InstancePatch"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { InstancePatchInput, NewInstanceInput } from "./InstanceInput.ts"

const exampleId = InstanceId.make("inst_01a19b51-8dd8-7b20-a6d4-83f0c9157e2b")

const exampleSettings = {
  name: "Acme",
  plan: "pro",
  hosts: ["login.acme.example"],
  redirectUrl: "https://app.acme.example/",
  authConfig: { magic_link: true },
  signUp: { mode: "invitation" },
  sessionConfig: { passwordPolicy: { minLength: 12 } }
} as const satisfies NewInstance

const exampleInstance = createInstance(exampleId, exampleSettings)

const described = {
  identifier: "Instance",
  description: "An instance, with all its settings.",
  examples: [exampleInstance]
} as const

/** An instance, with all of its fields. Only the identity providers have their own endpoints. */
export const InstanceResponse = Schema.Struct(Instance.fields).omit("identityProviders").annotations(described)

/** All instances, ordered by id. */
export const InstanceListResponse = Schema.Struct({ instances: Schema.Array(InstanceResponse) }).annotations({
  identifier: "InstanceList",
  description: "All instances, ordered by id.",
  examples: [{ instances: [defaultInstance, exampleInstance] }]
})

// Lenient, because an invalid id is 404 like one that does not exist.
const idParam = HttpApiSchema.param(
  "id",
  Schema.String.annotations({ description: "The id of the instance.", examples: [exampleId] })
)

const newInstance = Contract.body(NewInstanceInput, "NewInstance", exampleSettings)
const patch = Contract.body(
  InstancePatchInput,
  "InstancePatch",
  { authConfig: { magic_link: true } },
  { mediaTypes: [RequestReader.jsonType, "application/merge-patch+json"] }
)

const list = Contract.endpoint(HttpApiEndpoint.get("listInstances", "/v1/admin/instances"), {
  permission: "instances.read",
  summary: "List instances",
  description: "Returns all instances, ordered by id.",
  success: InstanceListResponse
})

const create = Contract.endpoint(HttpApiEndpoint.post("createInstance", "/v1/admin/instances"), {
  permission: "instances.write",
  summary: "Create an instance",
  description: "Creates an instance from a name and everything that differs from the defaults.",
  body: newInstance,
  success: InstanceResponse,
  statuses: [201],
  errors: ["plan_does_not_allow"]
})

const get = Contract.endpoint(HttpApiEndpoint.get("getInstance")`/v1/admin/instances/${idParam}`, {
  permission: "instances.read",
  summary: "Get an instance",
  description: "Returns one instance.",
  success: InstanceResponse
})

const update = Contract.endpoint(HttpApiEndpoint.patch("updateInstance")`/v1/admin/instances/${idParam}`, {
  permission: "instances.write",
  summary: "Update an instance",
  description: "Changes an instance with a JSON merge patch (RFC 7396).",
  body: patch,
  success: InstanceResponse,
  errors: ["plan_does_not_allow", "passkey_rp_id_in_use"]
})

const remove = Contract.endpoint(HttpApiEndpoint.del("deleteInstance")`/v1/admin/instances/${idParam}`, {
  permission: "instances.write",
  summary: "Delete an instance",
  description:
    "Deletes an instance: its hosts reply with 404, and no session, link or queued email of it works any more. Its users and everything else are removed in the background; then its hosts are free. It cannot be undone.",
  success: Ok,
  errors: ["default_instance_required", "invalid_request"]
})

/**
 * `GET` and `POST /v1/admin/instances`, `GET`, `PATCH` and `DELETE /v1/admin/instances/{id}`. They require a bearer key
 * (RFC 6750). Wrong keys are limited per IP address like wrong passwords. Without `adminApiKey` in the settings every
 * endpoint is 404.
 */
export class InstanceApi extends Contract.group(
  "instance",
  {
    title: "Instances",
    description: "Manage instances. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  },
  { listInstances: list, createInstance: create, getInstance: get, updateInstance: update, deleteInstance: remove }
) {}
