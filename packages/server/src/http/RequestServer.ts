/**
 * The HTTP server of the service, on Node: one road for every request. The platform's own server adds a scope, a span
 * and copies of all services to each, which takes as long as a session check (docs/decisions/0092-one-road.md).
 */
import type * as Http from "node:http"
import type * as Net from "node:net"
import * as Cookies from "@effect/platform/Cookies"
import type * as Headers from "@effect/platform/Headers"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { HttpServerResponse } from "@effect/platform/HttpServerResponse"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeStream from "@effect/platform-node/NodeStream"
import type { IncomingRequest } from "@latchkey/http/core/RequestReader"
import { type DirectRoute, DirectRoutes } from "@latchkey/http/Http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import * as PreRoutingResponse from "./PreRoutingResponse.ts"
import * as RequestFibers from "./RequestFibers.ts"
import * as RequestTracing from "./RequestTracing.ts"

type Responding = Effect.Effect<HttpServerResponse, unknown>

/** Removes the origin of a request target in absolute form (RFC 9112, 3.2.2). */
const pathOf = (target: string): string => {
  if (target.startsWith("/")) return target
  const path = target.indexOf("/", target.indexOf("//") + 2)
  return path === -1 ? "/" : target.slice(path)
}

/** A request of Node. The platform's own class is not exported. */
class NodeRequest implements IncomingRequest {
  readonly source: Http.IncomingMessage
  readonly url: string

  constructor(source: Http.IncomingMessage, url: string) {
    this.source = source
    this.url = url
  }

  /** Routers show a route the URL without their prefix. */
  modify({ url = this.url }: { readonly url?: string }) {
    return new NodeRequest(this.source, url)
  }

  get method() {
    return this.source.method as IncomingRequest["method"]
  }
  get originalUrl() {
    return this.source.url ?? ""
  }
  get headers() {
    return this.source.headers as Headers.Headers
  }
  get remoteAddress() {
    return Option.fromNullable(this.source.socket.remoteAddress)
  }
  get arrayBuffer() {
    return Effect.map(
      NodeStream.toUint8Array(() => this.source, { onFailure: toError(this) }),
      (bytes) => new Uint8Array(bytes).buffer
    )
  }
  get stream() {
    return NodeStream.fromReadable<HttpServerError.RequestError>(() => this.source, toError(this))
  }
}

// The handlers of the service read nothing else of a request.
const asPlatform = (request: NodeRequest) => request as unknown as HttpServerRequest.HttpServerRequest

const toError = (request: NodeRequest) => (cause: unknown) =>
  new HttpServerError.RequestError({ request: asPlatform(request), reason: "Decode", cause })

