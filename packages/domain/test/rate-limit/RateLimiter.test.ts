import { assert, describe } from "@effect/vitest"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as TestClock from "effect/TestClock"
import { ann, ben, justBefore, limited, oneMilli, otherInstance, outage, outcome, test } from "../support.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { argsOf, before, release } from "../support/Interception.ts"
import { signInPerIp, signInPerEmail } from "@latchkey/domain/session/SignInLimits"

const instance = limited({
  signInPerIp: { limit: 2, windowSeconds: 60 },
  signInPerEmail: { limit: 1, windowSeconds: 900 }
})
const [perIp] = signInPerIp.keys({ ipAddress: "192.0.2.1" })
const [perEmail] = signInPerEmail.keys(ann)

describe("RateLimiter.consume", () => {
  test(
    "counts one attempt in each window, in the order of the keys",
    Effect.gen(function* () {
      const { consume } = yield* RateLimiter
      const encode = LimitKey.makeEncode(yield* TokenGenerator)
      yield* TestClock.adjust("1 minute")
      const consumption = yield* consume(instance, [perIp, perEmail])
      assert.strictEqual(consumption.instanceId, instance.id)
      assert.strictEqual(consumption.at.epochMillis, 60_000)
      const [[, windows] = []] = yield* argsOf("RateLimitStore.consume")
      assert.deepStrictEqual(windows, [
        { key: encode(perIp), rate: instance.rateLimits.signInPerIp },
        { key: encode(perEmail), rate: instance.rateLimits.signInPerEmail }
      ])
    })
  )

  test(
    "fails with RateLimited and counts nothing if any window is full, until it has room",
    Effect.gen(function* () {
      const { consume } = yield* RateLimiter
      yield* consume(instance, [perIp, perEmail])
      const refusal = yield* Effect.flip(consume(instance, [perIp, perEmail]))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_in", retryAfterSeconds: 900 })
      assert.strictEqual(yield* outcome(consume(instance, [perIp])), "ok")
      assert.strictEqual(yield* outcome(consume(instance, [perIp])), "RateLimited")
      yield* justBefore("1 minute")
      assert.strictEqual(yield* outcome(consume(instance, [perIp])), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* outcome(consume(instance, [perIp])), "ok")
    })
  )

  test(
    "counts instances separately",
    Effect.gen(function* () {
      const { consume } = yield* RateLimiter
      yield* consume(instance, [perEmail])
      assert.strictEqual(yield* outcome(consume(otherInstance, [perEmail])), "ok")
    })
  )

  test(
    "fails with PersistenceError, and allows nothing, while the store is down",
    Effect.gen(function* () {
      const { consume } = yield* RateLimiter
      yield* before("RateLimitStore.consume", outage)
      assert.strictEqual(yield* outcome(consume(instance, [perIp])), "PersistenceError")
    })
  )
})

/** Returns how many attempts each of the limits has refused, in all tests so far. */
const refusals = (names: ReadonlyArray<string>) =>
  Effect.map(Metric.snapshot, (pairs) =>
    names.map((name) => {
      const found = pairs.find(
        ({ metricKey }) =>
          metricKey.name === "latchkey_rate_limit_refused_total" &&
          [...metricKey.tags].some(({ key, value }) => key === "limit" && value === name)
      )
      return (found?.metricState as { readonly count?: number } | undefined)?.count ?? 0
    })
  )

describe("The metric of refused attempts", () => {
  test(
    "names the limit that refused, of several keys the first one without room",
    Effect.gen(function* () {
      const { consume, decide } = yield* RateLimiter
      const names = ["signInPerIp", "signInPerEmail"] as const
      const [ip = 0, email = 0] = yield* refusals(names)
      yield* consume(instance, [perIp, perEmail])
      yield* outcome(consume(instance, [perIp, perEmail]))
      yield* decide(instance, [perEmail])
      assert.deepStrictEqual(yield* refusals(names), [ip, email + 2])
      yield* consume(instance, [perIp])
      yield* outcome(consume(instance, [perIp, perEmail]))
      assert.deepStrictEqual(yield* refusals(names), [ip + 1, email + 2])
    })
  )
})

describe("RateLimiter.decide", () => {
  test(
    "counts an attempt as `consume` does, and returns the exact time to try again",
    Effect.gen(function* () {
      const { consume, decide } = yield* RateLimiter
      yield* TestClock.adjust("1500 millis")
      assert.isTrue((yield* decide(instance, [perEmail])).isAllowed)
      const decision = yield* decide(instance, [perEmail])
      assert.strictEqual(decision.isAllowed ? undefined : decision.retryAt.epochMillis, 901_500)
      assert.strictEqual(yield* outcome(consume(instance, [perEmail])), "RateLimited")
    })
  )
})

describe("RateLimiter.refund", () => {
  test(
    "takes one attempt back, of its keys and instance only",
    Effect.gen(function* () {
      const { consume, refund } = yield* RateLimiter
      const consumption = yield* consume(instance, [perIp, perEmail])
      yield* refund({ ...consumption, keys: signInPerEmail.keys(ben) })
      yield* refund({ ...consumption, instanceId: otherInstance.id })
      assert.strictEqual(yield* outcome(consume(instance, [perEmail])), "RateLimited")
      yield* refund(consumption)
      assert.strictEqual(yield* outcome(consume(instance, [perEmail])), "ok")
    })
  )

  test(
    "does nothing for an attempt that no longer counts",
    Effect.gen(function* () {
      const { consume, refund } = yield* RateLimiter
      const consumption = yield* consume(instance, [perEmail])
      yield* refund(consumption)
      yield* consume(instance, [perEmail])
      yield* TestClock.adjust("15 minutes")
      yield* consume(instance, [perEmail])
      yield* refund(consumption)
      assert.strictEqual(yield* outcome(consume(instance, [perEmail])), "RateLimited")
    })
  )

  test(
    "succeeds while the store is down, logs a warning, and leaves the attempt counted",
    Effect.gen(function* () {
      const { consume, refund } = yield* RateLimiter
      const consumption = yield* consume(instance, [perEmail])
      yield* before("RateLimitStore.refund", outage)
      const { entries } = yield* CapturedLogs.capture(refund(consumption))
      assert.deepStrictEqual(CapturedLogs.problems(entries), [
        "WARN An attempt could not be refunded The store is unavailable"
      ])
      assert.deepStrictEqual(CapturedLogs.leaks(entries, [ann]), [])
      yield* release("RateLimitStore.refund")
      assert.strictEqual(yield* outcome(consume(instance, [perEmail])), "RateLimited")
    })
  )
})
