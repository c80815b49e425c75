import { assert, describe } from "@effect/vitest"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { UserId } from "@latchkey/domain/core/Ids"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  areSame,
  ben,
  failedSignIn,
  isKnown,
  linkTokenFor,
  newPassword,
  noAccount,
  otherInstance,
  otherUsers,
  outage,
  outcome,
  revokeSessionsOf,
  rightPassword,
  signedIn,
  signedUp,
  signInOnNewClient,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import { before, beforeNext, type Method, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const unknownUser = UserId.make("user_01890a5d-ac96-774b-bcce-b302099a8057")

const user = Effect.map(storedUser(ann), Option.getOrThrow)
const target = (userId: UserId) => ({ instance: defaultInstance, userId, by: { actor: "dashboard" as const } })
const disable = Effect.flatMap(user, ({ id }) => Effect.flatMap(UserAdministration, (all) => all.disable(target(id))))
const enable = Effect.flatMap(user, ({ id }) => Effect.flatMap(UserAdministration, (all) => all.enable(target(id))))

/** Disables the user before the next call of the method. */
const disableBefore = (method: Method) =>
  Effect.flatMap(Effect.context<Effect.Effect.Context<typeof disable>>(), (context) =>
    beforeNext(method, Effect.provide(disable, context))
  )

describe("A disabled user", () => {
  test(
    "cannot sign in with any password, and gets the same error after the same work as a wrong password",
    Effect.gen(function* () {
      yield* signedUp
      yield* (yield* TestClient.make).signUp(ben, rightPassword)
      yield* disable
      // The first attempt also reads the schemes of the accounts.
      yield* failedSignIn(noAccount, wrongPassword)
      const wrong = yield* failedSignIn(ben, wrongPassword)
      assert.strictEqual(wrong.error._tag, "InvalidCredentials")
      assert.deepStrictEqual(yield* failedSignIn(ann, rightPassword), wrong)
      assert.deepStrictEqual(yield* failedSignIn(ann, wrongPassword), wrong)
      assert.deepStrictEqual(yield* failedSignIn(noAccount, rightPassword), wrong)
      assert.strictEqual(yield* revokeSessionsOf(ann), 0)
    })
  )

  test(
    "has no active session, and other users keep theirs",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      const { bensClient, namesake } = yield* otherUsers
      yield* disable
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "Unauthenticated")
      assert.strictEqual(yield* outcome(bensClient.authenticate), "ok")
      assert.strictEqual(yield* outcome(namesake.signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "has no active session after being enabled again, and its known clients are forgotten",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { bensClient } = yield* otherUsers
      yield* disable
      yield* enable
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.isFalse(yield* isKnown(client, ann))
      assert.isTrue(yield* isKnown(bensClient, ben))
    })
  )

  test(
    "can sign in with the password after being enabled again, however many sign-ins failed meanwhile",
    Effect.gen(function* () {
      yield* signedUp
      yield* disable
      const now = yield* DateTime.now
      const { record } = yield* SignInFailures
      yield* Effect.repeatN(record({ instanceId: defaultId, email: ann, now }), 100)
      yield* enable
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "ok")
    })
  )

  test(
    "cannot sign in with a magic link sent before or after, and the account stays unchanged",
    Effect.gen(function* () {
      yield* signedUp
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      yield* disable
      const previous = yield* user
      const later = yield* linkTokenFor(client, ann)
      for (const link of [token, later]) {
        assert.strictEqual(yield* outcome(client.openLink(link)), "InvalidToken")
        assert.strictEqual(yield* outcome(client.verifyLink(link)), "InvalidToken")
      }
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.isTrue(areSame(yield* user, previous))
      assert.strictEqual(yield* revokeSessionsOf(ann), 0)
    })
  )

  test(
    "cannot sign up again",
    Effect.gen(function* () {
      yield* signedUp
      yield* disable
      assert.strictEqual(yield* outcome((yield* TestClient.make).signUp(ann, rightPassword)), "EmailTaken")
    })
  )

  test(
    "gets no session from a sign-in that was in progress",
    Effect.gen(function* () {
      yield* signedUp
      for (const moment of ["PasswordHasher.verify", "SessionRepository.issue"] as const) {
        const phone = yield* TestClient.make
        yield* disableBefore(moment)
        assert.strictEqual(yield* outcome(phone.signIn(ann, rightPassword)), "InvalidCredentials", moment)
        assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
        yield* enable
      }
      assert.strictEqual(yield* revokeSessionsOf(ann), 0)
    })
  )

  test(
    "keeps the former password if a change was in progress",
    Effect.gen(function* () {
      const client = yield* signedUp
      for (const moment of ["UserRepository.findForSignIn", "PasswordHasher.hash"] as const) {
        yield* disableBefore(moment)
        assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "Unauthenticated", moment)
        assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
        yield* enable
        assert.strictEqual(yield* outcome(client.signIn(ann, newPassword)), "InvalidCredentials")
        assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "ok")
      }
    })
  )

  test(
    "has the time at which they were disabled",
    Effect.gen(function* () {
      const { find } = yield* UserAdministration
      yield* signedUp
      yield* TestClock.adjust("1 minute")
      yield* disable
      const { id } = yield* user
      const { disabledAt } = (yield* find(target(id))).user
      assert.strictEqual(Option.getOrThrow(disabledAt).epochMillis, 60_000)
      yield* enable
      assert.isTrue(Option.isNone((yield* find(target(id))).user.disabledAt))
    })
  )
})

describe("An enabled user", () => {
  test(
    "signs in with the former password, and former sessions stay revoked",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* disable
      yield* enable
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(client.signIn(ann, wrongPassword)), "InvalidCredentials")
      assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "signs in with a magic link that was refused while disabled",
    Effect.gen(function* () {
      yield* signedUp
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      yield* disable
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "InvalidToken")
      yield* enable
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "ok")
    })
  )
})

describe("UserAdministration.disable and enable", () => {
  test(
    "write one entry each to the audit log, and none for an unknown user",
    Effect.gen(function* () {
      const administration = yield* UserAdministration
      yield* signedUp
      yield* disable
      yield* enable
      assert.strictEqual(yield* outcome(administration.disable(target(unknownUser))), "UserNotFound")
      assert.strictEqual(yield* outcome(administration.enable(target(unknownUser))), "UserNotFound")
      const elsewhere = { ...target((yield* user).id), instance: otherInstance }
      assert.strictEqual(yield* outcome(administration.disable(elsewhere)), "UserNotFound")
      const entries = yield* auditLog
      assert.deepStrictEqual(
        entries.map(({ action, actor, detail }) => [actor, action, detail]),
        [
          ["dashboard", "user_disabled", ""],
          ["dashboard", "user_enabled", ""]
        ]
      )
      const { id } = yield* user
      assert.isTrue(entries.every((entry) => Option.contains(entry.userId, id)))
      assert.isTrue(entries.every((entry) => Option.contains(entry.instanceId, defaultId)))
    })
  )

  for (const method of ["UserRepository.setDisabled", "AuditLog.append"] as const) {
    test(
      `are rolled back if the store fails in ${method}`,
      Effect.gen(function* () {
        const client = yield* signedUp
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(disable), "PersistenceError")
        yield* release(method)
        assert.isTrue(Option.isNone((yield* user).disabledAt))
        assert.strictEqual(yield* outcome(client.authenticate), "ok")
        yield* disable
        yield* before("AuditLog.append", outage)
        assert.strictEqual(yield* outcome(enable), "PersistenceError")
        assert.isTrue(Option.isSome((yield* user).disabledAt))
      })
    )
  }
})
