import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import { ann, ben, endSessionsOf, otherInstance, outage, outcome, rightPassword, test } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before, countOf } from "../support/Interception.ts"

const signedUp = Effect.tap(Browser.make, (browser) => browser.signUp(ann, rightPassword))
const signedIn = Effect.tap(Browser.make, (browser) => browser.signIn(ann, rightPassword))

describe("Signing out", () => {
  test(
    "ends this session, and no other",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phone = yield* signedIn
      yield* browser.signOut
      assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(phone.whoAmI), "ok")
    })
  )

  test(
    "succeeds again, without a session and without cookies",
    Effect.gen(function* () {
      const browser = yield* signedUp
      assert.strictEqual(yield* outcome(browser.signOut), "ok")
      assert.strictEqual(yield* outcome(browser.signOut), "ok")
      assert.strictEqual(yield* outcome((yield* Browser.make).signOut), "ok")
    })
  )

  test(
    "ends the session that is presented without its client cookie too",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const cookies = yield* Ref.get(browser.jar)
      yield* Ref.set(browser.jar, { ...cookies, clientToken: Option.none() })
      yield* browser.signOut
      yield* Ref.set(browser.jar, cookies)
      assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
    })
  )

  test(
    "says that the store is down, and that the session may live on",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* before("SessionRepository.revoke", outage)
      assert.strictEqual(yield* outcome(browser.signOut), "PersistenceError")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
    })
  )
})

describe("Signing out everywhere", () => {
  test(
    "ends every session of the user, this one too, and nobody else's",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phone = yield* signedIn
      const bens = yield* Browser.make
      yield* bens.signUp(ben, rightPassword)
      const namesake = (yield* Browser.make).at(otherInstance)
      yield* namesake.signUp(ann, rightPassword)
      yield* browser.signOutEverywhere
      assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(bens.whoAmI), "ok")
      assert.strictEqual(yield* outcome(namesake.whoAmI), "ok")
      assert.strictEqual(yield* endSessionsOf(ann), 0)
    })
  )

  test(
    "leaves the password in force",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* browser.signOutEverywhere
      assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "ok")
    })
  )

  const withoutSession: Record<string, (browser: Browser.Browser) => Effect.Effect<unknown>> = {
    "no cookies": ({ jar }) => Ref.set(jar, { clientToken: Option.none(), sessionToken: Option.none() }),
    "no client cookie": ({ jar }) => Ref.update(jar, (cookies) => ({ ...cookies, clientToken: Option.none() })),
    "a session that idled too long": () => TestClock.adjust("7 days"),
    "a session that was signed out": ({ signOut }) => Effect.orDie(signOut)
  }
  for (const [what, change] of Object.entries(withoutSession)) {
    test(
      `is refused with ${what}, and ends nothing`,
      Effect.gen(function* () {
        const browser = yield* signedUp
        yield* change(browser)
        const phone = yield* signedIn
        assert.strictEqual(yield* outcome(browser.signOutEverywhere), "Unauthenticated")
        assert.strictEqual(yield* outcome(phone.whoAmI), "ok")
        assert.strictEqual(yield* countOf("SessionRepository.revokeAll"), 0)
      })
    )
  }
})
