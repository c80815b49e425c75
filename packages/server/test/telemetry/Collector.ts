import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type CleanUp = (undo: () => void | Promise<void>) => void

interface Options {
  /** A free one by default. */
  readonly port?: number
  /** How long it works on a request, which it keeps only if the client still waits then. In milliseconds. */
  readonly delay?: number
}

/** Starts an OTLP collector that keeps every request. It accepts OTLP/HTTP with JSON. */
export const collector = async (cleanUp: CleanUp, { delay = 0, port = 0 }: Options = {}) => {
  const received: Array<Received> = []
  const begun: Array<string> = []
  const server = createServer((request, response) => {
    const path = request.url ?? ""
    begun.push(path)
    const accept = async () => {
      const body = await text(request)
      if (delay > 0) await setTimeout(delay, undefined, { ref: false })
      if (response.destroyed) return
      received.push({ path, headers: request.headers, body })
      response.setHeader("content-type", "application/json").end("{}")
    }
    accept().catch(() => response.destroy())
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  cleanUp(() => void server.close().closeAllConnections())
  const address = server.address()
  const bodiesAt = (path: string) => received.filter((one) => one.path === path).map(({ body }) => body)
  return { received, begun, bodiesAt, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` }
}
