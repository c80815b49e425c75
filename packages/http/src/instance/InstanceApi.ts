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
import { InstancePatch, NewInstance } from "@latchkey/domain/instance/InstancePatch"
import * as Schema from "effect/Schema"
import * as Problem from "../core/Problem.ts"

/** An instance as the admin API shows it: all of its fields. @since 0.1.0 */
export const InstanceView = Schema.Struct(Instance.fields).annotations({ identifier: "Instance" })

/** All instances, in the order of their ids. @since 0.1.0 */
export const InstanceList = Schema.Struct({ instances: Schema.Array(InstanceView) }).annotations({
  identifier: "InstanceList"
})

const idParam = HttpApiSchema.param("id", Schema.String)

const list = HttpApiEndpoint.get("listInstances", "/v1/admin/instances").addSuccess(InstanceList)

const create = HttpApiEndpoint.post("createInstance", "/v1/admin/instances")
  .setPayload(NewInstance)
  .addSuccess(InstanceView, { status: 201 })
  .addError(Problem.PlanDoesNotAllow)
  .annotate(OpenApi.Description, "Adds an instance: a name, and whatever should differ from the defaults.")

const get = HttpApiEndpoint.get("getInstance")`/v1/admin/instances/${idParam}`
  .addSuccess(InstanceView)
  .addError(Problem.NotFound)

const change = HttpApiEndpoint.patch("changeInstance")`/v1/admin/instances/${idParam}`
  .setPayload(InstancePatch)
  .addSuccess(InstanceView)
  .addError(Problem.NotFound)
  .addError(Problem.PlanDoesNotAllow)
  .annotate(OpenApi.Description, "Changes an instance by a JSON merge patch (RFC 7396).")

/**
 * `GET` and `POST /v1/admin/instances`, `GET` and `PATCH /v1/admin/instances/{id}`. A bearer key is asked for (RFC
 * 6750): wrong ones are counted by address like wrong passwords, and without `adminApiKey` in the settings all of it
 * is 404. A change is a JSON merge patch (RFC 7396).
 *
 * @since 0.1.0
 */
export class AdminApi extends HttpApiGroup.make("admin")
  .add(list)
  .add(create)
  .add(get)
  .add(change)
  .addError(Problem.InvalidRequest)
  .addError(Problem.Unauthenticated)
  .addError(Problem.SignInRateLimited)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Administration")
  .annotate(OpenApi.Description, "Needs `Authorization: Bearer ADMIN_API_KEY`.") {}
