import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import * as Submissions from "../../src/core/internal/Submissions.ts"
import type { IncomingRequest } from "../../src/core/RequestReader.ts"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"

const view = "AAAAAAAAAAAAAAAAAAAAAA=="
const otherView = "BBBBBBBBBBBBBBBBBBBBBB=="

const requestOf = (cookie?: string, path = "/reset-password") =>
  ({ headers: cookie === undefined ? {} : { cookie }, originalUrl: path }) as unknown as IncomingRequest

const formOf = (pageView: string, token = "t") => new URLSearchParams({ page_view: pageView, token })

/** A form that signs in, and counts how often it did. */
const make = (error?: string) => {
  const once = Submissions.make((error: string) => error === "wrong")
  let times = 0
  const handled = Effect.suspend(() => {
    times++
    const response = HttpServerResponse.text(String(times))
    return error === undefined
      ? Effect.succeed(HttpServerResponse.unsafeSetCookie(response, "__session", `session${times}`))
      : Effect.fail(error)
  })
  const send = (form: URLSearchParams, cookie: string | undefined = "__form=1", path?: string, instance = "a") =>
    Effect.map(once(instance, requestOf(cookie, path), form, handled), (response) => response.cookies)
  return { once, send, times: () => times }
}

describe("A form that a client sends again", () => {
  it.effect("takes effect once, and gets the response of the first, with its cookies", () =>
    Effect.gen(function* () {
      const { send, times } = make()
      const [first, second] = [yield* send(formOf(view)), yield* send(formOf(view))]
      assert.deepStrictEqual([times(), second], [1, first])
    })
  )

  it.effect("takes effect once while the first is handled, although its client is gone", () =>
    Effect.gen(function* () {
      const { once } = make()
      const end = yield* Deferred.make<void>()
      let times = 0
      const handled = Effect.as(
        Effect.zipRight(
          Effect.sync(() => times++),
          Deferred.await(end)
        ),
        HttpServerResponse.text("done")
      )
      const send = once("a", requestOf("__form=1"), formOf(view), handled)
      const first = yield* Effect.fork(send)
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
      yield* Fiber.interrupt(first)
      const second = yield* Effect.fork(send)
      yield* Deferred.succeed(end, undefined)
      assert.deepStrictEqual([(yield* Fiber.join(second)).status, times], [200, 1])
    })
  )

  it.effect("gets it also with the cookies of the first response, which the browser may have stored", () =>
    Effect.gen(function* () {
      const { send, times } = make()
      yield* send(formOf(view))
      yield* send(formOf(view), "__form=1; __session=session1")
      assert.strictEqual(times(), 1)
      yield* send(formOf(view), "__form=1; __session=session2")
      assert.strictEqual(times(), 2)
    })
  )

  it.effect.each([
    ["of another client", formOf(view), "__form=2", "/reset-password", "a"],
    ["of a client without cookies", formOf(view), "", "/reset-password", "a"],
    ["of a client with one more cookie", formOf(view), "__form=1; __client=x", "/reset-password", "a"],
    ["of another page view", formOf(otherView), "__form=1", "/reset-password", "a"],
    ["with other values", formOf(view, "other"), "__form=1", "/reset-password", "a"],
    ["at another path", formOf(view), "__form=1", "/invitation", "a"],
    ["at another instance", formOf(view), "__form=1", "/reset-password", "b"],
    ["without a page view", new URLSearchParams({ token: "t" }), "__form=1", "/reset-password", "a"],
    ["with two page views", new URLSearchParams(`page_view=${view}&page_view=${view}`), "__form=1", "/x", "a"],
    ["with a page view that is none", formOf("x"), "__form=1", "/reset-password", "a"]
  ] as const)("gets no response of another one: %s", ([, form, cookie, path, instance]) =>
    Effect.gen(function* () {
      const { send, times } = make()
      yield* send(formOf(view))
      yield* send(form, cookie, path, instance)
      yield* send(form, cookie, path, instance)
      assert.isAtLeast(times(), 2)
    })
  )

  it.effect("takes effect again after 30 seconds", () =>
    Effect.gen(function* () {
      const { send, times } = make()
      yield* send(formOf(view))
      yield* TestClock.adjust(Duration.subtract(Submissions.lifetime, 1))
      yield* send(formOf(view))
      assert.strictEqual(times(), 1)
      yield* TestClock.adjust(1)
      yield* send(formOf(view))
      assert.strictEqual(times(), 2)
    })
  )

  it.effect("is not counted as a second wrong attempt, but is tried again after an outage", () =>
    Effect.gen(function* () {
      const wrong = make("wrong")
      assert.deepStrictEqual(yield* Effect.flip(wrong.send(formOf(view))), "wrong")
      assert.deepStrictEqual([yield* Effect.flip(wrong.send(formOf(view))), wrong.times()], ["wrong", 1])
      const outage = make("outage")
      yield* Effect.flip(outage.send(formOf(view)))
      yield* Effect.flip(outage.send(formOf(view)))
      assert.strictEqual(outage.times(), 2)
    })
  )

  it.effect("is forgotten when a thousand others came after it", () =>
    Effect.gen(function* () {
      const { send, times } = make()
      yield* send(formOf(view))
      for (let other = 0; other < Submissions.maxKept - 1; other++) yield* send(formOf(view, String(other)))
      yield* send(formOf(view))
      assert.strictEqual(times(), Submissions.maxKept)
      yield* send(formOf(view, "last"))
      yield* send(formOf(view))
      assert.strictEqual(times(), Submissions.maxKept + 2)
    })
  )
})
