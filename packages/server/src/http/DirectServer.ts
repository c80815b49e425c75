/**
 * The platform's HTTP server for Node, with direct routes in front of its router: the same handlers, without the steps
 * and services that the platform adds to each request.
 */
import type * as Http from "node:http"
import type * as Net from "node:net"
import * as Cookies from "@effect/platform/Cookies"
import type * as Headers from "@effect/platform/Headers"
import type * as HttpApp from "@effect/platform/HttpApp"
import type * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerError from "@effect/platform/HttpServerError"
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import type { HttpServerResponse } from "@effect/platform/HttpServerResponse"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeStream from "@effect/platform-node/NodeStream"
import type { IncomingRequest } from "@latchkey/http/core/RequestReader"
import { type DirectRoute, DirectRoutes } from "@latchkey/http/Http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import * as PreRoutingResponse from "./PreRoutingResponse.ts"
import * as RequestFibers from "./RequestFibers.ts"

type Listener = (request: Http.IncomingMessage, response: Http.ServerResponse) => void

/** A request of Node. The platform's own class is not exported. */
class DirectRequest implements IncomingRequest {
  readonly #source: Http.IncomingMessage

  constructor(source: Http.IncomingMessage) {
    this.#source = source
  }

  get method() {
    return this.#source.method as IncomingRequest["method"]
  }
  get url() {
    return this.#source.url ?? ""
  }
  get originalUrl() {
    return this.url
  }
  get headers() {
    return this.#source.headers as Headers.Headers
  }
  get source() {
    return this.#source
  }
  get remoteAddress() {
    return Option.fromNullable(this.#source.socket.remoteAddress)
  }
  get arrayBuffer() {
    return Effect.map(
      NodeStream.toUint8Array(() => this.#source, { onFailure: toError(this) }),
      (bytes) => new Uint8Array(bytes).buffer
    )
  }
  get stream() {
    return NodeStream.fromReadable<HttpServerError.RequestError>(() => this.#source, toError(this))
  }
}

const toError = (request: DirectRequest) => (cause: unknown) =>
  new HttpServerError.RequestError({ request: request as unknown as HttpServerRequest, reason: "Decode", cause })

/** Each byte as one character: Node sends a string together with the headers. */
const toText = ({ buffer, byteLength, byteOffset }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1")

/**
 * Sends a response as the platform does. Closes the connection if that is impossible. It never throws: that would end
 * the fiber of the request, or the process.
 */
const send = (nodeResponse: Http.ServerResponse, response: HttpServerResponse) => {
  if (nodeResponse.writableEnded) return
  try {
    const { body, cookies, headers, status } = response
    nodeResponse.writeHead(
      status,
      Cookies.isEmpty(cookies) ? headers : { ...headers, "set-cookie": Cookies.toSetCookieHeaders(cookies) }
    )
    nodeResponse.end(body._tag === "Uint8Array" ? toText(body.body) : "", "latin1")
  } catch {
    nodeResponse.destroy()
  }
}

/** Makes the listener of a direct route. A client that disconnects interrupts its request. */
const makeDirect =
  (run: RequestFibers.Run) =>
  ({ handle }: DirectRoute): Listener =>
  (nodeRequest, nodeResponse) => {
    const interrupt = run(
      Effect.suspend(() => handle(new DirectRequest(nodeRequest))),
      (exit) => send(nodeResponse, HttpServerError.exitResponse(exit))
    )
    nodeResponse.on("close", () => {
      if (!nodeResponse.writableEnded) interrupt(HttpServerError.clientAbortFiberId)
    })
  }

/** Makes the listeners of all direct routes, by their method and URL. */
const makeDirectListeners = (routes: ReadonlyArray<DirectRoute>) =>
  Effect.gen(function* () {
    // Requests can be interrupted, also where the server starts in a layer that cannot.
    const runtime = yield* Effect.interruptible(Effect.runtime<never>())
    // They need no service, and every scope and every span would copy all that there are.
    const withoutServices = Runtime.make({ ...runtime, context: Context.empty() })
    const makeGet = makeDirect(yield* RequestFibers.makeRun(withoutServices))
    // A sign-in runs hooks of apps, which may change fiber refs.
    const makeOther = makeDirect(RequestFibers.makeRunOnNew(withoutServices))
    const makeListener = (route: DirectRoute) => (route.method === "GET" ? makeGet(route) : makeOther(route))
    return new Map(routes.map((route) => [`${route.method} ${route.url}`, makeListener(route)]))
  })

const listen = (server: Http.Server, app: HttpApp.Default<unknown>, middleware?: HttpMiddleware.HttpMiddleware) =>
  Effect.gen(function* () {
    const routed: Listener = yield* middleware === undefined
      ? NodeHttpServer.makeHandler(app)
      : NodeHttpServer.makeHandler(app, middleware as never)
    const direct = yield* makeDirectListeners(yield* DirectRoutes)
    const listener: Listener = (request, response) => {
      const invalid = PreRoutingResponse.forInvalidHost(request)
      if (invalid !== undefined) return void response.writeHead(invalid.status, invalid.headers).end(invalid.body)
      return (direct.get(`${request.method} ${request.url}`) ?? routed)(request, response)
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => server.on("request", listener)),
      () => Effect.sync(() => server.off("request", listener))
    )
  })

/**
 * Makes the server, and listens. What serves an app on it has the `DirectRoutes`:
 * `Layer.provide(Http.layerDirectRoutes)`. They get no spans of the server, so leave them out where requests are
 * traced.
 */
export const make = (
  server: Http.Server,
  options: Net.ListenOptions
): Effect.Effect<HttpServer.HttpServer, HttpServerError.ServeError, Scope.Scope> =>
  Effect.map(
    NodeHttpServer.make(() => server, options),
    ({ address }) => HttpServer.make({ address, serve: (app, middleware) => listen(server, app, middleware) })
  )
