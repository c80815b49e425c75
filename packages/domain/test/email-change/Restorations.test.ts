import { assert, describe } from "@effect/vitest"
import { FormerEmails } from "@latchkey/domain/account/FormerEmails"
import type { Email } from "@latchkey/domain/core/Email"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { recoverable, store } from "../factor-recovery/support.ts"
import { authenticatorAt, withPasskeys } from "../passkey/support.ts"
import {
  ann,
  justBefore,
  linkTokenFor,
  newPassword,
  oneMilli,
  outage,
  outcome,
  resetTokenFor,
  rightPassword,
  sentEmailRestoreToken,
  sentFactorRecoveryToken,
  sentLinkToken,
  storedUser,
  test
} from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { argsOf, beforeNext } from "../support/Interception.ts"
import { optional, setUpApp, shown } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"
import { annsNew, annsThird, changed, changeTokenFor, verified } from "./support.ts"

const findUser = (address: Email) => Effect.map(storedUser(address), Option.getOrThrow)

/** Kind and address of every email that was queued, oldest first. */
const queued = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) =>
  calls.map(([email]) => email as QueuedEmail).map(({ email, kind }) => [kind as string, email as string])
)

/** Stores an app of the user with Ann's new address, set up at that time. Returns the hash of a recovery code. */
const storedApp = (confirmedAt: DateTime.Utc) =>
  Effect.gen(function* () {
    const user = yield* findUser(annsNew)
    const code = Samples.tokenHash()
    const { credentialVersion } = user
    const factor = Samples.secondFactor(user, { confirmedAt })
    yield* (yield* SecondFactorRepository).add({ factor, recoveryCodes: [code], credentialVersion })
    return code
  })

/** Restores the address on a new client, as the reader of its mailbox does. */
const restore = (address: Email) =>
  Effect.gen(function* () {
    const token = yield* sentEmailRestoreToken(address)
    return yield* outcome((yield* TestClient.make).restoreEmail(token))
  })

/** Ann moves away from a mailbox that someone else reads, in an account with a passkey that is a month old. */
const withOldPasskey = Effect.gen(function* () {
  const first = yield* verified()
  const authenticator = authenticatorAt()
  yield* withPasskeys(first).add(authenticator)
  yield* TestClock.adjust("30 days")
  const client = yield* TestClient.make
  const keys = withPasskeys(client)
  yield* keys.signIn(authenticator)
  yield* client.confirmEmailChange(yield* changeTokenFor(client, annsNew))
  return { authenticator, client }
})

/** The same in an account with an authenticator app that is a month old. */
const withOldApp = Effect.gen(function* () {
  const { app } = yield* setUpApp((yield* verified()).at(optional))
  yield* TestClock.adjust("30 days")
  const cookies = yield* TestClient.make
  const client = cookies.at(optional)
  yield* client.beginSignIn(ann, rightPassword)
  yield* client.completeSignIn(yield* shown(app))
  yield* cookies.confirmEmailChange(yield* changeTokenFor(cookies, annsNew))
  return { app }
})

