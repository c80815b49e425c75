import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { HasherOverloaded } from "@latchkey/domain/core/Errors"
import {
  ann,
  areSame,
  ben,
  endSessionsOf,
  newPassword,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before, beforeNext, countOf, release } from "../support/Interception.ts"

const signedUp = Effect.tap(Browser.make, (browser) => browser.signUp(ann, rightPassword))
const signedIn = Effect.tap(Browser.make, (browser) => browser.signIn(ann, rightPassword))
const user = Effect.map(storedUser(ann), Option.getOrThrow)

const signInWith = (text: typeof rightPassword) =>
  Effect.flatMap(Browser.make, (browser) => outcome(browser.signIn(ann, text)))

describe("A new password", () => {
  test(
    "ends every session of the user and nobody else's, and this browser gets a new one",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phone = yield* signedIn
      const tablet = yield* signedIn
      const bens = yield* Browser.make
      yield* bens.signUp(ben, rightPassword)
      const namesake = (yield* Browser.make).at(otherInstance)
      yield* namesake.signUp(ann, rightPassword)
      const { id } = yield* browser.whoAmI
      const thief = yield* Browser.copyOf(browser)
      const { sessionId } = yield* browser.setPassword(newPassword, rightPassword)
      assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(tablet.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(thief.whoAmI), "Unauthenticated")
      assert.notStrictEqual(sessionId, id)
      assert.deepInclude(yield* browser.whoAmI, { id: sessionId, email: ann, method: "password" })
      assert.strictEqual(yield* outcome(bens.whoAmI), "ok")
      assert.strictEqual(yield* outcome(namesake.whoAmI), "ok")
      assert.strictEqual(yield* outcome(namesake.signIn(ann, rightPassword)), "ok")
      assert.strictEqual(yield* endSessionsOf(ann), 1)
    })
  )

  test(
    "raises the credential version by one, and changes nothing else of the user",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const { credentialVersion, passwordHash, ...rest } = yield* user
      yield* browser.setPassword(newPassword, rightPassword)
      const changed = yield* user
      assert.strictEqual(changed.credentialVersion, credentialVersion + 1)
      assert.isFalse(areSame(changed.passwordHash, passwordHash))
      const { credentialVersion: _, passwordHash: __, ...after } = changed
      assert.deepStrictEqual(after, rest)
    })
  )

  test(
    "fails a sign-in that is under way with the old one",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phone = yield* Browser.make
      yield* beforeNext("SessionRepository.issue", browser.setPassword(newPassword, rightPassword))
      assert.strictEqual(yield* outcome(phone.signIn(ann, rightPassword)), "InvalidCredentials")
      assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* endSessionsOf(ann), 1)
    })
  )

  test(
    "ends a session too that a sign-in made a moment before",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phone = yield* Browser.make
      yield* beforeNext("UserRepository.setPasswordHash", phone.signIn(ann, rightPassword))
      yield* browser.setPassword(newPassword, rightPassword)
      assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
    })
  )

  test(
    "does not overrule another that came first",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phone = yield* signedIn
      yield* beforeNext("PasswordHasher.hash", phone.setPassword(newPassword, rightPassword))
      assert.strictEqual(yield* outcome(browser.setPassword(wrongPassword, rightPassword)), "InvalidCredentials")
      assert.strictEqual(yield* signInWith(wrongPassword), "InvalidCredentials")
      assert.strictEqual(yield* signInWith(newPassword), "ok")
      assert.strictEqual(yield* outcome(phone.whoAmI), "ok")
    })
  )
})

describe("A password that cannot be set", () => {
  for (const method of [
    "UserRepository.setPasswordHash",
    "SessionRepository.revokeAll",
    "SessionRepository.issue"
  ] as const) {
    test(
      `leaves everything as it was (${method})`,
      Effect.gen(function* () {
        const browser = yield* signedUp
        const phone = yield* signedIn
        const { id } = yield* browser.whoAmI
        const earlier = yield* user
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(browser.setPassword(newPassword, rightPassword)), "PersistenceError")
        assert.isTrue(areSame(yield* user, earlier))
        assert.strictEqual(yield* outcome(phone.whoAmI), "ok")
        assert.strictEqual((yield* browser.whoAmI).id, id)
        yield* release(method)
        assert.strictEqual(yield* outcome(browser.setPassword(newPassword, rightPassword)), "ok")
        assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
      })
    )
  }

  for (const method of ["SessionRepository.findActive", "UserRepository.findForSignIn", "RateLimitStore.consume"] as const) {
    test(
      `says that the store is down, whatever password is given, without hashing (${method})`,
      Effect.gen(function* () {
        const browser = yield* signedUp
        const hashed = yield* countOf("PasswordHasher.hash")
        yield* before(method, outage)
        for (const current of [rightPassword, wrongPassword, undefined]) {
          assert.strictEqual(yield* outcome(browser.setPassword(newPassword, current)), "PersistenceError")
        }
        assert.strictEqual(yield* countOf("PasswordHasher.verify"), 0)
        assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashed)
      })
    )
  }

  for (const method of ["PasswordHasher.verify", "PasswordHasher.hash"] as const) {
    test(
      `says when too much is being hashed (${method})`,
      Effect.gen(function* () {
        const browser = yield* signedUp
        const earlier = yield* user
        yield* before(method, new HasherOverloaded())
        assert.strictEqual(yield* outcome(browser.setPassword(newPassword, rightPassword)), "HasherOverloaded")
        assert.isTrue(areSame(yield* user, earlier))
      })
    )
  }

  test(
    "is not one whose attempt only cannot be given back",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* before("RateLimitStore.refund", outage)
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword, rightPassword)), "ok")
      assert.strictEqual(yield* signInWith(newPassword), "ok")
    })
  )
})

describe("A browser that hangs up", () => {
  test(
    "while the password is being set does not stop it half-way",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phone = yield* signedIn
      const setting = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const wait = Effect.zipRight(Deferred.succeed(setting, undefined), Deferred.await(goOn))
      yield* before("SessionRepository.revokeAll", wait)
      const attempt = yield* Effect.fork(browser.setPassword(newPassword, rightPassword))
      yield* Deferred.await(setting)
      yield* Fiber.interruptFork(attempt)
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.await(attempt)
      assert.strictEqual(yield* signInWith(newPassword), "ok")
      assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
    })
  )
})
