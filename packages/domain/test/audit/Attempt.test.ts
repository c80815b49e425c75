import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import { HasherOverloaded, MailerError, PersistenceError } from "@latchkey/domain/core/Errors"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { MagicLinkDispatcher } from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import type { Mail } from "@latchkey/domain/mail/Mailer"
import {
  ann,
  ben,
  instance,
  limited,
  linkFor,
  newPassword,
  otherInstance,
  outcome,
  password,
  rightPassword,
  storedUser,
  test,
  tokenIn,
  wrongPassword
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { argsOf, before, beforeNext, release } from "../support/Interception.ts"
import * as Logbook from "../support/Logbook.ts"

const neverIssued = "A".repeat(43)
const network = "198.51.100.7"

/** What a driver might say: it names the row. */
const talkative = new Error(`Key (email)=(${ann}) already exists: ${Redacted.value(rightPassword)}`)
const outage = Effect.fail(new PersistenceError({ cause: talkative }))

const outcomesOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Logbook.record(effect), ({ entries }) => Logbook.attempts(entries))

describe("The log of an attempt", () => {
  test(
    "names the outcome, the method, the instance and the address",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const { entries } = yield* Logbook.record(
        Effect.gen(function* () {
          yield* outcome(browser.at(defaultInstance, network).signUp(ann, rightPassword))
          yield* outcome(browser.at(otherInstance, network).signIn(ann, rightPassword))
        })
      )
      assert.deepStrictEqual(
        entries.map(({ annotations, level, message }) => ({ annotations, level, message })),
        [
          {
            annotations: { outcome: "ok", instance: defaultId, address: network },
            level: "INFO",
            message: ["sign_up"]
          },
          {
            annotations: { outcome: "InvalidCredentials", instance: otherInstance.id, address: network },
            level: "INFO",
            message: ["sign_in"]
          }
        ]
      )
    })
  )

  test(
    "is one line for each sign-up",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const strict = browser.at(limited({ signUpPerIp: { limit: 1, windowSeconds: 60 } }))
      const attempts = Effect.gen(function* () {
        yield* outcome(browser.signUp(ann, rightPassword))
        yield* outcome(browser.signUp(ann, rightPassword))
        yield* outcome(browser.signUp(ben, password("short")))
        yield* outcome(strict.signUp(ben, password("short")))
        yield* outcome(strict.signUp(ben, rightPassword))
        yield* beforeNext("PasswordHasher.hash", new HasherOverloaded())
        yield* outcome(browser.signUp(ben, rightPassword))
        yield* beforeNext("SessionRepository.issue", outage)
        yield* outcome(browser.signUp(ben, rightPassword))
      })
      assert.deepStrictEqual(yield* outcomesOf(attempts), [
        "sign_up ok",
        "sign_up EmailTaken",
        "sign_up PasswordRejected",
        "sign_up PasswordRejected",
        "sign_up RateLimited",
        "sign_up HasherOverloaded",
        "sign_up PersistenceError"
      ])
    })
  )

  test(
    "is one line for each sign-in, also when it dies or the browser hangs up",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      const hashing = yield* Deferred.make<void>()
      const attempts = Effect.gen(function* () {
        yield* outcome(browser.signIn(ann, rightPassword))
        yield* outcome(browser.signIn(ann, wrongPassword))
        yield* outcome(browser.signIn(ben, wrongPassword))
        yield* beforeNext("PasswordHasher.verify", Effect.die(talkative))
        yield* Effect.exit(browser.signIn(ann, rightPassword))
        yield* before("PasswordHasher.verify", Effect.zipRight(Deferred.succeed(hashing, undefined), Effect.never))
        const attempt = yield* Effect.fork(browser.signIn(ann, rightPassword))
        yield* Deferred.await(hashing)
        yield* Fiber.interrupt(attempt)
      })
      assert.deepStrictEqual(yield* outcomesOf(attempts), [
        "sign_in ok",
        "sign_in InvalidCredentials",
        "sign_in InvalidCredentials",
        "sign_in defect",
        "sign_in interrupted"
      ])
    })
  )

  test(
    "is one line for each request and use of a link, and for signing out everywhere",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const switchedOff = browser.at(instance({ authConfig: { magic_link: false } }))
      const attempts = Effect.gen(function* () {
        const token = yield* linkFor(browser, ann)
        yield* outcome(switchedOff.askForLink(ann))
        yield* outcome((yield* Browser.make).openLink(token))
        yield* outcome(browser.useLink(token))
        yield* outcome(browser.useLink(token))
        yield* outcome(browser.signOutEverywhere)
        yield* outcome(browser.signOutEverywhere)
      })
      assert.deepStrictEqual(yield* outcomesOf(attempts), [
        "magic_link_request ok",
        "magic_link_request MagicLinkDisabled",
        "magic_link_verify ConfirmationNeeded",
        "magic_link_verify ok",
        "magic_link_verify InvalidToken",
        "sign_out_all ok",
        "sign_out_all Unauthenticated"
      ])
    })
  )

  test(
    "is one line for each password that is set",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      const attempts = Effect.gen(function* () {
        yield* outcome(browser.setPassword(newPassword))
        yield* outcome(browser.setPassword(newPassword, wrongPassword))
        yield* outcome(browser.setPassword(newPassword, rightPassword))
      })
      assert.deepStrictEqual(yield* outcomesOf(attempts), [
        "password_set ReauthenticationRequired",
        "password_set InvalidCredentials",
        "password_set ok"
      ])
    })
  )
})

