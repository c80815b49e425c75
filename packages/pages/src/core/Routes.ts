/**
 * Adds routes to a router.
 */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpRouter from "@effect/platform/HttpRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

/** A page, or the handler of a form. The path is below the prefix of `HttpSettings`. */
export interface Route {
  readonly method: "GET" | "POST"
  readonly path: `/${string}`
  readonly handler: Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    never,
    HttpRouter.RouteContext | HttpServerRequest.HttpServerRequest
  >
}

/** Adds the routes below the prefix of `HttpSettings`. */
export const layer = <E, R>(
  routes: Effect.Effect<ReadonlyArray<Route>, E, R>
): Layer.Layer<never, E, HttpLayerRouter.HttpRouter | HttpSettings | R> =>
  HttpLayerRouter.use((router) =>
    Effect.gen(function* () {
      const { prefix } = yield* HttpSettings
      const prefixed = prefix === "" ? router : router.prefixed(prefix)
      yield* prefixed.addAll(
        (yield* routes).map(({ handler, method, path }) => HttpLayerRouter.route(method, path, handler))
      )
    })
  )
