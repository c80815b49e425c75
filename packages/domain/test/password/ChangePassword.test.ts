import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import { PasswordRejected } from "@latchkey/domain/core/Errors"
import {
  almost,
  ann,
  instance,
  linkFor,
  newPassword,
  oneMilli,
  otherInstance,
  outcome,
  password,
  rightPassword,
  storedUser,
  strictPolicy,
  test,
  withPolicy,
  wrongPassword
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { callNames, countOf } from "../support/Interception.ts"

const signedUp = Effect.tap(Browser.make, (browser) => browser.signUp(ann, rightPassword))

/** A browser in which somebody has signed in by a link at this moment. */
const byLink = Effect.tap(Browser.make, (browser) => Effect.flatMap(linkFor(browser, ann), browser.useLink))

/** Ann has a password and has proved her address, in another browser. */
const provenAccount = Effect.tap(signedUp, (browser) => Effect.flatMap(linkFor(browser, ann), browser.useLink))

const signInWith = (text: typeof rightPassword) =>
  Effect.flatMap(Browser.make, (browser) => outcome(browser.signIn(ann, text)))

describe("A change of the password", () => {
  test(
    "puts the new one in the place of the current one",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* browser.setPassword(newPassword, rightPassword)
      assert.strictEqual(yield* signInWith(newPassword), "ok")
      assert.strictEqual(yield* signInWith(rightPassword), "InvalidCredentials")
    })
  )

  test(
    "needs the current one, and changes nothing without it",
    Effect.gen(function* () {
      const browser = yield* signedUp
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* signInWith(newPassword), "InvalidCredentials")
      assert.strictEqual(yield* signInWith(rightPassword), "ok")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
    })
  )

  test(
    "is refused with a wrong current one, and with the new one in its place",
    Effect.gen(function* () {
      const browser = yield* signedUp
      for (const current of [wrongPassword, newPassword]) {
        assert.strictEqual(yield* outcome(browser.setPassword(newPassword, current)), "InvalidCredentials")
      }
      assert.strictEqual(yield* signInWith(rightPassword), "ok")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
    })
  )

  test(
    "needs a live session: else nothing is counted, verified or hashed",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const cookies = yield* Ref.get(browser.jar)
      yield* browser.signOut
      const earlier = (yield* callNames).length
      const stranger = yield* Browser.make
      assert.strictEqual(yield* outcome(stranger.setPassword(newPassword, rightPassword)), "Unauthenticated")
      yield* Ref.set(browser.jar, cookies)
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword, rightPassword)), "Unauthenticated")
      const elsewhere = browser.at(otherInstance).setPassword(newPassword, rightPassword)
      assert.strictEqual(yield* outcome(elsewhere), "Unauthenticated")
      assert.deepStrictEqual(
        (yield* callNames).slice(earlier).filter((name) => name !== "SessionRepository.findActive"),
        []
      )
    })
  )
})

describe("Somebody who signed in by a link", () => {
  test(
    "sets a forgotten password without it for ten minutes, to the millisecond",
    Effect.gen(function* () {
      yield* provenAccount
      const browser = yield* byLink
      yield* almost("10 minutes")
      assert.strictEqual(yield* outcome(browser.setPassword(wrongPassword)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword, wrongPassword)), "ok")
      assert.strictEqual(yield* signInWith(newPassword), "ok")
    })
  )

  test(
    "may give the current one, which then has to be right",
    Effect.gen(function* () {
      yield* provenAccount
      const browser = yield* byLink
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword, wrongPassword)), "InvalidCredentials")
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword, rightPassword)), "ok")
    })
  )

  test(
    "gives no other browser that right",
    Effect.gen(function* () {
      const browser = yield* provenAccount
      const phone = yield* Browser.make
      yield* phone.signIn(ann, rightPassword)
      yield* byLink
      assert.strictEqual(yield* outcome(phone.setPassword(newPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword)), "ok")
    })
  )

  test(
    "loses it by signing in with the password",
    Effect.gen(function* () {
      const browser = yield* provenAccount
      yield* browser.signIn(ann, rightPassword)
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword)), "ReauthenticationRequired")
    })
  )

  test(
    "gives an account its first password within that time only",
    Effect.gen(function* () {
      const late = yield* byLink
      yield* almost("10 minutes")
      const browser = yield* byLink
      yield* oneMilli
      assert.strictEqual(yield* outcome(late.setPassword(newPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(late.setPassword(newPassword, newPassword)), "ReauthenticationRequired")
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).passwordHash))
      // There is none that this could be wrong against.
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword, wrongPassword)), "ok")
      assert.strictEqual(yield* signInWith(newPassword), "ok")
      assert.isTrue(Option.isSome(Option.getOrThrow(yield* storedUser(ann)).emailVerifiedAt))
    })
  )
})

describe("The policy", () => {
  const everyRule = ["too_short", "uppercase_required", "number_required", "special_required"]

  test(
    "names every rule that the new password breaks, before anything is verified or hashed",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const strict = browser.at(instance(withPolicy("pro", strictPolicy)))
      const verified = yield* countOf("PasswordHasher.verify")
      const hashed = yield* countOf("PasswordHasher.hash")
      for (const current of [rightPassword, wrongPassword, undefined]) {
        const refusal = yield* Effect.flip(strict.setPassword(password("short"), current))
        assert.instanceOf(refusal, PasswordRejected)
        assert.deepStrictEqual([...refusal.violations], everyRule)
      }
      assert.strictEqual(yield* countOf("PasswordHasher.verify"), verified)
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashed)
      assert.strictEqual(yield* signInWith(rightPassword), "ok")
    })
  )

  test(
    "is not asked of the current one",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const strict = browser.at(instance(withPolicy("pro", strictPolicy)))
      assert.strictEqual(yield* outcome(strict.setPassword(password("Correct H0rse!"), rightPassword)), "ok")
    })
  )

  test(
    "is the default one on free, whatever is stored",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const free = browser.at(instance(withPolicy("free", strictPolicy)))
      const [tooShort, longEnough] = [password("sevench"), password("eightchr")]
      assert.strictEqual(yield* outcome(free.setPassword(tooShort, rightPassword)), "PasswordRejected")
      assert.strictEqual(yield* outcome(free.setPassword(longEnough, rightPassword)), "ok")
    })
  )
})

describe("What a page asks before", () => {
  const facts = (browser: Browser.Browser) =>
    Effect.map(browser.describePassword, ({ hasPassword, needsCurrentPassword }) => [hasPassword, needsCurrentPassword])

  test(
    "is whether there is a password, and whether it has to be given, to the millisecond",
    Effect.gen(function* () {
      const browser = yield* byLink
      assert.deepStrictEqual(yield* facts(browser), [false, false])
      yield* browser.setPassword(rightPassword)
      // It is the password by which this browser is signed in from now on.
      assert.deepStrictEqual(yield* facts(browser), [true, true])
      const phone = yield* byLink
      assert.deepStrictEqual(yield* facts(phone), [true, false])
      yield* almost("10 minutes")
      assert.deepStrictEqual(yield* facts(phone), [true, false])
      yield* oneMilli
      assert.deepStrictEqual(yield* facts(phone), [true, true])
    })
  )

  test(
    "comes with the session, and needs one",
    Effect.gen(function* () {
      const browser = yield* byLink
      const { holder } = yield* browser.sessions
      assert.deepInclude(holder, { id: (yield* browser.whoAmI).id, email: ann, method: "magic_link" })
      assert.strictEqual(yield* outcome((yield* Browser.make).describePassword), "Unauthenticated")
    })
  )
})
