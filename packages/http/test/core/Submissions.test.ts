import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import * as Submissions from "../../src/core/internal/Submissions.ts"
import type { IncomingRequest } from "../../src/core/RequestReader.ts"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"

const view = "AAAAAAAAAAAAAAAAAAAAAA=="
const otherView = "BBBBBBBBBBBBBBBBBBBBBB=="
const browser = `__form=${"1".repeat(32)}`
const otherBrowser = `__form=${"2".repeat(32)}`

const requestOf = (cookie?: string, path = "/reset-password") =>
  ({ headers: cookie === undefined ? {} : { cookie }, originalUrl: path }) as unknown as IncomingRequest

const formOf = (pageView: string, token = "t") => new URLSearchParams({ page_view: pageView, token })

const start = Submissions.make((error: string) => error === "wrong")

/** A form that signs in, and counts how often it did. `answer`: what it is answered with, and its number. */
const make = Effect.fnUntraced(function* (
  error?: string,
  answer: (times: number) => HttpServerResponse.HttpServerResponse = (times) => HttpServerResponse.text(String(times))
) {
  const { handleOnce: once, kept } = yield* start
  let times = 0
  const handled = Effect.suspend(() => {
    times++
    const response = answer(times)
    return error === undefined
      ? Effect.succeed(HttpServerResponse.unsafeSetCookie(response, "__session", `session${times}`))
      : Effect.fail(error)
  })
  const send = (form: URLSearchParams, cookie: string | undefined = browser, path?: string, instance = "a") =>
    Effect.map(once(instance, requestOf(cookie, path), form, handled), (response) => response.cookies)
  return { once, send, kept, times: () => times }
})

