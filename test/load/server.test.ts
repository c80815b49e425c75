import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { connect, type Socket } from "node:net"
import * as DrainableServer from "@latchkey/server/http/DrainableServer"
import { afterEach, expect, test } from "vitest"
import { until, within } from "../../packages/server/test/support/until.ts"
import { send } from "../support/HttpClient.ts"

const undos: Array<() => void> = []
afterEach(() => {
  for (const undo of undos.splice(0)) undo()
})

const quick = { headersTimeout: 600, requestTimeout: 1_200, keepAliveTimeout: 500, connectionsCheckingInterval: 100 }

/** The server of `latchkey serve`, that answers `/later` never and everything else when it has read the body. */
const start = async (limits: Partial<DrainableServer.Limits>) => {
  const { destroy, server } = DrainableServer.make(limits)
  const waiting: Array<ServerResponse> = []
  server.on("request", (request, response) => {
    if (request.url === "/later") waiting.push(response)
    else request.resume().on("end", () => response.end("done"))
  })
  server.listen(0, "127.0.0.1")
  undos.push(() => {
    server.close()
    destroy()
  })
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { port, waiting }
}

/** A connection, and what came over it until it ended. */
const open = async (port: number) => {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1")
  let text = ""
  socket.on("data", (chunk) => {
    text += chunk
  })
  socket.on("error", () => {})
  const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(text)))
  undos.push(() => socket.destroy())
  await once(socket, "connect")
  return { socket, ended }
}

/** Writes one character after the other, for as long as it is let. */
const dribble = (socket: Socket, text: string) => {
  let at = 0
  const timer = setInterval(() => {
    if (socket.destroyed || at === text.length) clearInterval(timer)
    else socket.write(text.charAt(at++))
  }, 50)
}

const manners: ReadonlyArray<readonly [name: string, head: string, rest: string]> = [
  ["send nothing", "", ""],
  ["dribble the head", "GET / HTTP/1.1\r\nHost: a\r\n", "X-Slow: ".repeat(500)],
  ["dribble the body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n", "a".repeat(9_000)],
  ["dribble chunks", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n".repeat(900)]
]

test.each(manners)("200 clients that %s are told so and cut off, and harm nobody", async (_, head, rest) => {
  // The head has a limit of its own.
  const { port } = await start(rest.startsWith("X") || head === "" ? { ...quick, requestTimeout: 60_000 } : quick)
  const slow = await Promise.all(Array.from({ length: 200 }, () => open(port)))
  for (const { socket } of slow) {
    if (head !== "") socket.write(head)
    dribble(socket, rest)
  }
  const all = Promise.all(slow.map((one) => one.ended))
  let areGone = false
  all.then(() => {
    areGone = true
  })
  const patience = Date.now() + 6_000
  do {
    const reply = await within(5, "an answer to somebody else", send("GET", `http://127.0.0.1:${port}/`))
    expect(reply.status).toBe(200)
  } while (!areGone && Date.now() < patience)
  const texts = await within(5, "cutting off", all)
  expect(texts.filter((text) => !text.startsWith("HTTP/1.1 408 "))).toEqual([])
})

test("an idle connection is kept, and then closed", async () => {
  const { port } = await start(quick)
  const { ended, socket } = await open(port)
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
  expect(await within(5, "closing", ended)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*done$/s)
})

test("there are no more connections than allowed", async () => {
  const { port } = await start({ maxConnections: 5 })
  const five = await Promise.all(Array.from({ length: 5 }, () => open(port)))
  const sixth = await open(port)
  expect(await within(5, "refusing", sixth.ended)).toBe("")
  expect(five.every(({ socket }) => !socket.destroyed)).toBe(true)
})

test("a connection on which too much is unanswered is cut off, and no other", async () => {
  const { port, waiting } = await start({ maxUnanswered: 20 })
  const get = "GET /later HTTP/1.1\r\nHost: a\r\n\r\n"
  const patient = await open(port)
  patient.socket.write(get.repeat(20))
  await until("twenty requests", () => waiting.length === 20)

  const greedy = await open(port)
  greedy.socket.write(get.repeat(50_000))
  await within(5, "cutting off", greedy.ended)
  // What had been read in one go with the one too many.
  expect(waiting.length).toBeLessThan(20 + 3_000)
  expect(patient.socket.destroyed).toBe(false)
})

test("in earnest, the limits are those that are documented", () => {
  expect(DrainableServer.limits).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
    maxConnections: 10_000,
    maxUnanswered: 100
  })
})
