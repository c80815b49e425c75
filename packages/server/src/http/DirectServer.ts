/**
 * The platform's HTTP server for Node, with direct routes in front of its router: the same handlers, without the router
 * and the services that it adds to each request.
 *
 * @since 0.1.0
 */
import type * as Http from "node:http"
import type * as Net from "node:net"
import type * as HttpApp from "@effect/platform/HttpApp"
import type * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpServer from "@effect/platform/HttpServer"
import type * as HttpServerError from "@effect/platform/HttpServerError"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { type DirectRoute, DirectRoutes } from "@latchkey/http/Http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

type Listener = (request: Http.IncomingMessage, response: Http.ServerResponse) => void

/**
 * Makes the listener of a direct route. Without the services of the server, which each request would copy; and with a
 * handler that ends with its request, as the router's do.
 */
const makeDirect = ({ handler, method, url }: DirectRoute) =>
  Effect.map(
    Effect.mapInputContext(NodeHttpServer.makeHandler(Effect.interruptible(handler)), () => Context.empty()),
    (listener) => [`${method} ${url}`, listener] as const
  )

const listen = (server: Http.Server, app: HttpApp.Default<unknown>, middleware?: HttpMiddleware.HttpMiddleware) =>
  Effect.gen(function* () {
    const routed: Listener = yield* middleware === undefined
      ? NodeHttpServer.makeHandler(app)
      : NodeHttpServer.makeHandler(app, middleware as never)
    const direct = new Map<string, Listener>(yield* Effect.forEach(yield* DirectRoutes, makeDirect))
    const listener: Listener = (request, response) =>
      (direct.get(`${request.method} ${request.url}`) ?? routed)(request, response)
    yield* Effect.acquireRelease(
      Effect.sync(() => server.on("request", listener)),
      () => Effect.sync(() => server.off("request", listener))
    )
  })

/**
 * Makes the server, and listens. What serves an app on it has the `DirectRoutes`:
 * `Layer.provide(Http.layerDirectRoutes)`.
 *
 * @since 0.1.0
 */
export const make = (
  server: Http.Server,
  options: Net.ListenOptions
): Effect.Effect<HttpServer.HttpServer, HttpServerError.ServeError, Scope.Scope> =>
  Effect.map(
    NodeHttpServer.make(() => server, options),
    ({ address }) => HttpServer.make({ address, serve: (app, middleware) => listen(server, app, middleware) })
  )
