import { assert, describe } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import { defaultAuthConfig, defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  instance,
  isKnown,
  justBefore,
  limited,
  linkTokenFor,
  newPassword,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  password,
  resetTokenFor,
  rightPassword,
  sentLinkToken,
  signedIn,
  signedUp,
  signInOnNewClient,
  storedUser,
  test
} from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { argsOf, before, beforeNext, callNames, pauseNext, release } from "../support/Interception.ts"
import { codeOf, optional, setUpApp, shown } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"

const linksOff = instance({ authConfig: { ...defaultAuthConfig, password: true, magic_link: false } })

/** Makes Ann's verified account with a password. */
const verified = Effect.gen(function* () {
  const client = yield* signedUp
  yield* client.verifyLink(yield* linkTokenFor(client, ann))
  return client
})

const noticesToAnn = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) =>
  calls
    .map(([email]) => email as QueuedEmail)
    .map(({ kind }): string => kind)
    .filter((kind) => !["magic_link", "password_reset"].includes(kind))
)

const setDisabledAnn = (disabledAt: Option.Option<DateTime.Utc>) =>
  Effect.gen(function* () {
    const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
    yield* (yield* UserRepository).setDisabled({ instanceId: defaultId, userId, disabledAt })
  })

describe("ResetPassword.reset", () => {
  test(
    "sets the password and signs in, also on an instance with magic links turned off",
    Effect.gen(function* () {
      yield* verified
      const client = (yield* TestClient.make).at(linksOff)
      const token = yield* resetTokenFor(yield* TestClient.make, ann)
      const issued = yield* client.resetPassword(token, newPassword)
      const session = yield* client.authenticate
      assert.deepInclude(session, { id: issued.sessionId, email: ann, method: "password", emailVerified: true })
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "InvalidCredentials")
    })
  )

  test(
    "removes the passkeys of the last seven days, keeps older ones, and tells the owner",
    Effect.gen(function* () {
      const passkeys = yield* PasskeyRepository
      yield* verified
      const user = Option.getOrThrow(yield* storedUser(ann))
      const now = yield* DateTime.now
      const old = yield* Samples.storedPasskey(user, { createdAt: DateTime.subtract(now, { days: 7 }) })
      const recent = [
        yield* Samples.storedPasskey(user, { createdAt: DateTime.add(old.createdAt, { millis: 1 }) }),
        yield* Samples.storedPasskey(user, { createdAt: now })
      ]
      const client = yield* TestClient.make
      yield* client.resetPassword(yield* resetTokenFor(client, ann), newPassword)
      assert.deepStrictEqual(
        (yield* passkeys.list(user.instanceId, user.id)).map(({ id }) => id),
        [old.id]
      )
      assert.deepStrictEqual(yield* noticesToAnn, ["password_changed", "passkey_removed"])
      assert.sameMembers(
        [...(yield* auditLines)],
        recent.map(({ id }) => `user passkey_removed ${id}`)
      )
    })
  )

  test(
    "removes an app of the last seven days with its recovery codes, so that no code is asked for, and tells the owner",
    Effect.gen(function* () {
      const factors = yield* SecondFactorRepository
      yield* verified
      const user = Option.getOrThrow(yield* storedUser(ann))
      const { credentialVersion, id, instanceId } = user
      const confirmedAt = DateTime.add(DateTime.subtract(yield* DateTime.now, { days: 7 }), { millis: 1 })
      const code = Samples.tokenHash()
      const factor = Samples.secondFactor(user, { confirmedAt })
      yield* factors.add({ factor, recoveryCodes: [code], credentialVersion })
      const client = yield* TestClient.make
      yield* client.at(optional).resetPassword(yield* resetTokenFor(client, ann), newPassword)
      assert.deepInclude(yield* client.authenticate, { email: ann, methods: ["password"] })
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).secondFactorAt))
      assert.isTrue(Option.isNone(yield* factors.consumeRecoveryCode(instanceId, id, code)))
      assert.deepStrictEqual(yield* noticesToAnn, ["password_changed", "second_factor_removed"])
      assert.deepStrictEqual([...(yield* auditLines)], ["user second_factor_removed"])
    })
  )

  test(
    "keeps an app that was set up seven days ago, to the millisecond, and asks for its code",
    Effect.gen(function* () {
      yield* verified
      const user = Option.getOrThrow(yield* storedUser(ann))
      const { credentialVersion } = user
      const factor = Samples.secondFactor(user, { confirmedAt: DateTime.subtract(yield* DateTime.now, { days: 7 }) })
      yield* (yield* SecondFactorRepository).add({ factor, recoveryCodes: [], credentialVersion })
      const client = yield* TestClient.make
      yield* client.at(optional).beginReset(yield* resetTokenFor(client, ann), newPassword)
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.isTrue(Option.isSome(Option.getOrThrow(yield* storedUser(ann)).secondFactorAt))
    })
  )

  test(
    "removes recovery codes that a thief's session has renewed: the app stays, its code is asked for, and none of theirs works",
    Effect.gen(function* () {
      yield* verified
      const { app } = yield* setUpApp((yield* signedIn).at(optional))
      yield* TestClock.adjust("30 days")
      const thief = (yield* TestClient.make).at(optional)
      yield* thief.beginSignIn(ann, rightPassword)
      yield* thief.completeSignIn(yield* shown(app))
      const [stolen = Redacted.make("")] = yield* thief.renewRecoveryCodes
      yield* TestClock.adjust("2 minutes")
      const client = (yield* TestClient.make).at(optional)
      yield* client.beginReset(yield* resetTokenFor(yield* TestClient.make, ann), newPassword)
      assert.strictEqual(yield* outcome(client.completeSignIn(codeOf(Redacted.value(stolen)))), "InvalidToken")
      assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app))), "ok")
      assert.deepStrictEqual((yield* noticesToAnn).slice(-2), ["password_changed", "recovery_codes_removed"])
      assert.include(yield* auditLines, "user recovery_codes_removed")
    })
  )

  test(
    "revokes every session, forgets the known clients except this one, and tells the owner",
    Effect.gen(function* () {
      const owner = yield* verified
      const other = yield* signedIn
      const client = yield* TestClient.make
      yield* client.resetPassword(yield* resetTokenFor(client, ann), newPassword)
      for (const former of [owner, other]) {
        assert.strictEqual(yield* outcome(former.authenticate), "Unauthenticated")
        assert.isFalse(yield* isKnown(former, ann))
      }
      assert.isTrue(yield* isKnown(client, ann))
      assert.deepStrictEqual(yield* noticesToAnn, ["password_changed"])
    })
  )

  test(
    "verifies the address, and takes the account over from someone else as the first verification does",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const owner = yield* TestClient.make
      yield* owner.resetPassword(yield* resetTokenFor(owner, ann), newPassword)
      const user = Option.getOrThrow(yield* storedUser(ann))
      assert.isTrue(Option.isSome(user.emailVerifiedAt))
      assert.isTrue(Option.isSome(user.claimedAt))
      assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(owner.authenticate), "ok")
      assert.deepStrictEqual(yield* noticesToAnn, ["password_set"])
    })
  )

  test(
    "does not take the account over on a client with an active session of it",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.resetPassword(yield* resetTokenFor(client, ann), newPassword)
      const user = Option.getOrThrow(yield* storedUser(ann))
      assert.isTrue(Option.isSome(user.emailVerifiedAt))
      assert.isTrue(Option.isNone(user.claimedAt))
      assert.deepStrictEqual(yield* noticesToAnn, ["password_changed"])
    })
  )

  test(
    "sets a first password",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      yield* client.resetPassword(yield* resetTokenFor(client, ann), newPassword)
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
      assert.deepStrictEqual(yield* noticesToAnn, ["password_set"])
    })
  )

  test(
    "accepts a link once, and no other link of the address afterwards, of either kind",
    Effect.gen(function* () {
      const client = yield* verified
      const first = yield* resetTokenFor(client, ann)
      const second = yield* resetTokenFor(client, ann)
      const signIn = yield* linkTokenFor(client, ann)
      yield* client.resetPassword(first, newPassword)
      for (const token of [first, second]) {
        assert.strictEqual(yield* outcome(client.resetPassword(token, rightPassword)), "InvalidToken")
        assert.strictEqual(yield* outcome(client.openReset(token)), "InvalidToken")
      }
      assert.strictEqual(yield* outcome(client.verifyLink(signIn)), "InvalidToken")
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
    })
  )

  test(
    "accepts a link for 15 minutes, to the millisecond",
    Effect.gen(function* () {
      const client = yield* verified
      const token = yield* resetTokenFor(client, ann)
      yield* justBefore("15 minutes")
      assert.strictEqual(yield* client.openReset(token), ann)
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.openReset(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "InvalidToken")
    })
  )

  test(
    "checks the password policy before the token, and a rejected password uses nothing up",
    Effect.gen(function* () {
      const client = yield* verified
      const token = yield* resetTokenFor(client, ann)
      const weak = password("short")
      assert.strictEqual(yield* outcome(client.resetPassword(token, weak)), "PasswordRejected")
      assert.strictEqual(yield* outcome(client.resetPassword("unknown", weak)), "PasswordRejected")
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "ok")
    })
  )

  test(
    "hashes nothing for a token that is not valid",
    Effect.gen(function* () {
      const client = yield* verified
      const previous = (yield* callNames).length
      yield* outcome(client.resetPassword(`${"t".repeat(42)}A`, newPassword))
      yield* outcome(client.resetPassword("malformed", newPassword))
      assert.deepStrictEqual((yield* callNames).slice(previous), [
        ...["PasswordHasher.withPlace", "RateLimitStore.consume", "MagicLinkRepository.find"],
        ...["PasswordHasher.withPlace", "RateLimitStore.consume"]
      ])
    })
  )
})

