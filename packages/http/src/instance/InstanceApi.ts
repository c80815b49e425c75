/**
 * The contract of the admin API: instances.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { create as createInstance, type NewInstance } from "@latchkey/domain/instance/InstancePatch"
import * as Schema from "effect/Schema"
import { wire } from "../core/JsonEndpoint.ts"
import { Ok } from "../core/Ok.ts"
import * as Problem from "../core/Problem.ts"
import * as RequestReader from "../core/RequestReader.ts"
import * as AdminKeySecurity from "../operator/internal/AdminKeySecurity.ts"
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

/** An instance, with all of its fields. @since 0.1.0 */
export const InstanceResponse = Schema.Struct(Instance.fields).annotations(described)

/** All instances, ordered by id. @since 0.1.0 */
export const InstanceListResponse = Schema.Struct({ instances: Schema.Array(InstanceResponse) }).annotations({
  identifier: "InstanceList",
  description: "All instances, ordered by id.",
  examples: [{ instances: [defaultInstance, exampleInstance] }]
})

/** Listing instances. @since 0.1.0 */
export const ListInstances = { success: InstanceListResponse }

/** Reading an instance. @since 0.1.0 */
export const GetInstance = { success: InstanceResponse }

/** Creating an instance: 201. @since 0.1.0 */
export const CreateInstance = {
  payload: NewInstanceInput,
  success: InstanceResponse.annotations({ ...HttpApiSchema.annotations({ status: 201 }), ...described })
}

/** Changing an instance with a JSON merge patch (RFC 7396). @since 0.1.0 */
export const UpdateInstance = {
  payload: InstancePatchInput,
  success: InstanceResponse,
  mediaTypes: [RequestReader.jsonType, "application/merge-patch+json"]
}

/** Deleting an instance. @since 0.1.0 */
export const DeleteInstance = { success: Ok }

// Lenient, because an invalid id is 404 like one that does not exist.
const idParam = HttpApiSchema.param(
  "id",
  Schema.String.annotations({ description: "The id of the instance.", examples: [exampleId] })
)

const newInstance = wire(CreateInstance, "NewInstance", exampleSettings)
const patch = wire(UpdateInstance, "InstancePatch", { authConfig: { magic_link: true } })

const list = HttpApiEndpoint.get("listInstances", "/v1/admin/instances")
  .addSuccess(ListInstances.success)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "List instances")
  .annotate(OpenApi.Description, "Returns all instances, ordered by id.")

const create = HttpApiEndpoint.post("createInstance", "/v1/admin/instances")
  .setPayload(newInstance)
  .addSuccess(CreateInstance.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.PlanDoesNotAllow)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.PermissionDenied)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "Create an instance")
  .annotate(OpenApi.Description, "Creates an instance from a name and everything that differs from the defaults.")

const get = HttpApiEndpoint.get("getInstance")`/v1/admin/instances/${idParam}`
  .addSuccess(GetInstance.success)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "Get an instance")
  .annotate(OpenApi.Description, "Returns one instance.")

const update = HttpApiEndpoint.patch("updateInstance")`/v1/admin/instances/${idParam}`
  .setPayload(patch)
  .addSuccess(UpdateInstance.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.PlanDoesNotAllow)
  .addError(Problem.PasskeyRpIdInUse)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.PermissionDenied)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "Update an instance")
  .annotate(OpenApi.Description, "Changes an instance with a JSON merge patch (RFC 7396).")

const remove = HttpApiEndpoint.del("deleteInstance")`/v1/admin/instances/${idParam}`
  .addSuccess(DeleteInstance.success)
  .addError(Problem.DefaultInstanceRequired)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PermissionDenied)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "Delete an instance")
  .annotate(
    OpenApi.Description,
    "Deletes an instance: its hosts reply with 404, and no session, link or queued email of it works any more. Its users and everything else are removed in the background; then its hosts are free. It cannot be undone."
  )

/**
 * `GET` and `POST /v1/admin/instances`, `GET`, `PATCH` and `DELETE /v1/admin/instances/{id}`. They require a bearer key
 * (RFC 6750). Wrong keys are limited per IP address like wrong passwords. Without `adminApiKey` in the settings every
 * endpoint is 404.
 *
 * @since 0.1.0
 */
export class InstanceApi extends HttpApiGroup.make("instance")
  .add(list)
  .add(create)
  .add(get)
  .add(update)
  .add(remove)
  .addError(Problem.Unauthenticated)
  .addError(Problem.NotFound)
  .addError(Problem.SignInRateLimited)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Instances")
  .annotate(OpenApi.Description, "Manage instances. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key.") {}
