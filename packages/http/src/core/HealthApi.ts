/** The contract of the health checks. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Contract from "./Contract.ts"
import { Ok } from "./Ok.ts"

const live = Contract.bare(HttpApiEndpoint.get("live", "/health/live"), {
  summary: "Check that the process runs",
  description: "Returns 200 while the process runs.",
  success: Ok
})

const ready = Contract.bare(HttpApiEndpoint.get("ready", "/health/ready"), {
  summary: "Check that the service is ready",
  description: "Returns 200 if the store is reachable and the service is not shutting down, otherwise 503.",
  success: Ok,
  errors: ["service_unavailable"]
})

/** `GET /health/live` and `GET /health/ready`, which reports `Readiness`. Neither looks up the instance. */
export class HealthApi extends Contract.group(
  "health",
  { title: "Health", description: "Health checks for load balancers and orchestrators." },
  { live, ready }
) {}
