import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import {
  ann,
  areSame,
  ben,
  endSessionsOf,
  linkFor,
  otherInstance,
  outcome,
  rightPassword,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { beforeNext } from "../support/Interception.ts"

const signedUp = Effect.tap(Browser.make, (browser) => browser.signUp(ann, rightPassword))

const user = Effect.map(storedUser(ann), Option.getOrThrow)

/** Nobody gets in with the password of before, and no session of before is alive. */
const isTakenOver = (former: Browser.Browser) =>
  Effect.gen(function* () {
    assert.strictEqual(yield* outcome(former.whoAmI), "Unauthenticated")
    assert.strictEqual(yield* outcome(former.signIn(ann, rightPassword)), "InvalidCredentials")
    const { credentialVersion, passwordHash } = yield* user
    assert.isTrue(Option.isNone(passwordHash))
    assert.strictEqual(credentialVersion, 1)
    assert.strictEqual(yield* endSessionsOf(ann), 1)
  })

const isKept = (browser: Browser.Browser) =>
  Effect.gen(function* () {
    assert.isTrue((yield* browser.whoAmI).emailVerified)
    assert.strictEqual((yield* user).credentialVersion, 0)
    assert.strictEqual(yield* outcome((yield* Browser.make).signIn(ann, rightPassword)), "ok")
  })

describe("The first proof of an address", () => {
  test(
    "drops the password, ends every session and raises the credential version",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const attackersPhone = yield* Browser.make
      yield* attackersPhone.signIn(ann, rightPassword)
      const owner = yield* Browser.make
      yield* owner.useLink(yield* linkFor(owner, ann))
      assert.deepInclude(yield* owner.whoAmI, { email: ann, emailVerified: true })
      assert.strictEqual(yield* outcome(attackersPhone.whoAmI), "Unauthenticated")
      yield* isTakenOver(attacker)
    })
  )

  test(
    "does so by opening the link too",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const owner = yield* Browser.make
      assert.strictEqual((yield* owner.openLink(yield* linkFor(owner, ann)))._tag, "SignedIn")
      yield* isTakenOver(attacker)
    })
  )

  test(
    "keeps password and sessions in the browser that holds a live session of that user",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phone = yield* Browser.make
      yield* phone.signIn(ann, rightPassword)
      yield* browser.useLink(yield* linkFor(browser, ann))
      assert.strictEqual(yield* outcome(phone.whoAmI), "ok")
      yield* isKept(browser)
    })
  )

  test(
    "stops a sign-in that is under way with the password of before",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const owner = yield* Browser.make
      const token = yield* linkFor(owner, ann)
      yield* beforeNext("SessionRepository.issue", owner.useLink(token))
      const phone = yield* Browser.make
      assert.strictEqual(yield* outcome(phone.signIn(ann, rightPassword)), "InvalidCredentials")
      assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
      yield* isTakenOver(attacker)
    })
  )

  test(
    "also ends a session that a sign-in made a moment before",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const owner = yield* Browser.make
      const token = yield* linkFor(owner, ann)
      const phone = yield* Browser.make
      yield* beforeNext("UserRepository.findByEmailForUpdate", phone.signIn(ann, rightPassword))
      yield* owner.useLink(token)
      assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
      yield* isTakenOver(attacker)
    })
  )

  test(
    "leaves the accounts of others alone, also in other instances",
    Effect.gen(function* () {
      yield* signedUp
      const bens = yield* Browser.make
      yield* bens.signUp(ben, rightPassword)
      const namesake = (yield* Browser.make).at(otherInstance)
      yield* namesake.signUp(ann, rightPassword)
      const owner = yield* Browser.make
      yield* owner.useLink(yield* linkFor(owner, ann))
      assert.strictEqual(yield* outcome(bens.whoAmI), "ok")
      assert.strictEqual(yield* outcome(namesake.whoAmI), "ok")
      assert.strictEqual(yield* outcome(namesake.signIn(ann, rightPassword)), "ok")
    })
  )
})

describe("The password is not spared by", () => {
  const cases: Record<string, (browser: Browser.Browser) => Effect.Effect<unknown, unknown>> = {
    "a live session of another user": (browser) => browser.signUp(ben, rightPassword),
    "a session that was signed out": (browser) => {
      const { jar, signOut } = browser
      return Effect.flatMap(Ref.get(jar), (cookies) => Effect.zipRight(signOut, Ref.set(jar, cookies)))
    },
    "a session that idled too long": () => TestClock.adjust("7 days"),
    "a session without its client cookie": ({ jar }) =>
      Ref.update(jar, (cookies) => ({ ...cookies, clientToken: Option.none() })),
    "a client cookie without a session": ({ jar }) =>
      Ref.update(jar, (cookies) => ({ ...cookies, sessionToken: Option.none() })),
    "a failed sign-in": (browser) => Effect.zipRight(browser.signOut, Effect.either(browser.signIn(ann, wrongPassword)))
  }
  for (const [what, change] of Object.entries(cases)) {
    test(
      what,
      Effect.gen(function* () {
        const browser = yield* signedUp
        const former = yield* Browser.copyOf(browser)
        yield* change(browser)
        yield* browser.useLink(yield* linkFor(yield* Browser.make, ann))
        yield* isTakenOver(former)
      })
    )
  }

  test(
    "a live session at another instance",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const owner = yield* Browser.make
      yield* owner.at(otherInstance).signUp(ann, rightPassword)
      yield* owner.useLink(yield* linkFor(yield* Browser.make, ann))
      yield* isTakenOver(attacker)
    })
  )
})

describe("A proven account", () => {
  test(
    "keeps its password and its sessions, whatever browser uses a link",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* browser.useLink(yield* linkFor(browser, ann))
      const before = yield* user
      yield* TestClock.adjust("1 hour")
      const other = yield* Browser.make
      yield* other.useLink(yield* linkFor(other, ann))
      assert.isTrue(areSame(yield* user, before))
      yield* isKept(browser)
    })
  )

  test(
    "that links made keeps its sessions too",
    Effect.gen(function* () {
      const first = yield* Browser.make
      yield* first.useLink(yield* linkFor(first, ann))
      const second = yield* Browser.make
      yield* second.useLink(yield* linkFor(second, ann))
      assert.strictEqual(yield* outcome(first.whoAmI), "ok")
      assert.strictEqual(yield* endSessionsOf(ann), 2)
    })
  )
})
