import { CookieJar } from "tough-cookie"
import { type Reply, type Send, send } from "./HttpClient.ts"

/** An HTTP client with its own cookie jar that sends JSON. */
export class Browser {
  readonly jar = new CookieJar()
  readonly origin: string
  readonly headers: Record<string, string>

  constructor(origin: string, headers: Record<string, string> = {}) {
    this.origin = origin
    this.headers = headers
  }

  async send(method: string, path: string, options: Send = {}): Promise<Reply> {
    const url = `${this.origin}${path}`
    const cookie = await this.jar.getCookieString(url)
    const reply = await send(method, url, {
      ...options,
      headers: { ...(cookie === "" ? {} : { cookie }), ...this.headers, ...options.headers }
    })
    for (const setCookie of reply.setCookies) await this.jar.setCookie(setCookie, url)
    return reply
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send("GET", path, { headers })
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return body === undefined
      ? this.send("POST", path, { headers })
      : this.send("POST", path, {
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify(body)
        })
  }

  /** Returns the value of a cookie in the jar. */
  async cookie(name: string): Promise<string | undefined> {
    const cookies = await this.jar.getCookies(this.origin)
    return cookies.find((cookie) => cookie.key === name)?.value
  }
}
