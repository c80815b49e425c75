import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** A received request. `isAborted`: the client disconnected before it had the whole response. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  isAborted: boolean
}

export interface Endpoint {
  readonly url: string
  readonly requests: ReadonlyArray<Received>
  readonly connections: Effect.Effect<number>
}

/** Writes a response. Attempts are counted from 1. */
export type Respond = (response: ServerResponse, attempt: number) => void

/** Chooses the response to a request. */
export type Route = (request: Received) => Respond

const json = { "content-type": "application/json" }

/** Accepts an email, as SES does. */
export const accept: Respond = (response) => response.writeHead(200, json).end(JSON.stringify({ MessageId: "0100" }))

/** Responds with JSON. */
export const reply =
  (body: unknown): Respond =>
  (response) =>
    response.writeHead(200, json).end(JSON.stringify(body))

/** Rejects a request as SES does, with the name of the exception in a header. */
export const reject =
  (status: number, exception: string, message = "No"): Respond =>
  (response) =>
    response.writeHead(status, { ...json, "x-amzn-errortype": exception }).end(JSON.stringify({ message }))

/** Starts an HTTP server in the place of SES. It stops when the scope closes. */
export const make = (respond: Respond): Effect.Effect<Endpoint, never, Scope.Scope> => routed(() => respond)

/** As `make`, with a response for each request. */
export const routed = (route: Route): Effect.Effect<Endpoint, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<{ readonly endpoint: Endpoint; readonly stop: Effect.Effect<void> }>((resume) => {
      const requests: Array<Received> = []
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const { method = "", url = "", headers } = request
          const entry: Received = {
            method,
            path: url,
            headers,
            body: Buffer.concat(chunks).toString("utf8"),
            isAborted: false
          }
          requests.push(entry)
          response.on("close", () => {
            entry.isAborted = !response.writableFinished
          })
          route(entry)(response, requests.length)
        })
      })
      const connections = Effect.async<number>((resume) => {
        server.getConnections((_error, count) => resume(Effect.succeed(count)))
      })
      const stop = Effect.async<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
      server.listen(0, "127.0.0.1", () => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        resume(Effect.succeed({ endpoint: { url, requests, connections }, stop }))
      })
    }),
    ({ stop }) => stop
  ).pipe(Effect.map(({ endpoint }) => endpoint))
