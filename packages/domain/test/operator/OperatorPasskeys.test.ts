import { assert, describe } from "@effect/vitest"
import type { UserId } from "@latchkey/domain/core/Ids"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { OperatorInstance, operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import { Operators } from "@latchkey/domain/operator/Operators"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import * as FormerRpIds from "@latchkey/domain/passkey/FormerRpIds"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { annWithPasskey, authenticatorAt, created, withPasskeys } from "../passkey/support.ts"
import { ann, baseUrl, ben, justBefore, oneMilli, outage, outcome, test } from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import { argsOf, beforeNext, disconnectDuring } from "../support/Interception.ts"
import { setUpApp } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"
import { enteredWithKey, joined, joinedWithPasskey, makeDashboard, reinvited, sessions } from "./support.ts"

const invalid = "InvalidCredentials"
const tooOld = "ReauthenticationRequired"
const by = { actor: "command_line" } as const
const former = "login.former.example"

const find = (id: UserId) => Effect.flatMap(Operators, (all) => all.get(id))
const update = (id: UserId, disabled: boolean) =>
  Effect.flatMap(Operators, (all) => all.update({ id, by, patch: { disabled } }))
const removePasskeys = (id: UserId) => Effect.flatMap(Operators, (all) => all.removePasskeys({ id, by }))
const stored = (id: UserId) => Effect.flatMap(PasskeyRepository, (passkeys) => passkeys.list(operatorInstanceId, id))

/** Stores a passkey of an operator that is bound to a former host. */
const storedFormer = (id: UserId) => Samples.storedPasskey({ id, instanceId: operatorInstanceId }, { rpId: former })

describe("A passkey of an operator", () => {
  test(
    "signs in on another client under their name and role, and the audit log says with what",
    Effect.gen(function* () {
      const { authenticator, id, passkey } = yield* joinedWithPasskey("support")
      yield* TestClock.adjust("1 hour")
      const { client, keys, session } = yield* makeDashboard
      yield* keys.signIn(authenticator)
      const found = yield* session
      assert.deepStrictEqual(found.methods, ["passkey"])
      const operator = Option.getOrThrow(found.operator)
      assert.deepStrictEqual([operator.id, operator.name, operator.role], [id, "The support", "support"])
      const entry = (yield* auditLog).at(-1)
      assert.deepStrictEqual(
        [entry?.action, entry?.detail, entry?.name, entry?.operatorId, entry?.operatorSessionId],
        ["dashboard_opened", "passkey", Option.some("The support"), Option.some(id), Option.some(found.id)]
      )
      assert.deepStrictEqual(entry?.ipAddress, Option.some((yield* client.caller).ipAddress))
      const now = yield* DateTime.now
      assert.deepStrictEqual(
        (yield* stored(id)).map((one) => [one.id, one.lastUsedAt]),
        [[passkey.id, Option.some(now)]]
      )
      assert.deepStrictEqual((yield* find(id)).signedInAt, Option.some(now))
    })
  )

  test(
    "signs in to no instance of users, and those of users do not sign in to the dashboard",
    Effect.gen(function* () {
      const ofAnn = yield* annWithPasskey
      const operator = yield* joinedWithPasskey("admin", ann)
      const { keys, session } = yield* makeDashboard
      assert.strictEqual(yield* outcome(keys.signIn(ofAnn.authenticator)), invalid)
      assert.strictEqual(yield* outcome(session), "Unauthenticated")
      const user = yield* TestClient.make
      assert.strictEqual(yield* outcome(withPasskeys(user).signIn(operator.authenticator)), invalid)
      assert.strictEqual(yield* outcome(user.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(keys.signIn(operator.authenticator)), "ok")
      assert.strictEqual(yield* outcome(withPasskeys(user).signIn(ofAnn.authenticator)), "ok")
      assert.deepStrictEqual((yield* ofAnn.keys.list).passkeys.length, 1)
      assert.deepStrictEqual(yield* stored(ofAnn.passkey.userId), [])
    })
  )

  test(
    "answers no challenge of users in the same browser, and those of users none of the dashboard",
    Effect.gen(function* () {
      const ofAnn = yield* annWithPasskey
      const operator = yield* joinedWithPasskey("admin", ben)
      const { client, keys } = yield* makeDashboard
      const atUsers = withPasskeys(client, defaultInstance)
      const forUsers = yield* atUsers.answer(operator.authenticator)
      assert.strictEqual(yield* outcome(keys.present(forUsers)), invalid)
      const forDashboard = yield* keys.answer(ofAnn.authenticator)
      assert.strictEqual(yield* outcome(atUsers.present(forDashboard)), invalid)
    })
  )

  test(
    "is not added with a challenge for users, nor one of a user with a challenge of the dashboard",
    Effect.gen(function* () {
      const ofAnn = yield* annWithPasskey
      yield* ofAnn.keys.signIn(ofAnn.authenticator)
      const { dashboard, id } = yield* joined("admin", ben)
      const [forUsers, forDashboard] = [yield* ofAnn.keys.options, yield* dashboard.keys.options]
      const atDashboard = dashboard.keys.register(created(forUsers, authenticatorAt()))
      assert.strictEqual(yield* outcome(atDashboard), invalid)
      const atUsers = ofAnn.keys.register(created(forDashboard, authenticatorAt()))
      assert.strictEqual(yield* outcome(atUsers), invalid)
      assert.deepStrictEqual(yield* stored(id), [])
    })
  )

  test(
    "is added to no session without a name",
    Effect.gen(function* () {
      const { keys } = yield* enteredWithKey
      assert.strictEqual(yield* outcome(keys.options), "Unauthenticated")
      assert.strictEqual(yield* outcome(keys.list), "Unauthenticated")
    })
  )

  test(
    "is required to add another one: an invitation that someone else opened adds none",
    Effect.gen(function* () {
      const { authenticator, id, passkey } = yield* joinedWithPasskey()
      const { keys } = yield* reinvited(id)
      assert.strictEqual(yield* outcome(keys.options), tooOld)
      assert.strictEqual(yield* outcome(keys.remove(passkey.id)), tooOld)
      yield* keys.signIn(authenticator)
      assert.strictEqual(yield* outcome(keys.add(authenticatorAt())), "ok")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* outcome(keys.options), tooOld)
      assert.lengthOf(yield* stored(id), 2)
    })
  )

  test(
    "does not sign in a disabled or deleted operator, who gets the error of an unknown passkey",
    Effect.gen(function* () {
      const { authenticator, id } = yield* joinedWithPasskey()
      const { keys } = yield* makeDashboard
      yield* update(id, true)
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), invalid)
      yield* update(id, false)
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), "ok")
      yield* (yield* Operators).remove({ id, by })
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), invalid)
      assert.deepStrictEqual(yield* stored(id), [])
    })
  )

  test(
    "opens no session, and its use is not recorded, if the audit log is down",
    Effect.gen(function* () {
      const { authenticator, id } = yield* joinedWithPasskey()
      const { keys, session } = yield* makeDashboard
      const before = yield* sessions
      yield* beforeNext("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), "PersistenceError")
      assert.strictEqual(yield* outcome(session), "Unauthenticated")
      assert.deepStrictEqual(yield* sessions, before)
      assert.deepStrictEqual((yield* stored(id))[0]?.lastUsedAt, Option.none())
    })
  )

  test(
    "opens a session with its audit entry and its use, or none of them, if the client disconnects",
    Effect.gen(function* () {
      const { authenticator, id } = yield* joinedWithPasskey()
      const { keys } = yield* makeDashboard
      const credential = yield* keys.answer(authenticator)
      const before = yield* sessions
      yield* disconnectDuring("SessionRepository.issue", keys.present(credential))
      const opened = (yield* sessions).length - before.length
      const entries = (yield* auditLog).filter(({ detail }) => detail === "passkey")
      const used = (yield* stored(id)).filter(({ lastUsedAt }) => Option.isSome(lastUsedAt))
      assert.deepStrictEqual([entries.length, used.length], [opened, opened])
    })
  )

  test(
    "is in the audit log, with the name of the operator who adds and removes it",
    Effect.gen(function* () {
      const { authenticator, id, keys, passkey } = yield* joinedWithPasskey("support")
      yield* keys.signIn(authenticator)
      yield* keys.remove(passkey.id)
      const entries = (yield* auditLog).filter(({ action }) => action.startsWith("passkey_"))
      assert.deepStrictEqual(
        entries.map(({ action, actor, detail, name, operatorId }) => [action, actor, detail, name, operatorId]),
        ["passkey_added", "passkey_removed"].map((action) => [
          action,
          "dashboard",
          passkey.id,
          Option.some("The support"),
          Option.some(id)
        ])
      )
    })
  )
})

