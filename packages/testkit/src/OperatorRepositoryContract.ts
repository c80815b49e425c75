/**
 * Contract tests of `OperatorRepository`. Deletion uses the year 2001: no other test may use that year in the
 * same store.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import {
  InvitationSummary,
  type OperatorInvitation,
  OperatorRepository,
  type OperatorSession,
  OperatorSessionSummary
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
export type Ports = OperatorRepository | Transaction

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
    operators.consumeInvitation(tokenHash, now)
  const find = ({ tokenHash }: Pick<OperatorSession, "tokenHash">, now = Samples.now) =>
    operators.findActive(tokenHash, { now, idleLifetime })
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
        yield* invited({ createdBy: "program", createdAt: Samples.plus(123), expiresAt: Samples.plus(5000) }),
        yield* invited()
      ]
      const listed = yield* operators.listInvitations(Samples.plus(4999), 1000)
      const { createdAt, createdBy, expiresAt, id } = one
      same(
        listed.filter((invitation) => invitation.id === id),
        [new InvitationSummary({ id, createdBy, createdAt, expiresAt })]
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
      assert.deepStrictEqual(yield* operators.revokeSession(ended.tokenHash), Option.some(ended.id))
      assert.isFalse(yield* isActive(ended))
      assert.isTrue(Option.isNone(yield* operators.revokeSession(ended.tokenHash)))
      assert.isTrue(yield* isActive(other))
    })
  )

  it.effect("are not found if unknown, nor by the token of an invitation", () =>
    Effect.gen(function* () {
      const { consume, invited, isActive, operators } = yield* setUp
      const invitation = yield* invited()
      assert.isFalse(yield* isActive(Samples.operatorSession()))
      assert.isFalse(yield* isActive(invitation))
      assert.isTrue(Option.isNone(yield* operators.revokeSession(invitation.tokenHash)))
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
        operators.revokeSession(kept.tokenHash)
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
      const { tokenHash: _, ...fields } = session
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
