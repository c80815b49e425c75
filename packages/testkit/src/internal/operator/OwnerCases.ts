import { assert, type Vitest } from "@effect/vitest"
import { Operator } from "@latchkey/domain/operator/Operator"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import { SessionOperator } from "@latchkey/domain/operator/OperatorRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { same } from "../Assertions.ts"
import * as Samples from "../../Samples.ts"
import { idleLifetime, type Ports, setUp } from "./OperatorFixture.ts"

export const ofOperators = (it: Vitest.MethodsNonLive<Ports>) => {
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