describe("OperatorSessions.isConfirmed", () => {
  test(
    "is true for ten minutes, to the millisecond, and of an operator with a passkey only with the passkey",
    Effect.gen(function* () {
      const unnamed = yield* enteredWithKey
      const { dashboard: invited } = yield* joined("viewer", ben)
      const { authenticator, dashboard, id } = yield* joinedWithPasskey("admin")
      const again = yield* reinvited(id)
      // The operator has the passkey only since the session began.
      const all = Effect.forEach([unnamed, invited, dashboard, again], ({ isConfirmed }) => isConfirmed)
      assert.deepStrictEqual(yield* all, [true, true, false, false])
      yield* again.keys.signIn(authenticator)
      assert.deepStrictEqual(yield* all, [true, true, false, true])
      yield* justBefore("10 minutes")
      assert.deepStrictEqual(yield* all, [true, true, false, true])
      yield* oneMilli
      assert.deepStrictEqual(yield* all, [false, false, false, false])
    })
  )

  test(
    "counts no passkey of a former host",
    Effect.gen(function* () {
      const { dashboard, id } = yield* joined("admin")
      yield* dashboard.keys.options
      yield* storedFormer(id)
      assert.isTrue(yield* dashboard.isConfirmed)
      assert.strictEqual(yield* outcome(dashboard.keys.add(authenticatorAt())), "ok")
      assert.isFalse(yield* dashboard.isConfirmed)
    })
  )

  test(
    "is false once the operator is deleted",
    Effect.gen(function* () {
      const { dashboard, id } = yield* joined("viewer")
      const session = yield* dashboard.session
      yield* (yield* Operators).remove({ id, by })
      assert.isFalse(yield* (yield* OperatorSessions).isConfirmed(session))
    })
  )
})