describe("A form that a client sends again", () => {
  it.scoped("takes effect once, and gets the response of the first, with its cookies", () =>
    Effect.gen(function* () {
      const { send, times } = yield* make()
      const [first, second] = [yield* send(formOf(view)), yield* send(formOf(view))]
      assert.deepStrictEqual([times(), second], [1, first])
    })
  )

  it.scoped("takes effect once while the first is handled, although its client is gone", () =>
    Effect.gen(function* () {
      const { once } = yield* make()
      const end = yield* Deferred.make<void>()
      let times = 0
      const handled = Effect.as(
        Effect.zipRight(
          Effect.sync(() => times++),
          Deferred.await(end)
        ),
        HttpServerResponse.text("done")
      )
      const send = once("a", requestOf(browser), formOf(view), handled)
      const first = yield* Effect.fork(send)
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
      yield* Fiber.interrupt(first)
      const second = yield* Effect.fork(send)
      yield* Deferred.succeed(end, undefined)
      assert.deepStrictEqual([(yield* Fiber.join(second)).status, times], [200, 1])
    })
  )

  it.scoped("gets it also with the cookies of the first response, which the browser may have stored", () =>
    Effect.gen(function* () {
      const { send, times } = yield* make()
      yield* send(formOf(view))
      yield* send(formOf(view), `${browser}; __session=session1`)
      assert.strictEqual(times(), 1)
      yield* send(formOf(view), `${browser}; __session=session2`)
      assert.strictEqual(times(), 2)
    })
  )

  it.scoped.each([
    ["of another client", formOf(view), otherBrowser, "/reset-password", "a"],
    ["of a client without cookies", formOf(view), "", "/reset-password", "a"],
    ["of a client with one more cookie", formOf(view), `${browser}; __client=x`, "/reset-password", "a"],
    ["of another page view", formOf(otherView), browser, "/reset-password", "a"],
    ["with other values", formOf(view, "other"), browser, "/reset-password", "a"],
    ["at another path", formOf(view), browser, "/invitation", "a"],
    ["at another instance", formOf(view), browser, "/reset-password", "b"],
    ["without a page view", new URLSearchParams({ token: "t" }), browser, "/reset-password", "a"],
    ["with two page views", new URLSearchParams(`page_view=${view}&page_view=${view}`), browser, "/x", "a"],
    ["with a page view that is none", formOf("x"), browser, "/reset-password", "a"]
  ] as const)("gets no response of another one: %s", ([, form, cookie, path, instance]) =>
    Effect.gen(function* () {
      const { send, times } = yield* make()
      yield* send(formOf(view))
      yield* send(form, cookie, path, instance)
      yield* send(form, cookie, path, instance)
      assert.isAtLeast(times(), 2)
    })
  )

  it.scoped("takes effect again after 30 seconds", () =>
    Effect.gen(function* () {
      const { send, times } = yield* make()
      yield* send(formOf(view))
      yield* TestClock.adjust(Duration.subtract(Submissions.lifetime, 1))
      yield* send(formOf(view))
      assert.strictEqual(times(), 1)
      yield* TestClock.adjust(1)
      yield* send(formOf(view))
      assert.strictEqual(times(), 2)
    })
  )

  it.scoped("is not counted as a second wrong attempt, but is tried again after an outage", () =>
    Effect.gen(function* () {
      const wrong = yield* make("wrong")
      assert.deepStrictEqual(yield* Effect.flip(wrong.send(formOf(view))), "wrong")
      assert.deepStrictEqual([yield* Effect.flip(wrong.send(formOf(view))), wrong.times()], ["wrong", 1])
      const outage = yield* make("outage")
      yield* Effect.flip(outage.send(formOf(view)))
      yield* Effect.flip(outage.send(formOf(view)))
      assert.strictEqual(outage.times(), 2)
    })
  )

  it.scoped("is forgotten when a thousand others came after it", () =>
    Effect.gen(function* () {
      const { send, times } = yield* make()
      yield* send(formOf(view))
      for (let other = 0; other < Submissions.maxKept - 1; other++) yield* send(formOf(view, String(other)))
      yield* send(formOf(view))
      assert.strictEqual(times(), Submissions.maxKept)
      yield* send(formOf(view, "last"))
      yield* send(formOf(view))
      assert.strictEqual(times(), Submissions.maxKept + 2)
    })
  )

  it.scoped.each(["consent=yes", "__form=x; consent=yes", `${browser}; ${otherBrowser}`, " ", ";"])(
    "takes effect each time without the random value of its browser: %s",
    (cookie) =>
      Effect.gen(function* () {
        const { kept, send, times } = yield* make()
        yield* send(formOf(view), cookie)
        yield* send(formOf(view), cookie)
        assert.deepStrictEqual([times(), kept()], [2, 0])
      })
  )

  it.scoped("leaves the memory after 30 seconds, also if no other form arrives", () =>
    Effect.gen(function* () {
      const { kept, send } = yield* make()
      yield* send(formOf(view))
      yield* TestClock.adjust("20 seconds")
      yield* send(formOf(otherView))
      yield* TestClock.adjust(Duration.subtract("10 seconds", 1))
      assert.strictEqual(kept(), 2)
      yield* TestClock.adjust(1)
      assert.strictEqual(kept(), 1)
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(kept(), 0)
      yield* send(formOf(view))
      yield* TestClock.adjust(Submissions.lifetime)
      assert.strictEqual(kept(), 0)
    })
  )

  it.effect("leaves the memory with the service", () =>
    Effect.gen(function* () {
      const kept = yield* Effect.scoped(
        Effect.gen(function* () {
          const { kept, send } = yield* make()
          yield* send(formOf(view))
          assert.strictEqual(kept(), 1)
          return kept
        })
      )
      assert.strictEqual(kept(), 0)
    })
  )

  it.scoped("takes effect once while it is handled, although a thousand others came after it", () =>
    Effect.gen(function* () {
      const { kept, once, send, times } = yield* make()
      const begun = yield* Deferred.make<void>()
      const end = yield* Deferred.make<void>()
      let slow = 0
      const handled = Effect.sync(() => slow++).pipe(
        Effect.zipRight(Deferred.succeed(begun, undefined)),
        Effect.zipRight(Deferred.await(end)),
        Effect.as(HttpServerResponse.text("done"))
      )
      const sendSlow = once("a", requestOf(browser), formOf(view, "slow"), handled)
      const first = yield* Effect.fork(sendSlow)
      yield* Deferred.await(begun)
      for (let other = 0; other <= Submissions.maxKept; other++) yield* send(formOf(view, String(other)))
      assert.deepStrictEqual([times(), kept()], [Submissions.maxKept + 1, Submissions.maxKept])
      const second = yield* Effect.fork(sendSlow)
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(first)
      yield* Fiber.join(second)
      assert.strictEqual(slow, 1)
    })
  )

  it.scoped.each([
    ["429", () => HttpServerResponse.text("wait", { status: 429 }), 2],
    ["503", () => HttpServerResponse.text("wait", { status: 503 }), 2],
    ["a large body", () => HttpServerResponse.uint8Array(new Uint8Array(Submissions.maxBytes + 1)), 2],
    ["a stream", () => HttpServerResponse.stream(Stream.empty), 2],
    ["the largest body that is kept", () => HttpServerResponse.uint8Array(new Uint8Array(Submissions.maxBytes)), 1],
    ["422", () => HttpServerResponse.text("wrong", { status: 422 }), 1],
    ["no body", () => HttpServerResponse.empty({ status: 303 }), 1]
  ] as const)("is answered again with a page that may be repeated only: %s", ([, answer, expected]) =>
    Effect.gen(function* () {
      const { kept, send, times } = yield* make(undefined, answer)
      yield* send(formOf(view))
      yield* send(formOf(view))
      assert.deepStrictEqual([times(), kept()], [expected, 2 - expected])
    })
  )
})
