import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { almost, ann, instance, limited, linkFor, oneMilli, outage, outcome, test } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before, countOf } from "../support/Interception.ts"

const office = "198.51.100.7"
const neverIssued = "A".repeat(43)
const one = { magicLinkVerifyPerIp: { limit: 1, windowSeconds: 60 } }

describe("The budget of verifications", () => {
  test(
    "is thirty a minute for a network address, to the millisecond",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const there = browser.at(defaultInstance, office)
      for (let guess = 1; guess <= 15; guess++) {
        assert.strictEqual(yield* outcome(there.useLink(neverIssued)), "InvalidToken")
        assert.strictEqual(yield* outcome(there.openLink("nonsense")), "InvalidToken")
      }
      const refusal = yield* Effect.flip(there.useLink(neverIssued))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "magic_link", retryAfterSeconds: 60 })
      assert.strictEqual(yield* outcome(there.openLink(neverIssued)), "RateLimited")
      assert.strictEqual(yield* outcome(browser.useLink(neverIssued)), "InvalidToken")
      yield* almost("1 minute")
      assert.strictEqual(yield* outcome(there.useLink(neverIssued)), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* outcome(there.useLink(neverIssued)), "InvalidToken")
    })
  )

  test(
    "refuses a right token as well, and does not use it up",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      const there = browser.at(limited(one), office)
      yield* outcome(there.useLink(neverIssued))
      assert.strictEqual(yield* outcome(there.useLink(token)), "RateLimited")
      assert.strictEqual(yield* outcome(there.openLink(token)), "RateLimited")
      assert.strictEqual(yield* outcome(browser.useLink(token)), "ok")
    })
  )

  test(
    "comes before the question whether links are switched on",
    Effect.gen(function* () {
      const rateLimits = { ...defaultInstance.rateLimits, ...one }
      const there = (yield* Browser.make).at(instance({ authConfig: { magic_link: false }, rateLimits }), office)
      assert.strictEqual(yield* outcome(there.useLink(neverIssued)), "MagicLinkDisabled")
      assert.strictEqual(yield* outcome(there.useLink(neverIssued)), "RateLimited")
    })
  )

  test(
    "gives nobody a free pass while its store is down",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      yield* before("RateLimitStore.consume", outage)
      assert.strictEqual(yield* outcome(browser.useLink(token)), "PersistenceError")
      assert.strictEqual(yield* outcome(browser.openLink(token)), "PersistenceError")
      assert.strictEqual(yield* countOf("MagicLinkRepository.consume"), 0)
    })
  )
})
