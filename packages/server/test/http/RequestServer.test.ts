import { once } from "node:events"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import { type DirectRoute, DirectRoutes } from "@latchkey/http/Http"
import { send } from "@latchkey/test-support/HttpClient"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Stream from "effect/Stream"
import * as NodeServer from "../../src/http/NodeServer.ts"
import { RequestTracing } from "../../src/http/RequestTracing.ts"

/** Serves one direct route, in front of an app that responds with "routed", as a layer may: uninterruptibly. */
const serve = (method: HttpMethod, handle: DirectRoute["handle"]) =>
  HttpServer.serveEffect(HttpServerResponse.text("routed")).pipe(
    Effect.provideService(DirectRoutes, [{ method, path: "/direct", handle }]),
    Effect.uninterruptible,
    Effect.zipRight(HttpServer.addressFormattedWith(Effect.succeed))
  )

const request = (method: string, url: string, body?: string) =>
  Effect.promise(() => send(method, url, body === undefined ? {} : { body }))

const test = (
  name: string,
  effect: Effect.Effect<void, unknown, Effect.Effect.Context<ReturnType<typeof serve>> | NodeServer.Services>
) => it.scopedLive(name, () => Effect.provide(effect, NodeServer.layer({ host: "127.0.0.1", port: 0 })))

