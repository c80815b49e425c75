/**
 * A Node HTTP server that can be closed without cutting anybody off. `server.close()` alone waits for connections on
 * which nothing happens: those of clients that keep one for later, and those on which nothing was ever sent.
 *
 * @since 0.1.0
 */
import * as Http from "node:http"
import type { Socket } from "node:net"
import * as PreRoutingResponse from "./PreRoutingResponse.ts"

/**
 * Limits against clients that hold connections without using them (Slowloris), in milliseconds.
 *
 * - `headersTimeout`: for the head of a request, from the opening of the connection or the request before.
 * - `requestTimeout`: for a request with its body.
 * - `connectionsCheckingInterval`: how often it is looked whether one of these two is over.
 * - `keepAliveTimeout`: how long an idle connection is kept. Longer than the 60 seconds of the usual load balancers, so
 *   that it is they who close it.
 * - `maxConnections`: what comes on top is closed at once.
 * - `maxUnanswered`: requests that a connection sends before the first of them is answered.
 *
 * @since 0.1.0
 */
export interface Limits {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  readonly connectionsCheckingInterval: number
  readonly maxHeaderSize: number
  readonly maxConnections: number
  readonly maxUnanswered: number
}

/** What holds unless something else is said. @since 0.1.0 */
export const limits: Limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 10_000,
  maxUnanswered: 100
}

/** The server, and the two ways to end it. @since 0.1.0 */
export interface DrainableServer {
  readonly server: Http.Server
  /** Stops accepting, closes what is idle, lets requests in flight finish, then calls back. */
  readonly drain: (done: () => void) => void
  /** Cuts off whatever is left. */
  readonly destroy: () => void
}

const answer = (response: Http.ServerResponse, { body, headers, status }: PreRoutingResponse.PreRoutingResponse) =>
  response.writeHead(status, headers).end(body)

/** Whether it is the body of this very request that could not be read. */
const isUnread = ({ headersSent, req }: Http.ServerResponse) => !headersSent && !req.complete

/** Makes the server. It does not listen yet. Requests that come before it has handlers get 503. @since 0.1.0 */
export const make = (overrides: Partial<Limits> = {}): DrainableServer => {
  const { maxConnections, maxUnanswered, ...options } = { ...limits, ...overrides }
  const server = Http.createServer(options)
  server.maxConnections = maxConnections
  /** Every open connection, with what is unanswered on it. */
  const sockets = new Map<Socket, Set<Http.ServerResponse>>()
  let isDraining = false

  const closeIdle = () => {
    for (const [socket, unanswered] of sockets) if (unanswered.size === 0) socket.destroySoon()
  }

  const announceClose = (response: Http.ServerResponse) => {
    if (!response.headersSent) response.setHeader("connection", "close")
  }

  server.on("connection", (socket) => {
    sockets.set(socket, new Set())
    socket.once("close", () => sockets.delete(socket))
  })

  server.on("request", ({ socket }, response) => {
    // The port is open a moment before the routes are there, and a request that nobody handles is never answered.
    if (server.listenerCount("request") === 1) answer(response, PreRoutingResponse.notReady)
    const unanswered = sockets.get(socket)
    unanswered?.add(response)
    // Node reads on for as long as there is something: thousands of requests of one connection at once.
    if (unanswered !== undefined && unanswered.size > maxUnanswered) socket.destroy()
    if (isDraining) announceClose(response)
    response.once("close", () => {
      unanswered?.delete(response)
      if (isDraining) closeIdle()
    })
  })

  // Latchkey has nothing to upgrade to, so that is ignored (RFC 9110 section 7.8). With a listener Node would hand the
  // connection over: nobody reads from it, no limit holds for it, and it stays open for ever.
  server.on("newListener", (event: string, listener: () => void) => {
    if (event === "upgrade") queueMicrotask(() => server.removeListener("upgrade", listener))
  })

  // Whoever expects something else than Node knows is answered like anybody.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))

  server.on("clientError", (error, socket) => {
    const isNext = [...(sockets.get(socket as Socket) ?? [])].every(isUnread)
    // A reply that comes out of turn would be taken for that to an earlier request.
    if (!socket.writable || !isNext) return void socket.destroy()
    socket.end(PreRoutingResponse.toUnreadable(error), () => socket.destroy())
  })

  return {
    server,
    drain: (done) => {
      isDraining = true
      server.close(() => done())
      for (const unanswered of sockets.values()) unanswered.forEach(announceClose)
      closeIdle()
    },
    destroy: () => {
      for (const socket of sockets.keys()) socket.destroy()
    }
  }
}
