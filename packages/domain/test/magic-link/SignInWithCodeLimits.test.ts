import { assert, describe } from "@effect/vitest"
import { SignInCode } from "@latchkey/domain/magic-link/SignInCode"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  instance,
  justBefore,
  oneMilli,
  outage,
  outcome,
  sentLinkToken,
  test,
  withCodes
} from "../support.ts"
import { beforeNext, countOf, pauseNext } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { codeFor, newClient } from "../support/SignInCodes.ts"

/** Many requests for one address, so that only the limit of codes counts. */
const generous = instance({
  emailConfig: withCodes.emailConfig,
  rateLimits: {
    ...withCodes.rateLimits,
    magicLinkPerEmail: { limit: 100, windowSeconds: 60 },
    magicLinkPerEmailPerDay: { limit: 1000, windowSeconds: 86_400 },
    magicLinkVerifyPerIp: { limit: 1000, windowSeconds: 60 }
  }
})

/** Returns another code. */
const wrong = (code: SignInCode, by: number) =>
  SignInCode.make(String((Number(code) + by) % 1_000_000).padStart(6, "0"))

const wrongTimes = (client: TestClient.Actions, code: SignInCode, times: number) =>
  Effect.forEach(Arr.range(1, times), (by) => outcome(client.verifyCode(wrong(code, by))))

