import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { SessionId } from "@latchkey/domain/core/Ids"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import {
  almost,
  ann,
  ben,
  endSessionsOf,
  instance,
  linkFor,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  test
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before } from "../support/Interception.ts"

const signedUp = Effect.tap(Browser.make, (browser) => browser.signUp(ann, rightPassword))
const signedIn = Effect.tap(Browser.make, (browser) => browser.signIn(ann, rightPassword))
const unknownId = SessionId.make("sess_01890a5d-ac96-774b-bcce-b302099a8057")

const idsIn = (browser: Browser.Browser) => Effect.map(browser.sessions, ({ sessions }) => sessions.map(({ id }) => id))

describe("The list of one's sessions", () => {
  test(
    "is of all that are live, the newest first, and says which is this one",
    Effect.gen(function* () {
      const first = yield* signedUp
      yield* oneMilli
      const second = yield* signedIn
      yield* oneMilli
      const third = yield* signedIn
      const ids = [yield* third.whoAmI, yield* second.whoAmI, yield* first.whoAmI].map(({ id }) => id)
      for (const [index, browser] of [third, second, first].entries()) {
        const { current, sessions } = yield* browser.sessions
        assert.deepStrictEqual(
          sessions.map(({ id }) => id),
          ids
        )
        assert.strictEqual(current, ids[index])
      }
    })
  )

  test(
    "says how, where and when each was begun and last seen, and nothing secret",
    Effect.gen(function* () {
      const asker = yield* Browser.make
      const browser = asker.at(defaultInstance, undefined, "Firefox on Linux")
      yield* TestClock.adjust("1 minute")
      yield* browser.useLink(yield* linkFor(asker, ann))
      yield* TestClock.adjust("6 minutes")
      const { id } = yield* browser.whoAmI
      const [session] = (yield* browser.sessions).sessions
      assert.deepInclude(session, { id, method: "magic_link", userAgent: "Firefox on Linux" })
      assert.strictEqual(session?.authenticatedAt.epochMillis, 60_000)
      assert.strictEqual(session?.lastSeenAt.epochMillis, 7 * 60_000)
      assert.strictEqual(session?.expiresAt.epochMillis, 60_000 + 30 * 86_400_000)
      const fields = ["id", "method", "userAgent", "authenticatedAt", "lastSeenAt", "expiresAt"]
      assert.sameMembers(Object.keys(session ?? {}), fields)
      const cookies = yield* browser.caller
      const { hash } = yield* TokenGenerator
      const secrets = [cookies.clientToken, cookies.sessionToken].flatMap(Option.toArray)
      assert.lengthOf(secrets, 2)
      const printed = JSON.stringify(session)
      for (const secret of secrets) {
        assert.notInclude(printed, Redacted.value(secret))
        assert.notInclude(printed, hash(secret))
      }
    })
  )

  test(
    "has nobody else's in it, also of another instance, and none that has ended",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* (yield* Browser.make).signUp(ben, rightPassword)
      yield* (yield* Browser.make).at(otherInstance).signUp(ann, rightPassword)
      yield* (yield* signedIn).signOut
      assert.deepStrictEqual(yield* idsIn(browser), [(yield* browser.whoAmI).id])
    })
  )

  test(
    "has none in it that is over by either of its lifetimes, to the millisecond",
    Effect.gen(function* () {
      const hours = { ...defaultInstance.sessionConfig, absoluteLifetimeSeconds: 7200, idleLifetimeSeconds: 3600 }
      const impatient = instance({ sessionConfig: hours })
      const newBrowser = Effect.map(Browser.make, (browser) => browser.at(impatient))
      const old = yield* newBrowser
      yield* old.signUp(ann, rightPassword)
      yield* TestClock.adjust("50 minutes")
      yield* old.whoAmI
      const idle = yield* newBrowser
      yield* idle.signIn(ann, rightPassword)
      yield* TestClock.adjust("50 minutes")
      const browser = yield* newBrowser
      yield* browser.signIn(ann, rightPassword)
      yield* old.whoAmI
      const count = Effect.map(browser.sessions, ({ sessions }) => sessions.length)
      yield* almost("10 minutes")
      assert.strictEqual(yield* count, 3)
      yield* oneMilli
      assert.strictEqual(yield* count, 2)
      yield* almost("10 minutes")
      assert.strictEqual(yield* count, 2)
      yield* oneMilli
      assert.strictEqual(yield* count, 1)
    })
  )

  test(
    "is of the last hundred",
    Effect.gen(function* () {
      const browser = yield* signedUp
      for (let count = 1; count <= 101; count++) {
        yield* oneMilli
        yield* signedIn
      }
      const { current, sessions } = yield* browser.sessions
      assert.lengthOf(sessions, 100)
      assert.strictEqual(sessions.at(0)?.authenticatedAt.epochMillis, 101)
      assert.strictEqual(sessions.at(-1)?.authenticatedAt.epochMillis, 2)
      assert.strictEqual(current, (yield* browser.whoAmI).id)
    })
  )
})

