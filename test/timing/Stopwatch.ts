import { Agent, request as httpRequest } from "node:http"

export interface TimedReply {
  readonly status: number
  readonly text: string
  readonly setCookies: ReadonlyArray<string>
  /** From the first byte sent to the last byte received. */
  readonly milliseconds: number
}

/** Posts JSON, always on the same connection, and returns how long it took. */
export type Post = (path: string, body: unknown, cookie?: string) => Promise<TimedReply>

/** Makes a client with that IP address. The service must trust 127.0.0.1 as a proxy. */
export const client = (origin: string, ipAddress: string): Post => {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (path, body, cookie) =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.from(JSON.stringify(body))
      const headers = {
        "content-type": "application/json",
        "content-length": bytes.length,
        "x-forwarded-for": ipAddress,
        ...(cookie === undefined ? {} : { cookie })
      }
      let start = 0
      const outgoing = httpRequest({ method: "POST", hostname, port, path, headers, agent }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk
        })
        response.on("error", reject)
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            text,
            setCookies: response.headers["set-cookie"] ?? [],
            milliseconds: performance.now() - start
          })
        )
      })
      outgoing.on("error", reject)
      outgoing.setTimeout(60_000, () => outgoing.destroy(new Error("No response within a minute")))
      start = performance.now()
      outgoing.end(bytes)
    })
}
