import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { HasherOverloaded } from "@latchkey/domain/core/Errors"
import { ann, endSessionsOf, outage, outcome, rightPassword, storedUser, test } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before, beforeNext, callNames, countOf, release } from "../support/Interception.ts"

describe("A sign-up that cannot be finished", () => {
  test(
    "leaves no account behind when the session cannot be made",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(browser.signUp(ann, rightPassword)), "PersistenceError")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      yield* release("SessionRepository.issue")
      assert.strictEqual(yield* outcome(browser.signUp(ann, rightPassword)), "ok")
    })
  )

  test(
    "says that the store is down, not that the address is taken",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* beforeNext("UserRepository.insert", outage)
      assert.strictEqual(yield* outcome(browser.signUp(ann, rightPassword)), "PersistenceError")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "says that hashing is overloaded, and stores nothing",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* before("PasswordHasher.hash", new HasherOverloaded())
      assert.strictEqual(yield* outcome(browser.signUp(ann, rightPassword)), "HasherOverloaded")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "stores nothing when the browser hangs up during hashing",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const hashing = yield* Deferred.make<void>()
      yield* before("PasswordHasher.hash", Effect.zipRight(Deferred.succeed(hashing, undefined), Effect.never))
      const attempt = yield* Effect.fork(browser.signUp(ann, rightPassword))
      yield* Deferred.await(hashing)
      yield* Fiber.interrupt(attempt)
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "is finished all the same when the browser hangs up while it is stored",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const storing = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      yield* before(
        "SessionRepository.issue",
        Effect.zipRight(Deferred.succeed(storing, undefined), Deferred.await(goOn))
      )
      const attempt = yield* Effect.fork(browser.signUp(ann, rightPassword))
      yield* Deferred.await(storing)
      yield* Fiber.interruptFork(attempt)
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.await(attempt)
      assert.strictEqual(yield* endSessionsOf(ann), 1)
    })
  )

  test(
    "hashes outside of the transaction",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const earlier = (yield* callNames).length
      yield* browser.signUp(ann, rightPassword)
      assert.deepStrictEqual((yield* callNames).slice(earlier), [
        "RateLimitStore.consume",
        "PasswordHasher.hash",
        "Transaction.run",
        "UserRepository.insert",
        "SessionRepository.issue"
      ])
      assert.strictEqual(yield* countOf("UserRepository.findByEmail"), 0)
    })
  )
})
