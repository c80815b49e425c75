import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { connect, type Socket } from "node:net"
import * as DrainableServer from "@latchkey/server/http/DrainableServer"
import { afterEach, expect, test } from "vitest"
import { until, within } from "@latchkey/test-support/process/until"
import { send } from "@latchkey/test-support/HttpClient"

const cleanups: Array<() => void> = []
afterEach(() => {
  for (const cleanUp of cleanups.splice(0)) cleanUp()
})

const quick = { headersTimeout: 600, requestTimeout: 1_200, keepAliveTimeout: 500, connectionsCheckingInterval: 100 }

/**
 * Starts the server of `latchkey serve`. It never responds to `/later`, and to other paths after it has read the body.
 */
const start = async (limits: Partial<DrainableServer.Limits>) => {
  const { destroy, server } = DrainableServer.make(limits)
  const pending: Array<ServerResponse> = []
  server.on("request", (request, response) => {
    if (request.url === "/later") pending.push(response)
    else request.resume().on("end", () => response.end("done"))
  })
  server.listen(0, "127.0.0.1")
  cleanups.push(() => {
    server.close()
    destroy()
  })
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { port, pending }
}

/** Opens a connection. `ended` is everything that it received until it ended. */
const open = async (port: number) => {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1")
  let text = ""
  socket.on("data", (chunk) => {
    text += chunk
  })
  socket.on("error", () => {})
  const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(text)))
  cleanups.push(() => socket.destroy())
  await once(socket, "connect")
  return { socket, ended }
}

/** Writes one character after another until the server closes the connection. */
const writeSlowly = (socket: Socket, text: string) => {
  let at = 0
  const timer = setInterval(() => {
    if (socket.destroyed || at === text.length) clearInterval(timer)
    else socket.write(text.charAt(at++))
  }, 50)
}

const slowClients: ReadonlyArray<readonly [name: string, head: string, rest: string]> = [
  ["send nothing", "", ""],
  ["send the head slowly", "GET / HTTP/1.1\r\nHost: a\r\n", "X-Slow: ".repeat(500)],
  ["send the body slowly", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n", "a".repeat(9_000)],
  ["send chunks slowly", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n".repeat(900)]
]

test.each(slowClients)(
  "200 clients that %s get 408 and are disconnected, and other clients are served meanwhile",
  async (_, head, rest) => {
    // The head has its own limit.
    const { port } = await start(rest.startsWith("X") || head === "" ? { ...quick, requestTimeout: 60_000 } : quick)
    const slow = await Promise.all(Array.from({ length: 200 }, () => open(port)))
    for (const { socket } of slow) {
      if (head !== "") socket.write(head)
      writeSlowly(socket, rest)
    }
    const all = Promise.all(slow.map((one) => one.ended))
    let areClosed = false
    all.then(() => {
      areClosed = true
    })
    const deadline = Date.now() + 6_000
    do {
      const reply = await within(5, "a response to another client", send("GET", `http://127.0.0.1:${port}/`))
      expect(reply.status).toBe(200)
    } while (!areClosed && Date.now() < deadline)
    const texts = await within(5, "disconnecting", all)
    expect(texts.filter((text) => !text.startsWith("HTTP/1.1 408 "))).toEqual([])
  }
)

test("an idle connection is kept alive, and closed after the timeout", async () => {
  const { port } = await start(quick)
  const { ended, socket } = await open(port)
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
  expect(await within(5, "closing", ended)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*done$/s)
})

test("a connection above the maximum is closed", async () => {
  const { port } = await start({ maxConnections: 5 })
  const five = await Promise.all(Array.from({ length: 5 }, () => open(port)))
  const sixth = await open(port)
  expect(await within(5, "refusing", sixth.ended)).toBe("")
  expect(five.every(({ socket }) => !socket.destroyed)).toBe(true)
})

test("a connection with too many pending requests is closed, and no other", async () => {
  const { port, pending } = await start({ maxUnanswered: 20 })
  const get = "GET /later HTTP/1.1\r\nHost: a\r\n\r\n"
  const patient = await open(port)
  patient.socket.write(get.repeat(20))
  await until("twenty requests", () => pending.length === 20)

  const greedy = await open(port)
  greedy.socket.write(get.repeat(50_000))
  await within(5, "disconnecting", greedy.ended)
  // The requests that the server read together with the first one too many.
  expect(pending.length).toBeLessThan(20 + 3_000)
  expect(patient.socket.destroyed).toBe(false)
})

test("the default limits are the documented ones", () => {
  expect(DrainableServer.limits).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
    maxConnections: 10_000,
    maxUnanswered: 100,
    drainGrace: 500
  })
})
