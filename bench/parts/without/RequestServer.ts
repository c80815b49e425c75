/** The platform's own server, with the same routes. */
import type * as Http from "node:http"
import type * as Net from "node:net"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { type DirectRoute, DirectRoutes } from "@latchkey/http/Http"
import * as Effect from "effect/Effect"

const routed = (routes: ReadonlyArray<DirectRoute>, app: HttpApp.Default<unknown>): HttpApp.Default<unknown> => {
  const router = HttpLayerRouter.FindMyWay.make<DirectRoute>()
  for (const route of routes) router.on(route.method, route.path, route)
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const found = router.find(request.method, request.url)
    return found === undefined ? app : found.handler.handle(request, found.params)
  })
}

export const make = (server: Http.Server, options: Net.ListenOptions) =>
  Effect.map(
    NodeHttpServer.make(() => server, options),
    ({ address, serve }) =>
      HttpServer.make({
        address,
        serve: (app) => Effect.flatMap(DirectRoutes, (routes) => serve(routed(routes, app as HttpApp.Default<unknown>)))
      })
  )
