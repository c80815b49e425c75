import { assert, describe } from "@effect/vitest"
import { OperatorSessionId } from "@latchkey/domain/core/Ids"
import { OperatorInvitationId } from "@latchkey/domain/operator/OperatorRepository"
import { DashboardAccess } from "@latchkey/domain/operator/DashboardAccess"
import { type OperatorCaller, OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { oneMilli, outage, outcome, test } from "../support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { before, release } from "../support/Interception.ts"

const adminKey = Option.some(Redacted.make("the-admin-key-with-at-least-32-characters"))
const caller: OperatorCaller = { adminKey, sessionToken: Option.none(), ipAddress: "192.0.2.7" }
const unknownSession = OperatorSessionId.make("opsess_01890a5d-ac96-774b-bcce-b302099a8057")
const unknownInvitation = OperatorInvitationId.make("opinv_01890a5d-ac96-774b-bcce-b302099a8057")

const list = Effect.flatMap(DashboardAccess, (access) => access.list)

/** Signs an operator in. Returns how the audit log names them, and whether they are still signed in. */
const signedIn = Effect.gen(function* () {
  const { authenticate, signInWithAdminKey } = yield* OperatorSessions
  yield* oneMilli
  const token = yield* signInWithAdminKey(caller)
  const check = authenticate({ ...caller, sessionToken: Option.some(token) })
  const { id } = yield* check
  return { id, by: { actor: "dashboard", operatorSessionId: id, ipAddress: "192.0.2.7" }, check } as const
})

const invited = Effect.gen(function* () {
  const { invite } = yield* OperatorSessions
  yield* oneMilli
  const token = yield* invite({ actor: "program", adminKey })
  const [newest] = (yield* list).invitations
  const use = Effect.flatMap(OperatorSessions, (all) => all.signInWithInvitation(Redacted.value(token), caller))
  return { id: newest?.id ?? unknownInvitation, use }
})

describe("DashboardAccess.list", () => {
  test(
    "returns sessions and invitations until they expire, newest first",
    Effect.gen(function* () {
      const [first, second] = [yield* signedIn, yield* signedIn]
      const [early, late] = [yield* invited, yield* invited]
      const ids = Effect.map(list, ({ invitations, sessions }) =>
        [sessions, invitations].map((all) => all.map(({ id }) => id))
      )
      assert.deepStrictEqual(yield* ids, [
        [second.id, first.id],
        [late.id, early.id]
      ])
      yield* TestClock.adjust("20 minutes")
      yield* first.check
      yield* TestClock.adjust("20 minutes")
      assert.deepStrictEqual(yield* ids, [[first.id], [late.id, early.id]])
      yield* TestClock.adjust("20 minutes")
      assert.deepStrictEqual(yield* ids, [[], []])
    })
  )
})

describe("DashboardAccess.revoke and revokeOthers", () => {
  test(
    "revoke sessions, and the audit log names who did it",
    Effect.gen(function* () {
      const { revoke, revokeOthers } = yield* DashboardAccess
      const [me, two, three, four] = [yield* signedIn, yield* signedIn, yield* signedIn, yield* signedIn]
      yield* revoke(me.by, two.id)
      assert.strictEqual(yield* outcome(revoke(me.by, two.id)), "SessionNotFound")
      assert.strictEqual(yield* outcome(revoke(me.by, unknownSession)), "SessionNotFound")
      assert.strictEqual(yield* outcome(two.check), "Unauthenticated")
      assert.strictEqual(yield* outcome(three.check), "ok")
      assert.strictEqual(yield* revokeOthers(me.by), 2)
      for (const other of [three, four]) assert.strictEqual(yield* outcome(other.check), "Unauthenticated")
      assert.strictEqual(yield* outcome(me.check), "ok")
      yield* revoke(me.by, me.id)
      assert.strictEqual(yield* outcome(me.check), "Unauthenticated")
      assert.deepStrictEqual((yield* auditLines).slice(4), [
        `dashboard dashboard_session_revoked ${two.id}`,
        "dashboard dashboard_sessions_revoked 2 sessions",
        `dashboard dashboard_session_revoked ${me.id}`
      ])
      const entries = (yield* auditLog).slice(4)
      assert.isTrue(entries.every((entry) => Option.contains(entry.operatorSessionId, me.id)))
      assert.isTrue(entries.every((entry) => Option.contains(entry.ipAddress, "192.0.2.7")))
    })
  )
})

describe("DashboardAccess.withdraw", () => {
  test(
    "makes an invitation useless, once, and records it",
    Effect.gen(function* () {
      const { withdraw } = yield* DashboardAccess
      const { by } = yield* signedIn
      const [withdrawn, used] = [yield* invited, yield* invited]
      yield* used.use
      yield* withdraw(by, withdrawn.id)
      assert.strictEqual(yield* outcome(withdrawn.use), "InvalidToken")
      for (const id of [withdrawn.id, used.id, unknownInvitation]) {
        assert.strictEqual(yield* outcome(withdraw(by, id)), "InvitationNotFound")
      }
      assert.strictEqual((yield* auditLines).at(-1), `dashboard operator_invitation_withdrawn ${withdrawn.id}`)
    })
  )
})

describe("DashboardAccess: failing audit log", () => {
  test(
    "revokes and withdraws nothing",
    Effect.gen(function* () {
      const { revoke, revokeOthers, withdraw } = yield* DashboardAccess
      const [me, other] = [yield* signedIn, yield* signedIn]
      const invitation = yield* invited
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(revoke(me.by, other.id)), "PersistenceError")
      assert.strictEqual(yield* outcome(revokeOthers(me.by)), "PersistenceError")
      assert.strictEqual(yield* outcome(withdraw(me.by, invitation.id)), "PersistenceError")
      yield* release("AuditLog.append")
      assert.strictEqual(yield* outcome(other.check), "ok")
      assert.strictEqual(yield* outcome(invitation.use), "ok")
    })
  )
})
