import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import { text } from "node:stream/consumers"
import { listening } from "@latchkey/test-support/listening"

export interface ReceivedRequest {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** Starts a server that records its requests and sends the replies that a test sets. */
export const startFakeServer = async () => {
  const received: Array<ReceivedRequest> = []
  let respond: RequestListener = (_, response) => response.end()
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        received.push({ method: request.method, url: request.url, headers: request.headers, body })
        respond(request, response)
      },
      () => response.destroy()
    )
  })
  const { origin, stop } = await listening(server)
  return {
    origin,
    received,
    /** Sets the listener that responds to every request. */
    respondWith: (listener: RequestListener) => {
      respond = listener
    },
    /** Sets the reply to every request. Its content type is JSON by default. */
    reply: (status: number, body: string, headers: Record<string, string> = {}) => {
      respond = (_, response) =>
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(body)
    },
    stop
  }
}

export type FakeServer = Awaited<ReturnType<typeof startFakeServer>>
