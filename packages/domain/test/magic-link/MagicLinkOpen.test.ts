import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import {
  almost,
  ann,
  ben,
  endSessionsOf,
  linkFor,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  storedUser,
  test
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { beforeNext, callNames } from "../support/Interception.ts"

const confirmation = { _tag: "ConfirmationNeeded", email: ann } as const

describe("Opening a link in the browser that asked for it", () => {
  test(
    "signs in and uses the link up",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      assert.strictEqual((yield* browser.openLink(token))._tag, "SignedIn")
      assert.deepInclude(yield* browser.whoAmI, { email: ann, emailVerified: true })
      assert.strictEqual(yield* outcome(browser.openLink(token)), "InvalidToken")
    })
  )

  test(
    "signs in, whichever of several links it is, as long as the browser was not signed in meanwhile",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      const first = yield* linkFor(browser, ann)
      yield* linkFor(browser, ann)
      assert.strictEqual((yield* browser.openLink(first))._tag, "SignedIn")
    })
  )

  test(
    "asks for a confirmation once the browser has another secret",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      yield* browser.signUp(ben, rightPassword)
      assert.deepStrictEqual(yield* browser.openLink(token), confirmation)
      assert.strictEqual((yield* browser.whoAmI).email, ben)
    })
  )

  test(
    "signs in once, however often it is opened at once",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      const copies = yield* Effect.all(Array.from({ length: 20 }, () => Browser.copyOf(browser)))
      const outcomes = yield* Effect.forEach(copies, (copy) => outcome(copy.openLink(token)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(outcomes.sort(), [...Array.from({ length: 19 }, () => "InvalidToken"), "ok"])
      assert.strictEqual(yield* endSessionsOf(ann), 1)
    })
  )
})

describe("Opening a link in any other browser", () => {
  test(
    "asks for a confirmation and changes nothing, however often",
    Effect.gen(function* () {
      const token = yield* linkFor(yield* Browser.make, ann)
      const other = yield* Browser.make
      const earlier = (yield* callNames).length
      for (let context = 1; context <= 3; context++) {
        assert.deepStrictEqual(yield* other.openLink(token), confirmation)
      }
      const calls = (yield* callNames).slice(earlier)
      assert.deepStrictEqual(new Set(calls), new Set(["RateLimitStore.consume", "MagicLinkRepository.find"]))
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.strictEqual(yield* outcome(other.useLink(token)), "ok")
      assert.strictEqual((yield* other.whoAmI).email, ann)
    })
  )

  test(
    "asks for a confirmation whether or not that browser has a secret",
    Effect.gen(function* () {
      const asker = yield* Browser.make
      const token = yield* linkFor(asker, ann)
      const other = yield* Browser.make
      yield* other.signUp(ben, rightPassword)
      assert.deepStrictEqual(yield* other.openLink(token), confirmation)
      yield* Ref.update(asker.jar, (cookies) => ({ ...cookies, clientToken: Option.none() }))
      assert.deepStrictEqual(yield* asker.openLink(token), confirmation)
    })
  )
})

describe("Opening a link in any browser", () => {
  test(
    "is refused once its fifteen minutes are over, to the millisecond",
    Effect.gen(function* () {
      const asker = yield* Browser.make
      const other = yield* Browser.make
      const token = yield* linkFor(asker, ann)
      yield* almost("15 minutes")
      assert.strictEqual(yield* outcome(other.openLink(token)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(other.openLink(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(asker.openLink(token)), "InvalidToken")
    })
  )

  test(
    "is refused at another instance",
    Effect.gen(function* () {
      const asker = yield* Browser.make
      const token = yield* linkFor(asker, ann)
      assert.strictEqual(yield* outcome(asker.at(otherInstance).openLink(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(asker.openLink(token)), "ok")
    })
  )

  test(
    "says when the store is down, not that the token is wrong",
    Effect.gen(function* () {
      const asker = yield* Browser.make
      const token = yield* linkFor(asker, ann)
      yield* beforeNext("MagicLinkRepository.find", outage)
      assert.strictEqual(yield* outcome(asker.openLink(token)), "PersistenceError")
      assert.strictEqual(yield* outcome(asker.openLink(token)), "ok")
    })
  )
})
