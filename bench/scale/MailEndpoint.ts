import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export interface MailEndpoint {
  readonly url: string
  /** When each mail came, in milliseconds. */
  readonly arrivals: Array<number>
}

const accepted = JSON.stringify({ MessageId: "0100" })

/** An HTTP server that takes mail as SES does, and answers after so many milliseconds. */
export const make = (delayMillis: number): Effect.Effect<MailEndpoint, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<MailEndpoint & { readonly stop: Effect.Effect<void> }>((resume) => {
      const arrivals: Array<number> = []
      const server = createServer((request, response) => {
        request.resume().on("end", () => {
          arrivals.push(performance.now())
          const answer = () => response.writeHead(200, { "content-type": "application/json" }).end(accepted)
          if (delayMillis === 0) answer()
          else setTimeout(answer, delayMillis)
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
