import { assert, describe } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import {
  ann,
  areSame,
  ben,
  endSessionsOf,
  instance,
  otherInstance,
  outcome,
  password,
  rightPassword,
  storedUser,
  strictPolicy,
  test,
  withPolicy
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before, callNames } from "../support/Interception.ts"

const weak = password("short")

describe("A sign-up", () => {
  test(
    "makes an account and signs the browser in",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const issued = yield* browser.signUp(ann, rightPassword)
      const session = yield* browser.whoAmI
      assert.strictEqual(session.id, issued.sessionId)
      assert.strictEqual(session.userId, issued.userId)
      assert.strictEqual(session.email, ann)
      assert.strictEqual(Duration.toDays(issued.lifetime), 30)
    })
  )

  test(
    "leaves the address unproven",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      assert.isFalse((yield* browser.whoAmI).emailVerified)
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).emailVerifiedAt))
    })
  )

  test(
    "stores a hash of the password",
    Effect.gen(function* () {
      const { verify } = yield* PasswordHasher
      yield* (yield* Browser.make).signUp(ann, rightPassword)
      const hash = Option.getOrThrow(Option.getOrThrow(yield* storedUser(ann)).passwordHash)
      assert.isTrue(yield* verify(rightPassword, hash))
    })
  )

  test(
    "refuses an address that has an account, and leaves that account as it is",
    Effect.gen(function* () {
      yield* (yield* Browser.make).signUp(ann, rightPassword)
      const former = yield* storedUser(ann)
      const stranger = yield* Browser.make
      assert.strictEqual(yield* outcome(stranger.signUp(ann, password("another password"))), "EmailTaken")
      assert.isTrue(areSame(yield* storedUser(ann), former))
      assert.strictEqual(yield* endSessionsOf(ann), 1)
    })
  )

  test(
    "knows nothing of the accounts of another instance",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      assert.strictEqual(yield* outcome(browser.at(otherInstance).signUp(ann, rightPassword)), "ok")
    })
  )

  test(
    "ends the session that the browser held, and gives it new secrets",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      const former = yield* Browser.copyOf(browser)
      yield* browser.signUp(ben, rightPassword)
      assert.strictEqual(yield* outcome(former.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* endSessionsOf(ann), 0)
      assert.strictEqual((yield* browser.whoAmI).email, ben)
    })
  )

  test(
    "leaves the browser's session alone when it fails",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      assert.strictEqual(yield* outcome(browser.signUp(ann, rightPassword)), "EmailTaken")
      assert.strictEqual(yield* outcome(browser.signUp(ben, weak)), "PasswordRejected")
      assert.strictEqual((yield* browser.whoAmI).email, ann)
    })
  )

  test(
    "makes exactly one account of fifty at once on one address",
    Effect.gen(function* () {
      let hashing = 0
      const everybody = yield* Effect.makeLatch()
      const arrive = Effect.when(everybody.open, () => ++hashing === 50)
      yield* before("PasswordHasher.hash", Effect.zipRight(arrive, everybody.await))
      const crowd = yield* Effect.all(Array.from({ length: 50 }, () => Browser.make))
      const outcomes = yield* Effect.forEach(crowd, (browser) => outcome(browser.signUp(ann, rightPassword)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(outcomes.sort(), [...Array.from({ length: 49 }, () => "EmailTaken"), "ok"])
      assert.strictEqual(yield* endSessionsOf(ann), 1)
    })
  )
})

describe("The password policy at sign-up", () => {
  test(
    "refuses with every rule that is broken, and stores nothing",
    Effect.gen(function* () {
      const strict = (yield* Browser.make).at(instance(withPolicy("pro", strictPolicy)))
      const refusal = yield* Effect.flip(strict.signUp(ann, weak))
      assert.deepStrictEqual(refusal._tag === "PasswordRejected" && refusal.violations, [
        "too_short",
        "uppercase_required",
        "number_required",
        "special_required"
      ])
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "is the default one on the free plan, whatever is stored",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const plain = password("password")
      assert.strictEqual(
        yield* outcome(browser.at(instance(withPolicy("pro", strictPolicy))).signUp(ann, plain)),
        "PasswordRejected"
      )
      assert.strictEqual(
        yield* outcome(browser.at(instance(withPolicy("free", strictPolicy))).signUp(ann, plain)),
        "ok"
      )
    })
  )

  test(
    "is judged before the address is looked at, so that a weak password says nothing about it",
    Effect.gen(function* () {
      yield* (yield* Browser.make).signUp(ann, rightPassword)
      const stranger = yield* Browser.make
      const earlier = (yield* callNames).length
      assert.strictEqual(yield* outcome(stranger.signUp(ann, weak)), "PasswordRejected")
      assert.strictEqual(yield* outcome(stranger.signUp(ben, weak)), "PasswordRejected")
      assert.deepStrictEqual((yield* callNames).slice(earlier), ["RateLimitStore.consume", "RateLimitStore.consume"])
    })
  )
})
