import { assert, describe } from "@effect/vitest"
import { SessionId } from "@latchkey/domain/core/Ids"
import { DashboardAccess, signedInAs } from "@latchkey/domain/operator/DashboardAccess"
import { DashboardInvitationId } from "@latchkey/domain/operator/DashboardInvitation"
import { Operators } from "@latchkey/domain/operator/Operators"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { oneMilli, outage, outcome, test } from "../support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { before, release } from "../support/Interception.ts"
import {
  adminKey,
  created,
  type Dashboard,
  entered,
  invitedWithKey,
  ipAddress,
  joined,
  makeDashboard,
  tokenOf,
  userAgent
} from "./support.ts"

const unknownSession = SessionId.make("sess_01890a5d-ac96-774b-bcce-b302099a8057")
const unknownInvitation = DashboardInvitationId.make("opinv_01890a5d-ac96-774b-bcce-b302099a8057")

const list = Effect.flatMap(DashboardAccess, (access) => access.list)

/** Returns how the audit log names who is signed in in a browser, and whether they still are. */
const checked = ({ session }: Pick<Dashboard, "session">) =>
  Effect.map(session, (found) => ({ id: found.id, by: signedInAs(found, ipAddress), check: outcome(session) }))

/** Signs in with the admin key. */
const signedIn = Effect.gen(function* () {
  yield* oneMilli
  const browser = yield* makeDashboard
  yield* browser.enterWithKey
  return yield* checked(browser)
})

/** Signs in with an invitation without a name. */
const anyone = Effect.flatMap(Effect.flatMap(invitedWithKey(), entered), checked)

/** Signs a new operator in. */
const named = Effect.flatMap(
  Effect.suspend(() => joined("viewer", Samples.email())),
  ({ dashboard }) => checked(dashboard)
)

const invited = Effect.gen(function* () {
  const { invite } = yield* DashboardAccess
  yield* oneMilli
  const token = yield* invite({ actor: "program", adminKey })
  const [newest] = (yield* list).invitations
  return { id: newest?.id ?? unknownInvitation, use: entered(Redacted.value(token)) }
})

describe("DashboardAccess.list", () => {
  test(
    "returns sessions and invitations until they expire, newest first",
    Effect.gen(function* () {
      const [first, second] = [yield* signedIn, yield* signedIn]
      const [early, late] = [yield* invited, yield* invited]
      const ids = Effect.map(list, ({ invitations, sessions }) => [
        sessions.map(({ session }) => session.id),
        invitations.map(({ id }) => id)
      ])
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

  test(
    "says of each session who it is of, and from where and with what they signed in",
    Effect.gen(function* () {
      const browser = yield* makeDashboard
      yield* browser.at({ adminKey }, { address: "198.51.100.9", agent: "x".repeat(300) }).enterWithKey
      yield* oneMilli
      yield* entered(yield* invitedWithKey())
      yield* oneMilli
      const { id } = yield* joined("support")
      assert.deepStrictEqual(
        (yield* list).sessions.map(({ ipAddress: from, session, userAgent: agent }) => [
          Option.getOrNull(session.operator)?.id ?? null,
          session.methods.join(),
          Option.getOrNull(from),
          agent
        ]),
        [
          [id, "dashboard_invitation", ipAddress, userAgent],
          [null, "dashboard_invitation", ipAddress, userAgent],
          [null, "admin_key", "198.51.100.9", "x".repeat(256)]
        ]
      )
    })
  )

  test(
    "says of each invitation whom it is for and who created it",
    Effect.gen(function* () {
      yield* invitedWithKey()
      yield* oneMilli
      const { operator } = yield* created("admin")
      const { invitations } = yield* list
      assert.deepStrictEqual(
        invitations.map((one) => [Option.getOrNull(one.operatorId), one.createdBy, one.createdAt.epochMillis]),
        [
          [operator.id, "command_line", 1],
          [null, "command_line", 0]
        ]
      )
    })
  )

  test(
    "has the operators, and leaves out the sessions and invitations of a disabled one",
    Effect.gen(function* () {
      const { id } = yield* joined("viewer")
      yield* (yield* Operators).invite({ id, by: { actor: "program" }, delivery: "link" })
      yield* (yield* Operators).update({ id, by: { actor: "program" }, patch: { disabled: true } })
      const { invitations, operators, sessions } = yield* list
      assert.deepStrictEqual([invitations, operators.map((one) => one.id), sessions], [[], [id], []])
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
      assert.strictEqual(yield* two.check, "Unauthenticated")
      assert.strictEqual(yield* three.check, "ok")
      assert.strictEqual(yield* revokeOthers(me.by), 2)
      for (const other of [three, four]) assert.strictEqual(yield* other.check, "Unauthenticated")
      assert.strictEqual(yield* me.check, "ok")
      yield* revoke(me.by, me.id)
      assert.strictEqual(yield* me.check, "Unauthenticated")
      assert.deepStrictEqual((yield* auditLines).slice(4), [
        `dashboard dashboard_session_revoked ${two.id}`,
        "dashboard dashboard_sessions_revoked 2 sessions",
        `dashboard dashboard_session_revoked ${me.id}`
      ])
      const entries = (yield* auditLog).slice(4)
      assert.isTrue(entries.every((entry) => Option.contains(entry.operatorSessionId, me.id)))
      assert.isTrue(entries.every((entry) => Option.contains(entry.ipAddress, ipAddress)))
      assert.isTrue(entries.every((entry) => Option.contains(entry.name, "ADMIN_API_KEY")))
    })
  )

  for (const [who, signIn] of Object.entries({
    "someone with the admin key": signedIn,
    "someone with an invitation for anyone": anyone,
    "an operator": named
  })) {
    test(
      `reach the sessions of everyone, and keep that of ${who} who revokes them`,
      Effect.gen(function* () {
        const { revoke, revokeOthers } = yield* DashboardAccess
        const me = yield* signIn
        const others = Effect.all([signedIn, anyone, named])
        const first = yield* others
        assert.strictEqual(yield* revokeOthers(me.by), 3)
        const second = yield* others
        for (const { id } of second) yield* revoke(me.by, id)
        for (const { check } of [...first, ...second]) assert.strictEqual(yield* check, "Unauthenticated")
        assert.strictEqual(yield* me.check, "ok")
      })
    )
  }
})

describe("DashboardAccess.withdraw", () => {
  test(
    "makes an invitation useless, once, and records it",
    Effect.gen(function* () {
      const { withdraw } = yield* DashboardAccess
      const { by } = yield* signedIn
      const [withdrawn, used, ofOperator] = [yield* invited, yield* invited, yield* created()]
      const [newest] = (yield* list).invitations.filter(({ operatorId }) => Option.isSome(operatorId))
      yield* used.use
      yield* withdraw(by, withdrawn.id)
      yield* withdraw(by, newest?.id ?? unknownInvitation)
      assert.strictEqual(yield* outcome(withdrawn.use), "InvalidToken")
      assert.strictEqual(yield* outcome(entered(tokenOf(ofOperator))), "InvalidToken")
      for (const id of [withdrawn.id, used.id, unknownInvitation]) {
        assert.strictEqual(yield* outcome(withdraw(by, id)), "InvitationNotFound")
      }
      assert.deepStrictEqual((yield* auditLines).slice(-2), [
        `dashboard operator_invitation_withdrawn ${withdrawn.id}`,
        `dashboard operator_invitation_withdrawn ${newest?.id}`
      ])
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
      assert.strictEqual(yield* other.check, "ok")
      assert.strictEqual(yield* outcome(invitation.use), "ok")
    })
  )
})