describe("A restored address", () => {
  test(
    "leaves a passkey in place that is older: its owner signs in, and the mailbox alone changes neither passkeys nor address",
    Effect.gen(function* () {
      const { authenticator } = yield* withOldPasskey
      assert.strictEqual(yield* restore(ann), "ok")
      const thief = yield* TestClient.make
      yield* thief.verifyLink(yield* linkTokenFor(thief, ann))
      assert.strictEqual(yield* outcome(withPasskeys(thief).add(authenticatorAt())), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(thief.requestEmailChange(annsThird)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(withPasskeys(yield* TestClient.make).signIn(authenticator)), "ok")
    })
  )

  test(
    "leaves an app in place that is older: a link and a new password still need its code",
    Effect.gen(function* () {
      const { app } = yield* withOldApp
      assert.strictEqual(yield* restore(ann), "ok")
      const thief = yield* TestClient.make
      yield* thief.requestLink(ann)
      yield* thief.at(optional).beginSignInWithLink(yield* sentLinkToken(ann))
      assert.deepStrictEqual(yield* thief.at(optional).pendingOptions, ["totp", "recovery_code"])
      yield* thief.at(optional).beginReset(yield* resetTokenFor(thief, ann), newPassword)
      assert.strictEqual(yield* outcome(thief.authenticate), "Unauthenticated")
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* outcome(thief.at(optional).completeSignIn(yield* shown(app))), "ok")
    })
  )

  test(
    "removes passkeys, app and recovery codes that were added since seven days before the change, and tells its owner",
    Effect.gen(function* () {
      const token = yield* changed(yield* verified(), ann, annsNew)
      const edge = DateTime.subtract(yield* DateTime.now, { days: 7 })
      const justAfter = DateTime.add(edge, { millis: 1 })
      const user = yield* findUser(annsNew)
      const kept = yield* Samples.storedPasskey(user, { createdAt: edge })
      const added = yield* Samples.storedPasskey(user, { createdAt: justAfter })
      yield* TestClock.adjust("2 days")
      const later = yield* Samples.storedPasskey(user, { createdAt: yield* DateTime.now })
      const code = yield* storedApp(justAfter)
      yield* (yield* TestClient.make).restoreEmail(token)
      assert.deepStrictEqual(
        (yield* (yield* PasskeyRepository).list(user.instanceId, user.id)).map(({ id }) => id),
        [kept.id]
      )
      const { consumeRecoveryCode, find } = yield* SecondFactorRepository
      assert.isTrue(Option.isNone((yield* findUser(ann)).secondFactorAt))
      assert.isTrue(Option.isNone(yield* find(user.instanceId, user.id)))
      assert.isTrue(Option.isNone(yield* consumeRecoveryCode(user.instanceId, user.id, code)))
      assert.deepStrictEqual((yield* queued).slice(-3), [
        ["passkey_removed", ann],
        ["second_factor_removed", ann],
        ["email_changed", annsNew]
      ])
      const lines = (yield* auditLines).slice(-4)
      assert.strictEqual(lines[0], "user email_restored")
      assert.sameMembers(
        lines.slice(1, 3),
        [added, later].map(({ id }) => `user passkey_removed ${id}`)
      )
      assert.strictEqual(lines[3], "user second_factor_removed")
    })
  )

  test(
    "keeps an app that was set up seven days before the change, to the millisecond",
    Effect.gen(function* () {
      const token = yield* changed(yield* verified(), ann, annsNew)
      yield* storedApp(DateTime.subtract(yield* DateTime.now, { days: 7 }))
      yield* (yield* TestClient.make).restoreEmail(token)
      assert.isTrue(Option.isSome((yield* findUser(ann)).secondFactorAt))
    })
  )

  test(
    "removes recovery codes of an older app that were made since seven days before the change, and tells its owner",
    Effect.gen(function* () {
      const token = yield* changed(yield* verified(), ann, annsNew)
      const edge = DateTime.subtract(yield* DateTime.now, { days: 7 })
      const former = yield* storedApp(DateTime.subtract(edge, { days: 30 }))
      const { id, instanceId } = yield* findUser(annsNew)
      const { consumeRecoveryCode, find, replaceRecoveryCodes } = yield* SecondFactorRepository
      const code = Samples.tokenHash()
      yield* replaceRecoveryCodes(instanceId, id, [code], DateTime.add(edge, { millis: 1 }))
      yield* (yield* TestClient.make).restoreEmail(token)
      for (const each of [code, former]) assert.isTrue(Option.isNone(yield* consumeRecoveryCode(instanceId, id, each)))
      assert.isTrue(Option.isSome(yield* find(instanceId, id)))
      assert.deepStrictEqual((yield* queued).slice(-2), [
        ["recovery_codes_removed", ann],
        ["email_changed", annsNew]
      ])
      assert.deepStrictEqual((yield* auditLines).slice(-2), ["user email_restored", "user recovery_codes_removed"])
    })
  )

  test(
    "keeps recovery codes that were made seven days before the change, to the millisecond",
    Effect.gen(function* () {
      const token = yield* changed(yield* verified(), ann, annsNew)
      const edge = DateTime.subtract(yield* DateTime.now, { days: 7 })
      yield* storedApp(DateTime.subtract(edge, { days: 30 }))
      const { id, instanceId } = yield* findUser(annsNew)
      const { consumeRecoveryCode, replaceRecoveryCodes } = yield* SecondFactorRepository
      const code = Samples.tokenHash()
      yield* replaceRecoveryCodes(instanceId, id, [code], edge)
      yield* (yield* TestClient.make).restoreEmail(token)
      assert.isTrue(Option.isSome(yield* consumeRecoveryCode(instanceId, id, code)))
    })
  )
})

