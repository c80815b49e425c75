/**
 * Contract tests of `OperatorRepository`. Deletion uses the year 2001: no other test may use that year in the
 * same store.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { type OperatorAccess, OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { concurrently, pause, repeatedly, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
export type Ports = OperatorRepository | Transaction

const setUp = Effect.gen(function* () {
  const operators = yield* OperatorRepository
  const invited = (fields: Partial<OperatorAccess> = {}) =>
    Effect.suspend(() => {
      const invitation = Samples.operatorAccess(fields)
      return Effect.as(operators.insertInvitation(invitation), invitation)
    })
  const signedIn = (fields: Partial<OperatorAccess> = {}) =>
    Effect.suspend(() => {
      const session = Samples.operatorAccess(fields)
      return Effect.as(operators.insertSession(session), session)
    })
  const consume = ({ tokenHash }: OperatorAccess, now = Samples.now) => operators.consumeInvitation(tokenHash, now)
  const isActive = ({ tokenHash }: OperatorAccess, now = Samples.now) => operators.isActive(tokenHash, now)
  return { consume, invited, isActive, operators, signedIn }
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
      assert.isFalse(yield* consume(Samples.operatorAccess()))
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
      assert.isTrue(yield* operators.revokeSession(ended.tokenHash))
      assert.isFalse(yield* isActive(ended))
      assert.isFalse(yield* operators.revokeSession(ended.tokenHash))
      assert.isTrue(yield* isActive(other))
    })
  )

  it.effect("are not found if unknown, nor by the token of an invitation", () =>
    Effect.gen(function* () {
      const { consume, invited, isActive, operators } = yield* setUp
      const invitation = yield* invited()
      assert.isFalse(yield* isActive(Samples.operatorAccess()))
      assert.isFalse(yield* isActive(invitation))
      assert.isFalse(yield* operators.revokeSession(invitation.tokenHash))
      assert.isTrue(yield* consume(invitation))
    })
  )

  it.effect("are neither stored nor revoked when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { consume, signedIn, isActive, operators } = yield* setUp
      const { run } = yield* Transaction
      const kept = yield* signedIn()
      const [session, invitation] = [Samples.operatorAccess(), Samples.operatorAccess()]
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
      const [invitation, session] = [yield* invited({ expiresAt: old(11) }), yield* signedIn({ expiresAt: old(11) })]
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
  describe("sessions", () => sessions(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/**
 * Runs the contract of `OperatorRepository` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`OperatorRepository: ${name}`, tests)