describe("A direct route", () => {
  test(
    "responds to its method and path as a router does, and to HEAD without the body",
    Effect.gen(function* () {
      const origin = yield* serve("GET", () => Effect.succeed(HttpServerResponse.unsafeJson({ direct: true })))
      const reply = yield* request("GET", `${origin}/direct`)
      assert.deepStrictEqual([reply.status, reply.text], [200, '{"direct":true}'])
      assert.strictEqual(reply.headers["content-type"], "application/json")
      for (const path of ["/direct/", "/DIRECT", "/direct?a"]) {
        assert.strictEqual((yield* request("GET", `${origin}${path}`)).text, '{"direct":true}', path)
      }
      assert.strictEqual((yield* request("POST", `${origin}/direct`)).text, "routed")
      const head = yield* request("HEAD", `${origin}/direct`)
      assert.deepStrictEqual([head.headers["content-length"], head.text], ["15", ""])
    })
  )

  test(
    "runs without services, which each of its scopes and spans would copy",
    Effect.gen(function* () {
      const origin = yield* serve("GET", () =>
        Effect.map(Effect.context<never>(), ({ unsafeMap }) => HttpServerResponse.unsafeJson([...unsafeMap.keys()]))
      )
      assert.strictEqual((yield* request("GET", `${origin}/direct`)).text, "[]")
    })
  )

  const fiberIds = (method: HttpMethod) =>
    Effect.gen(function* () {
      const origin = yield* serve(method, () =>
        Effect.map(Effect.fiberId, (id) => HttpServerResponse.text(FiberId.threadName(id)))
      )
      const first = yield* request(method, `${origin}/direct`)
      return [first.text, (yield* request(method, `${origin}/direct`)).text]
    })

  test(
    "runs a GET on a fiber that is used again",
    Effect.gen(function* () {
      const [first, second] = yield* fiberIds("GET")
      assert.strictEqual(first, second)
    })
  )

  test(
    "runs a GET that is traced on a fiber that is used again, each in a span without a parent",
    Effect.gen(function* () {
      const origin = yield* serve("GET", () =>
        Effect.zipWith(Effect.fiberId, Effect.orDie(Effect.currentSpan), (id, { name, parent, spanId }) =>
          HttpServerResponse.unsafeJson({ fiber: FiberId.threadName(id), name, parent: parent._tag, spanId })
        )
      )
      const first = JSON.parse((yield* request("GET", `${origin}/direct`)).text)
      const second = JSON.parse((yield* request("GET", `${origin}/direct`)).text)
      assert.deepStrictEqual(second, { ...first, spanId: second.spanId })
      assert.deepStrictEqual([first.name, first.parent], ["GET /direct", "None"])
      assert.notStrictEqual(first.spanId, second.spanId)
    }).pipe(Effect.provideService(RequestTracing, { isSampled: () => true }))
  )

  test(
    "runs any other method on a new fiber, because a hook of an app may change fiber refs",
    Effect.gen(function* () {
      const [first, second] = yield* fiberIds("POST")
      assert.notStrictEqual(first, second)
    })
  )

  test(
    "reads the IP address, the headers and the body, and sets each cookie",
    Effect.gen(function* () {
      const handle: DirectRoute["handle"] = ({ arrayBuffer, headers, method, remoteAddress, url }) =>
        Effect.map(Effect.orDie(arrayBuffer), (body) => {
          const text = new TextDecoder().decode(body)
          return HttpServerResponse.unsafeJson([method, url, headers["content-length"], remoteAddress, text]).pipe(
            HttpServerResponse.unsafeSetCookie("a", "1"),
            HttpServerResponse.unsafeSetCookie("b", "2")
          )
        })
      const origin = yield* serve("POST", handle)
      const reply = yield* request("POST", `${origin}/direct`, "ünder")
      const peer = { _id: "Option", _tag: "Some", value: "127.0.0.1" }
      assert.deepStrictEqual(JSON.parse(reply.text), ["POST", "/direct", "6", peer, "ünder"])
      assert.deepStrictEqual(reply.setCookies, ["a=1", "b=2"])
    })
  )

  test(
    "reads a body of unknown length, and stops if its client disconnects",
    Effect.gen(function* () {
      const ended = yield* Deferred.make<string>()
      const handle: DirectRoute["handle"] = ({ stream }) =>
        Stream.runFold(stream, 0, (size, { byteLength }) => size + byteLength).pipe(
          Effect.onInterrupt(() => Deferred.succeed(ended, "interrupted")),
          Effect.match({
            onFailure: ({ reason }) => HttpServerResponse.text(reason, { status: 400 }),
            onSuccess: (size) => HttpServerResponse.text(String(size))
          })
        )
      const origin = yield* serve("POST", handle)
      const socket = connect(Number(new URL(origin).port), "127.0.0.1")
      socket.write("POST /direct HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
      const [reply] = yield* Effect.promise(() => once(socket, "data"))
      assert.match(String(reply), /^HTTP\/1\.1 200 .*\r\n\r\n3$/s)
      socket.write("POST /direct HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nabc")
      yield* Effect.sleep("10 millis")
      socket.destroy()
      assert.strictEqual(yield* Deferred.await(ended), "interrupted")
    })
  )

  test(
    "is interrupted if its client disconnects",
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const interrupted = yield* Deferred.make<void>()
      const handler = Effect.zipRight(Deferred.succeed(arrived, undefined), Effect.never).pipe(
        Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
      )
      const origin = yield* serve("GET", () => handler)
      const socket = connect(Number(new URL(origin).port), "127.0.0.1")
      socket.write("GET /direct HTTP/1.1\r\nhost: a\r\n\r\n")
      yield* Deferred.await(arrived)
      socket.destroy()
      yield* Deferred.await(interrupted)
    })
  )

  test(
    "responds to the next request after a client of the same fiber has disconnected",
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const handlers = [
        Effect.succeed(HttpServerResponse.text("first")),
        Effect.zipRight(Deferred.succeed(arrived, undefined), Effect.never),
        Effect.succeed(HttpServerResponse.text("third"))
      ]
      const origin = yield* serve("GET", () => handlers.shift() ?? Effect.never)
      assert.strictEqual((yield* request("GET", `${origin}/direct`)).text, "first")
      const socket = connect(Number(new URL(origin).port), "127.0.0.1")
      socket.write("GET /direct HTTP/1.1\r\nhost: a\r\n\r\n")
      yield* Deferred.await(arrived)
      socket.destroy()
      assert.strictEqual((yield* request("GET", `${origin}/direct`)).text, "third")
    })
  )

  test(
    "responds to requests of one connection in their order, also if a later one is done first",
    Effect.gen(function* () {
      const done = yield* Deferred.make<void>()
      const handlers = [
        Effect.as(Deferred.await(done), HttpServerResponse.text("first")),
        Effect.as(Deferred.succeed(done, undefined), HttpServerResponse.text("second"))
      ]
      const origin = yield* serve("GET", () => handlers.shift() ?? Effect.never)
      const socket = connect(Number(new URL(origin).port), "127.0.0.1").setEncoding("utf8")
      const last = "GET /direct HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"
      socket.end(`GET /direct HTTP/1.1\r\nhost: a\r\n\r\n${last}`)
      const received = yield* Effect.promise(() => text(socket))
      assert.deepStrictEqual(received.match(/first|second/g), ["first", "second"])
    })
  )

  test(
    "responds with 500 to a defect, as the platform does",
    Effect.gen(function* () {
      const origin = yield* serve("GET", () => Effect.die(new Error("canary-77c1")))
      const reply = yield* request("GET", `${origin}/direct`)
      assert.deepStrictEqual([reply.status, reply.text], [500, ""])
    })
  )

  test(
    "closes the connection if the response cannot be sent, and serves the next request",
    Effect.gen(function* () {
      const broken = HttpServerResponse.empty({ headers: { a: "b\nc" } })
      const responses = [broken, HttpServerResponse.empty()]
      const origin = yield* serve("GET", () => Effect.sync(() => responses.shift() ?? broken))
      const first = yield* Effect.exit(Effect.tryPromise(() => send("GET", `${origin}/direct`)))
      assert.strictEqual(first._tag, "Failure")
      assert.strictEqual((yield* request("GET", `${origin}/direct`)).status, 204)
    })
  )

  test(
    "is waited for when the server drains, and closes its connection",
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const done = yield* Deferred.make<void>()
      const handler = Deferred.succeed(arrived, undefined).pipe(
        Effect.zipRight(Deferred.await(done)),
        Effect.as(HttpServerResponse.text("done"))
      )
      const origin = yield* serve("GET", () => handler)
      const reply = yield* Effect.fork(request("GET", `${origin}/direct`))
      yield* Deferred.await(arrived)
      const drained = yield* Effect.fork(Effect.flatten(NodeServer.Drain))
      yield* Effect.sleep("10 millis")
      assert.strictEqual((yield* Fiber.poll(drained))._tag, "None")
      yield* Deferred.succeed(done, undefined)
      const { headers, text } = yield* Fiber.join(reply)
      assert.deepStrictEqual([text, headers.connection], ["done", "close"])
      yield* Fiber.join(drained)
    })
  )
})
