/**
 * Puts pages on a router.
 *
 * @since 0.1.0
 */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpRouter from "@effect/platform/HttpRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A page, or what a form is posted to. The path is below the prefix of `PublicUrls`. @since 0.1.0 */
export interface Route {
  readonly method: "GET" | "POST"
  readonly path: `/${string}`
  readonly handler: Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    never,
    HttpRouter.RouteContext | HttpServerRequest.HttpServerRequest
  >
}

/** Puts the routes below the prefix of `PublicUrls`. @since 0.1.0 */
export const layer = <E, R>(
  routes: Effect.Effect<ReadonlyArray<Route>, E, R>
): Layer.Layer<never, E, HttpLayerRouter.HttpRouter | PublicUrls | R> =>
  HttpLayerRouter.use((router) =>
    Effect.gen(function* () {
      const { prefix } = yield* PublicUrls
      const below = prefix === "" ? router : router.prefixed(prefix)
      yield* below.addAll(
        (yield* routes).map(({ handler, method, path }) => HttpLayerRouter.route(method, path, handler))
      )
    })
  )
