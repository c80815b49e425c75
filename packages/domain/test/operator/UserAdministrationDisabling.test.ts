import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { UserId } from "@latchkey/domain/core/Ids"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import type { Password } from "@latchkey/domain/password/Password"
import {
  ann,
  areSame,
  ben,
  email,
  endSessionsOf,
  linkFor,
  newPassword,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import * as Browser from "../support/Browser.ts"
import { before, beforeNext, callNames, type Method, release } from "../support/Interception.ts"

const unknownUser = UserId.make("user_01890a5d-ac96-774b-bcce-b302099a8057")

const signedUp = Effect.tap(Browser.make, (browser) => browser.signUp(ann, rightPassword))
const user = Effect.map(storedUser(ann), Option.getOrThrow)
const target = (userId: UserId) => ({ instance: defaultInstance, userId, actor: "dashboard" as const })
const disable = Effect.flatMap(user, ({ id }) => Effect.flatMap(UserAdministration, (all) => all.disable(target(id))))
const enable = Effect.flatMap(user, ({ id }) => Effect.flatMap(UserAdministration, (all) => all.enable(target(id))))

/** Disables the user just before the next call of the method. */
const disableBefore = (method: Method) =>
  Effect.flatMap(Effect.context<Effect.Effect.Context<typeof disable>>(), (context) =>
    beforeNext(method, Effect.provide(disable, context))
  )

/** The error of a sign-in in a new browser, and what was done to get there. */
const failure = (address: typeof ann, text: Password) =>
  Effect.gen(function* () {
    const browser = yield* Browser.make
    const earlier = (yield* callNames).length
    const { _tag, message } = yield* Effect.flip(browser.signIn(address, text))
    return { _tag, message, calls: (yield* callNames).slice(earlier) }
  })

describe("A user who is disabled", () => {
  test(
    "cannot sign in with any password: the answer and the work are as for anybody else",
    Effect.gen(function* () {
      yield* signedUp
      yield* (yield* Browser.make).signUp(ben, rightPassword)
      yield* disable
      const wrong = yield* failure(ben, wrongPassword)
      assert.strictEqual(wrong._tag, "InvalidCredentials")
      assert.deepStrictEqual(yield* failure(ann, rightPassword), wrong)
      assert.deepStrictEqual(yield* failure(ann, wrongPassword), wrong)
      assert.deepStrictEqual(yield* failure(email("nobody@example.com"), rightPassword), wrong)
      assert.strictEqual(yield* endSessionsOf(ann), 0)
    })
  )

  test(
    "has no session any more, and others keep theirs",
    Effect.gen(function* () {
      const browser = yield* signedUp
      const phone = yield* Browser.make
      yield* phone.signIn(ann, rightPassword)
      const bens = yield* Browser.make
      yield* bens.signUp(ben, rightPassword)
      const namesake = (yield* Browser.make).at(otherInstance)
      yield* namesake.signUp(ann, rightPassword)
      yield* disable
      assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(browser.setPassword(newPassword, rightPassword)), "Unauthenticated")
      assert.strictEqual(yield* outcome(bens.whoAmI), "ok")
      assert.strictEqual(yield* outcome(namesake.signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "cannot sign in by a link, neither of before nor of after, and the account stays as it is",
    Effect.gen(function* () {
      yield* signedUp
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      yield* disable
      const earlier = yield* user
      const later = yield* linkFor(browser, ann)
      for (const link of [token, later]) {
        assert.strictEqual(yield* outcome(browser.openLink(link)), "InvalidToken")
        assert.strictEqual(yield* outcome(browser.useLink(link)), "InvalidToken")
      }
      assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* endSessionsOf(ann), 0)
      assert.isTrue(areSame(yield* user, earlier))
    })
  )

  test(
    "cannot sign up anew",
    Effect.gen(function* () {
      yield* signedUp
      yield* disable
      assert.strictEqual(yield* outcome((yield* Browser.make).signUp(ann, rightPassword)), "EmailTaken")
    })
  )

  test(
    "does not get in by a sign-in that was under way",
    Effect.gen(function* () {
      yield* signedUp
      for (const moment of ["PasswordHasher.verify", "SessionRepository.issue"] as const) {
        const phone = yield* Browser.make
        yield* disableBefore(moment)
        assert.strictEqual(yield* outcome(phone.signIn(ann, rightPassword)), "InvalidCredentials", moment)
        assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
        yield* enable
      }
      assert.strictEqual(yield* endSessionsOf(ann), 0)
    })
  )

  test(
    "does not get a password that was being set",
    Effect.gen(function* () {
      const browser = yield* signedUp
      for (const moment of ["UserRepository.findForSignIn", "PasswordHasher.hash"] as const) {
        yield* disableBefore(moment)
        assert.strictEqual(
          yield* outcome(browser.setPassword(newPassword, rightPassword)),
          "InvalidCredentials",
          moment
        )
        assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
        yield* enable
        assert.strictEqual(yield* outcome(browser.signIn(ann, newPassword)), "InvalidCredentials")
        assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "ok")
      }
    })
  )

  test(
    "is told by since when",
    Effect.gen(function* () {
      const { find } = yield* UserAdministration
      yield* signedUp
      yield* TestClock.adjust("1 minute")
      yield* disable
      const { id } = yield* user
      const { disabledAt } = (yield* find(defaultInstance, id)).user
      assert.strictEqual(Option.getOrThrow(disabledAt).epochMillis, 60_000)
      yield* enable
      assert.isTrue(Option.isNone((yield* find(defaultInstance, id)).user.disabledAt))
    })
  )
})

describe("A user who is enabled again", () => {
  test(
    "signs in with the password of before, while the sessions of before stay ended",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* disable
      yield* enable
      assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(browser.signIn(ann, wrongPassword)), "InvalidCredentials")
      assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "signs in by a link that was refused, which nobody had used",
    Effect.gen(function* () {
      yield* signedUp
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      yield* disable
      assert.strictEqual(yield* outcome(browser.useLink(token)), "InvalidToken")
      yield* enable
      assert.strictEqual(yield* outcome(browser.useLink(token)), "ok")
    })
  )
})

describe("Disabling and enabling", () => {
  test(
    "write a line each into the audit log, and none for nobody",
    Effect.gen(function* () {
      const administration = yield* UserAdministration
      yield* signedUp
      yield* disable
      yield* enable
      assert.strictEqual(yield* outcome(administration.disable(target(unknownUser))), "UserNotFound")
      assert.strictEqual(yield* outcome(administration.enable(target(unknownUser))), "UserNotFound")
      const elsewhere = { ...target((yield* user).id), instance: otherInstance }
      assert.strictEqual(yield* outcome(administration.disable(elsewhere)), "UserNotFound")
      const lines = yield* auditLog
      assert.deepStrictEqual(
        lines.map(({ action, actor, detail }) => [actor, action, detail]),
        [
          ["dashboard", "user_disabled", ""],
          ["dashboard", "user_enabled", ""]
        ]
      )
      const { id } = yield* user
      assert.isTrue(lines.every((line) => Option.contains(line.userId, id)))
      assert.isTrue(lines.every((line) => Option.contains(line.instanceId, defaultId)))
    })
  )

  for (const method of ["SessionRepository.revokeAll", "AuditLog.append"] as const) {
    test(
      `are done wholly or not at all (${method})`,
      Effect.gen(function* () {
        const browser = yield* signedUp
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(disable), "PersistenceError")
        yield* release(method)
        assert.isTrue(Option.isNone((yield* user).disabledAt))
        assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
        yield* disable
        yield* before("AuditLog.append", outage)
        assert.strictEqual(yield* outcome(enable), "PersistenceError")
        assert.isTrue(Option.isSome((yield* user).disabledAt))
      })
    )
  }
})
