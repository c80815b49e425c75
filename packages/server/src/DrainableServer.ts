/**
 * A Node HTTP server that can be closed without cutting anybody off. `server.close()` alone waits for connections on
 * which nothing happens: those of clients that keep one for later, and those on which nothing was ever sent.
 *
 * @since 0.1.0
 */
import * as Http from "node:http"
import type { Socket } from "node:net"

/**
 * Limits against clients that hold connections without using them (Slowloris), in milliseconds. An idle connection is
 * kept longer than the 60 seconds of the usual load balancers, so that it is they who close it.
 */
const options: Http.ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024
}

const maxConnections = 10_000

const notReady = JSON.stringify({
  type: "urn:latchkey:problem:service_unavailable",
  title: "The service is unavailable for the moment",
  status: 503,
  detail: "The service is starting or stopping.",
  code: "service_unavailable"
})

const answerNotReady = (response: Http.ServerResponse) =>
  response
    .writeHead(503, { "content-type": "application/problem+json", "cache-control": "no-store", "retry-after": "1" })
    .end(notReady)

/** @since 0.1.0 */
export interface DrainableServer {
  readonly server: Http.Server
  /** Stops accepting, closes what is idle, lets requests in flight finish, then calls back. */
  readonly drain: (done: () => void) => void
  /** Cuts off whatever is left. */
  readonly destroy: () => void
}

/** @since 0.1.0 */
export const make = (): DrainableServer => {
  const server = Http.createServer(options)
  server.maxConnections = maxConnections
  const sockets = new Set<Socket>()
  const inFlight = new Set<Http.ServerResponse>()
  let isDraining = false

  const closeIdle = () => {
    const busy = new Set([...inFlight].map((response) => response.req.socket))
    for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon()
  }

  const announceClose = (response: Http.ServerResponse) => {
    if (!response.headersSent) response.setHeader("connection", "close")
  }

  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })

  server.on("request", (_request, response) => {
    // The port is open a moment before the routes are there, and a request that nobody handles is never answered.
    if (server.listenerCount("request") === 1) answerNotReady(response)
    inFlight.add(response)
    if (isDraining) announceClose(response)
    response.once("close", () => {
      inFlight.delete(response)
      if (isDraining) closeIdle()
    })
  })

  return {
    server,
    drain: (done) => {
      isDraining = true
      server.close(() => done())
      for (const response of inFlight) announceClose(response)
      closeIdle()
    },
    destroy: () => {
      for (const socket of sockets) socket.destroy()
    }
  }
}