/** Each byte as one character: Node sends a string together with the headers. */
const toText = ({ buffer, byteLength, byteOffset }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1")

/**
 * Sends a response, which has a body of bytes, or none. Closes the connection if that is impossible. It never throws:
 * that would end the fiber of the request, or the process.
 */
const send = (nodeResponse: Http.ServerResponse, { body, cookies, headers, status }: HttpServerResponse) => {
  if (nodeResponse.writableEnded) return
  try {
    nodeResponse.writeHead(
      status,
      Cookies.isEmpty(cookies) ? headers : { ...headers, "set-cookie": Cookies.toSetCookieHeaders(cookies) }
    )
    if (body._tag !== "Uint8Array" && body._tag !== "Empty") throw new TypeError("The body has no bytes")
    nodeResponse.end(body._tag === "Uint8Array" ? toText(body.body) : "", "latin1")
  } catch {
    nodeResponse.destroy()
  }
}

/** What responds to a request. `isReusable`: whether another request may run on the same fiber. */
interface Target {
  readonly route: string | undefined
  readonly respond: Responding
  readonly isReusable: boolean
}

/** Makes the function that finds what responds to a request: a direct route, or else the app. */
const makeFind = (routes: ReadonlyArray<DirectRoute>, app: HttpApp.Default<unknown>) => {
  const router = HttpLayerRouter.FindMyWay.make<DirectRoute>()
  for (const route of routes) router.on(route.method, route.path, route)
  return (request: NodeRequest): Target => {
    const { method, url } = request
    const found = router.find(method, url) ?? (method === "HEAD" ? router.find("GET", url) : undefined)
    if (found === undefined) {
      const respond = Effect.provideService(
        Effect.scoped(app),
        HttpServerRequest.HttpServerRequest,
        asPlatform(request)
      )
      return { route: undefined, respond, isReusable: false }
    }
    const { handler: route, params } = found
    // A sign-in runs hooks of apps, which may change fiber refs.
    return {
      route: route.path,
      respond: Effect.suspend(() => route.handle(request, params)),
      isReusable: method === "GET"
    }
  }
}

/**
 * Makes the function that runs requests. They can be interrupted, also where the server starts in a layer that cannot.
 * They need no service, and every scope and every span would copy all that there are.
 */
const makeRun = Effect.gen(function* () {
  const { isSampled } = yield* RequestTracing.RequestTracing
  const runtime = yield* Effect.interruptible(Effect.runtime<never>())
  const traced = Runtime.make({ ...runtime, context: Context.empty() })
  const untraced = Runtime.setFiberRef(traced, FiberRef.currentTracerEnabled, false)
  const makeRuns = Effect.fnUntraced(function* (runtime: Runtime.Runtime<never>) {
    return { onNew: RequestFibers.makeRunOnNew(runtime), onFree: yield* RequestFibers.makeRun(runtime) }
  })
  const runTraced = yield* makeRuns(traced)
  const runUntraced = yield* makeRuns(untraced)
  return (
    request: NodeRequest,
    { isReusable, respond, route }: Target,
    onExit: (exit: Exit.Exit<HttpServerResponse, unknown>) => void
  ) => {
    const parent = RequestTracing.parentOf(request)
    const isTraced = isSampled(parent)
    const { onFree, onNew } = isTraced ? runTraced : runUntraced
    const responding = isTraced ? RequestTracing.inSpan(request, route, parent, respond) : respond
    return (isReusable ? onFree : onNew)(responding, onExit)
  }
})

/** Serves the direct routes, and the app for every other request. A client that disconnects interrupts its request. */
const serve = (server: Http.Server, app: HttpApp.Default<unknown>) =>
  Effect.gen(function* () {
    const find = makeFind(yield* DirectRoutes, app)
    const run = yield* makeRun
    const listener = (nodeRequest: Http.IncomingMessage, nodeResponse: Http.ServerResponse) => {
      const invalid = PreRoutingResponse.forInvalidHost(nodeRequest)
      if (invalid !== undefined) return void nodeResponse.writeHead(invalid.status, invalid.headers).end(invalid.body)
      const request = new NodeRequest(nodeRequest, pathOf(nodeRequest.url ?? ""))
      const interrupt = run(request, find(request), (exit) => send(nodeResponse, HttpServerError.exitResponse(exit)))
      nodeResponse.on("close", () => {
        if (!nodeResponse.writableEnded) interrupt(HttpServerError.clientAbortFiberId)
      })
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => server.on("request", listener)),
      () => Effect.sync(() => server.off("request", listener))
    )
  })

/**
 * Makes the server, and listens. What serves an app on it has the `DirectRoutes`:
 * `Layer.provide(Http.layerDirectRoutes)`. The app needs no service but that of its request.
 */
export const make = (
  server: Http.Server,
  options: Net.ListenOptions
): Effect.Effect<HttpServer.HttpServer, HttpServerError.ServeError, Scope.Scope> =>
  Effect.map(
    NodeHttpServer.make(() => server, options),
    ({ address }) => HttpServer.make({ address, serve: (app) => serve(server, app as HttpApp.Default<unknown>) })
  )
