/**
 * The platform's HTTP server for Node, with direct routes in front of its router: the same handlers, without the steps and
 * services that the platform adds to each request.
 *
 * @since 0.1.0
 */
import type * as Http from "node:http"
import type * as Net from "node:net"
import * as Cookies from "@effect/platform/Cookies"
import type * as Headers from "@effect/platform/Headers"
import type * as HttpApp from "@effect/platform/HttpApp"
import type * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { HttpServerResponse } from "@effect/platform/HttpServerResponse"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { type DirectRoute, DirectRoutes } from "@latchkey/http/Http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"

type Listener = (request: Http.IncomingMessage, response: Http.ServerResponse) => void

/** What the handlers of direct routes read of a request. The platform's own class is not exported. */
class DirectRequest {
  readonly source: Http.IncomingMessage

  constructor(source: Http.IncomingMessage) {
    this.source = source
  }

  get method() {
    return this.source.method
  }
  get url() {
    return this.source.url
  }
  get headers() {
    return this.source.headers as Headers.Headers
  }
  get remoteAddress() {
    return Option.fromNullable(this.source.socket.remoteAddress)
  }
  get arrayBuffer() {
    return NodeStream.toUint8Array(() => this.source, { onFailure: this.#toError })
  }
  get stream() {
    return NodeStream.fromReadable<HttpServerError.RequestError>(() => this.source, this.#toError)
  }

  readonly #toError = (cause: unknown) =>
    new HttpServerError.RequestError({ request: toServerRequest(this), reason: "Decode", cause })
}

const toServerRequest = (request: DirectRequest) => request as unknown as HttpServerRequest.HttpServerRequest

/** Each byte as one character: Node writes a string together with the headers. */
const toText = ({ buffer, byteLength, byteOffset }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1")

/** Sends a response as the platform does. */
const send = (nodeResponse: Http.ServerResponse, { body, cookies, headers, status }: HttpServerResponse) => {
  if (nodeResponse.writableEnded) return
  const setCookies = Cookies.toSetCookieHeaders(cookies)
  nodeResponse.writeHead(status, setCookies.length === 0 ? headers : { ...headers, "set-cookie": setCookies })
  nodeResponse.end(body._tag === "Uint8Array" ? toText(body.body) : "", "latin1")
}

/** Makes the listener that runs direct routes, and passes all other requests on. */
const makeListener = (routes: ReadonlyArray<DirectRoute>, otherwise: Listener) =>
  // Handlers can be interrupted, also where the server starts in a layer that cannot.
  Effect.map(Effect.interruptible(Effect.runtime<never>()), ({ fiberRefs, runtimeFlags }): Listener => {
    const handlers = new Map(routes.map(({ handler, method, url }) => [`${method} ${url}`, handler]))
    return (nodeRequest, nodeResponse) => {
      const handler = handlers.get(`${nodeRequest.method} ${nodeRequest.url}`)
      if (handler === undefined) return otherwise(nodeRequest, nodeResponse)
      const request = toServerRequest(new DirectRequest(nodeRequest))
      const context = Context.make(HttpServerRequest.HttpServerRequest, request)
      const fiber = Runtime.runFork(Runtime.make({ context, fiberRefs, runtimeFlags }), handler)
      fiber.addObserver((exit) => send(nodeResponse, HttpServerError.exitResponse(exit)))
      nodeResponse.on("close", () => {
        if (!nodeResponse.writableEnded) fiber.unsafeInterruptAsFork(HttpServerError.clientAbortFiberId)
      })
    }
  })

const listen = (server: Http.Server, app: HttpApp.Default<unknown>, middleware?: HttpMiddleware.HttpMiddleware) =>
  Effect.gen(function* () {
    const routed = yield* middleware === undefined
      ? NodeHttpServer.makeHandler(app)
      : NodeHttpServer.makeHandler(app, middleware as never)
    const routes = yield* DirectRoutes
    const listener = yield* makeListener(routes, routed)
    yield* Effect.acquireRelease(
      Effect.sync(() => server.on("request", listener)),
      () => Effect.sync(() => server.off("request", listener))
    )
  })

/**
 * Makes the server, and listens. What serves an app on it has the `DirectRoutes`: `Layer.provide(Http.layerDirectRoutes)`.
 * They get no server spans, so leave them out where requests are traced.
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
