import * as Http from "node:http"
import type { FuzzRequest } from "./requests.ts"

export interface FuzzReply {
  readonly status: number
  readonly headers: Http.IncomingHttpHeaders
  readonly text: string
}

const timeoutMillis = 5_000

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

/** Makes a client that sends requests on keep-alive connections. */
export const makeClient = (port: number) => {
  const agent = new Http.Agent({ keepAlive: true, maxSockets: 8 })

  const once = ({ body, headers, method, path }: FuzzRequest): Promise<FuzzReply> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { "content-length": String(body.byteLength) }
      const options = { method, host: "127.0.0.1", port, path, headers: { ...headers, ...length }, agent }
      const request = Http.request(options, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", finish)
        response.on("end", () => {
          clearTimeout(timer)
          const text = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        })
      })
      const finish = (error: Error) => {
        clearTimeout(timer)
        reject(error)
      }
      const timer = setTimeout(
        () => request.destroy(new Error(`No response within ${timeoutMillis} milliseconds`)),
        timeoutMillis
      )
      request.on("error", finish)
      request.end(body)
    })

  return {
    /** Sends a request, a second time if the server closed the keep-alive connection meanwhile. */
    send: (request: FuzzRequest): Promise<FuzzReply> =>
      once(request).catch((error) => {
        if (codeOf(error) === "ECONNRESET" || codeOf(error) === "EPIPE") return once(request)
        throw error
      }),
    close: () => agent.destroy()
  }
}
