import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import {
  almost,
  ann,
  ben,
  email,
  limited,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  password,
  rightPassword,
  test
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before, countOf } from "../support/Interception.ts"

const two = limited({ signUpPerIp: { limit: 2, windowSeconds: 600 } })
const weak = password("short")
const office = "198.51.100.7"

describe("The budget of sign-ups", () => {
  test(
    "is twenty in ten minutes for one address, to the millisecond",
    Effect.gen(function* () {
      const signUp = (index: number) =>
        Effect.flatMap(Browser.make, (browser) =>
          outcome(browser.at(defaultInstance, office).signUp(email(`person${index}@example.com`), rightPassword))
        )
      for (let index = 1; index <= 20; index++) assert.strictEqual(yield* signUp(index), "ok")
      assert.strictEqual(yield* signUp(21), "RateLimited")
      yield* almost("10 minutes")
      assert.strictEqual(yield* signUp(21), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* signUp(21), "ok")
    })
  )

  test(
    "says what was refused, and how many whole seconds there are to wait",
    Effect.gen(function* () {
      const browser = (yield* Browser.make).at(two)
      yield* outcome(browser.signUp(ann, weak))
      yield* TestClock.adjust("99500 millis")
      yield* outcome(browser.signUp(ann, weak))
      const refusal = yield* Effect.flip(browser.signUp(ann, weak))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_up", retryAfterSeconds: 501 })
    })
  )

  test(
    "counts attempts that fail, and comes before the policy and the address",
    Effect.gen(function* () {
      yield* (yield* Browser.make).signUp(ann, rightPassword)
      const hashed = yield* countOf("PasswordHasher.hash")
      const stranger = (yield* Browser.make).at(two)
      assert.strictEqual(yield* outcome(stranger.signUp(ann, rightPassword)), "EmailTaken")
      assert.strictEqual(yield* outcome(stranger.signUp(ben, weak)), "PasswordRejected")
      assert.strictEqual(yield* outcome(stranger.signUp(ben, weak)), "RateLimited")
      assert.strictEqual(yield* outcome(stranger.signUp(ann, rightPassword)), "RateLimited")
      assert.strictEqual(yield* outcome(stranger.signUp(ben, rightPassword)), "RateLimited")
      assert.strictEqual((yield* countOf("PasswordHasher.hash")) - hashed, 1)
    })
  )

  test(
    "is kept for each address and each instance",
    Effect.gen(function* () {
      const one = limited({ signUpPerIp: { limit: 1, windowSeconds: 600 } })
      const browser = yield* Browser.make
      assert.strictEqual(yield* outcome(browser.at(one, office).signUp(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(browser.at(one, office).signUp(ben, rightPassword)), "RateLimited")
      assert.strictEqual(yield* outcome(browser.at(one, "198.51.100.8").signUp(ben, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(browser.at(otherInstance, office).signUp(ann, rightPassword)), "ok")
    })
  )

  test(
    "has counted an attempt whose browser hung up during hashing",
    Effect.gen(function* () {
      const browser = (yield* Browser.make).at(limited({ signUpPerIp: { limit: 1, windowSeconds: 600 } }))
      const hashing = yield* Deferred.make<void>()
      yield* before("PasswordHasher.hash", Effect.zipRight(Deferred.succeed(hashing, undefined), Effect.never))
      const attempt = yield* Effect.fork(browser.signUp(ann, rightPassword))
      yield* Deferred.await(hashing)
      yield* Fiber.interrupt(attempt)
      assert.strictEqual(yield* outcome(browser.signUp(ann, rightPassword)), "RateLimited")
    })
  )

  test(
    "gives nobody a free pass while its store is down",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const hashed = yield* countOf("PasswordHasher.hash")
      yield* before("RateLimitStore.consume", outage)
      assert.strictEqual(yield* outcome(browser.signUp(ann, rightPassword)), "PersistenceError")
      assert.strictEqual(yield* outcome(browser.signUp(ann, weak)), "PersistenceError")
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashed)
    })
  )
})
