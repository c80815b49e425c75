import { createServer, request as httpRequest, type Server, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { setTimeout as pause } from "node:timers/promises"
import type { Page } from "playwright-core"
import { listening } from "./listening.ts"

/** Records the layout shifts of every page that is opened afterwards (Layout Instability API). */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Array<number> = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: "layout-shift", buffered: true })
  })

/** Returns the layout shifts of the page. */
export const shiftsOf = (page: Page): Promise<ReadonlyArray<number>> =>
  page.evaluate(() => (globalThis as unknown as { shifts: ReadonlyArray<number> }).shifts)

const pieceBytes = 230
const pauseMillis = 30

const sendInPieces = async (body: Buffer, response: ServerResponse) => {
  for (let start = 0; start < body.length; start += pieceBytes) {
    response.write(body.subarray(start, start + pieceBytes))
    await pause(pauseMillis)
  }
  response.end()
}

/** Proxies `origin` like a slow connection: in pieces, with time to render after each. */
export const serveInPieces = async (origin: string) => {
  const server: Server = createServer((request, response) => {
    const headers = { ...request.headers, host: new URL(origin).host }
    const abort = () => response.destroy()
    const onward = httpRequest(
      `${origin}${request.url ?? "/"}`,
      { method: request.method ?? "GET", headers },
      (reply) => {
        const { "content-length": _, ...replyHeaders } = reply.headers
        response.writeHead(reply.statusCode ?? 502, replyHeaders)
        buffer(reply).then((body) => sendInPieces(body, response), abort)
      }
    )
    onward.on("error", abort).end()
  })
  return listening(server)
}
