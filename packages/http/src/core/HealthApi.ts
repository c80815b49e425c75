/**
 * The contract of the health checks.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Ok } from "../password/PasswordApi.ts"
import * as Problem from "./Problem.ts"

const live = HttpApiEndpoint.get("live", "/health/live")
  .addSuccess(Ok)
  .annotate(OpenApi.Description, "The process answers.")

const ready = HttpApiEndpoint.get("ready", "/health/ready")
  .addSuccess(Ok)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Description, "The store is reachable, and no shutdown is under way.")

/**
 * `GET /health/live`: the process answers. `GET /health/ready`: `Readiness` says so, or 503. Neither looks at the
 * instance.
 *
 * @since 0.1.0
 */
export class HealthApi extends HttpApiGroup.make("health").add(live).add(ready).annotate(OpenApi.Title, "Health") {}
