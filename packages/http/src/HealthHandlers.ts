/**
 * @since 0.1.0
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { LatchkeyApi } from "./LatchkeyApi.ts"
import { problem, toResponse } from "./Problem.ts"
import { Readiness } from "./Readiness.ts"

// These answer without looking up the instance: they have to work when the store does not.
const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" }
const ok = HttpServerResponse.unsafeJson({ ok: true }, { headers })
const notReady = HttpServerResponse.setHeaders(
  toResponse(problem("service_unavailable", { retryAfterSeconds: 2 })),
  headers
)

/** @since 0.1.0 */
export const layer: Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "health">> = HttpApiBuilder.group(
  LatchkeyApi,
  "health",
  (handlers) =>
    Effect.gen(function* () {
      const { isReady } = yield* Readiness
      return handlers
        .handleRaw("live", () => Effect.succeed(ok))
        .handleRaw("ready", () => Effect.map(isReady, (ready) => (ready ? ok : notReady)))
    })
)
