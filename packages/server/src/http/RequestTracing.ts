/** The span of a request that is traced, and which ones are. */
import * as HttpTraceContext from "@effect/platform/HttpTraceContext"
import type { HttpServerResponse } from "@effect/platform/HttpServerResponse"
import type { IncomingRequest } from "@latchkey/http/core/RequestReader"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Tracer from "effect/Tracer"
import type { Sampler } from "../core/Sampler.ts"

/** Which requests are traced: by default none. */
export class RequestTracing extends Context.Reference<RequestTracing>()("@latchkey/server/RequestTracing", {
  defaultValue: (): { readonly isSampled: Sampler } => ({ isSampled: () => false })
}) {}

/** Returns the span of the caller, in another program (W3C Trace Context). */
export const parentOf = ({ headers }: IncomingRequest): Option.Option<Tracer.ExternalSpan> =>
  headers["traceparent"] === undefined ? Option.none() : HttpTraceContext.w3c(headers)

/**
 * Responds in the span of a server (OpenTelemetry's semantic conventions for HTTP), named after method and route. It
 * contains no URL, which may have tokens and addresses.
 */
export const inSpan = (
  { method }: IncomingRequest,
  route: string | undefined,
  parent: Option.Option<Tracer.ExternalSpan>,
  respond: Effect.Effect<HttpServerResponse, unknown>
): Effect.Effect<HttpServerResponse, unknown> =>
  Effect.flatMap(
    Effect.makeSpan(route === undefined ? method : `${method} ${route}`, {
      kind: "server",
      parent: Option.getOrUndefined(parent),
      root: Option.isNone(parent),
      attributes: { "http.request.method": method, ...(route === undefined ? {} : { "http.route": route }) },
      captureStackTrace: false
    }),
    (span) =>
      Effect.onExit(Effect.withParentSpan(respond, span), (exit) =>
        Effect.map(Clock.currentTimeNanos, (now) => {
          const status = Exit.isSuccess(exit) ? exit.value.status : 500
          span.attribute("http.response.status_code", status)
          span.end(now, status < 500 ? Exit.void : Exit.fail(`Status ${status}`))
        })
      )
  )
