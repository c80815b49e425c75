import { assert, describe } from "@effect/vitest"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { Providers } from "@latchkey/memory/MemoryIdentityProviderClient"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { outcome } from "../support.ts"
import {
  callsOfFailure,
  setHealth,
  annAtGoogle,
  ending,
  github,
  google,
  instance,
  newVisitor,
  test
} from "./support.ts"

describe("The limits of identity providers", () => {
  test(
    "refuse visits and nonces from one IP address, four times as many as sign-ins, before any lookup",
    Effect.gen(function* () {
      const few = { signInPerIp: { limit: 1, windowSeconds: 60 } }
      const client = yield* newVisitor(instance({ rateLimits: { ...defaultInstance.rateLimits, ...few } }))
      yield* client.begin()
      yield* client.nonce
      yield* client.begin()
      yield* client.nonce
      const calls = yield* Effect.all([
        callsOfFailure(client.begin(), "RateLimited"),
        callsOfFailure(client.begin({ ...google, id: "unknown" }), "RateLimited"),
        callsOfFailure(client.nonce, "RateLimited"),
        callsOfFailure(client.beginLinking(), "RateLimited"),
        callsOfFailure(client.beginReauthenticating(), "RateLimited")
      ])
      for (const each of calls) assert.deepStrictEqual(each, ["RateLimitStore.consume"])
    })
  )

  test(
    "count coming back, and an ID token, as sign-ins from the IP address, before any lookup",
    Effect.gen(function* () {
      const few = { signInPerIp: { limit: 2, windowSeconds: 60 } }
      const client = yield* newVisitor(instance({ rateLimits: { ...defaultInstance.rateLimits, ...few } }))
      const token = Redacted.make("token")
      assert.strictEqual(yield* outcome(client.comeBack({})), "InvalidToken")
      assert.strictEqual(yield* outcome(client.signInWithIdToken(token, "nonce")), "IdentityRejected")
      const calls = yield* Effect.all([
        callsOfFailure(client.comeBack({}), "RateLimited"),
        callsOfFailure(client.signInWithIdToken(token, "nonce"), "RateLimited")
      ])
      for (const each of calls) assert.deepStrictEqual(each, ["RateLimitStore.consume"])
    })
  )

  test(
    "ask one provider a thousand times in ten seconds at most, and the others as before",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const nonce = "nonce"
      const attempt = (provider = google) =>
        Effect.flatMap(newVisitor(), (visitor) =>
          outcome(visitor.signInWithIdToken(Redacted.make("token"), nonce, provider))
        )
      const parameters = yield* client.visit(google, annAtGoogle)
      const outcomes = yield* Effect.forEach(Array.from({ length: 1001 }), () => attempt())
      assert.deepStrictEqual(new Set(outcomes.slice(0, 1000)), new Set(["IdentityRejected"]))
      assert.strictEqual(outcomes[1000], "RateLimited")
      assert.strictEqual(yield* attempt(github), "IdentityRejected")
      assert.strictEqual(yield* outcome(client.finish(parameters)), "RateLimited")
      yield* TestClock.adjust("10 seconds")
      // The limit has consumed nothing.
      assert.strictEqual(yield* ending(client.finish(parameters)), "SignedIn")
    })
  )
})

describe("latchkey_identity_provider_requests_total", () => {
  const counted = Effect.map(Metric.snapshot, (pairs) =>
    pairs
      .filter(({ metricKey }) => metricKey.name === "latchkey_identity_provider_requests_total")
      .map(({ metricKey, metricState }) => {
        const labels = metricKey.tags.map(({ value }) => value).join(" ")
        return [labels, Number((metricState as unknown as { readonly count: number }).count)] as const
      })
  )

  test(
    "counts what each provider was asked, and how that ended",
    Effect.gen(function* () {
      const before = new Map(yield* counted)
      const client = yield* newVisitor()
      yield* client.signInAs(annAtGoogle)
      const { refuse } = yield* Providers
      yield* outcome(client.finish(yield* refuse(yield* client.begin())))
      yield* setHealth(google.issuer, "down")
      yield* outcome(client.begin())
      yield* outcome(client.begin(github))
      const grown = (yield* counted).map(([labels, count]) => [labels, count - (before.get(labels) ?? 0)])
      assert.includeDeepMembers(grown, [
        ["google ok", 3],
        ["google IdentityRejected", 1],
        ["google IdentityProviderUnavailable", 1],
        ["github ok", 1]
      ])
    })
  )
})
