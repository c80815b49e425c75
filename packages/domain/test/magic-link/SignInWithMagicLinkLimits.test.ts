import { assert, describe } from "@effect/vitest"
import { defaultAuthConfig, defaultInstance } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import { ann, instance, justBefore, limited, linkTokenFor, oneMilli, outage, outcome, test } from "../support.ts"
import { before, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const ipAddress = "198.51.100.7"
const neverIssued = "A".repeat(43)
const one = { magicLinkVerifyPerIp: { limit: 1, windowSeconds: 60 } }

describe("SignInWithMagicLink: limit per IP address", () => {
  test(
    "allows thirty attempts a minute, to the millisecond",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const there = client.at(defaultInstance, ipAddress)
      for (let guess = 1; guess <= 15; guess++) {
        assert.strictEqual(yield* outcome(there.verifyLink(neverIssued)), "InvalidToken")
        assert.strictEqual(yield* outcome(there.openLink("nonsense")), "InvalidToken")
      }
      const refusal = yield* Effect.flip(there.verifyLink(neverIssued))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "magic_link", retryAfterSeconds: 60 })
      assert.strictEqual(yield* outcome(there.openLink(neverIssued)), "RateLimited")
      assert.strictEqual(yield* outcome(client.verifyLink(neverIssued)), "InvalidToken")
      yield* justBefore("1 minute")
      assert.strictEqual(yield* outcome(there.verifyLink(neverIssued)), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* outcome(there.verifyLink(neverIssued)), "InvalidToken")
    })
  )

  test(
    "refuses a valid token, too, and does not consume it",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      const there = client.at(limited(one), ipAddress)
      yield* outcome(there.verifyLink(neverIssued))
      assert.strictEqual(yield* outcome(there.verifyLink(token)), "RateLimited")
      assert.strictEqual(yield* outcome(there.openLink(token)), "RateLimited")
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "ok")
    })
  )

  test(
    "is checked before whether magic links are turned on",
    Effect.gen(function* () {
      const rateLimits = { ...defaultInstance.rateLimits, ...one }
      const there = (yield* TestClient.make).at(
        instance({ authConfig: { ...defaultAuthConfig, password: true, magic_link: false }, rateLimits }),
        ipAddress
      )
      assert.strictEqual(yield* outcome(there.verifyLink(neverIssued)), "MagicLinkDisabled")
      assert.strictEqual(yield* outcome(there.verifyLink(neverIssued)), "RateLimited")
    })
  )

  test(
    "fails with PersistenceError, and allows nothing, while its store is down",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      yield* before("RateLimitStore.consume", outage)
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "PersistenceError")
      assert.strictEqual(yield* outcome(client.openLink(token)), "PersistenceError")
      assert.strictEqual(yield* countOf("MagicLinkRepository.consume"), 0)
    })
  )
})
