import { assert, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { OperatorSessionSummary } from "@latchkey/domain/operator/OperatorRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { same } from "../Assertions.ts"
import { concurrently, repeatedly } from "../Concurrency.ts"
import * as Samples from "../../Samples.ts"
import { idle, idleLifetime, type Ports, setUp } from "./OperatorFixture.ts"

export const sessions = (it: Vitest.MethodsNonLive<Ports>) => {
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

export const managingSessions = (it: Vitest.MethodsNonLive<Ports>) => {
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

  it.effect("that began with a passkey say so, when they are found, listed and revoked", () =>
    Effect.gen(function* () {
      const { find, operators, signedIn } = yield* setUp
      for (const method of ["passkey", "invitation", "admin_key"] as const) {
        const session = yield* signedIn({ method })
        same(
          Option.map(yield* find(session), (found) => found.method),
          Option.some(method)
        )
        const listed = yield* operators.listSessions({ now: Samples.now, idleLifetime }, 1000)
        assert.deepStrictEqual(
          listed.filter(({ id }) => id === session.id).map((found) => found.method),
          [method]
        )
        const { id, operatorId } = session
        same(yield* operators.revokeSession([session.tokenHash]), Option.some({ id, method, operatorId }))
      }
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