describe("A whole day of logs", () => {
  test(
    "holds no address, password, token, cookie or hash",
    Effect.gen(function* () {
      const { dispatch } = yield* MagicLinkDispatcher
      const browser = yield* Browser.make
      const cookies: Array<string> = []
      const collect = Effect.map(Ref.get(browser.jar), ({ clientToken: client, sessionToken: session }) =>
        cookies.push(...Option.toArray(client).map(Redacted.value), ...Option.toArray(session).map(Redacted.value))
      )
      const mailer = (reason: "transient" | "permanent") => new MailerError({ reason, cause: talkative })
      const day = Effect.gen(function* () {
        yield* browser.signUp(ann, rightPassword)
        yield* collect
        yield* outcome(browser.signUp(ann, wrongPassword))
        yield* outcome(browser.signIn(ann, wrongPassword))
        yield* outcome(browser.signIn(ben, rightPassword))
        yield* browser.signIn(ann, rightPassword)
        yield* collect
        yield* linkFor(browser, ann)
        yield* outcome(browser.openLink(neverIssued))
        for (const failure of [mailer("transient"), mailer("permanent"), Effect.die(talkative), outage]) {
          yield* browser.askForLink(ben)
          yield* beforeNext("Mailer.send", failure)
          yield* dispatch
        }
        for (const method of [
          "UserRepository.findForSignIn",
          "RateLimitStore.consume",
          "SessionRepository.issue"
        ] as const) {
          for (const failure of [outage, Effect.die(talkative)]) {
            yield* before(method, failure)
            yield* Effect.exit(browser.signIn(ann, rightPassword))
            yield* Effect.exit(browser.signUp(ben, rightPassword))
            yield* Effect.exit(browser.useLink(neverIssued))
            yield* release(method)
          }
        }
        yield* browser.useLink(yield* linkFor(browser, ann))
        yield* collect
        yield* outcome(browser.setPassword(newPassword, wrongPassword))
        for (const failure of [outage, Effect.die(talkative)]) {
          yield* beforeNext("UserRepository.setPasswordHash", failure)
          yield* Effect.exit(browser.setPassword(newPassword))
          yield* beforeNext("RateLimitStore.refund", failure)
          yield* Effect.exit(browser.setPassword(newPassword))
        }
        yield* browser.signOutEverywhere
      })
      const { entries } = yield* Logbook.record(day)
      const tokens = (yield* argsOf("Mailer.send")).map(([mail]) => tokenIn((mail as Mail).text))
      const hashes = Option.toArray(Option.flatMap(yield* storedUser(ann), ({ passwordHash }) => passwordHash))
      const secrets = [
        ...cookies,
        ...tokens,
        ...hashes.map(Redacted.value),
        Redacted.value(rightPassword),
        Redacted.value(wrongPassword),
        Redacted.value(newPassword),
        ann,
        ben,
        "ann@",
        "ben@",
        neverIssued
      ]
      assert.isAtLeast(secrets.length, 19)
      assert.isTrue(secrets.every((secret) => secret.length > 3))
      assert.deepStrictEqual(Logbook.leaks(entries, secrets), [])
      assert.isAtLeast(entries.length, 30)
    })
  )
})
