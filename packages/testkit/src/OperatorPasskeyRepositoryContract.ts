/** Contract tests of `OperatorPasskeyRepository`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { Operator } from "@latchkey/domain/operator/Operator"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import { OperatorPasskey, OperatorPasskeyRepository } from "@latchkey/domain/operator/OperatorPasskeyRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone, isSome, same } from "./internal/Assertions.ts"
import { concurrently } from "./internal/Concurrency.ts"
import * as PasskeyCases from "./internal/passkey/PasskeyCases.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = OperatorAccounts | OperatorPasskeyRepository | Transaction

const added = Effect.gen(function* () {
  const operator = Samples.operator()
  yield* (yield* OperatorAccounts).insert(operator)
  return operator
})

const setUp = Effect.gen(function* () {
  const accounts = yield* OperatorAccounts
  const passkeys = yield* OperatorPasskeyRepository
  const operator = yield* added
  const handle = Samples.userHandle()
  isSome(yield* passkeys.assignHandle(operator.id, handle), handle)
  const list = (of = operator) => passkeys.list(of.id)
  return { accounts, handle, list, operator, passkeys }
})

const cases = PasskeyCases.make<Operator, OperatorPasskey, Ports>(
  Effect.gen(function* () {
    const passkeys = yield* OperatorPasskeyRepository
    const { run } = yield* Transaction
    return {
      added,
      missing: Samples.operator(),
      sample: Samples.operatorPasskey,
      changed: (passkey: OperatorPasskey, fields) => new OperatorPasskey({ ...passkey, ...fields }),
      findHandle: ({ id }) => passkeys.findHandle(id),
      assignHandle: ({ id }, fresh) => passkeys.assignHandle(id, fresh),
      insert: passkeys.insert,
      find: passkeys.find,
      recordUse: ({ id }, use) => passkeys.recordUse({ id, ...use }),
      list: ({ id }) => passkeys.list(id),
      rename: ({ id: operatorId }, id, name) => passkeys.rename({ operatorId, id, name }),
      delete: (operator, id) => passkeys.delete(operator.id, id),
      deleteAll: ({ id }) => passkeys.deleteAll(id),
      run
    } satisfies PasskeyCases.Fixture<Operator, OperatorPasskey, Ports>
  })
)

const counting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("counts the passkeys of each operator who has any, by their ids", () =>
    Effect.gen(function* () {
      const { operator, passkeys } = yield* setUp
      const [other, without] = [yield* added, yield* added]
      yield* Samples.storedOperatorPasskey(other)
      yield* Effect.forEach(Arr.range(1, 5), () => Samples.storedOperatorPasskey(operator))
      const counts = yield* passkeys.countByOperator
      const countOf = ({ id }: { readonly id: string }) =>
        counts.filter(({ operatorId }) => operatorId === id).map(({ count }) => count)
      assert.deepStrictEqual([countOf(operator), countOf(other), countOf(without)], [[5], [1], []])
      const order = counts.map(({ operatorId }) => operatorId)
      assert.deepStrictEqual(order, [...order].sort())
    })
  )

  it.effect("counts passkeys by RP ID, in order", () =>
    Effect.gen(function* () {
      const { operator, passkeys } = yield* setUp
      const [one, two] = [`a.${Samples.host()}`, `b.${Samples.host()}`]
      for (const rpId of [two, one, two]) yield* Samples.storedOperatorPasskey(operator, { rpId })
      const counts = yield* passkeys.countByRpId
      assert.deepStrictEqual(
        counts.filter(({ rpId }) => rpId === one || rpId === two),
        [
          { rpId: one, count: 1 },
          { rpId: two, count: 2 }
        ]
      )
    })
  )
}

const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes the passkeys with an RP ID, of all operators, and keeps the handles", () =>
    Effect.gen(function* () {
      const { handle, list, operator, passkeys } = yield* setUp
      const rpId = Samples.host()
      const other = yield* added
      const kept = yield* Samples.storedOperatorPasskey(operator)
      for (const one of [operator, operator, other]) yield* Samples.storedOperatorPasskey(one, { rpId })
      assert.deepStrictEqual([yield* passkeys.deleteByRpId(rpId), yield* passkeys.deleteByRpId(rpId)], [3, 0])
      same(yield* list(), [kept])
      same(yield* list(other), [])
      isSome(yield* passkeys.findHandle(operator.id), handle)
    })
  )

  it.effect("deletes with concurrent calls of both kinds, without a deadlock", () =>
    Effect.gen(function* () {
      const { list, operator, passkeys } = yield* setUp
      const rpId = Samples.host()
      yield* Effect.replicateEffect(
        Effect.suspend(() => Samples.storedOperatorPasskey(operator, { rpId })),
        8
      )
      const outcomes = yield* concurrently(12, (index) =>
        index % 2 === 0 ? passkeys.deleteAll(operator.id) : passkeys.deleteByRpId(rpId)
      )
      const deleted = Arr.getRights([...outcomes])
      assert.lengthOf(deleted, 12)
      assert.strictEqual(
        deleted.reduce((total, count) => total + count, 0),
        8
      )
      same(yield* list(), [])
    })
  )

  it.effect("finds none of an operator who was deleted, whose handle is gone, too", () =>
    Effect.gen(function* () {
      const { accounts, operator, passkeys } = yield* setUp
      const { credentialId } = yield* Samples.storedOperatorPasskey(operator)
      yield* accounts.delete(operator.id)
      isNone(yield* passkeys.find(credentialId))
      isNone(yield* passkeys.findHandle(operator.id))
    })
  )

  it.effect("keeps the passkeys of an operator who is changed or disabled", () =>
    Effect.gen(function* () {
      const { accounts, list, operator } = yield* setUp
      const passkey = yield* Samples.storedOperatorPasskey(operator)
      yield* accounts.update({ ...operator, name: "Other", disabledAt: Option.some(Samples.now) } as typeof operator)
      same(yield* list(), [passkey])
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("assignHandle", () => cases.assignHandle(it))
  describe("insert", () => cases.insert(it))
  describe("recordUse", () => cases.recordUse(it))
  describe("list", () => cases.list(it))
  describe("count", () => counting(it))
  describe("delete", () => {
    cases.delete(it)
    deleting(it)
  })
}

/**
 * Runs the contract of `OperatorPasskeyRepository` against a layer, which must build within a minute. Call it in a test
 * file of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`OperatorPasskeyRepository: ${name}`, tests)
