import { assert, describe } from "@effect/vitest"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { CredentialsChanged } from "@latchkey/domain/session/SessionErrors"
import { defaultAuthConfig, defaultInstance } from "@latchkey/domain/instance/Instance"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  ann,
  ben,
  email,
  instance,
  isKnown,
  justBefore,
  limited,
  linkTokenFor,
  newPassword,
  oneMilli,
  outage,
  outcome,
  resetTokenFor,
  rightPassword,
  signInOnNewClient,
  storedUser,
  test
} from "../support.ts"
import { before, beforeNext, callNames, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { annsNew, annsThird, changed, changeTokenFor, verified } from "./support.ts"

const by = { actor: "program" } as const

/** An account that an attacker has moved to another address, and the token that the owner got. */
const taken = Effect.gen(function* () {
  const attacker = yield* verified()
  return { attacker, token: yield* changed(attacker, ann, annsNew) }
})

describe("RestoreEmail.restore", () => {
  test(
    "restores the address as verified, without a session, and does not sign in",
    Effect.gen(function* () {
      const { token } = yield* taken
      const owner = yield* TestClient.make
      assert.strictEqual(yield* owner.restoreEmail(token), ann)
      const user = Option.getOrThrow(yield* storedUser(ann))
      assert.isTrue(Option.isSome(user.emailVerifiedAt))
      assert.isTrue(Option.isNone(yield* storedUser(annsNew)))
      assert.strictEqual(yield* outcome(owner.authenticate), "Unauthenticated")
    })
  )

  test(
    "ends every session, forgets the known clients, and deletes the password: nothing that the attacker has is of use",
    Effect.gen(function* () {
      const { attacker, token } = yield* taken
      const link = yield* linkTokenFor(attacker, annsNew)
      const next = yield* changeTokenFor(attacker, annsThird)
      const previous = Option.getOrThrow(yield* storedUser(annsNew))
      yield* (yield* TestClient.make).restoreEmail(token)
      assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(attacker.confirmEmailChange(next)), "Unauthenticated")
      assert.strictEqual(yield* outcome(attacker.verifyLink(link)), "InvalidToken")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "InvalidCredentials")
      assert.isFalse(yield* isKnown(attacker, ann))
      const user = Option.getOrThrow(yield* storedUser(ann))
      assert.strictEqual(user.credentialVersion, previous.credentialVersion + 1)
      assert.isTrue(Option.isNone(user.passwordHash))
    })
  )

  test(
    "leads to sign-in by email: with a link, and by setting a new password",
    Effect.gen(function* () {
      const { token } = yield* taken
      const owner = yield* TestClient.make
      yield* owner.restoreEmail(token)
      assert.strictEqual(yield* outcome(owner.resetPassword(yield* resetTokenFor(owner, ann), newPassword)), "ok")
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
      const other = yield* TestClient.make
      assert.strictEqual(yield* outcome(other.verifyLink(yield* linkTokenFor(other, ann))), "ok")
    })
  )

  test(
    "works once, until the millisecond before seven days have passed since the change",
    Effect.gen(function* () {
      const { token } = yield* taken
      yield* justBefore("7 days")
      const owner = yield* TestClient.make
      assert.strictEqual(yield* outcome(owner.openEmailRestore(token)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "InvalidToken")
      const client = yield* verified(ben)
      const second = yield* changed(client, ben, email("ben@new.example"))
      yield* justBefore("7 days")
      assert.strictEqual(yield* outcome(owner.restoreEmail(second)), "ok")
      assert.strictEqual(yield* outcome(owner.restoreEmail(second)), "InvalidToken")
    })
  )

  test(
    "a second change by the attacker does not defeat it, and the attacker's own link is void afterwards",
    Effect.gen(function* () {
      const { attacker, token } = yield* taken
      const attackersLink = yield* changed(attacker, annsNew, annsThird)
      const owner = yield* TestClient.make
      assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "ok")
      assert.strictEqual(yield* outcome(attacker.restoreEmail(attackersLink)), "InvalidToken")
      assert.isTrue(Option.isSome(yield* storedUser(ann)))
    })
  )

  test(
    "the attacker's link, used first, does not defeat the owner's",
    Effect.gen(function* () {
      const { attacker, token } = yield* taken
      const attackersLink = yield* changed(attacker, annsNew, annsThird)
      assert.strictEqual(yield* attacker.restoreEmail(attackersLink), annsNew)
      assert.strictEqual(yield* (yield* TestClient.make).restoreEmail(token), ann)
    })
  )

  test(
    "an address from before the restored one stays reserved, and can be restored",
    Effect.gen(function* () {
      const client = yield* verified(ben)
      const oldest = yield* changed(client, ben, ann)
      const token = yield* changed(client, ann, annsNew)
      const owner = yield* TestClient.make
      yield* owner.restoreEmail(token)
      assert.strictEqual(yield* outcome(owner.signUp(ben, newPassword)), "EmailTaken")
      assert.strictEqual(yield* owner.restoreEmail(oldest), ben)
    })
  )

  test(
    "no request for the former address voids the link: of a sign-in link, a new password or a sign-up",
    Effect.gen(function* () {
      const { token } = yield* taken
      const attacker = yield* TestClient.make
      yield* attacker.requestLink(ann)
      yield* attacker.forgotPassword(ann)
      yield* (yield* EmailDispatcher).dispatch
      yield* outcome(attacker.signUp(ann, newPassword))
      assert.strictEqual(yield* outcome((yield* TestClient.make).restoreEmail(token)), "ok")
    })
  )

  test(
    "lets exactly one of twenty concurrent calls restore the address",
    Effect.gen(function* () {
      const { token } = yield* taken
      const attempt = Effect.flatMap(TestClient.make, (client) => outcome(client.restoreEmail(token)))
      const outcomes = yield* Effect.all(
        Array.from({ length: 20 }, () => attempt),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(outcomes.sort(), [...Array.from({ length: 19 }, () => "InvalidToken"), "ok"])
    })
  )

  test(
    "goes on if the attacker changes the account at the same moment",
    Effect.gen(function* () {
      const { token } = yield* taken
      const attempts = { left: 2 }
      yield* before(
        "UserRepository.findByIdForUpdate",
        Effect.suspend(() => (attempts.left-- > 0 ? Effect.fail(new CredentialsChanged()) : Effect.void))
      )
      assert.strictEqual(yield* outcome((yield* TestClient.make).restoreEmail(token)), "ok")
      yield* release("UserRepository.findByIdForUpdate")
    })
  )

  test(
    "fails with ConcurrentChanges, and changes nothing, if the attacker is faster six times",
    Effect.gen(function* () {
      const { token } = yield* taken
      yield* before("UserRepository.findByIdForUpdate", Effect.fail(new CredentialsChanged()))
      const owner = yield* TestClient.make
      assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "ConcurrentChanges")
      yield* release("UserRepository.findByIdForUpdate")
      assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "ok")
    })
  )

  test(
    "changes nothing if the store fails meanwhile, and can be repeated",
    Effect.gen(function* () {
      const { token } = yield* taken
      const owner = yield* TestClient.make
      for (const method of ["FormerEmails.release", "AuditLog.append"] as const) {
        yield* beforeNext(method, outage)
        assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "PersistenceError")
        assert.isTrue(Option.isSome(yield* storedUser(annsNew)))
      }
      assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "ok")
    })
  )

  test(
    "is limited per IP address, before any lookup, and a malformed or other token is InvalidToken",
    Effect.gen(function* () {
      const { attacker, token } = yield* taken
      const link = yield* linkTokenFor(attacker, annsNew)
      const here = (yield* TestClient.make).at(limited({ magicLinkVerifyPerIp: { limit: 3, windowSeconds: 60 } }))
      for (const presented of ["malformed", "A".repeat(43), link]) {
        assert.strictEqual(yield* outcome(here.restoreEmail(presented)), "InvalidToken")
      }
      const previous = (yield* callNames).length
      assert.strictEqual(yield* outcome(here.restoreEmail(token)), "RateLimited")
      assert.deepStrictEqual((yield* callNames).slice(previous), ["RateLimitStore.consume"])
      assert.strictEqual(yield* outcome(attacker.verifyLink(token)), "InvalidToken")
    })
  )

  test(
    "a link of a disabled account is not valid",
    Effect.gen(function* () {
      const { token } = yield* taken
      const { id: userId } = Option.getOrThrow(yield* storedUser(annsNew))
      yield* (yield* UserAdministration).disable({ instance: defaultInstance, userId, by })
      const owner = yield* TestClient.make
      assert.strictEqual(yield* outcome(owner.openEmailRestore(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "InvalidToken")
      yield* (yield* UserAdministration).enable({ instance: defaultInstance, userId, by })
      assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "ok")
    })
  )

  test(
    "a link of an account that was due to be deleted is not valid, to the millisecond",
    Effect.gen(function* () {
      const { attacker, token } = yield* taken
      yield* attacker.at(instance({ accountConfig: { deletionGraceDays: 1 } })).deleteAccount(rightPassword)
      const owner = yield* TestClient.make
      yield* justBefore("1 day")
      assert.strictEqual(yield* outcome(owner.openEmailRestore(token)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(owner.openEmailRestore(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "InvalidToken")
    })
  )

  test(
    "works with magic links or passwords turned off",
    Effect.gen(function* () {
      for (const authConfig of [
        { ...defaultAuthConfig, password: true, magic_link: false },
        { ...defaultAuthConfig, password: false, magic_link: true }
      ]) {
        const client = yield* verified(ben)
        const token = yield* changed(client, ben, email("ben@new.example"))
        const owner = (yield* TestClient.make).at(instance({ authConfig }))
        assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "ok")
        const { id: userId } = Option.getOrThrow(yield* storedUser(ben))
        yield* (yield* UserProvisioning).delete({ instance: defaultInstance, by, userId })
      }
    })
  )

  test(
    "writes an entry in the audit log, without an address",
    Effect.gen(function* () {
      const { token } = yield* taken
      yield* (yield* TestClient.make).restoreEmail(token)
      const [entry] = yield* (yield* AuditLog).list({ before: Option.none(), limit: 1 })
      assert.deepInclude(entry, { action: "email_restored", actor: "user", detail: "" })
    })
  )
})

describe("RestoreEmail.open", () => {
  test(
    "returns the address that it restores, and uses nothing up",
    Effect.gen(function* () {
      const { token } = yield* taken
      const owner = yield* TestClient.make
      for (const _ of [1, 2]) assert.strictEqual(yield* owner.openEmailRestore(token), ann)
      assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "ok")
    })
  )
})

