import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import {
  almost,
  ann,
  ben,
  limited,
  newPassword,
  oneMilli,
  outcome,
  password,
  rightPassword,
  test,
  wrongPassword
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { countOf } from "../support/Interception.ts"

const office = "198.51.100.7"
const signedUp = Effect.tap(Browser.make, (browser) => browser.signUp(ann, rightPassword))

/** Ten changes with a wrong current password, each from another address. */
const guess = (browser: Browser.Browser) =>
  Effect.gen(function* () {
    for (let count = 1; count <= 10; count++) {
      const attempt = browser.at(defaultInstance).setPassword(newPassword, wrongPassword)
      assert.strictEqual(yield* outcome(attempt), "InvalidCredentials")
    }
  })

const hashings = Effect.zipWith(countOf("PasswordHasher.verify"), countOf("PasswordHasher.hash"), (a, b) => a + b)

describe("The budget of a browser for its account", () => {
  test(
    "is ten wrong passwords in fifteen minutes, to the millisecond, and refuses before any hashing",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* guess(browser)
      const earlier = yield* hashings
      const refusal = yield* Effect.flip(browser.setPassword(newPassword, rightPassword))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_in", retryAfterSeconds: 900 })
      assert.strictEqual(yield* outcome(browser.setPassword(password("short"))), "RateLimited")
      yield* almost("15 minutes")
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword, rightPassword)), "RateLimited")
      assert.strictEqual(yield* hashings, earlier)
      yield* oneMilli
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword, rightPassword)), "ok")
    })
  )

  test(
    "is the one that its sign-ins have, and nobody else's",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phone = yield* Browser.make
      yield* phone.signIn(ann, rightPassword)
      yield* guess(browser)
      assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "RateLimited")
      assert.strictEqual(yield* outcome((yield* Browser.make).signIn(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(phone.setPassword(newPassword, rightPassword)), "ok")
    })
  )

  test(
    "is out of reach of strangers who guess",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const stranger = yield* Browser.make
      for (let count = 1; count <= 10; count++) yield* outcome(stranger.signIn(ann, wrongPassword))
      assert.strictEqual(yield* outcome(stranger.signIn(ann, wrongPassword)), "RateLimited")
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword, rightPassword)), "ok")
    })
  )

  test(
    "gets back what a success took",
    Effect.gen(function* () {
      const browser = yield* signedUp
      for (let count = 1; count <= 8; count++) {
        yield* browser.at(defaultInstance).setPassword(newPassword, rightPassword)
        yield* browser.at(defaultInstance).setPassword(rightPassword, newPassword)
      }
      yield* guess(browser)
    })
  )

  test(
    "is taken from by whatever else is refused",
    Effect.gen(function* () {
      const two = limited({ signInPerKnownClient: { limit: 2, windowSeconds: 900 } })
      const browser = (yield* signedUp).at(two)
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(browser.setPassword(password("short"), rightPassword)), "PasswordRejected")
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword, rightPassword)), "RateLimited")
    })
  )
})

describe("The budget of an address", () => {
  const three = limited({ signInPerIp: { limit: 3, windowSeconds: 60 } })

  test(
    "is the one of sign-ins, over all accounts, and gets nothing back",
    Effect.gen(function* () {
      const anns = (yield* signedUp).at(three, office)
      const bens = yield* Browser.make
      yield* bens.signUp(ben, rightPassword)
      assert.strictEqual(yield* outcome(anns.setPassword(newPassword, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(bens.at(three, office).setPassword(newPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome((yield* Browser.make).at(three, office).signIn(ann, newPassword)), "ok")
      const earlier = yield* hashings
      const refusal = yield* Effect.flip(anns.setPassword(rightPassword, newPassword))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_in", retryAfterSeconds: 60 })
      assert.strictEqual(yield* hashings, earlier)
      assert.strictEqual(yield* outcome(bens.at(three).setPassword(newPassword, rightPassword)), "ok")
    })
  )

  test(
    "is not taken from by who is not signed in",
    Effect.gen(function* () {
      yield* signedUp
      const stranger = (yield* Browser.make).at(three, office)
      for (let count = 1; count <= 5; count++) {
        assert.strictEqual(yield* outcome(stranger.setPassword(newPassword)), "Unauthenticated")
      }
      assert.strictEqual(yield* outcome(stranger.signIn(ann, rightPassword)), "ok")
    })
  )
})
