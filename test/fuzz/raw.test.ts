import { once } from "node:events"
import { connect } from "node:net"
import * as DrainableServer from "@latchkey/server/http/DrainableServer"
import * as fc from "effect/FastCheck"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { until, within } from "@latchkey/test-support/process/until"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password, session, signUp } from "@latchkey/test-support/contract"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Service } from "@latchkey/test-support/Service"
import { malformed, parts, unfinished } from "./support/brokenRequests.ts"
import { announce, requests, seed } from "./support/plan.ts"
import { marker } from "./support/text.ts"
import { type Exchange, exchange } from "./support/wire.ts"

// The server of `latchkey serve`, with shorter timeouts. They are long enough for the other client on a busy machine,
// whose requests must not be 408.
const drainable = DrainableServer.make({
  headersTimeout: 1200,
  requestTimeout: 1600,
  keepAliveTimeout: 400,
  connectionsCheckingInterval: 100
})
let service: Service
let signedIn: Browser

beforeAll(async () => {
  service = await start({ server: () => drainable.server })
  signedIn = service.browser()
  expect((await signedIn.post(signUp, { email: newEmail(), password })).status).toBe(200)
})
afterAll(async () => {
  drainable.destroy()
  await service.stop()
})

/** Runs `use`, while a signed-in client gets its session again and again. */
const withOtherRequests = async <A>(use: () => Promise<A>): Promise<A> => {
  let isDone = false
  const otherRequests = (async () => {
    while (!isDone) {
      const reply = await within(5, "a response to another client", signedIn.get(session))
      expect(reply.status).toBe(200)
    }
  })()
  try {
    return await use()
  } finally {
    isDone = true
    await otherRequests
  }
}

/** The one response of Node that cannot get headers: to HTTP/1.1 without Host. */
const withoutHost =
  /^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\nDate: [^\r]*\r\n(?:Transfer-Encoding: chunked\r\n)?\r\n/gm

const head = /^HTTP\/1\.1 (?!100).*?\r\n\r\n/gms

const expectHarmless = ({ statuses, text }: Exchange) => {
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(text).not.toContain(marker)
  expect(text).not.toMatch(/node_modules|\.(ts|js)\b|\bat \w+ \(|HPE_|Error:/)
  for (const [reply] of text.replace(withoutHost, "").matchAll(head)) {
    expect(reply).toMatch(/cache-control: no-store/i)
    expect(reply).toMatch(/referrer-policy: no-referrer/i)
    expect(reply).toMatch(/x-content-type-options: nosniff/i)
  }
}

describe("Malformed requests", () => {
  test.concurrent.each(malformed)("%s gets one problem as response", async (_, bytes, status) => {
    const reply = await exchange(service.port, bytes)
    expectHarmless(reply)
    expect(reply.statuses).toEqual([status])
    expect(reply.text).toMatch(/content-type: application\/problem\+json/)
    expect(reply.text).toMatch(/connection: close/i)
  })

  test.concurrent.each(unfinished)("%s is 408 after the timeout", async (_, bytes) => {
    const reply = await exchange(service.port, bytes)
    expectHarmless(reply)
    expect(reply.statuses).toEqual([408])
  })

  test.concurrent.each(unfinished)("%s and the end of the stream closes the connection", async (_, bytes) => {
    const reply = await exchange(service.port, bytes, 1, true)
    expectHarmless(reply)
    expect([[], [400], [408]]).toContainEqual(reply.statuses)
  })
})

test("an upgrade is ignored, and its connection closed", async () => {
  const socket = connect({ port: service.port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {})
  socket.write("GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n")
  const [reply] = await within(5, "a response", once(socket, "data"))
  expect(String(reply)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  socket.end("ignored bytes")
  await until("the connection closed", async () => (await connections()) === 0, 5)
})

test.each(["HEAD /\u00ff HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD / HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n"])(
  "a malformed HEAD has a response without a body, also behind the rest of an earlier body: %j",
  async (bytes) => {
    const socket = connect({ port: service.port, host: "127.0.0.1" }).on("error", () => {})
    socket.write("PATCH /v1/admin/instances/a HTTP/1.1\r\nHost: a\r\nContent-Length: 21\r\n\r\nThe first")
    const [early] = await within(5, "an early response", once(socket, "data"))
    expect(String(early)).toMatch(/^HTTP\/1\.1 40/)
    socket.write(` half is 21.${bytes}`, "latin1")
    const [reply] = await within(5, "a response", once(socket, "data"))
    expect(String(reply)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^{]*\r\n\r\n$/)
    socket.destroy()
  }
)

const flip = (bytes: string, at: number, code: number): string =>
  `${bytes.slice(0, at % bytes.length)}${String.fromCharCode(code)}${bytes.slice((at % bytes.length) + 1)}`

const request = fc
  .record({
    line: fc.constantFrom(...parts.lines),
    headers: fc.array(fc.constantFrom(...parts.headers), { maxLength: 6 }),
    body: fc.constantFrom(...parts.bodies),
    lineEnd: fc.oneof(
      { weight: 6, arbitrary: fc.constant("\r\n") },
      { weight: 1, arbitrary: fc.constantFrom("\n", "\r") }
    )
  })
  .map(({ body, headers, line, lineEnd }) => [line, ...headers, "", body].join(lineEnd))

const bytes = fc.oneof(
  { weight: 4, arbitrary: request },
  { weight: 2, arbitrary: fc.array(request, { minLength: 2, maxLength: 6 }).map((all) => all.join("")) },
  { weight: 2, arbitrary: fc.tuple(request, fc.nat(5_000)).map(([one, end]) => one.slice(0, end % (one.length + 1))) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(request, fc.array(fc.tuple(fc.nat(5_000), fc.nat(255)), { minLength: 1, maxLength: 5 }))
      .map(([one, flips]) => flips.reduce((text, [at, code]) => flip(text, at, code), one))
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array).toString("latin1")) }
)

const connection = fc.record({ bytes, pieces: fc.constantFrom(1, 1, 2, 7), isHalfClosed: fc.boolean() })

// Many at a time, because some connections end only by a timeout.
const concurrency = 32
const runs = Math.max(1, Math.ceil(requests / 4 / concurrency))

test("every connection gets a response or is closed, and other clients are not affected", async () => {
  announce("Fuzzing sockets", runs * concurrency)
  const property = fc.asyncProperty(
    fc.array(connection, { minLength: 1, maxLength: concurrency, size: "max" }),
    async (all) => {
      const replies = await Promise.all(
        all.map(({ bytes, isHalfClosed, pieces }) => exchange(service.port, bytes, pieces, isHalfClosed))
      )
      for (const reply of replies) expectHarmless(reply)
    }
  )
  await withOtherRequests(() => fc.assert(property, { numRuns: runs, seed }))
  await until("all connections closed", async () => (await connections()) === 0)
}, 1_200_000)

const connections = () =>
  new Promise<number>((resolve, reject) =>
    drainable.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  )
