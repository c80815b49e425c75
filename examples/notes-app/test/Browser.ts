/** An HTTP client that keeps cookies, like a browser. */
export class Browser {
  private readonly cookies = new Map<string, string>()

  constructor(private readonly origin: string) {}

  get(path: string) {
    return this.send(path, {})
  }

  post(path: string, body?: unknown) {
    return this.send(path, {
      method: "POST",
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
    })
  }

  /** Sends a form of a page. */
  submit(path: string, fields: Record<string, string> = {}) {
    return this.send(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: this.origin },
      body: `${new URLSearchParams(fields)}`
    })
  }

  private async send(path: string, init: { method?: string; headers?: Record<string, string>; body?: string }) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const headers = { ...init.headers, ...(cookie === "" ? {} : { cookie }) }
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(new URL(path, this.origin), { ...init, headers, redirect: "manual", signal })
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line) || value === "") this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = /json/.test(response.headers.get("content-type") ?? "")
    const location = response.headers.get("location")
    return { status: response.status, location, text, json: isJson ? JSON.parse(text) : undefined }
  }
}
