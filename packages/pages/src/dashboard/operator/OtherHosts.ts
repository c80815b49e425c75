import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Endpoint from "@latchkey/http/core/Endpoint"
import * as NotFoundPage from "@latchkey/http/core/NotFoundPage"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The response of hosts that have no dashboard: that of every path which does not exist there. */
export class OtherHosts extends Context.Tag("@latchkey/pages/OtherHosts")<
  OtherHosts,
  Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest>
>() {}

/** The response of the instance at the host. */
export const layer = Layer.effect(OtherHosts, NotFoundPage.make).pipe(Layer.provide(Endpoint.layer))
