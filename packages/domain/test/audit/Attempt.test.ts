import { assert, describe } from "@effect/vitest"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import { defaultAuthConfig, defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  instance,
  justBefore,
  limited,
  linkTokenFor,
  linkTokenIn,
  newPassword,
  oneMilli,
  otherInstance,
  outcome,
  password,
  rightPassword,
  signedUp,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { argsOf, before, beforeNext, pauseNext, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const neverIssued = "A".repeat(43)
const ipAddress = "198.51.100.7"

/** What a database driver may say: it names the row. */
const driverError = new Error(`Key (email)=(${ann}) already exists: ${Redacted.value(rightPassword)}`)
const outage = Effect.fail(new PersistenceError({ cause: driverError }))

const outcomesOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(CapturedLogs.capture(effect), ({ entries }) => CapturedLogs.attempts(entries))

describe("The log entry of an attempt", () => {
  test(
    "names the attempt, the outcome, the instance and the IP address",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const { entries } = yield* CapturedLogs.capture(
        Effect.gen(function* () {
          yield* outcome(client.at(defaultInstance, ipAddress).signUp(ann, rightPassword))
          yield* outcome(client.at(otherInstance, ipAddress).signIn(ann, rightPassword))
        })
      )
      assert.deepStrictEqual(
        entries.map(({ annotations, level, message }) => ({ annotations, level, message })),
        [
          {
            annotations: { outcome: "ok", instance: defaultId, ipAddress },
            level: "INFO",
            message: ["sign_up"]
          },
          {
            annotations: { outcome: "InvalidCredentials", instance: otherInstance.id, ipAddress },
            level: "INFO",
            message: ["sign_in"]
          }
        ]
      )
    })
  )

  test(
    "is written for each sign-up",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const strict = client.at(limited({ signUpPerIp: { limit: 1, windowSeconds: 60 } }))
      const attempts = Effect.gen(function* () {
        yield* outcome(client.signUp(ann, rightPassword))
        yield* outcome(client.signUp(ann, rightPassword))
        yield* outcome(client.signUp(ben, password("short")))
        yield* outcome(strict.signUp(ben, password("short")))
        yield* outcome(strict.signUp(ben, rightPassword))
        yield* beforeNext("PasswordHasher.withPlace", new HasherOverloaded())
        yield* outcome(client.signUp(ben, rightPassword))
        yield* beforeNext("SessionRepository.issue", outage)
        yield* outcome(client.signUp(ben, rightPassword))
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
    "is written for each sign-in, even if it dies or the client disconnects",
    Effect.gen(function* () {
      const client = yield* signedUp
      const attempts = Effect.gen(function* () {
        yield* outcome(client.signIn(ann, rightPassword))
        yield* outcome(client.signIn(ann, wrongPassword))
        yield* outcome(client.signIn(ben, wrongPassword))
        yield* beforeNext("PasswordHasher.verify", Effect.die(driverError))
        yield* Effect.exit(client.signIn(ann, rightPassword))
        const { reached } = yield* pauseNext("PasswordHasher.verify")
        const attempt = yield* Effect.fork(client.signIn(ann, rightPassword))
        yield* reached
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
    "is written once a second for refusals before the password is read, with their number",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(defaultInstance, ipAddress)
      yield* before("PasswordHasher.withPlace", new HasherOverloaded())
      const flood = (count: number) =>
        Effect.forEach(Array.from({ length: count }), () => Effect.flip(client.checkSignInOverload))
      const { entries } = yield* CapturedLogs.capture(
        Effect.gen(function* () {
          yield* flood(5)
          yield* justBefore("1 second")
          yield* flood(3)
          yield* oneMilli
          yield* flood(10)
          yield* outcome(client.checkSignUpOverload)
          yield* TestClock.adjust("1 hour")
          yield* flood(1)
        })
      )
      const overloaded = { outcome: "HasherOverloaded", instance: defaultId }
      assert.deepStrictEqual(
        entries.map(({ annotations, message }) => ({ annotations, message })),
        [
          { annotations: { ...overloaded, refused: 1 }, message: ["sign_in"] },
          { annotations: { ...overloaded, refused: 8 }, message: ["sign_in"] },
          { annotations: { ...overloaded, refused: 1 }, message: ["sign_up"] },
          { annotations: { ...overloaded, refused: 1 }, message: ["sign_in"] }
        ]
      )
    })
  )

  test(
    "is written for each request and use of a magic link, and for signing out everywhere",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const disabled = client.at(instance({ authConfig: { ...defaultAuthConfig, password: true, magic_link: false } }))
      const attempts = Effect.gen(function* () {
        const token = yield* linkTokenFor(client, ann)
        yield* outcome(disabled.requestLink(ann))
        yield* outcome((yield* TestClient.make).openLink(token))
        yield* outcome(client.verifyLink(token))
        yield* outcome(client.verifyLink(token))
        yield* outcome(client.signOutAll)
        yield* outcome(client.signOutAll)
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
    "is written for each password change",
    Effect.gen(function* () {
      const client = yield* signedUp
      const attempts = Effect.gen(function* () {
        yield* outcome(client.changePassword(newPassword))
        yield* outcome(client.changePassword(newPassword, wrongPassword))
        yield* outcome(client.changePassword(newPassword, rightPassword))
      })
      assert.deepStrictEqual(yield* outcomesOf(attempts), [
        "password_set ReauthenticationRequired",
        "password_set InvalidCredentials",
        "password_set ok"
      ])
    })
  )
})

describe("The log of all use cases", () => {
  test(
    "contains no email address, password, token, cookie or hash",
    Effect.gen(function* () {
      const { dispatch } = yield* EmailDispatcher
      const client = yield* TestClient.make
      const cookies: Array<string> = []
      const collect = Effect.map(Ref.get(client.cookies), ({ clientToken, sessionToken }) =>
        cookies.push(
          ...Option.toArray(clientToken).map(Redacted.value),
          ...Option.toArray(sessionToken).map(Redacted.value)
        )
      )
      const mailer = (reason: "transient" | "permanent") => new MailerError({ reason, cause: driverError })
      const everything = Effect.gen(function* () {
        yield* client.signUp(ann, rightPassword)
        yield* collect
        yield* outcome(client.signUp(ann, wrongPassword))
        yield* outcome(client.signIn(ann, wrongPassword))
        yield* outcome(client.signIn(ben, rightPassword))
        yield* client.signIn(ann, rightPassword)
        yield* collect
        yield* linkTokenFor(client, ann)
        yield* outcome(client.openLink(neverIssued))
        for (const failure of [mailer("transient"), mailer("permanent"), Effect.die(driverError), outage]) {
          yield* client.requestLink(ben)
          yield* beforeNext("Mailer.send", failure)
          yield* dispatch
        }
        for (const method of [
          "UserRepository.findForSignIn",
          "RateLimitStore.consume",
          "SessionRepository.issue"
        ] as const) {
          for (const failure of [outage, Effect.die(driverError)]) {
            yield* before(method, failure)
            yield* Effect.exit(client.signIn(ann, rightPassword))
            yield* Effect.exit(client.signUp(ben, rightPassword))
            yield* Effect.exit(client.verifyLink(neverIssued))
            yield* release(method)
          }
        }
        yield* client.verifyLink(yield* linkTokenFor(client, ann))
        yield* collect
        yield* outcome(client.changePassword(newPassword, wrongPassword))
        for (const failure of [outage, Effect.die(driverError)]) {
          yield* beforeNext("UserRepository.setPasswordHash", failure)
          yield* Effect.exit(client.changePassword(newPassword))
          yield* beforeNext("RateLimitStore.refund", failure)
          yield* Effect.exit(client.changePassword(newPassword))
        }
        yield* client.signOutAll
      })
      const { entries } = yield* CapturedLogs.capture(everything)
      const tokens = (yield* argsOf("Mailer.send")).map(([message]) => linkTokenIn((message as EmailMessage).text))
      const hashes = Option.toArray(Option.flatMap(yield* storedUser(ann), ({ passwordHash }) => passwordHash))
      const texts = [
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
      assert.isAtLeast(texts.length, 19)
      assert.isTrue(texts.every((text) => text.length > 3))
      assert.deepStrictEqual(CapturedLogs.leaks(entries, texts), [])
      assert.isAtLeast(entries.length, 30)
    })
  )
})
