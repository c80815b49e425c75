import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { HasherOverloaded } from "@latchkey/domain/core/Errors"
import { ann, ben, endSessionsOf, linkFor, outage, outcome, rightPassword, test, wrongPassword } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before, beforeNext, countOf, release } from "../support/Interception.ts"

describe("A sign-in while the store is down", () => {
  for (const method of ["UserRepository.findForSignIn", "RateLimitStore.consume"] as const) {
    test(
      `says so for every address and password, without hashing (${method})`,
      Effect.gen(function* () {
        yield* (yield* Browser.make).signUp(ann, rightPassword)
        const browser = yield* Browser.make
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "PersistenceError")
        assert.strictEqual(yield* outcome(browser.signIn(ann, wrongPassword)), "PersistenceError")
        assert.strictEqual(yield* outcome(browser.signIn(ben, rightPassword)), "PersistenceError")
        assert.strictEqual(yield* countOf("PasswordHasher.verify"), 0)
        yield* release(method)
        assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "ok")
      })
    )
  }

  test(
    "says so when the session cannot be stored, and leaves none",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "PersistenceError")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
      assert.strictEqual(yield* endSessionsOf(ann), 1)
    })
  )

  test(
    "succeeds when only its attempt cannot be given back",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      yield* before("RateLimitStore.refund", outage)
      assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
    })
  )
})

describe("A sign-in while too much is being hashed", () => {
  test(
    "says so, for every address and password",
    Effect.gen(function* () {
      yield* (yield* Browser.make).signUp(ann, rightPassword)
      const browser = yield* Browser.make
      yield* before("PasswordHasher.verify", new HasherOverloaded())
      assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "HasherOverloaded")
      assert.strictEqual(yield* outcome(browser.signIn(ann, wrongPassword)), "HasherOverloaded")
      assert.strictEqual(yield* outcome(browser.signIn(ben, rightPassword)), "HasherOverloaded")
    })
  )
})

describe("A sign-in whose credentials change meanwhile", () => {
  test(
    "is a failed one, and leaves no session",
    Effect.gen(function* () {
      const attacker = yield* Browser.make
      yield* attacker.signUp(ann, rightPassword)
      const owner = yield* Browser.make
      const token = yield* linkFor(owner, ann)
      // The stored hash was read already, and the password is the hash's: only the epoch tells.
      yield* beforeNext("PasswordHasher.verify", owner.useLink(token))
      assert.strictEqual(yield* outcome(attacker.signIn(ann, rightPassword)), "InvalidCredentials")
      assert.strictEqual(yield* countOf("SessionRepository.issue"), 3)
      assert.strictEqual(yield* outcome(attacker.whoAmI), "Unauthenticated")
      assert.strictEqual((yield* owner.whoAmI).email, ann)
      assert.strictEqual(yield* endSessionsOf(ann), 1)
    })
  )
})
