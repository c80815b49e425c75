import { Agent, request as httpRequest } from "node:http"

export interface Answer {
  readonly status: number
  readonly text: string
  /** From the first byte that leaves to the last that arrives. */
  readonly milliseconds: number
}

/** Posts JSON from one address, always on the same connection, and says how long that took. */
export type Post = (path: string, body: unknown) => Promise<Answer>

/** A client behind the address. The service has to trust 127.0.0.1 as a proxy. */
export const client = (origin: string, address: string): Post => {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (path, body) =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.from(JSON.stringify(body))
      const headers = {
        "content-type": "application/json",
        "content-length": bytes.length,
        "x-forwarded-for": address
      }
      let start = 0
      const outgoing = httpRequest({ method: "POST", hostname, port, path, headers, agent }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk
        })
        response.on("error", reject)
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text, milliseconds: performance.now() - start })
        )
      })
      outgoing.on("error", reject)
      outgoing.setTimeout(60_000, () => outgoing.destroy(new Error("No answer within a minute")))
      start = performance.now()
      outgoing.end(bytes)
    })
}
