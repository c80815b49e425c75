import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** A request as it came in. `gone` says that the client left before it had its answer. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  gone: boolean
}

export interface Endpoint {
  readonly url: string
  readonly seen: ReadonlyArray<Seen>
  readonly connections: Effect.Effect<number>
}

export type Answer = (response: ServerResponse, attempt: number) => void

/** Which answer a request gets. */
export type Route = (request: Seen) => Answer

const json = { "content-type": "application/json" }

export const accept: Answer = (response) => response.writeHead(200, json).end(JSON.stringify({ MessageId: "0100" }))

/** Answers with JSON. */
export const reply =
  (body: unknown): Answer =>
  (response) =>
    response.writeHead(200, json).end(JSON.stringify(body))

/** Refuses like SES: the exception's name in a header. */
export const refuse =
  (status: number, exception: string, message = "No"): Answer =>
  (response) =>
    response.writeHead(status, { ...json, "x-amzn-errortype": exception }).end(JSON.stringify({ message }))

/** An HTTP server in the place of SES. Attempts are counted from 1. It stops with the scope. */
export const make = (answer: Answer): Effect.Effect<Endpoint, never, Scope.Scope> => routed(() => answer)

/** As `make`, with an answer for each request. */
export const routed = (route: Route): Effect.Effect<Endpoint, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<{ readonly endpoint: Endpoint; readonly stop: Effect.Effect<void> }>((resume) => {
      const seen: Array<Seen> = []
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const { method = "", url = "", headers } = request
          const entry: Seen = { method, path: url, headers, body: Buffer.concat(chunks).toString("utf8"), gone: false }
          seen.push(entry)
          response.on("close", () => {
            entry.gone = !response.writableFinished
          })
          route(entry)(response, seen.length)
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
        resume(Effect.succeed({ endpoint: { url, seen, connections }, stop }))
      })
    }),
    ({ stop }) => stop
  ).pipe(Effect.map(({ endpoint }) => endpoint))
