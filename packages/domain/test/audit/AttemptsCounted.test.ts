import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { AttemptStatistics } from "@latchkey/domain/audit/AttemptStatistics"
import { HasherOverloaded } from "@latchkey/domain/core/Errors"
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import {
  ann,
  ben,
  instance,
  limited,
  linkFor,
  newPassword,
  otherInstance,
  outage,
  outcome,
  password,
  rightPassword,
  test,
  wrongPassword
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { beforeNext } from "../support/Interception.ts"

/** What was counted, stored, as the dashboard gets it. */
const counted = (id: Instance["id"] = defaultId) =>
  Effect.gen(function* () {
    const { flush, lastDay } = yield* AttemptStatistics
    yield* flush
    return (yield* lastDay(id)).map(({ attempt, count, outcome }) => `${attempt} ${outcome} ${count}`)
  })

describe("The use cases count", () => {
  test(
    "sign-ups and sign-ins",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const strict = browser.at(limited({ signInPerKnownClient: { limit: 1, windowSeconds: 60 } }))
      yield* browser.signUp(ann, rightPassword)
      yield* outcome(browser.signUp(ann, rightPassword))
      yield* outcome(browser.signUp(ben, password("short")))
      yield* outcome(strict.signIn(ann, wrongPassword))
      yield* outcome(strict.signIn(ann, wrongPassword))
      yield* browser.signIn(ann, rightPassword)
      yield* browser.signIn(ann, rightPassword)
      yield* beforeNext("PasswordHasher.verify", new HasherOverloaded())
      yield* outcome(browser.signIn(ann, rightPassword))
      yield* beforeNext("PasswordHasher.verify", Effect.die("a defect"))
      yield* Effect.exit(browser.signIn(ann, rightPassword))
      assert.deepStrictEqual(yield* counted(), [
        "sign_in HasherOverloaded 1",
        "sign_in InvalidCredentials 1",
        "sign_in RateLimited 1",
        "sign_in defect 1",
        "sign_in ok 2",
        "sign_up EmailTaken 1",
        "sign_up PasswordRejected 1",
        "sign_up ok 1"
      ])
    })
  )

  test(
    "requests and uses of links, and signing out everywhere",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      yield* outcome(browser.at(instance({ authConfig: { magic_link: false } })).askForLink(ann))
      yield* (yield* Browser.make).openLink(token)
      yield* browser.openLink(token)
      yield* outcome(browser.useLink(token))
      yield* browser.signOutEverywhere
      yield* outcome(browser.signOutEverywhere)
      assert.deepStrictEqual(yield* counted(), [
        "magic_link_request MagicLinkDisabled 1",
        "magic_link_request ok 1",
        "magic_link_verify ConfirmationNeeded 1",
        "magic_link_verify InvalidToken 1",
        "magic_link_verify ok 1",
        "sign_out_all Unauthenticated 1",
        "sign_out_all ok 1"
      ])
    })
  )

  test(
    "new passwords",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* outcome(browser.setPassword(newPassword))
      yield* browser.signUp(ann, rightPassword)
      yield* outcome(browser.setPassword(newPassword))
      yield* outcome(browser.setPassword(newPassword, wrongPassword))
      yield* outcome(browser.setPassword(password("short"), rightPassword))
      yield* browser.setPassword(newPassword, rightPassword)
      assert.deepStrictEqual(yield* counted(), [
        "password_set InvalidCredentials 1",
        "password_set PasswordRejected 1",
        "password_set ReauthenticationRequired 1",
        "password_set Unauthenticated 1",
        "password_set ok 1",
        "sign_up ok 1"
      ])
    })
  )

  test(
    "for the instance where it happened",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.at(otherInstance).signUp(ann, rightPassword)
      yield* outcome(browser.signIn(ann, rightPassword))
      assert.deepStrictEqual(yield* counted(), ["sign_in InvalidCredentials 1"])
      assert.deepStrictEqual(yield* counted(otherInstance.id), ["sign_up ok 1"])
    })
  )

  test(
    "without a statement: an attempt does not fail when nothing can be stored",
    Effect.gen(function* () {
      const { flush } = yield* AttemptStatistics
      yield* beforeNext("AttemptCounts.add", outage)
      yield* (yield* Browser.make).signUp(ann, rightPassword)
      assert.strictEqual(yield* outcome(flush), "PersistenceError")
      assert.deepStrictEqual(yield* counted(), ["sign_up ok 1"])
    })
  )
})