describe("Ending one of one's sessions", () => {
  test(
    "ends that one, and no other",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phone = yield* signedIn
      const tablet = yield* signedIn
      const { wasCurrent } = yield* browser.endSession((yield* phone.whoAmI).id)
      assert.isFalse(wasCurrent)
      assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
      assert.strictEqual(yield* outcome(tablet.whoAmI), "ok")
    })
  )

  test(
    "may end this very one",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phone = yield* signedIn
      const { wasCurrent } = yield* browser.endSession((yield* browser.whoAmI).id)
      assert.isTrue(wasCurrent)
      assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(phone.whoAmI), "ok")
    })
  )

  test(
    "finds no session of somebody else, of another instance, that has ended, or that never was",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const bens = yield* Browser.make
      yield* bens.signUp(ben, rightPassword)
      const namesake = (yield* Browser.make).at(otherInstance)
      yield* namesake.signUp(ann, rightPassword)
      const phone = yield* signedIn
      const ended = (yield* phone.whoAmI).id
      yield* browser.endSession(ended)
      for (const id of [(yield* bens.whoAmI).id, (yield* namesake.whoAmI).id, ended, unknownId]) {
        assert.strictEqual(yield* outcome(browser.endSession(id)), "SessionNotFound")
      }
      assert.strictEqual(yield* outcome(bens.whoAmI), "ok")
      assert.strictEqual(yield* outcome(namesake.whoAmI), "ok")
    })
  )
})

describe("Ending the others", () => {
  test(
    "leaves this one alone, and counts them",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phones = [yield* signedIn, yield* signedIn]
      const bens = yield* Browser.make
      yield* bens.signUp(ben, rightPassword)
      const namesake = (yield* Browser.make).at(otherInstance)
      yield* namesake.signUp(ann, rightPassword)
      assert.strictEqual(yield* browser.endOtherSessions, 2)
      assert.strictEqual(yield* browser.endOtherSessions, 0)
      for (const phone of phones) assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
      for (const other of [browser, bens, namesake]) assert.strictEqual(yield* outcome(other.whoAmI), "ok")
    })
  )
})

describe("One's sessions", () => {
  test(
    "are nobody's who is not signed in",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const { id } = yield* browser.whoAmI
      const stranger = yield* Browser.make
      for (const attempt of [stranger.sessions, stranger.endSession(id), stranger.endOtherSessions]) {
        assert.strictEqual(yield* outcome<unknown, { readonly _tag: string }, never>(attempt), "Unauthenticated")
      }
      assert.strictEqual(yield* endSessionsOf(ann), 1)
    })
  )

  test(
    "are neither gone nor unknown while the store is down",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const { id } = yield* browser.whoAmI
      yield* before("SessionRepository.list", outage)
      yield* before("SessionRepository.revokeById", outage)
      yield* before("SessionRepository.revokeOthers", outage)
      for (const attempt of [browser.sessions, browser.endSession(id), browser.endOtherSessions]) {
        assert.strictEqual(yield* outcome<unknown, { readonly _tag: string }, never>(attempt), "PersistenceError")
      }
    })
  )
})