describe("An operator who changes an address, or deletes a user", () => {
  test(
    "voids changes in progress, releases the former addresses, and the links that restore them are void",
    Effect.gen(function* () {
      const { attacker, token } = yield* taken
      const pending = yield* changeTokenFor(attacker, annsThird)
      const { id: userId } = Option.getOrThrow(yield* storedUser(annsNew))
      const { update } = yield* UserProvisioning
      yield* update({ instance: defaultInstance, by, userId, patch: { email: ben, emailVerified: true } })
      yield* attacker.signIn(ben, rightPassword)
      assert.strictEqual(yield* outcome(attacker.confirmEmailChange(pending)), "InvalidToken")
      const owner = yield* TestClient.make
      assert.strictEqual(yield* outcome(owner.restoreEmail(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(owner.signUp(ann, newPassword)), "ok")
    })
  )

  test(
    "may give a user the former address back",
    Effect.gen(function* () {
      yield* taken
      const { id: userId } = Option.getOrThrow(yield* storedUser(annsNew))
      const patch = { email: ann, emailVerified: true }
      const { update } = yield* UserProvisioning
      assert.strictEqual(yield* outcome(update({ instance: defaultInstance, by, userId, patch })), "ok")
    })
  )

  test(
    "deletes the reservations with the user, and the email that is still queued",
    Effect.gen(function* () {
      const client = yield* verified()
      yield* client.confirmEmailChange(yield* changeTokenFor(client, annsNew))
      const { id: userId } = Option.getOrThrow(yield* storedUser(annsNew))
      yield* (yield* UserProvisioning).delete({ instance: defaultInstance, by, userId })
      assert.strictEqual(yield* outcome((yield* TestClient.make).signUp(ann, newPassword)), "ok")
      yield* (yield* EmailDispatcher).dispatch
      const { lastEmailRestoreTo } = yield* MemoryMailer.Sent
      assert.isTrue(Option.isNone(yield* lastEmailRestoreTo(ann)))
    })
  )
})
