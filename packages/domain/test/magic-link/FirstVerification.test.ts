import { assert, describe } from "@effect/vitest"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { annsNew, changeTokenFor } from "../email-change/support.ts"
import { authenticatorAt, withPasskeys } from "../passkey/support.ts"
import {
  ann,
  linkTokenFor,
  newPassword,
  outcome,
  resetTokenFor,
  rightPassword,
  sentLinkToken,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { argsOf } from "../support/Interception.ts"
import { optional, setUpApp } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"

/** Kind and address of the account notices that were queued, oldest first. */
const notices = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) =>
  calls
    .map(([email]) => email as QueuedEmail)
    .map(({ email, kind }) => [kind as string, email as string])
    .filter(([kind = ""]) => /^(passkey|second_factor)_/.test(kind))
)

const passkeysOf = (address: typeof ann) =>
  Effect.gen(function* () {
    const { id, instanceId } = Option.getOrThrow(yield* storedUser(address))
    return (yield* (yield* PasskeyRepository).list(instanceId, id)).length
  })

/** An attacker's account with Ann's address, a passkey and an app, and Ann's browser with the attacker's cookies. */
const planted = Effect.gen(function* () {
  const attacker = yield* signedUp
  yield* withPasskeys(attacker).add(authenticatorAt())
  yield* TestClock.adjust("6 days")
  return { attacker, browser: yield* TestClient.copyOf(attacker) }
})

describe("The first verification in a session of the account", () => {
  test(
    "announces a passkey that was added before, of which no one was told",
    Effect.gen(function* () {
      const { browser } = yield* planted
      assert.deepStrictEqual(yield* notices, [])
      yield* browser.verifyLink(yield* linkTokenFor(browser, ann))
      assert.strictEqual(yield* passkeysOf(ann), 1)
      assert.deepStrictEqual(yield* notices, [["passkey_added", ann]])
    })
  )

  test(
    "announces an app that was set up before",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      yield* setUpApp(attacker.at(optional))
      const browser = yield* TestClient.copyOf(attacker)
      yield* browser.requestLink(ann)
      yield* browser.at(optional).beginSignInWithLink(yield* sentLinkToken(ann))
      assert.deepStrictEqual(yield* notices, [["second_factor_added", ann]])
    })
  )

  test(
    "lets the owner remove both for seven days from then on, with a new password by link",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      yield* withPasskeys(attacker).add(authenticatorAt())
      const { credentialVersion, id, instanceId } = Option.getOrThrow(yield* storedUser(ann))
      const factor = Samples.secondFactor(Option.getOrThrow(yield* storedUser(ann)), {
        confirmedAt: yield* DateTime.now
      })
      yield* (yield* SecondFactorRepository).add({ factor, recoveryCodes: [], credentialVersion })
      const now = DateTime.add(yield* DateTime.now, { days: 6 })
      yield* (yield* UserRepository).verifyEmail({ instanceId, userId: id, now, password: "keep_password" })
      yield* TestClock.adjust("6 days")
      yield* TestClock.adjust("6 days")
      const client = yield* TestClient.make
      yield* client.at(optional).resetPassword(yield* resetTokenFor(client, ann), newPassword)
      assert.strictEqual(yield* passkeysOf(ann), 0)
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).secondFactorAt))
    })
  )

  test(
    "by a change of the address announces them to the new one, and counts them as added then",
    Effect.gen(function* () {
      const client = yield* signedUp
      const authenticator = authenticatorAt()
      yield* withPasskeys(client).add(authenticator)
      yield* withPasskeys(client).signIn(authenticator)
      yield* TestClock.adjust("5 minutes")
      yield* client.confirmEmailChange(yield* changeTokenFor(client, annsNew))
      assert.deepStrictEqual(yield* notices, [["passkey_added", annsNew]])
      const [passkey] = (yield* withPasskeys(client).list).passkeys
      assert.strictEqual(passkey?.createdAt.epochMillis, (yield* DateTime.now).epochMillis)
    })
  )

  test(
    "announces nothing if nothing was added, or if it removes everything",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      const attacker = yield* TestClient.make
      yield* attacker.signUp(annsNew, rightPassword)
      yield* withPasskeys(attacker).add(authenticatorAt())
      const owner = yield* TestClient.make
      assert.strictEqual(yield* outcome(owner.verifyLink(yield* linkTokenFor(owner, annsNew))), "ok")
      assert.strictEqual(yield* passkeysOf(annsNew), 0)
      assert.deepStrictEqual(yield* notices, [])
    })
  )
})
