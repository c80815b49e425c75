import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Implementation from "../Implementation.ts"
import { responseHeaders } from "../Endpoint.ts"
import { HealthApi } from "../HealthApi.ts"
import { HttpSettings } from "../HttpSettings.ts"
import { Ok, ok } from "../Ok.ts"
import { problem, toResponse } from "../Problem.ts"
import { Readiness } from "../Readiness.ts"

/** The health checks. They work while the store does not: they do not look up the instance. */
const make = Effect.gen(function* () {
  const { isReady } = yield* Readiness
  const withHeaders = HttpServerResponse.setHeaders({
    ...responseHeaders(yield* HttpSettings),
    // A status page on another origin may ask whether the service runs.
    "cross-origin-resource-policy": "cross-origin"
  })
  const healthy = withHeaders(Implementation.jsonResponse(Ok)({ body: ok }))
  const notReady = withHeaders(toResponse(problem("service_unavailable", { retryAfterSeconds: 2 })))
  return {
    live: Effect.succeed(healthy),
    ready: Effect.map(isReady, (ready) => (ready ? healthy : notReady))
  }
})

export const implementation = Implementation.makeBare(HealthApi, make)