describe("The address that an account leaves because a former one is restored", () => {
  test(
    "is told, reserved, and can be restored for seven days, to the millisecond",
    Effect.gen(function* () {
      yield* changed(yield* verified(), ann, annsNew)
      yield* TestClock.adjust("3 days")
      assert.strictEqual(yield* restore(ann), "ok")
      const token = yield* sentEmailRestoreToken(annsNew)
      const other = yield* TestClient.make
      assert.strictEqual(yield* outcome(other.signUp(annsNew, newPassword)), "EmailTaken")
      yield* justBefore("7 days")
      assert.strictEqual(yield* other.openEmailRestore(token), annsNew)
      const copy = yield* TestClient.make
      yield* oneMilli
      assert.strictEqual(yield* outcome(copy.restoreEmail(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(other.signUp(annsNew, newPassword)), "ok")
    })
  )

  test(
    "is restored in the same way: sessions, password and what was added since are gone, and what is older stays",
    Effect.gen(function* () {
      const { authenticator } = yield* withOldPasskey
      yield* restore(ann)
      const thief = yield* TestClient.make
      yield* thief.resetPassword(yield* resetTokenFor(thief, ann), newPassword)
      const planted = yield* Samples.storedPasskey(yield* findUser(ann), { createdAt: yield* DateTime.now })
      assert.strictEqual(yield* restore(annsNew), "ok")
      assert.strictEqual(yield* outcome(thief.authenticate), "Unauthenticated")
      const { id, instanceId, passwordHash } = yield* findUser(annsNew)
      assert.isTrue(Option.isNone(passwordHash))
      const ids = (yield* (yield* PasskeyRepository).list(instanceId, id)).map((passkey) => passkey.id)
      assert.notInclude(ids, planted.id)
      assert.strictEqual(yield* outcome(withPasskeys(yield* TestClient.make).signIn(authenticator)), "ok")
    })
  )

  test(
    "gets the same work: all of it happens, or nothing",
    Effect.gen(function* () {
      const token = yield* changed(yield* verified(), ann, annsNew)
      yield* Samples.storedPasskey(yield* findUser(annsNew), { createdAt: yield* DateTime.now })
      const owner = yield* TestClient.make
      for (const method of ["PasskeyRepository.delete", "FormerEmails.put", "EmailOutbox.enqueue"] as const) {
        yield* beforeNext(method, outage)
        assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "PersistenceError")
        assert.isTrue(Option.isSome(yield* storedUser(annsNew)))
      }
      assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "ok")
    })
  )
})

