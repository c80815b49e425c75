import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** What an app's server gets instead of Latchkey's reply. */
const faults = {
  "no connection": (_request: IncomingMessage, response: ServerResponse) => void response.destroy(),
  silence: () => undefined,
  "a redirect": (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(302, { location: "https://example.com/" }).end(),
  "a page": (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
  "an empty object": (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, { "content-type": "application/json" }).end("{}")
}

export type Fault = keyof typeof faults

export const faultNames = Object.keys(faults) as ReadonlyArray<Fault>

/**
 * Stands between an app's server and a real service: forwards requests, except during the outage that it fakes. `cookies`:
 * the `Cookie` headers that it has received. `makeSessionsOld`: says that users have authenticated an hour before.
 */
export class FakeOutage {
  readonly cookies: Array<string | undefined> = []
  makeSessionsOld = false
  readonly #target: string
  readonly #server = createServer((request, response) => this.#handle(request, response))
  #fault: Fault | undefined

  private constructor(target: string) {
    this.#target = target
  }

  static async start(target: string): Promise<FakeOutage> {
    const outage = new FakeOutage(target)
    await new Promise<void>((resolve) => outage.#server.listen(0, "127.0.0.1", resolve))
    return outage
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Runs a function during an outage. */
  async during<A>(fault: Fault, run: () => Promise<A>): Promise<A> {
    this.#fault = fault
    try {
      return await run()
    } finally {
      this.#fault = undefined
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    this.cookies.push(request.headers.cookie)
    if (this.#fault === undefined) this.#forward(request, response)
    else faults[this.#fault](request, response)
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const { headers, method, url } = request
    const forwarded = httpRequest(`${this.#target}${url}`, { method, headers }, async (reply) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of reply) chunks.push(chunk as Buffer)
      const { "content-length": _, "transfer-encoding": __, ...others } = reply.headers
      response.writeHead(reply.statusCode ?? 502, others).end(this.#change(Buffer.concat(chunks).toString()))
    })
    forwarded.on("error", () => response.destroy())
    request.pipe(forwarded)
  }

  #change(body: string): string {
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    return this.makeSessionsOld ? body.replace(/(?<="authenticatedAt":")[^"]*/, hourAgo) : body
  }
}
