/**
 * @since 0.1.0
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { replyHeaders } from "../Endpoint.ts"
import { HttpSettings } from "../HttpSettings.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import { problem, toResponse } from "../Problem.ts"
import { Readiness } from "../Readiness.ts"

/** @since 0.1.0 */
export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "health">, never, HttpSettings> =>
  HttpApiBuilder.group(api, "health", (handlers) =>
    Effect.gen(function* () {
      const { isReady } = yield* Readiness
      // These answer without looking up the instance: they have to work when the store does not.
      const withHeaders = HttpServerResponse.setHeaders(replyHeaders(yield* HttpSettings))
      const ok = withHeaders(HttpServerResponse.unsafeJson({ ok: true }))
      const notReady = withHeaders(toResponse(problem("service_unavailable", { retryAfterSeconds: 2 })))
      return handlers
        .handleRaw("live", () => Effect.succeed(ok))
        .handleRaw("ready", () => Effect.map(isReady, (ready) => (ready ? ok : notReady)))
    })
  )