describe("SignInWithMagicLink.verifyCode: limits", () => {
  test(
    "accepts no code after five wrong ones, also of later requests, until 15 minutes have passed; links work",
    Effect.gen(function* () {
      const client = yield* newClient(generous)
      const code = yield* codeFor(client)
      const link = yield* sentLinkToken(ann)
      assert.deepStrictEqual(yield* wrongTimes(client, code, 5), new Array(5).fill("InvalidToken"))
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "InvalidToken")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* outcome(client.verifyCode(yield* codeFor(client))), "InvalidToken")
      const other = yield* newClient(generous)
      assert.strictEqual(yield* outcome(other.verifyCode(yield* codeFor(other))), "InvalidToken")
      assert.strictEqual(yield* outcome(other.verifyLink(link)), "ok")
      yield* TestClock.adjust("14 minutes")
      const late = yield* codeFor(client)
      yield* justBefore("59 seconds")
      assert.strictEqual(yield* outcome(client.verifyCode(late)), "InvalidToken")
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.verifyCode(late)), "ok")
    })
  )

  test(
    "accepts no code after as many wrong ones of all addresses as the instance allows, until the window ends; links work",
    Effect.gen(function* () {
      const three = instance({
        emailConfig: withCodes.emailConfig,
        rateLimits: { ...generous.rateLimits, magicLinkCodePerInstance: { limit: 3, windowSeconds: 300 } }
      })
      const client = yield* newClient(three)
      const code = yield* codeFor(client)
      const link = yield* sentLinkToken(ann)
      for (const name of ["one", "two", "three"]) {
        const sprayed = yield* newClient(three)
        const of = yield* codeFor(sprayed, email(`${name}@example.com`))
        assert.strictEqual(yield* outcome(sprayed.verifyCode(wrong(of, 1))), "InvalidToken")
      }
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "InvalidToken")
      const other = yield* newClient(three)
      const bensCode = yield* codeFor(other, ben)
      assert.strictEqual(yield* outcome(other.verifyCode(bensCode)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.verifyLink(link)), "ok")
      yield* justBefore("5 minutes")
      assert.strictEqual(yield* outcome(other.verifyCode(bensCode)), "InvalidToken")
      yield* oneMilli
      assert.strictEqual(yield* outcome(other.verifyCode(bensCode)), "ok")
    })
  )

  test(
    "does not count codes that sign in against the limit of the instance, nor tries for an address that has none left",
    Effect.gen(function* () {
      const six = instance({
        emailConfig: withCodes.emailConfig,
        rateLimits: { ...generous.rateLimits, magicLinkCodePerInstance: { limit: 6, windowSeconds: 300 } }
      })
      for (let index = 0; index < 8; index++) {
        const client = yield* newClient(six)
        const code = yield* codeFor(client, email(`right-${index}@example.com`))
        assert.strictEqual(yield* outcome(client.verifyCode(code)), "ok")
      }
      const client = yield* newClient(six)
      yield* wrongTimes(client, yield* codeFor(client), 20)
      const other = yield* newClient(six)
      assert.strictEqual(yield* outcome(other.verifyCode(yield* codeFor(other, ben))), "ok")
    })
  )

  test(
    "allows the fifth try",
    Effect.gen(function* () {
      const client = yield* newClient()
      const code = yield* codeFor(client)
      yield* wrongTimes(client, code, 4)
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "ok")
    })
  )

  test(
    "counts the tries of all clients for all spellings of a mailbox together, and other addresses separately",
    Effect.gen(function* () {
      const [client, other] = [yield* newClient(generous), yield* newClient(generous)]
      const tagged = email("ann+shop@example.com")
      yield* wrongTimes(client, yield* codeFor(client), 3)
      yield* wrongTimes(other, yield* codeFor(other, tagged), 2)
      assert.strictEqual(yield* outcome(client.verifyCode(yield* codeFor(client))), "InvalidToken")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* outcome(client.verifyCode(yield* codeFor(client, ben))), "ok")
    })
  )

  test(
    "takes the try of a code that signs in back, but not the wrong ones before it",
    Effect.gen(function* () {
      const client = yield* newClient(generous)
      for (const _ of Arr.range(1, 6)) {
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* outcome(client.verifyCode(yield* codeFor(client))), "ok")
      }
      yield* TestClock.adjust("1 second")
      const code = yield* codeFor(client)
      yield* wrongTimes(client, code, 4)
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "ok")
      yield* TestClock.adjust("1 second")
      const next = yield* codeFor(client)
      yield* wrongTimes(client, next, 1)
      assert.strictEqual(yield* outcome(client.verifyCode(next)), "InvalidToken")
    })
  )

  test(
    "allows 20 wrong codes a day",
    Effect.gen(function* () {
      const client = yield* newClient(generous)
      for (const _ of Arr.range(1, 4)) {
        yield* wrongTimes(client, yield* codeFor(client), 5)
        yield* TestClock.adjust("15 minutes")
      }
      assert.strictEqual(yield* outcome(client.verifyCode(yield* codeFor(client))), "InvalidToken")
      yield* TestClock.adjust("23 hours")
      assert.strictEqual(yield* outcome(client.verifyCode(yield* codeFor(client))), "ok")
    })
  )

  test(
    "never allows a sixth of many concurrent tries",
    Effect.gen(function* () {
      const client = yield* newClient(generous)
      const code = yield* codeFor(client)
      yield* Effect.forEach(Arr.range(1, 5), (by) => outcome(client.verifyCode(wrong(code, by))), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        yield* Effect.replicateEffect(outcome(client.verifyCode(code)), 20),
        new Array(20).fill("InvalidToken")
      )
    })
  )

  test(
    "counts a try before the code is compared, and none for a client without a code",
    Effect.gen(function* () {
      const client = yield* newClient()
      const stranger = yield* newClient()
      assert.strictEqual(yield* outcome(stranger.verifyCode(SignInCode.make("000000"))), "InvalidToken")
      assert.strictEqual(yield* countOf("RateLimitStore.consume"), 1)
      const code = yield* codeFor(client)
      const { reached, resume } = yield* pauseNext("MagicLinkRepository.findCode")
      const attempt = yield* Effect.fork(outcome(client.verifyCode(code)))
      yield* reached
      yield* beforeNext("RateLimitStore.consume", outage)
      yield* resume
      assert.strictEqual(yield* attempt, "PersistenceError")
      assert.strictEqual(yield* countOf("MagicLinkRepository.consume"), 0)
    })
  )

  test(
    "shares the limit per IP address with links",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const one = instance({
        ...withCodes,
        rateLimits: { ...withCodes.rateLimits, magicLinkVerifyPerIp: { limit: 1, windowSeconds: 60 } }
      })
      const there = client.at(one, "198.51.100.7")
      yield* outcome(there.verifyLink("A".repeat(43)))
      assert.strictEqual(yield* outcome(there.verifyCode(SignInCode.make("000000"))), "RateLimited")
    })
  )
})
