import * as Http from "node:http"
import type { FuzzRequest } from "./requests.ts"

export interface FuzzReply {
  readonly status: number
  readonly headers: Http.IncomingHttpHeaders
  readonly text: string
}

const patienceMillis = 5_000

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

/** Sends requests on connections that are kept. */
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
        () => request.destroy(new Error(`No answer within ${patienceMillis} milliseconds`)),
        patienceMillis
      )
      request.on("error", finish)
      request.end(body)
    })

  return {
    /** A kept connection may be closed while a request is on its way to it: then the request goes once more. */
    send: (request: FuzzRequest): Promise<FuzzReply> =>
      once(request).catch((error) => {
        if (codeOf(error) === "ECONNRESET" || codeOf(error) === "EPIPE") return once(request)
        throw error
      }),
    close: () => agent.destroy()
  }
}
