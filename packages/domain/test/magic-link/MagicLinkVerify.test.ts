import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as Redacted from "effect/Redacted"
import type { Session } from "@latchkey/domain/session/SessionRepository";
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
  outcome,
  rightPassword,
  storedUser,
  test
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { argsOf, countOf } from "../support/Interception.ts"

const useElsewhere = (token: string) => Effect.flatMap(Browser.make, (browser) => outcome(browser.useLink(token)))

describe("A link", () => {
  test(
    "makes an account with a proven address and no password, and signs in",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      yield* TestClock.adjust("1 minute")
      const issued = yield* browser.useLink(token)
      const session = yield* browser.whoAmI
      assert.deepInclude(session, { id: issued.sessionId, userId: issued.userId, email: ann, emailVerified: true })
      const user = Option.getOrThrow(yield* storedUser(ann))
      assert.isTrue(Option.isNone(user.passwordHash))
      assert.strictEqual(Option.getOrThrow(user.emailVerifiedAt).epochMillis, 60_000)
      const grant = (yield* argsOf("SessionRepository.issue"))[0]?.[0] as { readonly session: Session }
      assert.strictEqual(grant.session.method, "magic_link")
    })
  )

  test(
    "signs in to the account that is there",
    Effect.gen(function* () {
      const { userId } = yield* (yield* Browser.make).signUp(ann, rightPassword)
      const browser = yield* Browser.make
      const issued = yield* browser.useLink(yield* linkFor(browser, ann))
      assert.strictEqual(issued.userId, userId)
    })
  )

  test(
    "works once, and the session that it made lives on",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      yield* browser.useLink(token)
      assert.strictEqual(yield* outcome(browser.useLink(token)), "InvalidToken")
      assert.strictEqual(yield* useElsewhere(token), "InvalidToken")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
    })
  )

  test(
    "works until its fifteen minutes are over, to the millisecond",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const first = yield* linkFor(browser, ann)
      const second = yield* linkFor(browser, ben)
      yield* almost("15 minutes")
      assert.strictEqual(yield* outcome(browser.useLink(first)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(browser.useLink(second)), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(ben)))
    })
  )

  test(
    "takes every other link of its address with it, and no other",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const tokens = [yield* linkFor(browser, ann), yield* linkFor(browser, ann), yield* linkFor(browser, ann)]
      const bens = yield* linkFor(browser, ben)
      assert.strictEqual(yield* useElsewhere(tokens[1] ?? ""), "ok")
      assert.strictEqual(yield* useElsewhere(tokens[0] ?? ""), "InvalidToken")
      assert.strictEqual(yield* useElsewhere(tokens[2] ?? ""), "InvalidToken")
      assert.strictEqual(yield* useElsewhere(bens), "ok")
    })
  )

  test(
    "can be asked for again after one was used",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.useLink(yield* linkFor(browser, ann))
      assert.strictEqual(yield* outcome(browser.useLink(yield* linkFor(browser, ann))), "ok")
    })
  )

  test(
    "is worthless at another instance, and is not used up there",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      assert.strictEqual(yield* outcome(browser.at(otherInstance).useLink(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(browser.useLink(token)), "ok")
    })
  )

  test(
    "is refused while links are switched off, and is not used up",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      const switchedOff = browser.at(instance({ authConfig: { magic_link: false } }))
      assert.strictEqual(yield* outcome(switchedOff.useLink(token)), "MagicLinkDisabled")
      assert.strictEqual(yield* outcome(switchedOff.openLink(token)), "MagicLinkDisabled")
      assert.strictEqual(yield* outcome(browser.useLink(token)), "ok")
    })
  )

  test(
    "ends the session of whoever was signed in with the browser before",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ben, rightPassword)
      const former = yield* Browser.copyOf(browser)
      yield* browser.useLink(yield* linkFor(browser, ann))
      assert.strictEqual((yield* browser.whoAmI).email, ann)
      assert.strictEqual(yield* outcome(former.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* endSessionsOf(ben), 0)
    })
  )
})

describe("What is no token", () => {
  test(
    "is refused without a look into the store",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      const spoilt = ["", token.slice(1), `${token}A`, ` ${token}`, `${token}=`, `+${token.slice(1)}`, `${token}\0`]
      for (const text of spoilt) {
        assert.strictEqual(yield* outcome(browser.useLink(text)), "InvalidToken")
        assert.strictEqual(yield* outcome(browser.openLink(text)), "InvalidToken")
      }
      assert.strictEqual(yield* countOf("MagicLinkRepository.consume"), 0)
      assert.strictEqual(yield* countOf("MagicLinkRepository.find"), 0)
      assert.strictEqual(yield* outcome(browser.useLink(token)), "ok")
    })
  )

  test(
    "is refused when it was never issued",
    Effect.gen(function* () {
      const secret = yield* (yield* TokenGenerator).generate
      assert.strictEqual(yield* useElsewhere(Redacted.value(secret)), "InvalidToken")
    })
  )
})
