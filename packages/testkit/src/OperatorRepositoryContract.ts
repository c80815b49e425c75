/**
 * What every `OperatorRepository` promises. The tests sweep whatever was over in the year 2001: they need a store in
 * which nobody else works in that year.
 *
 * @since 0.1.0
 */
import { assert, it, type Vitest } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { type OperatorAccess, OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { atOnce, pause, rounds, untilNothing } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** What the layer under test has to provide: the port, and those that the tests make their data with. @since 0.1.0 */
export type Ports = OperatorRepository | Transaction

const setUp = Effect.gen(function* () {
  const operators = yield* OperatorRepository
  const invited = (fields: Partial<OperatorAccess> = {}) =>
    Effect.suspend(() => {
      const invitation = Samples.operatorAccess(fields)
      return Effect.as(operators.insertInvitation(invitation), invitation)
    })
  const entered = (fields: Partial<OperatorAccess> = {}) =>
    Effect.suspend(() => {
      const session = Samples.operatorAccess(fields)
      return Effect.as(operators.insertSession(session), session)
    })
  const consume = ({ tokenHash }: OperatorAccess, now = Samples.now) => operators.consumeInvitation(tokenHash, now)
  const isLive = ({ tokenHash }: OperatorAccess, now = Samples.now) => operators.isActive(tokenHash, now)
  return { consume, entered, invited, isLive, operators }
})

const invitations = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("lets an invitation be used once, and others live on", () =>
    Effect.gen(function* () {
      const { consume, invited } = yield* setUp
      const [used, other] = [yield* invited(), yield* invited()]
      assert.isTrue(yield* consume(used))
      assert.isFalse(yield* consume(used))
      assert.isTrue(yield* consume(other))
    })
  )

  it.effect("knows no invitation that nobody made, and takes no session for one", () =>
    Effect.gen(function* () {
      const { consume, entered, isLive } = yield* setUp
      const session = yield* entered()
      assert.isFalse(yield* consume(Samples.operatorAccess()))
      assert.isFalse(yield* consume(session))
      assert.isTrue(yield* isLive(session))
    })
  )

  it.effect("refuses an invitation from the very millisecond of its end on", () =>
    Effect.gen(function* () {
      const { consume, invited } = yield* setUp
      const late = yield* invited({ expiresAt: Samples.plus(5000) })
      assert.isFalse(yield* consume(late, Samples.plus(5000)))
      assert.isTrue(yield* consume(late, Samples.plus(4999)))
    })
  )

  it.effect("lets exactly one of twenty use an invitation", () =>
    rounds(5, () =>
      Effect.gen(function* () {
        const { consume, invited } = yield* setUp
        const invitation = yield* invited()
        const outcomes = Arr.getRights(yield* atOnce(20, () => consume(invitation)))
        assert.lengthOf(outcomes, 20)
        assert.lengthOf(outcomes.filter(Boolean), 1)
      })
    )
  )

  it.effect("gives an invitation back when the transaction around its use fails, and to one who waits for it", () =>
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
  it.effect("knows a session until the very millisecond of its end", () =>
    Effect.gen(function* () {
      const { entered, isLive } = yield* setUp
      const session = yield* entered({ expiresAt: Samples.plus(5000) })
      assert.isTrue(yield* isLive(session))
      assert.isTrue(yield* isLive(session, Samples.plus(4999)))
      assert.isFalse(yield* isLive(session, Samples.plus(5000)))
    })
  )

  it.effect("ends a session, once, and no other", () =>
    Effect.gen(function* () {
      const { entered, isLive, operators } = yield* setUp
      const [ended, other] = [yield* entered(), yield* entered()]
      assert.isTrue(yield* operators.revokeSession(ended.tokenHash))
      assert.isFalse(yield* isLive(ended))
      assert.isFalse(yield* operators.revokeSession(ended.tokenHash))
      assert.isTrue(yield* isLive(other))
    })
  )

  it.effect("knows no session that nobody made, and takes no invitation for one", () =>
    Effect.gen(function* () {
      const { consume, invited, isLive, operators } = yield* setUp
      const invitation = yield* invited()
      assert.isFalse(yield* isLive(Samples.operatorAccess()))
      assert.isFalse(yield* isLive(invitation))
      assert.isFalse(yield* operators.revokeSession(invitation.tokenHash))
      assert.isTrue(yield* consume(invitation))
    })
  )

  it.effect("stores and ends nothing that a failing transaction around it would leave behind", () =>
    Effect.gen(function* () {
      const { consume, entered, isLive, operators } = yield* setUp
      const { run } = yield* Transaction
      const kept = yield* entered()
      const [session, invitation] = [Samples.operatorAccess(), Samples.operatorAccess()]
      const work = Effect.all([
        operators.insertSession(session),
        operators.insertInvitation(invitation),
        operators.revokeSession(kept.tokenHash)
      ])
      yield* Effect.either(run(Effect.zipRight(work, Effect.fail("refused"))))
      assert.isFalse(yield* isLive(session))
      assert.isFalse(yield* consume(invitation))
      assert.isTrue(yield* isLive(kept))
    })
  )
}

const sweeping = (it: Vitest.MethodsNonLive<Ports>) => {
  const old = (millis: number) => Samples.plus(millis, Samples.longAgo)
  const setUpSweep = Effect.gen(function* () {
    const fixture = yield* setUp
    yield* untilNothing(fixture.operators.deleteExpired(old(Samples.day), 1000))
    return fixture
  })

  it.effect("deletes invitations and sessions from the very millisecond of their end on, and leaves others", () =>
    Effect.gen(function* () {
      const { consume, entered, invited, isLive, operators } = yield* setUpSweep
      yield* invited({ expiresAt: old(10) })
      yield* entered({ expiresAt: old(10) })
      const [invitation, session] = [yield* invited({ expiresAt: old(11) }), yield* entered({ expiresAt: old(11) })]
      assert.strictEqual(yield* operators.deleteExpired(old(9), 100), 0)
      assert.strictEqual(yield* operators.deleteExpired(old(10), 100), 2)
      assert.strictEqual(yield* operators.deleteExpired(old(10), 100), 0)
      assert.isTrue(yield* isLive(session, old(10)))
      assert.isTrue(yield* consume(invitation, old(10)))
    })
  )

  it.effect("deletes at most `limit` at a time", () =>
    Effect.gen(function* () {
      const { entered, invited, operators } = yield* setUpSweep
      yield* Effect.forEach(Arr.range(1, 4), (millis) => invited({ expiresAt: old(millis) }))
      yield* Effect.forEach(Arr.range(1, 3), (millis) => entered({ expiresAt: old(millis) }))
      const batch = operators.deleteExpired(old(4), 3)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch, yield* batch], [3, 3, 1, 0])
    })
  )
}

/** The tests, for a suite that is made already, by `it.layer(layer)(name, tests)`. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  invitations(it)
  sessions(it)
  sweeping(it)
}

/**
 * Holds the `OperatorRepository` of a layer to its promises. Call it in a test file of Vitest. The layer is built once, and
 * has a minute for it.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`OperatorRepository of ${name}`, tests)