describe("Operators.removePasskeys", () => {
  test(
    "removes the passkeys and ends the sessions of one operator, who gets back with an invitation",
    Effect.gen(function* () {
      const one = yield* joinedWithPasskey("admin", ann)
      const two = yield* joinedWithPasskey("viewer", ben)
      const { countPasskeys } = yield* Operators
      assert.deepStrictEqual(
        yield* countPasskeys,
        new Map([
          [one.id, 1],
          [two.id, 1]
        ])
      )
      const { keys } = yield* makeDashboard
      const challenged = yield* keys.answer(one.authenticator)
      assert.strictEqual(yield* removePasskeys(one.id), 1)
      assert.strictEqual(yield* outcome(one.dashboard.session), "Unauthenticated")
      assert.strictEqual(yield* outcome(keys.present(challenged)), invalid)
      assert.strictEqual(yield* outcome(two.dashboard.session), "ok")
      assert.deepStrictEqual(yield* countPasskeys, new Map([[two.id, 1]]))
      const entry = (yield* auditLog).at(-1)
      assert.deepStrictEqual(
        [entry?.action, entry?.actor, entry?.detail],
        ["operator_passkeys_removed", "command_line", `${one.id} name="The admin" passkeys=1`]
      )
      const again = yield* reinvited(one.id)
      assert.strictEqual(yield* outcome(again.keys.add(authenticatorAt())), "ok")
      assert.strictEqual(yield* outcome(removePasskeys(Samples.userId())), "OperatorNotFound")
    })
  )

  test(
    "removes the authenticator app, too, with which no invitation signs in any more, and queues notices",
    Effect.gen(function* () {
      const { authenticator, dashboard, id } = yield* joinedWithPasskey("support")
      yield* dashboard.keys.signIn(authenticator)
      yield* setUpApp(dashboard.own)
      const queued = (yield* argsOf("EmailOutbox.enqueue")).length
      const open = yield* reinvited(id)
      assert.strictEqual(yield* outcome(open.session), "Unauthenticated")
      assert.strictEqual(yield* removePasskeys(id), 1)
      const kinds = (yield* argsOf("EmailOutbox.enqueue"))
        .slice(queued)
        .map(([email]) => (email as { readonly kind: string }).kind)
      assert.deepStrictEqual(kinds, ["passkeys_reset", "second_factor_reset"])
      assert.include((yield* auditLog).at(-1)?.detail, "passkeys=1 authenticator_app=removed")
      assert.strictEqual(yield* outcome((yield* reinvited(id)).session), "ok")
    })
  )

  test(
    "removes nothing if the audit log is down",
    Effect.gen(function* () {
      const { authenticator, dashboard, id } = yield* joinedWithPasskey()
      yield* beforeNext("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(removePasskeys(id)), "PersistenceError")
      assert.strictEqual(yield* outcome(dashboard.session), "ok")
      assert.strictEqual(yield* outcome((yield* makeDashboard).keys.signIn(authenticator)), "ok")
    })
  )
})

describe("FormerRpIds of operators", () => {
  test(
    "are found and deleted apart from those of users, and the audit log says so",
    Effect.gen(function* () {
      const { id, passkey } = yield* joinedWithPasskey("admin")
      const user = yield* annWithPasskey
      yield* storedFormer(id)
      const instance = yield* OperatorInstance
      // As the repository of the jobs lists it.
      yield* (yield* InstanceRepository).insert(instance)
      const rpIds = yield* Effect.provide(FormerRpIds.FormerRpIds, FormerRpIds.layer)
      assert.deepStrictEqual(yield* rpIds.find, [])
      const current = new URL(baseUrl).hostname
      assert.deepStrictEqual(
        (yield* rpIds.findOfOperators).map((found) => [found.instance.id, found.current, found.rpId, found.passkeys]),
        [[instance.id, current, former, 1]]
      )
      assert.strictEqual(yield* rpIds.deletePasskeys(current, by), 0)
      assert.strictEqual(yield* rpIds.deletePasskeys(former, by), 1)
      assert.deepStrictEqual(yield* rpIds.findOfOperators, [])
      assert.deepStrictEqual(yield* stored(id), [passkey])
      assert.lengthOf((yield* user.keys.list).passkeys, 1)
      const entry = (yield* auditLog).at(-1)
      assert.deepStrictEqual(
        [entry?.action, entry?.instanceId, entry?.detail],
        ["passkeys_deleted", Option.some(operatorInstanceId), `bound to ${former}`]
      )
    })
  )
})
