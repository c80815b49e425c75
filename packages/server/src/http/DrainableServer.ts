/**
 * A Node HTTP server that closes without aborting requests. `server.close()` alone waits for idle connections: those
 * that clients keep alive, and those on which nothing was ever sent.
 */
import * as Http from "node:http"
import type { Socket } from "node:net"
import * as PreRoutingResponse from "./PreRoutingResponse.ts"

/**
 * Limits against clients that hold connections without using them (Slowloris). Times are in milliseconds.
 *
 * - `headersTimeout`: for the headers of a request, from the opening of the connection or the previous request.
 * - `requestTimeout`: for a request with its body.
 * - `connectionsCheckingInterval`: how often these two are enforced.
 * - `keepAliveTimeout`: how long an idle connection stays open. Longer than the 60 seconds of common load balancers, so
 *   that they close it first.
 * - `maxConnections`: further connections are closed immediately.
 * - `maxUnanswered`: how many requests a connection may send before the first of them is answered.
 * - `drainGrace`: how long the server goes on listening when it drains.
 */
export interface Limits {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  readonly connectionsCheckingInterval: number
  readonly maxHeaderSize: number
  readonly maxConnections: number
  readonly maxUnanswered: number
  readonly drainGrace: number
}

/** The default limits. */
export const limits: Limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 10_000,
  maxUnanswered: 100,
  drainGrace: 500
}

/** The server, and the two ways to stop it. */
export interface DrainableServer {
  readonly server: Http.Server
  /**
   * Lets the requests that were sent before finish, also on connections that are not accepted yet. For `drainGrace`,
   * requests on later connections get 503, and idle connections stay open, because a request may be on its way. Then
   * closes the port and idle connections, lets requests in flight finish, and calls back.
   */
  readonly drain: (done: () => void) => void
  /** Closes the remaining connections immediately. */
  readonly destroy: () => void
}

const respond = (response: Http.ServerResponse, { body, headers, status }: PreRoutingResponse.PreRoutingResponse) =>
  response.writeHead(status, headers).end(body)

/** Removes a response, which is the first unless the client disconnects. */
const remove = (responses: Array<Http.ServerResponse>, response: Http.ServerResponse): void => {
  const index = responses.indexOf(response)
  if (index === 0) responses.shift()
  else if (index > 0) responses.splice(index, 1)
}

/** Returns `true` for a request whose body was not read to its end. */
const isUnread = ({ headersSent, req }: Http.ServerResponse) => !headersSent && !req.complete

/** Makes the server. It does not listen yet. Requests that arrive before it has handlers get 503. */
export const make = (overrides: Partial<Limits> = {}): DrainableServer => {
  const { drainGrace, maxConnections, maxUnanswered, ...options } = { ...limits, ...overrides }
  const server = Http.createServer(options)
  server.maxConnections = maxConnections
  /**
   * Every open connection, with its unanswered requests. They are in no set: V8 links the old table of a set to the
   * next, and so keeps what was in any of them until a full collection.
   */
  const sockets = new Map<Socket, Array<Http.ServerResponse>>()
  let phase: "open" | "draining" | "closed" = "open"
  let accepted = 0

  const closeIdle = () => {
    for (const [socket, unanswered] of sockets) if (unanswered.length === 0) socket.destroySoon()
  }

  const announceClose = (response: Http.ServerResponse) => {
    if (!response.headersSent) response.setHeader("connection", "close")
  }

  const keepTrack = (socket: Socket) => {
    accepted++
    sockets.set(socket, [])
    socket.once("close", () => sockets.delete(socket))
  }

  server.on("connection", keepTrack)

  server.on("request", ({ socket }, response) => {
    // The port is open a moment before the routes are ready, and Node never answers a request without a handler.
    if (server.listenerCount("request") === 1) respond(response, PreRoutingResponse.notReady)
    const unanswered = sockets.get(socket)
    unanswered?.push(response)
    // Node has no limit for pipelined requests: it would read thousands from one connection.
    if (unanswered !== undefined && unanswered.length > maxUnanswered) socket.destroy()
    if (phase !== "open") announceClose(response)
    response.once("close", () => {
      if (unanswered !== undefined) remove(unanswered, response)
      if (phase === "closed") closeIdle()
    })
  })

  // Latchkey has no protocol to upgrade to, so it ignores upgrades (RFC 9110 section 7.8). With a listener Node would
  // detach the connection from the server: no code would read it, no limit would apply, and it would never close.
  server.on("newListener", (event: string, listener: () => void) => {
    if (event === "upgrade") queueMicrotask(() => server.removeListener("upgrade", listener))
  })

  // Handle an `Expect` header that Node does not know like any other request.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))

  server.on("clientError", (error, socket) => {
    const isNext = (sockets.get(socket as Socket) ?? []).every(isUnread)
    // The client would take a response sent out of turn for the response to an earlier request.
    if (!socket.writable || !isNext) return void socket.destroy()
    socket.end(PreRoutingResponse.toUnreadable(error), () => socket.destroy())
  })

  /** Does not listen: it gets the connections that are opened after the server began to drain. */
  const late = Http.createServer(options, (request, response) => {
    announceClose(response)
    respond(response, PreRoutingResponse.notReady)
    request.resume()
  })

  const refuseConnections = () => {
    server.removeAllListeners("connection")
    server.on("connection", (socket) => {
      keepTrack(socket)
      late.emit("connection", socket)
    })
  }

  /**
   * Runs `use` once all connections that are open are accepted, and the requests on them read: Node accepts one in each
   * turn of the event loop. If ever more arrive, it runs `use` nevertheless.
   */
  const afterPending = (use: () => void, end = Date.now() + drainGrace) => {
    const before = accepted
    const next = () => (accepted === before || Date.now() > end ? use() : afterPending(use, end))
    setImmediate(() => setImmediate(next))
  }

  const close = (done: () => void) => {
    phase = "closed"
    server.close(() => done())
    closeIdle()
  }

  return {
    server,
    drain: (done) => {
      phase = "draining"
      for (const unanswered of sockets.values()) unanswered.forEach(announceClose)
      afterPending(() => {
        refuseConnections()
        setTimeout(() => afterPending(() => close(done)), drainGrace)
      })
    },
    destroy: () => {
      for (const socket of sockets.keys()) socket.destroy()
    }
  }
}
