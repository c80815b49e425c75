import { assert, describe } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import {
  almost,
  ann,
  ben,
  instance,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  test
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { beforeNext, callNames, countOf } from "../support/Interception.ts"

const signedUp = Effect.tap(Browser.make, (browser) => browser.signUp(ann, rightPassword))

/** A context a day, so that the session never idles too long. */
const visitDaily = (browser: Browser.Browser, days: number) =>
  Effect.gen(function* () {
    for (let day = 1; day <= days; day++) {
      yield* TestClock.adjust("1 day")
      yield* browser.whoAmI
    }
  })

describe("A session", () => {
  test(
    "does not end while it is in use, however short it may idle",
    Effect.gen(function* () {
      const sessionConfig = { ...defaultInstance.sessionConfig, idleLifetimeSeconds: 60 }
      const browser = (yield* Browser.make).at(new Instance({ ...defaultInstance, sessionConfig }))
      yield* browser.signUp(ann, rightPassword)
      for (let visits = 0; visits < 30; visits++) {
        yield* TestClock.adjust("40 seconds")
        yield* browser.whoAmI
      }
    })
  )

  test(
    "says whose it is, since when and until when",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* TestClock.adjust("1 minute")
      const { sessionId, userId } = yield* browser.signUp(ann, rightPassword)
      yield* TestClock.adjust("2 minutes")
      const session = yield* browser.whoAmI
      assert.deepInclude(session, { id: sessionId, userId, email: ann, emailVerified: false })
      assert.strictEqual(session.authenticatedAt.epochMillis, 60_000)
      assert.strictEqual(session.expiresAt.epochMillis, 60_000 + 30 * 86_400_000)
    })
  )

  test(
    "ends 30 days after signing in, to the millisecond, however often it is used",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* visitDaily(browser, 29)
      yield* almost("1 day")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
    })
  )

  test(
    "ends after 7 days without a context, to the millisecond",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const idle = yield* Browser.make
      yield* idle.signUp(ben, rightPassword)
      yield* almost("7 days")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
      assert.strictEqual(yield* outcome(idle.whoAmI), "Unauthenticated")
    })
  )

  test(
    "has the lifetimes of its instance",
    Effect.gen(function* () {
      const sessionConfig = { ...defaultInstance.sessionConfig, absoluteLifetimeSeconds: 600, idleLifetimeSeconds: 400 }
      const browser = (yield* Browser.make).at(instance({ sessionConfig }))
      const other = (yield* Browser.make).at(instance({ sessionConfig }))
      yield* browser.signUp(ann, rightPassword)
      yield* other.signUp(ben, rightPassword)
      yield* almost("400 seconds")
      yield* browser.whoAmI
      yield* oneMilli
      assert.strictEqual(yield* outcome(other.whoAmI), "Unauthenticated")
      yield* almost("200 seconds")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
    })
  )
})

describe("A context", () => {
  test(
    "is recorded at most every five minutes, to the millisecond",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const touches = countOf("SessionRepository.touch")
      yield* almost("5 minutes")
      yield* browser.whoAmI
      assert.strictEqual(yield* touches, 0)
      yield* oneMilli
      yield* browser.whoAmI
      assert.strictEqual(yield* touches, 1)
      yield* almost("5 minutes")
      yield* browser.whoAmI
      assert.strictEqual(yield* touches, 1)
      yield* oneMilli
      yield* browser.whoAmI
      assert.strictEqual(yield* touches, 2)
    })
  )

  test(
    "counts for idling from when it was recorded",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* TestClock.adjust("3 days")
      yield* browser.whoAmI
      yield* TestClock.adjust("4 minutes")
      yield* browser.whoAmI
      yield* TestClock.adjust(Duration.subtract("7 days", "4 minutes"))
      assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
    })
  )

  test(
    "costs one query when it is not recorded",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const earlier = (yield* callNames).length
      yield* browser.whoAmI
      assert.deepStrictEqual((yield* callNames).slice(earlier), ["SessionRepository.findActive"])
    })
  )

  test(
    "says that the store is down, not that nobody is signed in",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* beforeNext("SessionRepository.findActive", outage)
      assert.strictEqual(yield* outcome(browser.whoAmI), "PersistenceError")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
    })
  )
})

describe("Nobody is signed in", () => {
  test(
    "without cookies, and no query is made",
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome((yield* Browser.make).whoAmI), "Unauthenticated")
      assert.strictEqual(yield* countOf("SessionRepository.findActive"), 0)
    })
  )

  test(
    "with one of the two cookies",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const cookies = yield* Ref.get(browser.jar)
      for (const missing of [{ client: Option.none() }, { session: Option.none() }]) {
        yield* Ref.set(browser.jar, { ...cookies, ...missing })
        assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
      }
      yield* Ref.set(browser.jar, cookies)
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
    })
  )

  test(
    "with the client cookie of another browser, known or made up",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const other = yield* Browser.make
      yield* other.signIn(ann, rightPassword)
      const madeUp = Option.some(yield* (yield* TokenGenerator).generate)
      for (const client of [(yield* other.caller).clientToken, madeUp]) {
        yield* Ref.update(browser.jar, (cookies) => ({ ...cookies, clientToken: client }))
        assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
      }
    })
  )

  test(
    "with the cookies swapped",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* Ref.update(browser.jar, ({ clientToken: client, sessionToken: session }) => ({ clientToken: session, sessionToken: client }))
      assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
    })
  )

  test(
    "at another instance",
    Effect.gen(function* () {
      const browser = yield* signedUp
      assert.strictEqual(yield* outcome(browser.at(otherInstance).whoAmI), "Unauthenticated")
      yield* browser.at(otherInstance).signOut
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
    })
  )
})
