import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

export interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** A server that is no Latchkey: it notes what it is asked, and answers what a test wants. */
export const startStranger = async () => {
  const seen: Array<Seen> = []
  let answer: RequestListener = (_, response) => response.end()
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        seen.push({ method: request.method, url: request.url, headers: request.headers, body })
        answer(request, response)
      },
      () => response.destroy()
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    answers: (listener: RequestListener) => {
      answer = listener
    },
    /** Answers every request with this, as JSON unless it is said to be something else. */
    says: (status: number, body: string, headers: Record<string, string> = {}) => {
      answer = (_, response) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(body)
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    }
  }
}

export type Stranger = Awaited<ReturnType<typeof startStranger>>
