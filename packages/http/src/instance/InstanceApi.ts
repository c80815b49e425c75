/**
 * The contract of the admin API: instances.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Instance } from "@latchkey/domain/instance/Instance"
import * as Schema from "effect/Schema"
import { wire } from "../core/JsonEndpoint.ts"
import * as Problem from "../core/Problem.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { InstancePatchInput, NewInstanceInput } from "./InstanceInput.ts"

/** An instance, with all of its fields. @since 0.1.0 */
export const InstanceResponse = Schema.Struct(Instance.fields).annotations({ identifier: "Instance" })

/** All instances, ordered by id. @since 0.1.0 */
export const InstanceListResponse = Schema.Struct({ instances: Schema.Array(InstanceResponse) }).annotations({
  identifier: "InstanceList"
})

/** Listing instances. @since 0.1.0 */
export const ListInstances = { success: InstanceListResponse }

/** Reading an instance. @since 0.1.0 */
export const GetInstance = { success: InstanceResponse }

/** Creating an instance: 201. @since 0.1.0 */
export const CreateInstance = {
  payload: NewInstanceInput,
  success: InstanceResponse.annotations(HttpApiSchema.annotations({ status: 201 }))
}

/** Changing an instance with a JSON merge patch (RFC 7396). @since 0.1.0 */
export const UpdateInstance = {
  payload: InstancePatchInput,
  success: InstanceResponse,
  mediaTypes: [RequestReader.jsonType, "application/merge-patch+json"]
}

const idParam = HttpApiSchema.param("id", Schema.String)

const list = HttpApiEndpoint.get("listInstances", "/v1/admin/instances")
  .addSuccess(ListInstances.success)
  .annotate(OpenApi.Summary, "List instances")
  .annotate(OpenApi.Description, "Returns all instances, ordered by id.")

const create = HttpApiEndpoint.post("createInstance", "/v1/admin/instances")
  .setPayload(wire(CreateInstance.payload, "NewInstance"))
  .addSuccess(CreateInstance.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.PlanDoesNotAllow)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .annotate(OpenApi.Summary, "Create an instance")
  .annotate(OpenApi.Description, "Creates an instance from a name and everything that differs from the defaults.")

const get = HttpApiEndpoint.get("getInstance")`/v1/admin/instances/${idParam}`
  .addSuccess(GetInstance.success)
  .annotate(OpenApi.Summary, "Get an instance")
  .annotate(OpenApi.Description, "Returns one instance.")

const update = HttpApiEndpoint.patch("updateInstance")`/v1/admin/instances/${idParam}`
  .setPayload(wire(UpdateInstance.payload, "InstancePatch"))
  .addSuccess(UpdateInstance.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.PlanDoesNotAllow)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .annotate(OpenApi.Summary, "Update an instance")
  .annotate(OpenApi.Description, "Changes an instance with a JSON merge patch (RFC 7396).")

/**
 * `GET` and `POST /v1/admin/instances`, `GET` and `PATCH /v1/admin/instances/{id}`. They require a bearer key (RFC 6750).
 * Wrong keys are limited per IP address like wrong passwords. Without `adminApiKey` in the settings every endpoint is 404.
 *
 * @since 0.1.0
 */
export class InstanceApi extends HttpApiGroup.make("instance")
  .add(list)
  .add(create)
  .add(get)
  .add(update)
  .addError(Problem.Unauthenticated)
  .addError(Problem.NotFound)
  .addError(Problem.SignInRateLimited)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Instances")
  .annotate(OpenApi.Description, "Manage instances. Requires `Authorization: Bearer ADMIN_API_KEY`.") {}
