import { type IncomingHttpHeaders, request as httpRequest } from "node:http"

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly setCookies: ReadonlyArray<string>
  readonly text: string
  /** The body as JSON. Loosely typed on purpose: tests compare it with the contract. */
  readonly json: Record<string, unknown>
}

export interface Send {
  readonly headers?: Record<string, string | ReadonlyArray<string>>
  readonly body?: string | Uint8Array
}

/**
 * Returns the cookies that a reply sets, without the one by which a page knows a browser that sends a form twice: it
 * grants nothing.
 */
export const cookiesOf = ({ setCookies }: Reply): ReadonlyArray<string> =>
  setCookies.filter((cookie) => !cookie.startsWith("__form="))

/** Returns a page without what is random in each view of it. */
export const withoutNonces = (text: string): string =>
  text.replaceAll(/nonce="[^"]*"|name="page_view" value="[^"]*"/g, "")

const parseJson = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Sends one HTTP request as it is given. Adds only the headers that `node:http` requires. */
export const send = (method: string, url: string, { headers = {}, body }: Send = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const path = url.slice(url.indexOf("/", "http://".length))
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }
    const outgoing = { ...length, ...headers } as Record<string, string | Array<string>>
    const request = httpRequest({ method, hostname, port, path, headers: outgoing, agent: false }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8")
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          setCookies: response.headers["set-cookie"] ?? [],
          text,
          json: parseJson(text)
        })
      })
    })
    request.on("error", reject)
    request.end(body)
  })
