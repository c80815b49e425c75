/**
 * The contract of the health checks.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Ok } from "./Ok.ts"
import * as Problem from "./Problem.ts"

const live = HttpApiEndpoint.get("live", "/health/live")
  .addSuccess(Ok)
  .annotate(OpenApi.Summary, "Check that the process runs")
  .annotate(OpenApi.Description, "Returns 200 while the process runs.")

const ready = HttpApiEndpoint.get("ready", "/health/ready")
  .addSuccess(Ok)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Summary, "Check that the service is ready")
  .annotate(
    OpenApi.Description,
    "Returns 200 if the store is reachable and the service is not shutting down, otherwise 503."
  )

/**
 * `GET /health/live` and `GET /health/ready`, which reports `Readiness`. Neither looks up the instance.
 *
 * @since 0.1.0
 */
export class HealthApi extends HttpApiGroup.make("health")
  .add(live)
  .add(ready)
  .annotate(OpenApi.Title, "Health")
  .annotate(OpenApi.Description, "Health checks for load balancers and orchestrators.") {}
