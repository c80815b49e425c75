import { assert, describe, it } from "@effect/vitest"
import * as OutgoingRequests from "@latchkey/outgoing/OutgoingRequests"
import { selfSigned } from "@latchkey/test-support/certificates"
import { openLocalServer } from "@latchkey/test-support/oidc/localServer"
import { started, until } from "@latchkey/test-support/outsideOfEffect"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { once } from "node:events"
import type { RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { type AddressInfo, createServer as createTcpServer } from "node:net"
import { checkedLookup, isPublic } from "../src/internal/addresses.ts"

const limits: OutgoingRequests.Limits = { time: Duration.seconds(2), bytes: 64 * 1024, concurrent: 10, needs: "body" }

const make = (options: OutgoingRequests.Options = {}) => OutgoingRequests.make(limits, options)

const get = (url: string, pool = "acme"): OutgoingRequests.OutgoingRequest => ({
  pool,
  method: "GET",
  url,
  headers: {}
})

/** Returns the reason of a failure, or the status. */
const outcome = (sent: Effect.Effect<OutgoingRequests.OutgoingResponse, OutgoingRequests.OutgoingFailed>) =>
  Effect.map(Effect.either(sent), Either.match({ onLeft: ({ reason }) => reason, onRight: ({ status }) => status }))

const serve = (listener: RequestListener) => started((cleanUp) => openLocalServer(listener, cleanUp))

/** A server on this machine, and requests that may reach it. */
const listedServer = (listener: RequestListener) =>
  Effect.gen(function* () {
    const server = yield* serve(listener)
    const { send } = yield* make({ privateHosts: [server.host] })
    return { ...server, send }
  })

const privateAddresses = [
  ["this host", ["0.0.0.0", "0.1.2.3", "::"]],
  ["loopback", ["127.0.0.1", "127.255.255.254", "::1"]],
  ["private networks", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fdff::1"]],
  ["carrier-grade NAT", ["100.64.0.1", "100.127.255.255"]],
  ["link-local, with the metadata of clouds", ["169.254.169.254", "169.254.0.1", "fe80::1", "fe80::1%eth0"]],
  ["multicast and broadcast", ["224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"]],
  [
    "reserved and documentation",
    ["240.0.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "2001:db8::1"]
  ],
  ["protocols", ["192.0.0.1", "192.88.99.1", "2001::1", "2001:10::1", "3fff::1"]],
  [
    "IPv4 within IPv6",
    ["::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "::7f00:1"]
  ],
  ["unassigned IPv6", ["4000::1", "fec0::1", "1::1"]],
  ["no address", ["", "localhost", "127.1", "0x7f000001", "1.2.3"]]
] as const

describe("An outgoing request", () => {
  for (const [name, addresses] of privateAddresses) {
    it.scoped(`is sent to no address of ${name}, whichever name has it`, () =>
      Effect.gen(function* () {
        for (const address of addresses) {
          assert.isFalse(isPublic(address), address)
          const { send } = yield* make({ resolve: async () => [address] })
          assert.strictEqual(yield* outcome(send(get("https://name.example/"))), "address", address)
        }
      })
    )
  }

  it("is sent to public addresses", () => {
    for (const address of [
      "8.8.8.8",
      "1.1.1.1",
      "172.15.0.1",
      "172.32.0.1",
      "100.63.255.255",
      "2606:4700::1111",
      "2a00::1"
    ]) {
      assert.isTrue(isPublic(address), address)
    }
  })

  it.each([
    [
      true,
      [
        { address: "8.8.8.8", family: 4 },
        { address: "2606:4700::1111", family: 6 }
      ]
    ],
    [false, "8.8.8.8"]
  ] as const)(
    "is sent to the public addresses of a name that has private ones, too: all of them %s",
    async (all, to) => {
      const addresses = ["10.0.0.1", "8.8.8.8", "::ffff:127.0.0.1", "2606:4700::1111"]
      const lookup = checkedLookup({ resolve: async () => addresses, accepts: isPublic, refusal: new Error("none") })
      const found = await new Promise((resolve) => lookup("name.example", { all }, (_, address) => resolve(address)))
      assert.deepStrictEqual(found, to)
    }
  )

  it.scoped("is sent to no private address that the URL names, in any notation", () =>
    Effect.gen(function* () {
      const { isAllowed, send } = yield* make()
      for (const host of [
        "127.0.0.1",
        "127.1",
        "0x7f.1",
        "2130706433",
        "[::1]",
        "[::ffff:10.0.0.1]",
        "169.254.169.254"
      ]) {
        assert.strictEqual(yield* outcome(send(get(`https://${host}/`))), "address", host)
        assert.isFalse(isAllowed(`https://${host}/`))
      }
      assert.isTrue(isAllowed("https://8.8.8.8/"))
      assert.isTrue(isAllowed("https://accounts.example.com/authorize?tenant=1"))
    })
  )

  it.scoped("is sent to the address that was checked: a name that changes afterwards is not asked again", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const answers = [["10.0.0.1", "192.168.0.1"], ["127.0.0.1"]]
      const resolve = async (name: string) => {
        asked.push(name)
        return answers[asked.length - 1] ?? []
      }
      const { send } = yield* make({ resolve })
      assert.strictEqual(yield* outcome(send(get("https://rebound.example/"))), "address")
      assert.deepStrictEqual(asked, ["rebound.example"])
    })
  )

  it.scoped("needs https, except to a listed host on this machine", () =>
    Effect.gen(function* () {
      const server = yield* serve((_, response) => response.end("{}"))
      const port = server.host.split(":")[1]
      const listed = yield* make({ privateHosts: [server.host, "10.0.0.1:80", `LocalHost:${port}`] })
      assert.strictEqual(yield* outcome(listed.send(get(server.origin))), 200)
      assert.strictEqual(yield* outcome(listed.send(get(`http://localhost:${port}`))), 200)
      assert.strictEqual(yield* outcome(listed.send(get("http://10.0.0.1/"))), "url")
      for (const url of [
        "http://example.com/",
        "http://8.8.8.8/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "no URL",
        ""
      ]) {
        assert.strictEqual(yield* outcome(listed.send(get(url))), "url", url)
        assert.isFalse(listed.isAllowed(url), url)
      }
      const unlisted = yield* make({ privateHosts: ["127.0.0.1:1"] })
      assert.strictEqual(yield* outcome(unlisted.send(get(server.origin))), "url")
    })
  )

  it.scoped("is not sent with a password in the URL", () =>
    Effect.gen(function* () {
      const { send } = yield* make()
      assert.strictEqual(yield* outcome(send(get("https://user:password@example.com/"))), "url")
    })
  )

  it.scoped("needs a certificate that is trusted", () =>
    Effect.gen(function* () {
      const port = yield* started(async (cleanUp) => {
        const server = createTlsServer(selfSigned("localhost"), (_, response) => {
          response.end("{}")
        })
        server.listen(0, "127.0.0.1")
        await once(server, "listening")
        cleanUp(() => void server.close())
        return (server.address() as AddressInfo).port
      })
      const { send } = yield* make({ privateHosts: [`localhost:${port}`] })
      const failure = yield* Effect.flip(send(get(`https://localhost:${port}/`)))
      assert.strictEqual(failure.reason, "network")
      assert.match(failure.detail, /CERT|SELF_SIGNED/)
    })
  )

  it.scoped("follows no redirect", () =>
    Effect.gen(function* () {
      const paths: Array<string | undefined> = []
      const { origin, send } = yield* listedServer((request, response) => {
        paths.push(request.url)
        response.writeHead(302, { location: "/elsewhere" }).end()
      })
      assert.strictEqual(yield* outcome(send(get(`${origin}/here`))), 302)
      assert.deepStrictEqual(paths, ["/here"])
    })
  )

  it.scoped("reads 64 KiB and no more, of a large body and of one that never ends", () =>
    Effect.gen(function* () {
      let sent = 0
      let isClosed = false
      const { origin, send } = yield* listedServer((request, response) => {
        if (request.url === "/full") return void response.end(Buffer.alloc(limits.bytes, "a"))
        if (request.url === "/large") return void response.end(Buffer.alloc(3 * 1024 * 1024, "a"))
        response.on("close", () => {
          isClosed = true
        })
        const more = () => {
          if (isClosed) return
          sent += 1024
          response.write(Buffer.alloc(1024, "a"), () => setImmediate(more))
        }
        more()
      })
      const full = yield* send(get(`${origin}/full`))
      assert.strictEqual(full.body.length, limits.bytes)
      assert.strictEqual(yield* outcome(send(get(`${origin}/large`))), "size")
      assert.strictEqual(yield* outcome(send(get(`${origin}/endless`))), "size")
      yield* until(() => isClosed)
      assert.isBelow(sent, 8 * 1024 * 1024)
    })
  )

  it.scoped("ends after two seconds, whether the connection, the headers or the body take too long", () =>
    Effect.gen(function* () {
      const reached: Array<string | undefined> = []
      let closed = 0
      const { origin, send } = yield* listedServer((request, response) => {
        reached.push(request.url)
        response.on("close", () => {
          closed += 1
        })
        if (request.url === "/body") response.write("{")
      })
      const slowName = yield* make({ resolve: () => new Promise(() => {}) })
      const requests = [
        send(get(`${origin}/headers`)),
        send(get(`${origin}/body`)),
        slowName.send(get("https://slow.example/"))
      ]
      const fibers = yield* Effect.forEach(requests, (request) => Effect.fork(outcome(request)))
      yield* until(() => reached.length === 2)
      yield* TestClock.adjust("1999 millis")
      for (const fiber of fibers) assert.isNull(fiber.unsafePoll())
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* Effect.forEach(fibers, Fiber.join), ["timeout", "timeout", "timeout"])
      yield* until(() => closed === 2)
    })
  )

  it.scoped("ends when its fiber is interrupted, and leaves its place in the pool", () =>
    Effect.gen(function* () {
      let arrived = 0
      let closed = 0
      const { origin, send } = yield* listedServer((_, response) => {
        arrived += 1
        response.on("close", () => {
          closed += 1
        })
      })
      for (const round of [1, 2]) {
        const fibers = yield* Effect.forEach(Array(limits.concurrent).fill(origin), (url: string) =>
          Effect.fork(send(get(url)))
        )
        yield* until(() => arrived === round * limits.concurrent)
        yield* Fiber.interruptAll(fibers)
        yield* until(() => closed === round * limits.concurrent)
      }
    })
  )

  it.scoped("is refused immediately if ten of its pool are in progress, and other pools go on", () =>
    Effect.gen(function* () {
      let arrived = 0
      const { origin, send } = yield* listedServer((request, response) => {
        arrived += 1
        if (request.url === "/fast") response.end("{}")
      })
      const slow = yield* Effect.forEach(Array(10).fill(`${origin}/slow`), (url: string) => Effect.fork(send(get(url))))
      yield* until(() => arrived === 10)
      assert.strictEqual(yield* outcome(send(get(`${origin}/fast`))), "busy")
      assert.strictEqual(yield* outcome(send(get(`${origin}/fast`, "other"))), 200)
      assert.strictEqual(arrived, 11)
      yield* TestClock.adjust("2 seconds")
      yield* Effect.forEach(slow, Fiber.await)
      assert.strictEqual(yield* outcome(send(get(`${origin}/fast`))), 200)
    })
  )

  it.scoped("is sent again on a new connection if the server has closed a kept one", () =>
    Effect.gen(function* () {
      let connections = 0
      const server = yield* started(async (cleanUp) => {
        // It closes a connection when the second request on it arrives.
        const listening = createTcpServer((socket) => {
          connections += 1
          let requests = 0
          socket.on("error", () => {})
          socket.on("data", () => {
            requests += 1
            if (requests > 1) socket.resetAndDestroy()
            else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nkeep-alive: timeout=60\r\n\r\n{}")
          })
        }).listen(0, "127.0.0.1")
        await once(listening, "listening")
        cleanUp(() => void listening.close())
        return listening.address() as AddressInfo
      })
      const host = `127.0.0.1:${server.port}`
      const { send } = yield* make({ privateHosts: [host] })
      assert.strictEqual(yield* outcome(send(get(`http://${host}/`))), 200)
      assert.strictEqual(yield* outcome(send(get(`http://${host}/`))), 200)
      assert.strictEqual(connections, 2)
    })
  )

  it.scoped("fails for a name that does not exist, listed or not", () =>
    Effect.gen(function* () {
      const { send } = yield* make({ privateHosts: ["listed.invalid:443"] })
      for (const name of ["name.invalid", "listed.invalid"]) {
        assert.strictEqual(yield* outcome(send(get(`https://${name}/`))), "network")
      }
    })
  )

  it.scoped("fails if nothing listens, and if the connection ends in the middle", () =>
    Effect.gen(function* () {
      const { origin, send, stop } = yield* listedServer((_, response) => {
        response.writeHead(200, { "content-length": "100" }).write("{")
        setImmediate(() => response.destroy())
      })
      assert.strictEqual(yield* outcome(send(get(origin))), "network")
      yield* Effect.promise(stop)
      const { detail } = yield* Effect.flip(send(get(origin)))
      assert.strictEqual(detail, "127.0.0.1: ECONNREFUSED")
    })
  )
})
