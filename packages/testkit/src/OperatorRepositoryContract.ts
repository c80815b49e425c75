/**
 * Contract tests of `OperatorRepository`. Deletion uses the year 2001: no other test may use that year in the
 * same store.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { Operator } from "@latchkey/domain/operator/Operator"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import {
  InvitationSummary,
  type OperatorInvitation,
  OperatorRepository,
  type OperatorSession,
  OperatorSessionSummary,
  SessionOperator
} from "@latchkey/domain/operator/OperatorRepository"
import * as Arr from "effect/Array"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { same } from "./internal/Assertions.ts"
import { concurrently, pause, repeatedly, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
export type Ports = OperatorAccounts | OperatorRepository | Transaction

const idleLifetime = Duration.minutes(30)
const idle = Duration.toMillis(idleLifetime)

const setUp = Effect.gen(function* () {
  const operators = yield* OperatorRepository
  const invited = (fields: Partial<OperatorInvitation> = {}) =>
    Effect.suspend(() => {
      const invitation = Samples.operatorInvitation(fields)
      return Effect.as(operators.insertInvitation(invitation), invitation)
    })
  const signedIn = (fields: Partial<OperatorSession> = {}) =>
    Effect.suspend(() => {
      const session = Samples.operatorSession(fields)
      return Effect.as(operators.insertSession(session), session)
    })
  const consume = ({ tokenHash }: Pick<OperatorInvitation, "tokenHash">, now = Samples.now) =>
    Effect.map(operators.consumeInvitation([tokenHash], now), Option.isSome)
  const find = ({ tokenHash }: Pick<OperatorSession, "tokenHash">, now = Samples.now) =>
    operators.findActive([tokenHash], { now, idleLifetime })
  const isActive = (session: Pick<OperatorSession, "tokenHash">, now = Samples.now) =>
    Effect.map(find(session, now), Option.isSome)
  // Other tests may use the same store.
  const invitationIds = (now = Samples.now) =>
    Effect.map(operators.listInvitations(now, 1000), (all) => all.map(({ id }) => id))
  const sessionIds = (now = Samples.now) =>
    Effect.map(operators.listSessions({ now, idleLifetime }, 1000), (all) => all.map(({ id }) => id))
  return { consume, find, invited, invitationIds, isActive, operators, sessionIds, signedIn }
})

const invitations = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("are consumed once, and leave others valid", () =>
    Effect.gen(function* () {
      const { consume, invited } = yield* setUp
      const [used, other] = [yield* invited(), yield* invited()]
      assert.isTrue(yield* consume(used))
      assert.isFalse(yield* consume(used))
      assert.isTrue(yield* consume(other))
    })
  )

  it.effect("are not found if unknown, nor by the token of a session", () =>
    Effect.gen(function* () {
      const { consume, isActive, signedIn } = yield* setUp
      const session = yield* signedIn()
      assert.isFalse(yield* consume(Samples.operatorInvitation()))
      assert.isFalse(yield* consume(session))
      assert.isTrue(yield* isActive(session))
    })
  )

  it.effect("expire at the millisecond of their `expiresAt`", () =>
    Effect.gen(function* () {
      const { consume, invited } = yield* setUp
      const late = yield* invited({ expiresAt: Samples.plus(5000) })
      assert.isFalse(yield* consume(late, Samples.plus(5000)))
      assert.isTrue(yield* consume(late, Samples.plus(4999)))
    })
  )

  it.effect("are consumed by exactly one of twenty concurrent calls", () =>
    repeatedly(5, () =>
      Effect.gen(function* () {
        const { consume, invited } = yield* setUp
        const invitation = yield* invited()
        const outcomes = Arr.getRights(yield* concurrently(20, () => consume(invitation)))
        assert.lengthOf(outcomes, 20)
        assert.lengthOf(outcomes.filter(Boolean), 1)
      })
    )
  )

  it.effect("are restored when the surrounding transaction fails, and returned to a waiting call", () =>
    Effect.gen(function* () {
      const { consume, invited } = yield* setUp
      const { run } = yield* Transaction
      const invitation = yield* invited()
      const isUsed = yield* Effect.makeLatch()
      const failing = consume(invitation).pipe(
        Effect.zipLeft(isUsed.open),
        Effect.zipLeft(pause(20)),
        Effect.zipRight(Effect.fail("refused"))
      )
      const [, second] = yield* Effect.all([Effect.either(run(failing)), isUsed.whenOpen(consume(invitation))], {
        concurrency: "unbounded"
      })
      assert.isTrue(second)
      assert.isFalse(yield* consume(invitation))
    })
  )
}

const managingInvitations = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("are listed with every field until the millisecond before they expire, greatest id first", () =>
    Effect.gen(function* () {
      const { invitationIds, invited, operators } = yield* setUp
      const [one, two] = [
        yield* invited({
          operatorId: Option.some(Samples.operatorId()),
          createdBy: "program",
          createdAt: Samples.plus(123),
          expiresAt: Samples.plus(5000)
        }),
        yield* invited()
      ]
      const listed = yield* operators.listInvitations(Samples.plus(4999), 1000)
      const { createdAt, createdBy, expiresAt, id, operatorId } = one
      same(
        listed.filter((invitation) => invitation.id === id),
        [new InvitationSummary({ id, operatorId, createdBy, createdAt, expiresAt })]
      )
      const ids = yield* invitationIds()
      assert.includeMembers(ids, [one.id, two.id])
      assert.deepStrictEqual(ids, [...ids].sort().reverse())
      assert.notInclude(yield* invitationIds(Samples.plus(5000)), one.id)
      same(
        (yield* operators.listInvitations(Samples.now, 1)).map((invitation) => invitation.id),
        ids.slice(0, 1)
      )
    })
  )

  it.effect("are withdrawn once, and not consumed afterwards", () =>
    Effect.gen(function* () {
      const { consume, invitationIds, invited, operators } = yield* setUp
      const [withdrawn, other] = [yield* invited(), yield* invited()]
      assert.isTrue(yield* operators.withdrawInvitation(withdrawn.id))
      assert.isFalse(yield* operators.withdrawInvitation(withdrawn.id))
      assert.isFalse(yield* consume(withdrawn))
      assert.notInclude(yield* invitationIds(), withdrawn.id)
      assert.isTrue(yield* consume(other))
      assert.isFalse(yield* operators.withdrawInvitation(other.id))
      assert.notInclude(yield* invitationIds(), other.id)
    })
  )

  it.effect("are either consumed or withdrawn by concurrent calls, and once", () =>
    repeatedly(5, () =>
      Effect.gen(function* () {
        const { consume, invited, operators } = yield* setUp
        const invitation = yield* invited()
        const both = (index: number) =>
          index % 2 === 0 ? consume(invitation) : operators.withdrawInvitation(invitation.id)
        const outcomes = Arr.getRights(yield* concurrently(10, both))
        assert.lengthOf(outcomes, 10)
        assert.lengthOf(outcomes.filter(Boolean), 1)
      })
    )
  )
}

const sessions = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("are active until the millisecond before their `expiresAt`", () =>
    Effect.gen(function* () {
      const { signedIn, isActive } = yield* setUp
      const session = yield* signedIn({ expiresAt: Samples.plus(5000) })
      assert.isTrue(yield* isActive(session))
      assert.isTrue(yield* isActive(session, Samples.plus(4999)))
      assert.isFalse(yield* isActive(session, Samples.plus(5000)))
    })
  )

  it.effect("are revoked once, without affecting others", () =>
    Effect.gen(function* () {
      const { signedIn, isActive, operators } = yield* setUp
      const [ended, other] = [yield* signedIn(), yield* signedIn()]
      const { id, method, operatorId } = ended
      same(yield* operators.revokeSession([ended.tokenHash]), Option.some({ id, method, operatorId }))
      assert.isFalse(yield* isActive(ended))
      assert.isTrue(Option.isNone(yield* operators.revokeSession([ended.tokenHash])))
      assert.isTrue(yield* isActive(other))
    })
  )

  it.effect("are not found if unknown, nor by the token of an invitation", () =>
    Effect.gen(function* () {
      const { consume, invited, isActive, operators } = yield* setUp
      const invitation = yield* invited()
      assert.isFalse(yield* isActive(Samples.operatorSession()))
      assert.isFalse(yield* isActive(invitation))
      assert.isTrue(Option.isNone(yield* operators.revokeSession([invitation.tokenHash])))
      assert.isTrue(yield* consume(invitation))
    })
  )

  it.effect("are neither stored nor revoked when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { consume, signedIn, isActive, operators } = yield* setUp
      const { run } = yield* Transaction
      const kept = yield* signedIn()
      const [session, invitation] = [Samples.operatorSession(), Samples.operatorInvitation()]
      const work = Effect.all([
        operators.insertSession(session),
        operators.insertInvitation(invitation),
        operators.revokeSession([kept.tokenHash])
      ])
      yield* Effect.either(run(Effect.zipRight(work, Effect.fail("refused"))))
      assert.isFalse(yield* isActive(session))
      assert.isFalse(yield* consume(invitation))
      assert.isTrue(yield* isActive(kept))
    })
  )
}

const managingSessions = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("are found with every field", () =>
    Effect.gen(function* () {
      const { find, signedIn } = yield* setUp
      const session = yield* signedIn({
        method: "admin_key",
        ipAddress: "2001:db8:1:2::",
        userAgent: `Café ☕ ${"x".repeat(240)}`,
        authenticatedAt: Samples.plus(-123)
      })
      const { operatorId: _operator, tokenHash: _hash, ...fields } = session
      same(
        yield* find(session),
        Option.some(new OperatorSessionSummary({ ...fields, lastSeenAt: session.authenticatedAt }))
      )
    })
  )

  it.effect("are active until the millisecond before `idleLifetime` has passed since they were last seen", () =>
    Effect.gen(function* () {
      const { isActive, operators, sessionIds, signedIn } = yield* setUp
      const session = yield* signedIn()
      assert.isTrue(yield* isActive(session, Samples.plus(idle - 1)))
      assert.isFalse(yield* isActive(session, Samples.plus(idle)))
      assert.include(yield* sessionIds(Samples.plus(idle - 1)), session.id)
      assert.notInclude(yield* sessionIds(Samples.plus(idle)), session.id)
      yield* operators.touch(session.id, Samples.plus(1000))
      assert.isTrue(yield* isActive(session, Samples.plus(idle + 999)))
      assert.isFalse(yield* isActive(session, Samples.plus(idle + 1000)))
    })
  )

  it.effect("are never last seen earlier than before, and others are not touched", () =>
    Effect.gen(function* () {
      const { find, operators, signedIn } = yield* setUp
      const [session, other] = [yield* signedIn(), yield* signedIn()]
      yield* operators.touch(session.id, Samples.plus(1000))
      yield* operators.touch(session.id, Samples.plus(500))
      yield* operators.touch(Samples.operatorSessionId(), Samples.plus(500))
      const seen = Effect.map(Effect.all([find(session), find(other)]), (all) =>
        all.map((found) => Option.getOrThrow(found).lastSeenAt)
      )
      same(yield* seen, [Samples.plus(1000), Samples.now])
    })
  )

  it.effect("are listed until they expire, greatest id first", () =>
    Effect.gen(function* () {
      const { operators, sessionIds, signedIn } = yield* setUp
      const [one, two] = [yield* signedIn({ expiresAt: Samples.plus(5000) }), yield* signedIn()]
      const ids = yield* sessionIds(Samples.plus(4999))
      assert.includeMembers(ids, [one.id, two.id])
      assert.deepStrictEqual(ids, [...ids].sort().reverse())
      assert.notInclude(yield* sessionIds(Samples.plus(5000)), one.id)
      const first = yield* operators.listSessions({ now: Samples.plus(4999), idleLifetime }, 1)
      same(
        first.map(({ id }) => id),
        ids.slice(0, 1)
      )
    })
  )

  it.effect("are revoked by id, once", () =>
    Effect.gen(function* () {
      const { isActive, operators, sessionIds, signedIn } = yield* setUp
      const [revoked, other] = [yield* signedIn(), yield* signedIn()]
      assert.isTrue(yield* operators.revokeSessionById(revoked.id))
      assert.isFalse(yield* operators.revokeSessionById(revoked.id))
      assert.deepStrictEqual([yield* isActive(revoked), yield* isActive(other)], [false, true])
      assert.notInclude(yield* sessionIds(), revoked.id)
    })
  )

  it.effect("are all revoked except one", () =>
    Effect.gen(function* () {
      const { isActive, operators, sessionIds, signedIn } = yield* setUp
      const all = [yield* signedIn(), yield* signedIn(), yield* signedIn()]
      const kept = yield* signedIn()
      assert.isAtLeast(yield* operators.revokeOtherSessions(kept.id), 3)
      for (const session of all) assert.isFalse(yield* isActive(session))
      assert.isTrue(yield* isActive(kept))
      assert.deepStrictEqual(yield* sessionIds(), [kept.id])
      assert.strictEqual(yield* operators.revokeOtherSessions(kept.id), 0)
    })
  )

  it.effect("are revoked by concurrent calls without a deadlock", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { operators, sessionIds, signedIn } = yield* setUp
        const all = yield* Effect.replicateEffect(signedIn(), 6)
        const outcomes = yield* concurrently(6, (index) =>
          operators.revokeOtherSessions(all[index]?.id ?? Samples.operatorSessionId())
        )
        assert.lengthOf(Arr.getRights(outcomes), 6)
        assert.isAtMost((yield* sessionIds()).length, 1)
      })
    )
  )
}

const ofOperators = (it: Vitest.MethodsNonLive<Ports>) => {
  const setUpOperators = Effect.gen(function* () {
    const accounts = yield* OperatorAccounts
    const added = (fields: Parameters<typeof Samples.operator>[0] = {}) =>
      Effect.suspend(() => {
        const operator = Samples.operator(fields)
        return Effect.as(accounts.insert(operator), operator)
      })
    const named = ({ id, name, role }: Operator) => Option.some(new SessionOperator({ id, name, role }))
    return { ...(yield* setUp), accounts, added, named }
  })

  it.effect("name their operator when an invitation is consumed and a session revoked", () =>
    Effect.gen(function* () {
      const { added, invited, operators, signedIn } = yield* setUpOperators
      const operatorId = Option.some((yield* added()).id)
      const [invitation, session] = [
        yield* invited({ operatorId }),
        yield* signedIn({ operatorId, method: "invitation" })
      ]
      same(yield* operators.consumeInvitation([invitation.tokenHash], Samples.now), Option.some({ operatorId }))
      same(
        yield* operators.revokeSession([session.tokenHash]),
        Option.some({ id: session.id, method: "invitation" as const, operatorId })
      )
    })
  )

  it.effect("are found by any of several hashes", () =>
    Effect.gen(function* () {
      const { invited, operators, signedIn } = yield* setUpOperators
      const [invitation, session] = [yield* invited(), yield* signedIn()]
      const others = [Samples.tokenHash(), Samples.tokenHash()]
      const times = { now: Samples.now, idleLifetime }
      assert.isTrue(Option.isSome(yield* operators.findActive([...others, session.tokenHash], times)))
      assert.isTrue(Option.isNone(yield* operators.findActive(others, times)))
      assert.isTrue(Option.isNone(yield* operators.findActive([], times)))
      assert.isTrue(Option.isNone(yield* operators.revokeSession(others)))
      assert.isTrue(Option.isSome(yield* operators.revokeSession([...others, session.tokenHash])))
      assert.isTrue(Option.isNone(yield* operators.consumeInvitation(others, Samples.now)))
      assert.isTrue(Option.isSome(yield* operators.consumeInvitation([invitation.tokenHash, ...others], Samples.now)))
    })
  )

  it.effect("have the name and the role that the operator has now", () =>
    Effect.gen(function* () {
      const { accounts, added, find, named, operators, signedIn } = yield* setUpOperators
      const operator = yield* added({ name: "Café ☕", role: "admin" })
      const session = yield* signedIn({ operatorId: Option.some(operator.id) })
      const ownerOf = Effect.map(find(session), (found) => Option.getOrThrow(found).operator)
      same(yield* ownerOf, named(operator))
      const renamed = new Operator({ ...operator, name: "Other", role: "viewer" })
      yield* accounts.update(renamed)
      same(yield* ownerOf, named(renamed))
      const listed = yield* operators.listSessions({ now: Samples.now, idleLifetime }, 1000)
      same(
        listed.filter(({ id }) => id === session.id).map((found) => found.operator),
        [named(renamed)]
      )
    })
  )

  it.effect("are not active, and not listed, while the operator is disabled, and never after it is deleted", () =>
    Effect.gen(function* () {
      const { accounts, added, isActive, sessionIds, signedIn } = yield* setUpOperators
      const operator = yield* added({ role: "admin" })
      const session = yield* signedIn({ operatorId: Option.some(operator.id) })
      const state = Effect.gen(function* () {
        return [yield* isActive(session), (yield* sessionIds()).includes(session.id)]
      })
      assert.deepStrictEqual(yield* state, [true, true])
      yield* accounts.update(new Operator({ ...operator, disabledAt: Option.some(Samples.now) }))
      assert.deepStrictEqual(yield* state, [false, false])
      yield* accounts.update(operator)
      assert.deepStrictEqual(yield* state, [true, true])
      yield* accounts.delete(operator.id)
      assert.deepStrictEqual(yield* state, [false, false])
    })
  )

  it.effect("are withdrawn and revoked for one operator only", () =>
    Effect.gen(function* () {
      const { added, consume, invited, isActive, operators, signedIn } = yield* setUpOperators
      const [one, two] = [yield* added(), yield* added()]
      const of = (operator: Operator) => ({ operatorId: Option.some(operator.id) })
      const gone = [yield* invited(of(one)), yield* invited(of(one))]
      const ended = [yield* signedIn(of(one)), yield* signedIn(of(one))]
      const [kept, keptSession] = [yield* invited(of(two)), yield* signedIn(of(two))]
      const [anyone, anySession] = [yield* invited(), yield* signedIn()]
      assert.strictEqual(yield* operators.withdrawInvitationsOf(one.id), 2)
      assert.strictEqual(yield* operators.withdrawInvitationsOf(one.id), 0)
      assert.strictEqual(yield* operators.revokeSessionsOf(one.id), 2)
      assert.strictEqual(yield* operators.revokeSessionsOf(one.id), 0)
      for (const invitation of gone) assert.isFalse(yield* consume(invitation))
      for (const session of ended) assert.isFalse(yield* isActive(session))
      assert.deepStrictEqual([yield* isActive(keptSession), yield* isActive(anySession)], [true, true])
      assert.deepStrictEqual([yield* consume(kept), yield* consume(anyone)], [true, true])
    })
  )
}

const revokingAll = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("revokes every session and deletes every invitation", () =>
    Effect.gen(function* () {
      const { consume, invitationIds, invited, isActive, operators, sessionIds, signedIn } = yield* setUp
      const [sessions, invitation] = [[yield* signedIn(), yield* signedIn()], yield* invited()]
      assert.isAtLeast(yield* operators.revokeAll, 3)
      for (const session of sessions) assert.isFalse(yield* isActive(session))
      assert.isFalse(yield* consume(invitation))
      assert.deepStrictEqual([...(yield* sessionIds()), ...(yield* invitationIds())], [])
      assert.strictEqual(yield* operators.revokeAll, 0)
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const old = (millis: number) => Samples.plus(millis, Samples.longAgo)
  const setUpExpired = Effect.gen(function* () {
    const fixture = yield* setUp
    yield* untilNoneLeft(fixture.operators.deleteExpired(old(Samples.day), 1000))
    return fixture
  })

  it.effect("deletes invitations and sessions from the millisecond of their `expiresAt` on, and keeps others", () =>
    Effect.gen(function* () {
      const { consume, invited, isActive, operators, signedIn } = yield* setUpExpired
      yield* invited({ expiresAt: old(10) })
      yield* signedIn({ expiresAt: old(10) })
      const later = { authenticatedAt: old(0), expiresAt: old(11) }
      const [invitation, session] = [yield* invited({ expiresAt: old(11) }), yield* signedIn(later)]
      assert.strictEqual(yield* operators.deleteExpired(old(9), 100), 0)
      assert.strictEqual(yield* operators.deleteExpired(old(10), 100), 2)
      assert.strictEqual(yield* operators.deleteExpired(old(10), 100), 0)
      assert.isTrue(yield* isActive(session, old(10)))
      assert.isTrue(yield* consume(invitation, old(10)))
    })
  )

  it.effect("deletes at most `limit` rows per call", () =>
    Effect.gen(function* () {
      const { signedIn, invited, operators } = yield* setUpExpired
      yield* Effect.forEach(Arr.range(1, 4), (millis) => invited({ expiresAt: old(millis) }))
      yield* Effect.forEach(Arr.range(1, 3), (millis) => signedIn({ expiresAt: old(millis) }))
      const batch = operators.deleteExpired(old(4), 3)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch, yield* batch], [3, 3, 1, 0])
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("invitations", () => invitations(it))
  describe("invitations: list and withdrawal", () => managingInvitations(it))
  describe("sessions", () => sessions(it))
  describe("sessions: idle time, list and revocation", () => managingSessions(it))
  describe("invitations and sessions of operators", () => ofOperators(it))
  describe("revokeAll", () => revokingAll(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/**
 * Runs the contract of `OperatorRepository` against a layer, which must build within a minute. Call it in a test file
 * of Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`OperatorRepository: ${name}`, tests)
