import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { text } from "node:stream/consumers"

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type CleanUp = (undo: () => void | Promise<void>) => void

/** Starts an OTLP collector that keeps every request, on a free port or on `port`. It accepts OTLP/HTTP with JSON. */
export const collector = async (cleanUp: CleanUp, port = 0) => {
  const received: Array<Received> = []
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        received.push({ path: request.url ?? "", headers: request.headers, body })
        response.setHeader("content-type", "application/json").end("{}")
      },
      () => response.destroy()
    )
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  cleanUp(() => void server.close().closeAllConnections())
  const address = server.address()
  const bodiesAt = (path: string) => received.filter((one) => one.path === path).map(({ body }) => body)
  return { received, bodiesAt, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` }
}
