import { assert, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { InvitationSummary } from "@latchkey/domain/operator/OperatorRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { same } from "../Assertions.ts"
import { concurrently, pause, repeatedly } from "../Concurrency.ts"
import * as Samples from "../../Samples.ts"
import { type Ports, setUp } from "./OperatorFixture.ts"

export const invitations = (it: Vitest.MethodsNonLive<Ports>) => {
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

export const managingInvitations = (it: Vitest.MethodsNonLive<Ports>) => {
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