describe("Restorations that follow one change", () => {
  test(
    "are three: the address from before the change has the last one, and the other one gets a notice without a link",
    Effect.gen(function* () {
      yield* changed(yield* verified(), ann, annsNew)
      for (const address of [ann, annsNew, ann]) assert.strictEqual(yield* restore(address), "ok")
      assert.deepStrictEqual((yield* queued).at(-1), ["email_restored", annsNew])
      assert.strictEqual(yield* restore(annsNew), "InvalidToken")
      assert.isTrue(Option.isSome(yield* storedUser(ann)))
      const other = yield* TestClient.make
      assert.strictEqual(yield* outcome(other.signUp(annsNew, newPassword)), "EmailTaken")
    })
  )

  test(
    "begin with each change: an attacker who gets in again by the other address and moves on voids no link of the owner",
    Effect.gen(function* () {
      yield* changed(yield* verified(), ann, annsNew)
      yield* restore(ann)
      yield* restore(annsNew)
      const token = yield* sentEmailRestoreToken(ann)
      const attacker = yield* TestClient.make
      yield* attacker.resetPassword(yield* resetTokenFor(attacker, annsNew), rightPassword)
      yield* changed(attacker, annsNew, annsThird)
      const attackers = yield* sentEmailRestoreToken(annsNew)
      assert.strictEqual(yield* outcome((yield* TestClient.make).restoreEmail(token)), "ok")
      assert.strictEqual(yield* outcome(attacker.restoreEmail(attackers)), "InvalidToken")
      assert.strictEqual(yield* outcome(attacker.signUp(annsThird, rightPassword)), "EmailTaken")
      assert.isTrue(Option.isSome(yield* storedUser(ann)))
    })
  )

  test(
    "make no link work again that was used before",
    Effect.gen(function* () {
      const first = yield* changed(yield* verified(), ann, annsNew)
      const owner = yield* TestClient.make
      yield* owner.restoreEmail(first)
      yield* restore(annsNew)
      assert.strictEqual(yield* outcome(owner.restoreEmail(first)), "InvalidToken")
    })
  )

  test(
    "end when an operator settles the address",
    Effect.gen(function* () {
      const { client } = yield* withOldPasskey
      yield* restore(ann)
      const token = yield* sentEmailRestoreToken(annsNew)
      const { id, instanceId } = yield* findUser(ann)
      assert.lengthOf(yield* (yield* FormerEmails).list(instanceId, id), 1)
      const { update } = yield* UserProvisioning
      const patch = { email: annsThird, emailVerified: true }
      yield* update({ instance: defaultInstance, by: { actor: "program" }, userId: id, patch })
      assert.lengthOf(yield* (yield* FormerEmails).list(instanceId, id), 0)
      assert.strictEqual(yield* outcome(client.restoreEmail(token)), "InvalidToken")
    })
  )
})

describe("A recovery of lost factors after a change or a restoration", () => {
  test(
    "waits until the other address can no longer be restored, because only the current one is told",
    Effect.gen(function* () {
      yield* store(recoverable)
      yield* withOldApp
      yield* restore(ann)
      const restoredAt = yield* DateTime.now
      const thief = (yield* TestClient.make).at(recoverable)
      yield* thief.requestLink(ann)
      yield* thief.beginSignInWithLink(yield* sentLinkToken(ann))
      const { availableAt, expiresAt } = yield* thief.requestFactorRecoveryAtSignIn
      assert.strictEqual(DateTime.distance(restoredAt, availableAt), 7 * 86_400_000)
      assert.strictEqual(DateTime.distance(availableAt, expiresAt), 7 * 86_400_000)
    })
  )

  test(
    "ends when the other address is restored",
    Effect.gen(function* () {
      yield* store(recoverable)
      yield* withOldApp
      yield* restore(ann)
      const thief = (yield* TestClient.make).at(recoverable)
      yield* thief.requestLink(ann)
      yield* thief.beginSignInWithLink(yield* sentLinkToken(ann))
      yield* thief.requestFactorRecoveryAtSignIn
      const token = yield* sentFactorRecoveryToken(ann)
      yield* TestClock.adjust("6 days")
      assert.strictEqual(yield* restore(annsNew), "ok")
      yield* TestClock.adjust("2 days")
      assert.strictEqual(yield* outcome(thief.completeFactorRecovery(token)), "InvalidToken")
      assert.isTrue(Option.isSome((yield* findUser(annsNew)).secondFactorAt))
    })
  )

  test(
    "waits after the last restoration, too, although the other address has no link",
    Effect.gen(function* () {
      yield* store(recoverable)
      yield* withOldApp
      for (const address of [ann, annsNew, ann]) yield* restore(address)
      const thief = (yield* TestClient.make).at(recoverable)
      yield* thief.requestLink(ann)
      yield* thief.beginSignInWithLink(yield* sentLinkToken(ann))
      const now = yield* DateTime.now
      const { availableAt } = yield* thief.requestFactorRecoveryAtSignIn
      assert.strictEqual(DateTime.distance(now, availableAt), 7 * 86_400_000)
    })
  )
})
