/** For how long what providers publish is kept. */
import { assert, describe, it } from "@effect/vitest"
import * as HostileProvider from "@latchkey/test-support/oidc/HostileProvider"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import * as Published from "../src/internal/published.ts"
import { started } from "@latchkey/test-support/outsideOfEffect"
import { clientFor, connectionTo, detailOf, failureOf, newVisit, test } from "./support.ts"

/** A provider, and how often it was asked for its metadata and its keys. */
const provided = Effect.gen(function* () {
  const provider = yield* started(HostileProvider.start)
  const client = yield* clientFor(provider)
  const connection = connectionTo(provider.issuer)
  const count = (suffix: string) => provider.requests.filter((request) => request.endsWith(suffix)).length
  return {
    provider,
    metadataRequests: () => count("/openid-configuration"),
    keyRequests: () => count("/jwks"),
    begin: failureOf(Effect.suspend(() => client.authorizationUrl(connection, newVisit()))),
    detail: detailOf(Effect.suspend(() => client.authorizationUrl(connection, newVisit()))),
    /** Presents an ID token of this moment. */
    present: failureOf(
      Effect.gen(function* () {
        const iat = Math.floor((yield* Clock.currentTimeMillis) / 1000)
        const claims = { aud: "client-1", nonce: "n", iat, exp: iat + 60 }
        const idToken = yield* Effect.promise(() => provider.idToken(claims))
        return yield* client.verifyIdToken(connection, { idToken: Redacted.make(idToken), nonce: "n" })
      })
    )
  }
})

describe("Metadata and keys", () => {
  test("are kept for an hour", () =>
    Effect.gen(function* () {
      const { keyRequests, metadataRequests, present } = yield* provided
      assert.strictEqual(yield* present, "verified")
      yield* TestClock.adjust("3599 seconds")
      assert.strictEqual(yield* present, "verified")
      assert.deepStrictEqual([metadataRequests(), keyRequests()], [1, 1])
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual(yield* present, "verified")
      assert.deepStrictEqual([metadataRequests(), keyRequests()], [2, 2])
    }))

  test("are used for a day while the provider is down, and asked for once a minute", () =>
    Effect.gen(function* () {
      const { begin, keyRequests, metadataRequests, present, provider } = yield* provided
      assert.strictEqual(yield* present, "verified")
      provider.lies = { replies: () => ({ status: 503, body: "" }) }
      yield* TestClock.adjust("1 hour")
      for (const _ of [1, 2, 3]) assert.strictEqual(yield* present, "verified")
      assert.deepStrictEqual([metadataRequests(), keyRequests()], [2, 2])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* present, "verified")
      assert.deepStrictEqual([metadataRequests(), keyRequests()], [3, 3])
      yield* TestClock.adjust("1378 minutes")
      assert.strictEqual(yield* present, "verified")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* begin, "unavailable")
    }))

  test("are not used if the provider names another issuer, unless it has published others before", () =>
    Effect.gen(function* () {
      const { begin, provider } = yield* provided
      provider.lies = { metadata: (honest) => ({ ...honest, issuer: "https://evil.example" }) }
      assert.strictEqual(yield* begin, "not_verified issuer")
      provider.lies = {}
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* begin, "verified")
    }))

  test("that are too large, never end, redirect or are no JSON are an outage", () =>
    Effect.gen(function* () {
      const { detail, provider } = yield* provided
      const details: Array<string> = []
      for (const replies of [
        () => ({ body: "x".repeat(3 * 1024 * 1024) }),
        () => ({ body: "<p>Not JSON" }),
        () => ({ status: 301, headers: { location: "https://evil.example/" }, body: "" }),
        () => ({ status: 404, body: "<p>Not found" }),
        (_: string, response: { write: (text: string) => void; writeHead: (status: number) => void }) => {
          response.writeHead(200)
          for (let sent = 0; sent < 100; sent += 1) response.write("x".repeat(1024))
          return HostileProvider.silence
        }
      ]) {
        provider.lies = { replies: replies as NonNullable<HostileProvider.Lies["replies"]> }
        details.push(yield* detail)
        yield* TestClock.adjust("1 millis")
      }
      assert.deepStrictEqual(details, [
        "127.0.0.1 sends more than 65536 bytes",
        "127.0.0.1: the response is not JSON",
        "127.0.0.1: HTTP 301",
        "a response is not as it has to be: HTTP 404",
        "127.0.0.1 sends more than 65536 bytes"
      ])
    }))
})

describe("Published documents", () => {
  /** Documents with the number of the fetch, which does what it says for that number. */
  const counting = (fetch: (number: number) => Effect.Effect<number> = Effect.succeed) => {
    let fetches = 0
    const documents = Published.make<string, number>(
      (key) => key,
      () =>
        Effect.suspend(() => {
          fetches += 1
          return fetch(fetches)
        })
    )
    return { documents, fetches: () => fetches }
  }

  it.effect("are fetched once for concurrent callers", () =>
    Effect.gen(function* () {
      const { documents, fetches } = counting()
      const all = yield* Effect.all(Array<Effect.Effect<number, unknown>>(50).fill(documents.get("a")), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual([new Set(all), fetches()], [new Set([1]), 1])
    })
  )

  it.effect("go on after a caller that was interrupted", () =>
    Effect.gen(function* () {
      const { documents } = counting((number) => (number === 1 ? Effect.never : Effect.succeed(number)))
      const first = yield* Effect.fork(documents.get("a"))
      yield* Effect.yieldNow()
      const second = yield* Effect.fork(documents.get("a"))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(first)
      assert.strictEqual(yield* Fiber.join(second), 2)
    })
  )

  it.effect("are used while a slow refresh goes on", () =>
    Effect.gen(function* () {
      const { documents, fetches } = counting((number) => (number === 1 ? Effect.succeed(1) : Effect.never))
      yield* documents.get("a")
      yield* TestClock.adjust("1 hour")
      const refresh = yield* Effect.fork(documents.get("a"))
      yield* Effect.yieldNow()
      assert.deepStrictEqual([yield* documents.get("a"), fetches()], [1, 2])
      yield* Fiber.interrupt(refresh)
    })
  )

  it.effect("are renewed at most once a minute, also by concurrent callers", () =>
    Effect.gen(function* () {
      const { documents, fetches } = counting()
      yield* documents.get("a")
      yield* TestClock.adjust("59 seconds")
      yield* documents.renew("a")
      assert.strictEqual(fetches(), 1)
      yield* TestClock.adjust("1 seconds")
      yield* Effect.all(Array<Effect.Effect<number, unknown>>(50).fill(documents.renew("a")), {
        concurrency: "unbounded"
      })
      assert.strictEqual(fetches(), 2)
    })
  )

  it.effect("are at most a thousand: the oldest leaves", () =>
    Effect.gen(function* () {
      const { documents, fetches } = counting()
      for (let index = 0; index <= Published.maxEntries; index += 1) yield* documents.get(`key ${index}`)
      yield* documents.get("key 1")
      assert.strictEqual(fetches(), Published.maxEntries + 1)
      yield* documents.get("key 0")
      assert.strictEqual(fetches(), Published.maxEntries + 2)
    })
  )
})