describe("The tokens of the two kinds of links", () => {
  test(
    "are unknown to each other's use case",
    Effect.gen(function* () {
      const client = yield* verified
      const reset = yield* resetTokenFor(client, ann)
      const signIn = yield* linkTokenFor(client, ann)
      assert.strictEqual(yield* outcome(client.verifyLink(reset)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.openLink(reset)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.openReset(signIn)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.resetPassword(signIn, newPassword)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.verifyLink(signIn)), "ok")
    })
  )

  test(
    "are worthless in another instance",
    Effect.gen(function* () {
      const client = yield* verified
      const token = yield* resetTokenFor(client, ann)
      const elsewhere = client.at(otherInstance)
      assert.strictEqual(yield* outcome(elsewhere.openReset(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(elsewhere.resetPassword(token, newPassword)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "ok")
    })
  )
})

describe("ResetPassword.open", () => {
  test(
    "returns the address of the account, on any client, and uses nothing up",
    Effect.gen(function* () {
      const client = yield* verified
      const token = yield* resetTokenFor(client, ann)
      const other = yield* TestClient.make
      assert.strictEqual(yield* other.openReset(token), ann)
      assert.strictEqual(yield* client.openReset(token), ann)
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.strictEqual(yield* outcome(other.resetPassword(token, newPassword)), "ok")
    })
  )

  test(
    "and reset are limited per IP address together with uses of magic links, before any lookup",
    Effect.gen(function* () {
      const client = yield* verified
      const token = yield* resetTokenFor(client, ann)
      const of = limited({ magicLinkVerifyPerIp: { limit: 2, windowSeconds: 60 } })
      const at = (yield* TestClient.make).at(of)
      yield* outcome(at.verifyLink("unknown"))
      assert.strictEqual(yield* outcome(at.openReset(token)), "ok")
      const previous = (yield* callNames).length
      assert.strictEqual(yield* outcome(at.openReset(token)), "RateLimited")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* outcome(at.resetPassword(token, newPassword)), "RateLimited")
      const calls = ["RateLimitStore.consume", "PasswordHasher.withPlace", "RateLimitStore.consume"]
      assert.deepStrictEqual((yield* callNames).slice(previous), calls)
    })
  )
})

describe("ResetPassword.reset: failure", () => {
  test(
    "fails with InvalidToken for a disabled account, and leaves it as it was",
    Effect.gen(function* () {
      yield* verified
      const client = yield* TestClient.make
      const token = yield* resetTokenFor(client, ann)
      yield* setDisabledAnn(Option.some(yield* DateTime.now))
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "InvalidToken")
      yield* setDisabledAnn(Option.none())
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "InvalidCredentials")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "ok")
      assert.deepStrictEqual(yield* noticesToAnn, [])
    })
  )

  test(
    "without a place in the hashing queue makes no query and consumes no limit",
    Effect.gen(function* () {
      const client = yield* verified
      const token = yield* resetTokenFor(client, ann)
      yield* beforeNext("PasswordHasher.withPlace", new HasherOverloaded())
      const previous = (yield* callNames).length
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "HasherOverloaded")
      assert.deepStrictEqual((yield* callNames).slice(previous), ["PasswordHasher.withPlace"])
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "ok")
    })
  )

  test(
    "changes and consumes nothing if the session cannot be stored",
    Effect.gen(function* () {
      yield* verified
      const client = yield* TestClient.make
      const token = yield* resetTokenFor(client, ann)
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "PersistenceError")
      yield* release("SessionRepository.issue")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "ok")
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "ok")
    })
  )

  test(
    "completes if the client disconnects",
    Effect.gen(function* () {
      yield* verified
      const client = yield* TestClient.make
      const token = yield* resetTokenFor(client, ann)
      const { reached, resume } = yield* pauseNext("SessionRepository.issue")
      const attempt = yield* Effect.fork(client.resetPassword(token, newPassword))
      yield* reached
      const interruption = yield* Effect.fork(Fiber.interrupt(attempt))
      yield* Effect.yieldNow()
      yield* resume
      yield* Fiber.join(interruption)
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
    })
  )

  test(
    "accepts one of two concurrent calls",
    Effect.gen(function* () {
      yield* verified
      const client = yield* TestClient.make
      const token = yield* resetTokenFor(client, ann)
      const outcomes = yield* Effect.all(
        [newPassword, password("a third horse, a third staple")].map((next) =>
          outcome(client.resetPassword(token, next))
        ),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(outcomes.sort(), ["InvalidToken", "ok"])
    })
  )

  test(
    "leaves other addresses and instances as they were",
    Effect.gen(function* () {
      yield* verified
      const bens = yield* TestClient.make
      yield* bens.signUp(ben, rightPassword)
      const namesake = (yield* TestClient.make).at(otherInstance)
      yield* namesake.signUp(ann, rightPassword)
      yield* bens.requestLink(ben)
      const bensToken = yield* sentLinkToken(ben)
      const client = (yield* TestClient.make).at(defaultInstance)
      yield* client.resetPassword(yield* resetTokenFor(yield* TestClient.make, ann), newPassword)
      assert.strictEqual(yield* outcome(bens.authenticate), "ok")
      assert.strictEqual(yield* outcome(namesake.authenticate), "ok")
      assert.strictEqual(yield* outcome(bens.verifyLink(bensToken)), "ok")
    })
  )
})
