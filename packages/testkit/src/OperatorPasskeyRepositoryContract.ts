/**
 * Contract tests of `OperatorPasskeyRepository`.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import { OperatorPasskey, OperatorPasskeyRepository } from "@latchkey/domain/operator/OperatorPasskeyRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { failsWith, isNone, isSome, oneSucceeds, same } from "./internal/Assertions.ts"
import { concurrently, pause } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
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

const handling = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("gives an operator one handle for good, and others another one", () =>
    Effect.gen(function* () {
      const { handle, operator, passkeys } = yield* setUp
      isSome(yield* passkeys.assignHandle(operator.id, Samples.userHandle()), handle)
      isSome(yield* passkeys.findHandle(operator.id), handle)
      isNone(yield* passkeys.findHandle((yield* added).id))
    })
  )

  it.effect("returns one handle to twenty concurrent calls", () =>
    Effect.gen(function* () {
      const { passkeys } = yield* setUp
      const { id } = yield* added
      const outcomes = yield* concurrently(20, () => passkeys.assignHandle(id, Samples.userHandle()))
      const handles = Arr.getSomes(Arr.getRights([...outcomes]))
      assert.lengthOf(handles, 20)
      assert.lengthOf(Arr.dedupe(handles), 1)
      assert.deepStrictEqual(yield* passkeys.findHandle(id), Arr.head(handles))
    })
  )

  it.effect("stores none for an operator who does not exist", () =>
    Effect.gen(function* () {
      const { passkeys } = yield* setUp
      const missing = Samples.operatorId()
      isNone(yield* passkeys.assignHandle(missing, Samples.userHandle()))
      isNone(yield* passkeys.findHandle(missing))
    })
  )
}

const inserting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores a passkey with every field, which is found with the handle of its operator", () =>
    Effect.gen(function* () {
      const { handle, list, operator, passkeys } = yield* setUp
      const fields = [
        {},
        { transports: [], backupEligible: false, signCount: 4_294_967_295, name: "Schlüssel 🔑" },
        { backedUp: true, lastUsedAt: Option.some(Samples.plus(1)), rpId: "login.example.com" }
      ]
      for (const one of fields) {
        const passkey = yield* Samples.storedOperatorPasskey(operator, one)
        isSome(yield* passkeys.find(passkey.credentialId), { passkey, userHandle: handle })
      }
      assert.lengthOf(yield* list(), 3)
      isNone(yield* passkeys.find(Samples.operatorPasskey(operator).credentialId))
    })
  )

  it.effect(
    "fails with PasskeyExists for a stored credential, of this operator or another one, and changes nothing",
    () =>
      Effect.gen(function* () {
        const { handle, list, operator, passkeys } = yield* setUp
        const passkey = yield* Samples.storedOperatorPasskey(operator)
        const { credentialId } = passkey
        const other = yield* added
        for (const one of [operator, other]) {
          failsWith(yield* Effect.either(Samples.storedOperatorPasskey(one, { credentialId })), "PasskeyExists")
        }
        isSome(yield* passkeys.find(credentialId), { passkey, userHandle: handle })
        same(yield* list(), [passkey])
        same(yield* list(other), [])
      })
  )

  it.effect("leaves a surrounding transaction usable after PasskeyExists", () =>
    Effect.gen(function* () {
      const { list, operator, passkeys } = yield* setUp
      const { run } = yield* Transaction
      const first = yield* Samples.storedOperatorPasskey(operator)
      const again = Samples.operatorPasskey(operator, { credentialId: first.credentialId })
      const next = Samples.operatorPasskey(operator)
      const outcome = yield* run(Effect.zipLeft(Effect.either(passkeys.insert(again)), passkeys.insert(next)))
      failsWith(outcome, "PasskeyExists")
      assert.sameMembers(
        (yield* list()).map(({ id }) => id),
        [first.id, next.id]
      )
    })
  )

  it.effect("stores one of twenty concurrent passkeys with the same credential", () =>
    Effect.gen(function* () {
      const { operator, passkeys } = yield* setUp
      const other = yield* added
      yield* passkeys.assignHandle(other.id, Samples.userHandle())
      const { credentialId } = Samples.operatorPasskey(operator)
      const outcomes = yield* concurrently(20, (index) =>
        passkeys.insert(Samples.operatorPasskey(index % 2 === 0 ? operator : other, { credentialId }))
      )
      oneSucceeds(outcomes, "PasskeyExists")
    })
  )
}

const using = (it: Vitest.MethodsNonLive<Ports>) => {
  const useOf = ({ id }: OperatorPasskey, at = Samples.now) => ({ id, at, signCount: 7, backedUp: true })

  it.effect("records a use, and never moves its time back", () =>
    Effect.gen(function* () {
      const { list, operator, passkeys } = yield* setUp
      const passkey = yield* Samples.storedOperatorPasskey(operator)
      const other = yield* Samples.storedOperatorPasskey(operator)
      const later = Samples.plus(1000)
      assert.isTrue(yield* passkeys.recordUse(useOf(passkey, later)))
      assert.isTrue(yield* passkeys.recordUse({ ...useOf(passkey), signCount: 3 }))
      const used = new OperatorPasskey({ ...passkey, backedUp: true, signCount: 3, lastUsedAt: Option.some(later) })
      same(
        yield* list(),
        [used, other].sort((one, two) => (one.id < two.id ? -1 : 1))
      )
    })
  )

  it.effect("returns false for one that is gone", () =>
    Effect.gen(function* () {
      const { operator, passkeys } = yield* setUp
      const passkey = yield* Samples.storedOperatorPasskey(operator)
      yield* passkeys.delete(operator.id, passkey.id)
      assert.isFalse(yield* passkeys.recordUse(useOf(passkey)))
    })
  )

  it.effect("of a use and a removal, whichever is first, leaves no passkey", () =>
    Effect.gen(function* () {
      const { list, operator, passkeys } = yield* setUp
      const passkey = yield* Samples.storedOperatorPasskey(operator)
      const outcomes = yield* concurrently(20, (index) =>
        index === 10 ? passkeys.delete(operator.id, passkey.id) : passkeys.recordUse(useOf(passkey))
      )
      assert.isTrue(outcomes.every(Either.isRight))
      same(yield* list(), [])
    })
  )

  it.effect("makes a use wait for a transaction that removes the passkey, and returns false then", () =>
    Effect.gen(function* () {
      const { operator, passkeys } = yield* setUp
      const { run } = yield* Transaction
      const passkey = yield* Samples.storedOperatorPasskey(operator)
      const isRemoved = yield* Effect.makeLatch()
      const removing = passkeys.deleteAll(operator.id).pipe(Effect.zipLeft(isRemoved.open), Effect.zipLeft(pause(20)))
      const [removed, isUsed] = yield* Effect.all(
        [run(removing), isRemoved.whenOpen(passkeys.recordUse(useOf(passkey)))],
        {
          concurrency: "unbounded"
        }
      )
      assert.deepStrictEqual([removed, isUsed], [1, false])
    })
  )
}

const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("lists the passkeys of one operator, oldest first, by their ids, and counts them", () =>
    Effect.gen(function* () {
      const { list, operator, passkeys } = yield* setUp
      const [other, without] = [yield* added, yield* added]
      yield* Samples.storedOperatorPasskey(other)
      const stored = yield* Effect.forEach(Arr.range(1, 5), () => Samples.storedOperatorPasskey(operator))
      const ids = stored.map(({ id }) => id).sort()
      assert.deepStrictEqual(
        (yield* list()).map(({ id }) => id),
        ids
      )
      const counts = yield* passkeys.countByOperator
      const countOf = ({ id }: { readonly id: string }) =>
        counts.filter(({ operatorId }) => operatorId === id).map(({ count }) => count)
      assert.deepStrictEqual([countOf(operator), countOf(other), countOf(without)], [[5], [1], []])
      const order = counts.map(({ operatorId }) => operatorId)
      assert.deepStrictEqual(order, [...order].sort())
    })
  )

  it.effect("renames a passkey of its operator only", () =>
    Effect.gen(function* () {
      const { list, operator, passkeys } = yield* setUp
      const other = yield* added
      const passkey = yield* Samples.storedOperatorPasskey(operator)
      const change = { operatorId: operator.id, id: passkey.id, name: "My phone" }
      assert.isFalse(yield* passkeys.rename({ ...change, operatorId: other.id }))
      same(yield* list(), [passkey])
      assert.isTrue(yield* passkeys.rename(change))
      same(yield* list(), [new OperatorPasskey({ ...passkey, name: "My phone" })])
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

  it.effect("deletes a passkey of its operator only, once of twenty concurrent calls", () =>
    Effect.gen(function* () {
      const { list, operator, passkeys } = yield* setUp
      const other = yield* added
      const kept = yield* Samples.storedOperatorPasskey(operator)
      const { id } = yield* Samples.storedOperatorPasskey(operator)
      assert.isFalse(yield* passkeys.delete(other.id, id))
      const outcomes = yield* concurrently(20, () => passkeys.delete(operator.id, id))
      assert.strictEqual(Arr.getRights([...outcomes]).filter((deleted) => deleted).length, 1)
      same(yield* list(), [kept])
    })
  )

  it.effect("deletes all passkeys of one operator, and keeps the handle", () =>
    Effect.gen(function* () {
      const { handle, list, operator, passkeys } = yield* setUp
      const other = yield* added
      const kept = yield* Samples.storedOperatorPasskey(other)
      yield* Samples.storedOperatorPasskey(operator)
      yield* Samples.storedOperatorPasskey(operator)
      assert.strictEqual(yield* passkeys.deleteAll(operator.id), 2)
      assert.strictEqual(yield* passkeys.deleteAll(operator.id), 0)
      same(yield* list(), [])
      same(yield* list(other), [kept])
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

  it.effect("keeps passkeys of a transaction that is rolled back", () =>
    Effect.gen(function* () {
      const { list, operator, passkeys } = yield* setUp
      const { run } = yield* Transaction
      const passkey = yield* Samples.storedOperatorPasskey(operator)
      const deleted = passkeys.delete(operator.id, passkey.id)
      yield* Effect.flip(run(Effect.zipRight(deleted, Effect.fail("changed my mind"))))
      same(yield* list(), [passkey])
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

/** Registers the tests in a suite that `it.layer` has opened. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("assignHandle", () => handling(it))
  describe("insert", () => inserting(it))
  describe("recordUse", () => using(it))
  describe("list", () => listing(it))
  describe("delete", () => deleting(it))
}

/**
 * Runs the contract of `OperatorPasskeyRepository` against a layer, which must build within a minute. Call it in a test
 * file of Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`OperatorPasskeyRepository: ${name}`, tests)
