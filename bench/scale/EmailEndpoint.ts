import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export interface EmailEndpoint {
  readonly url: string
  /** When each email arrived, in milliseconds. */
  readonly arrivals: Array<number>
}

const accepted = JSON.stringify({ MessageId: "0100" })

/** Starts an HTTP server that accepts emails like Amazon SES, and responds after a delay. */
export const make = (delayMillis: number): Effect.Effect<EmailEndpoint, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<EmailEndpoint & { readonly stop: Effect.Effect<void> }>((resume) => {
      const arrivals: Array<number> = []
      const server = createServer((request, response) => {
        request.resume().on("end", () => {
          arrivals.push(performance.now())
          const respond = () => response.writeHead(200, { "content-type": "application/json" }).end(accepted)
          if (delayMillis === 0) respond()
          else setTimeout(respond, delayMillis)
        })
      })
      const stop = Effect.async<void>((done) => {
        server.close(() => done(Effect.void))
        server.closeAllConnections()
      })
      server.listen(0, "127.0.0.1", () => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        resume(Effect.succeed({ url, arrivals, stop }))
      })
    }),
    ({ stop }) => stop
  )
