import { assert, describe, it } from "@effect/vitest"
import * as Domain from "@latchkey/domain/Domain"
import { defaultAuthConfig, defaultInstance } from "@latchkey/domain/instance/Instance"
import { RequestEmailChange } from "@latchkey/domain/email-change/RequestEmailChange"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  instance,
  justBefore,
  limited,
  linkTokenFor,
  newPassword,
  oneMilli,
  outcome,
  portsWithoutMailer,
  revokeSessionsOf,
  rightPassword,
  signedIn,
  signedUp,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { argsOf, callNames, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { annsNew, changed, dispatch, results, verified } from "./support.ts"

const requests = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) => calls.map(([request]) => request as QueuedEmail))

const mailTo = (address: typeof ann) =>
  Effect.flatMap(MemoryMailer.Sent, ({ sent }) => Effect.map(sent, (all) => all.filter(({ to }) => to === address)))

describe("RequestEmailChange.request", () => {
  test(
    "does and stores the same for an address that is free, taken, reserved, disabled, or the user's own",
    Effect.gen(function* () {
      const client = yield* verified()
      const other = yield* verified(ben)
      yield* changed(other, ben, email("ben@new.example"))
      yield* (yield* TestClient.make).signUp(email("gone@example.com"), rightPassword)
      const { id: userId } = Option.getOrThrow(yield* storedUser(email("gone@example.com")))
      yield* (yield* UserAdministration).disable({ instance: defaultInstance, userId, by: { actor: "dashboard" } })
      const before = (yield* requests).length
      const made: Array<ReadonlyArray<string>> = []
      const addresses = [annsNew, email("ben@new.example"), ben, email("gone@example.com"), ann]
      for (const address of addresses) {
        const previous = (yield* callNames).length
        assert.strictEqual(yield* outcome(client.requestEmailChange(address, rightPassword)), "ok")
        made.push((yield* callNames).slice(previous))
      }
      const [free, ...others] = made
      assert.include(free ?? [], "EmailOutbox.enqueue")
      for (const calls of others) assert.deepStrictEqual(calls, free)
      const [first, ...rest] = (yield* requests).slice(before).map(({ email: _, id: __, ...same }) => same)
      assert.lengthOf(rest, 4)
      for (const request of rest) assert.deepStrictEqual(request, first)
    })
  )

  test(
    "sends one email to a free address, and none to one that is taken or reserved",
    Effect.gen(function* () {
      const client = yield* verified()
      const other = yield* verified(ben)
      yield* changed(other, ben, email("ben@new.example"))
      const before = (yield* results).length
      for (const address of [annsNew, email("ben@new.example"), ben, ann]) {
        yield* client.requestEmailChange(address, rightPassword)
      }
      yield* dispatch
      const reasons = (yield* results).slice(before).map(([, reason]) => reason)
      assert.deepStrictEqual(reasons.sort(), ["email_taken", "email_taken", "email_taken", null])
      assert.lengthOf(yield* mailTo(annsNew), 1)
    })
  )

  test(
    "stores no token, and the email names neither the account nor its address",
    Effect.gen(function* () {
      const client = yield* verified()
      yield* client.requestEmailChange(annsNew, rightPassword)
      const user = Option.getOrThrow(yield* storedUser(ann))
      const request = (yield* requests).at(-1)
      assert.strictEqual(request?.kind, "email_change")
      assert.deepStrictEqual(request?.parameters, { userId: user.id, credentialVersion: `${user.credentialVersion}` })
      yield* dispatch
      const [mail] = yield* mailTo(annsNew)
      assert.notInclude(JSON.stringify(mail), ann)
      assert.notInclude(JSON.stringify(mail), user.id)
    })
  )

  test(
    "sends nothing if the credentials have changed meanwhile, or the user was disabled",
    Effect.gen(function* () {
      const client = yield* verified()
      yield* client.requestEmailChange(annsNew, rightPassword)
      yield* revokeSessionsOf(ann)
      const other = yield* verified(ben)
      yield* other.requestEmailChange(email("ben@new.example"), rightPassword)
      const { id: userId } = Option.getOrThrow(yield* storedUser(ben))
      yield* (yield* UserAdministration).disable({ instance: defaultInstance, userId, by: { actor: "dashboard" } })
      yield* dispatch
      const withdrawn = (yield* results).filter(([, reason]) => reason === "withdrawn")
      assert.lengthOf(withdrawn, 2)
    })
  )

  test(
    "requires the current password, and it must be right",
    Effect.gen(function* () {
      yield* signedUp
      const client = yield* signedIn
      const before = (yield* requests).length
      assert.strictEqual(yield* outcome(client.requestEmailChange(annsNew)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(client.requestEmailChange(annsNew, wrongPassword)), "InvalidCredentials")
      assert.lengthOf(yield* requests, before)
      assert.strictEqual(yield* outcome(client.requestEmailChange(annsNew, rightPassword)), "ok")
    })
  )

  test(
    "needs no password for ten minutes after signing in with a link, to the millisecond",
    Effect.gen(function* () {
      const client = yield* verified()
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* outcome(client.requestEmailChange(annsNew)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.requestEmailChange(annsNew)), "ReauthenticationRequired")
    })
  )

  test(
    "needs it right after a link, too, if it may not be omitted, or a wrong one is given",
    Effect.gen(function* () {
      const client = yield* verified()
      const omitted = client.requestEmailChange(annsNew, undefined, false)
      assert.strictEqual(yield* outcome(omitted), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(client.requestEmailChange(annsNew, wrongPassword)), "InvalidCredentials")
    })
  )

  test(
    "fails with Unauthenticated without an active session, before any limit",
    Effect.gen(function* () {
      const client = yield* verified()
      yield* client.signOut
      const previous = (yield* callNames).length
      assert.strictEqual(yield* outcome(client.requestEmailChange(annsNew, rightPassword)), "Unauthenticated")
      assert.notInclude((yield* callNames).slice(previous), "RateLimitStore.consume")
    })
  )

  test(
    "limits guesses of the password like sign-ins, and counts them as failures",
    Effect.gen(function* () {
      const client = yield* verified()
      const of = limited({ signInPerKnownClient: { limit: 3, windowSeconds: 900 } })
      const here = client.at(of)
      const before = yield* countOf("SignInFailures.record")
      for (const expected of ["InvalidCredentials", "InvalidCredentials", "InvalidCredentials", "RateLimited"]) {
        assert.strictEqual(yield* outcome(here.requestEmailChange(annsNew, wrongPassword)), expected)
      }
      assert.strictEqual((yield* countOf("SignInFailures.record")) - before, 3)
      assert.strictEqual(yield* outcome(here.signIn(ann, rightPassword)), "RateLimited")
    })
  )

  test(
    "allows five requests of an account in fifteen minutes, whatever the addresses",
    Effect.gen(function* () {
      const client = yield* verified()
      const requestTo = (index: number) =>
        outcome(client.at(defaultInstance).requestEmailChange(email(`ann@${index}.example`), rightPassword))
      for (const index of [1, 2, 3, 4, 5]) assert.strictEqual(yield* requestTo(index), "ok")
      assert.strictEqual(yield* requestTo(6), "RateLimited")
      yield* TestClock.adjust("15 minutes")
      assert.strictEqual(yield* requestTo(7), "ok")
    })
  )

  test(
    "allows five requests to a mailbox in fifteen minutes, of all accounts and spellings together",
    Effect.gen(function* () {
      const attempt = (index: number) =>
        Effect.gen(function* () {
          const client = yield* verified(email(`user${index}@example.com`))
          return yield* outcome(client.requestEmailChange(email(`victim+${index}@example.com`), rightPassword))
        })
      for (const index of [1, 2, 3, 4, 5]) assert.strictEqual(yield* attempt(index), "ok")
      assert.strictEqual(yield* attempt(6), "RateLimited")
    })
  )

  test(
    "counts per IP address together with magic links",
    Effect.gen(function* () {
      const of = limited({ magicLinkPerIp: { limit: 2, windowSeconds: 600 } })
      const client = yield* verified()
      const here = client.at(of)
      yield* here.requestLink(ben)
      assert.strictEqual(yield* outcome(here.requestEmailChange(annsNew, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(here.requestEmailChange(annsNew, rightPassword)), "RateLimited")
    })
  )

  test(
    "works with magic links turned off, and with passwords turned off after signing in with a link",
    Effect.gen(function* () {
      const client = yield* verified()
      const withoutLinks = client.at(
        instance({ authConfig: { ...defaultAuthConfig, password: true, magic_link: false } })
      )
      assert.strictEqual(yield* outcome(withoutLinks.requestEmailChange(annsNew, rightPassword)), "ok")
      const withoutPasswords = client.at(
        instance({ authConfig: { ...defaultAuthConfig, password: false, magic_link: true } })
      )
      assert.strictEqual(yield* outcome(withoutPasswords.requestEmailChange(annsNew)), "ok")
      const given = withoutPasswords.requestEmailChange(annsNew, rightPassword)
      assert.strictEqual(yield* outcome(given), "PasswordDisabled")
    })
  )

  test(
    "an account without a password requires a fresh link, also if one is given",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      yield* TestClock.adjust("10 minutes")
      const given = client.requestEmailChange(annsNew, newPassword)
      assert.strictEqual(yield* outcome(given), "ReauthenticationRequired")
    })
  )

  test(
    "counts against the limit of emails to addresses that were never verified",
    Effect.gen(function* () {
      const client = yield* verified()
      yield* client.requestEmailChange(annsNew, rightPassword)
      const before = yield* argsOf("RateLimitStore.consume")
      yield* dispatch
      const consumed = JSON.stringify((yield* argsOf("RateLimitStore.consume")).slice(before.length))
      assert.include(consumed, "magicLinkToUnknownPerInstance")
      assert.include(consumed, "magicLinkEmailsPerEmail")
    })
  )
})

describe("RequestEmailChange without an email provider", () => {
  const layer = Domain.layer.pipe(Layer.provideMerge(Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured)))

  it.effect("is not available, and fails with MagicLinkDisabled", () =>
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      assert.isFalse((yield* RequestEmailChange).isAvailable)
      assert.strictEqual(yield* outcome(client.requestEmailChange(annsNew, rightPassword)), "MagicLinkDisabled")
    }).pipe(Effect.provide(layer))
  )
})
