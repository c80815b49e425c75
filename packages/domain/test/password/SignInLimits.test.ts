import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Email } from "@latchkey/domain/core/Email"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import type { Password } from "@latchkey/domain/password/Password"
import {
  almost,
  ann,
  email,
  limited,
  oneMilli,
  otherInstance,
  outcome,
  rightPassword,
  test,
  wrongPassword
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before, countOf } from "../support/Interception.ts"

const nobody = email("nobody@example.com")
const office = "198.51.100.7"

/** A sign-in from a browser and an address that nobody has seen. */
const fromElsewhere = (address: Email, password: Password, instance = defaultInstance) =>
  Effect.flatMap(Browser.make, (browser) => outcome(browser.at(instance).signIn(address, password)))

const times = <A, E, R>(count: number, attempt: Effect.Effect<A, E, R>) =>
  Effect.all(Array.from({ length: count }, () => attempt))

const all = (count: number, result: string) => Array.from({ length: count }, () => result)

describe("The budget of an account", () => {
  for (const [who, address] of [
    ["a known address", ann],
    ["an unknown address", nobody]
  ] as const) {
    test(
      `is ten in fifteen minutes for ${who}, to the millisecond`,
      Effect.gen(function* () {
        yield* (yield* Browser.make).signUp(ann, rightPassword)
        const failures = yield* times(10, fromElsewhere(address, wrongPassword))
        assert.deepStrictEqual(failures, all(10, "InvalidCredentials"))
        assert.strictEqual(yield* fromElsewhere(address, wrongPassword), "RateLimited")
        yield* almost("15 minutes")
        assert.strictEqual(yield* fromElsewhere(address, wrongPassword), "RateLimited")
        yield* oneMilli
        assert.strictEqual(yield* fromElsewhere(address, wrongPassword), "InvalidCredentials")
      })
    )

    test(
      `refuses ${who} before any verification, with the right password too`,
      Effect.gen(function* () {
        yield* (yield* Browser.make).signUp(ann, rightPassword)
        yield* times(10, fromElsewhere(address, wrongPassword))
        const verified = yield* countOf("PasswordHasher.verify")
        const browser = yield* Browser.make
        const refusal = yield* Effect.flip(browser.signIn(address, rightPassword))
        assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_in", retryAfterSeconds: 900 })
        assert.strictEqual(yield* countOf("PasswordHasher.verify"), verified)
      })
    )
  }

  test(
    "gets back what a success took",
    Effect.gen(function* () {
      yield* (yield* Browser.make).signUp(ann, rightPassword)
      assert.deepStrictEqual(yield* times(9, fromElsewhere(ann, wrongPassword)), all(9, "InvalidCredentials"))
      assert.deepStrictEqual(yield* times(5, fromElsewhere(ann, rightPassword)), all(5, "ok"))
      assert.strictEqual(yield* fromElsewhere(ann, wrongPassword), "InvalidCredentials")
      assert.strictEqual(yield* fromElsewhere(ann, rightPassword), "RateLimited")
    })
  )

  test(
    "lets exactly ten of fifty at once reach the hasher",
    Effect.gen(function* () {
      const crowd = Array.from({ length: 50 }, () => fromElsewhere(ann, wrongPassword))
      const outcomes = yield* Effect.all(crowd, { concurrency: "unbounded" })
      assert.deepStrictEqual(outcomes.sort(), [...all(10, "InvalidCredentials"), ...all(40, "RateLimited")])
      assert.strictEqual(yield* countOf("PasswordHasher.verify"), 10)
    })
  )

  test(
    "is its own, and its own in each instance",
    Effect.gen(function* () {
      const one = { signInPerEmail: { limit: 1, windowSeconds: 900 } }
      assert.strictEqual(yield* fromElsewhere(ann, wrongPassword, limited(one)), "InvalidCredentials")
      assert.strictEqual(yield* fromElsewhere(ann, wrongPassword, limited(one)), "RateLimited")
      assert.strictEqual(yield* fromElsewhere(nobody, wrongPassword, limited(one)), "InvalidCredentials")
      assert.strictEqual(yield* fromElsewhere(ann, wrongPassword, otherInstance), "InvalidCredentials")
    })
  )

  test(
    "has counted an attempt whose browser hung up during hashing",
    Effect.gen(function* () {
      const one = limited({ signInPerEmail: { limit: 1, windowSeconds: 900 } })
      const browser = (yield* Browser.make).at(one)
      const hashing = yield* Deferred.make<void>()
      yield* before("PasswordHasher.verify", Effect.zipRight(Deferred.succeed(hashing, undefined), Effect.never))
      const attempt = yield* Effect.fork(browser.signIn(ann, wrongPassword))
      yield* Deferred.await(hashing)
      yield* Fiber.interrupt(attempt)
      assert.strictEqual(yield* fromElsewhere(ann, wrongPassword, one), "RateLimited")
    })
  )
})

describe("The budget of an address", () => {
  const from = (network: string, index: number, password = wrongPassword) =>
    Effect.flatMap(Browser.make, (browser) =>
      outcome(browser.at(defaultInstance, network).signIn(email(`person${index}@example.com`), password))
    )

  test(
    "is thirty a minute over all accounts, to the millisecond",
    Effect.gen(function* () {
      for (let index = 1; index <= 30; index++) assert.strictEqual(yield* from(office, index), "InvalidCredentials")
      const verified = yield* countOf("PasswordHasher.verify")
      assert.strictEqual(yield* from(office, 31), "RateLimited")
      assert.strictEqual(yield* countOf("PasswordHasher.verify"), verified)
      assert.strictEqual(yield* from("198.51.100.8", 31), "InvalidCredentials")
      yield* almost("1 minute")
      assert.strictEqual(yield* from(office, 32), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* from(office, 33), "InvalidCredentials")
    })
  )

  test(
    "does not get back what a success took",
    Effect.gen(function* () {
      yield* (yield* Browser.make).signUp(ann, rightPassword)
      const browser = (yield* Browser.make).at(defaultInstance, office)
      assert.deepStrictEqual(yield* times(30, outcome(browser.signIn(ann, rightPassword))), all(30, "ok"))
      const refusal = yield* Effect.flip(browser.signIn(ann, rightPassword))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_in", retryAfterSeconds: 60 })
    })
  )

  test(
    "is not the budget of sign-ups",
    Effect.gen(function* () {
      const one = limited({
        signInPerIp: { limit: 1, windowSeconds: 60 },
        signUpPerIp: { limit: 1, windowSeconds: 600 }
      })
      const browser = (yield* Browser.make).at(one, office)
      assert.strictEqual(yield* outcome(browser.signUp(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "ok")
    })
  )
})
