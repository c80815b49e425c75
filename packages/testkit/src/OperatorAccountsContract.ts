/** Contract tests of `OperatorAccounts`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { OperatorEmailTaken } from "@latchkey/domain/operator/OperatorErrors"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { Operator } from "@latchkey/domain/operator/Operator"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import { Role } from "@latchkey/domain/operator/Role"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { same } from "./internal/Assertions.ts"
import { concurrently, pause, repeatedly } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = OperatorAccounts | Transaction

const disabledAt = Option.some(Samples.plus(9))

const setUp = Effect.gen(function* () {
  const accounts = yield* OperatorAccounts
  const { run } = yield* Transaction
  const added = (fields: Parameters<typeof Samples.operator>[0] = {}) =>
    Effect.suspend(() => {
      const operator = Samples.operator(fields)
      return Effect.as(accounts.insert(operator), operator)
    })
  return { accounts, added, run }
})

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns an operator with every field, by id and by address", () =>
    Effect.gen(function* () {
      const { accounts, added } = yield* setUp
      const full = yield* added({
        name: "Café ☕ <b>",
        role: "admin",
        createdAt: Samples.plus(123),
        joinedAt: Option.some(Samples.plus(1)),
        signedInAt: Option.some(Samples.plus(2)),
        disabledAt
      })
      const plain = yield* added()
      for (const operator of [full, plain]) {
        same(yield* accounts.findById(operator.id), Option.some(operator))
        same(yield* accounts.findByEmail(operator.email), Option.some(operator))
      }
      assert.isTrue(Option.isNone(yield* accounts.findById(Samples.operatorId())))
      assert.isTrue(Option.isNone(yield* accounts.findByEmail(Samples.email())))
    })
  )

  it.effect("lists operators with every role, ordered by id, also for update", () =>
    Effect.gen(function* () {
      const { accounts, added, run } = yield* setUp
      const operators = yield* Effect.forEach(Role.literals, (role) => added({ role }))
      const ids = operators.map(({ id }) => id).sort()
      for (const list of [accounts.list, run(accounts.listForUpdate)]) {
        const all = yield* list
        assert.deepStrictEqual(
          all.map(({ id }) => id).filter((id) => ids.includes(id)),
          ids
        )
        assert.deepStrictEqual(
          all.map(({ id }) => id),
          all.map(({ id }) => id).sort()
        )
        same(
          operators.map(({ id }) => all.find((operator) => operator.id === id)),
          operators
        )
      }
    })
  )
}

const changing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("refuses a second operator with an address, and leaves the transaction usable", () =>
    Effect.gen(function* () {
      const { accounts, added, run } = yield* setUp
      const first = yield* added()
      const second = Samples.operator({ email: first.email })
      const other = Samples.operator()
      const refused = yield* run(Effect.zipLeft(Effect.either(accounts.insert(second)), accounts.insert(other)))
      same(refused, Either.left(new OperatorEmailTaken()))
      same(yield* accounts.findByEmail(first.email), Option.some(first))
      assert.isTrue(Option.isNone(yield* accounts.findById(second.id)))
      same(yield* accounts.findById(other.id), Option.some(other))
    })
  )

  it.effect("stores exactly one of ten concurrent operators with an address", () =>
    Effect.gen(function* () {
      const { accounts } = yield* setUp
      const email = Samples.email()
      const outcomes = yield* concurrently(10, () => accounts.insert(Samples.operator({ email })))
      assert.lengthOf(Arr.getRights(outcomes), 1)
      same(Arr.getLefts(outcomes), Arr.replicate(new OperatorEmailTaken(), 9))
    })
  )

  it.effect("replaces the name, the role and `disabledAt`, and nothing else", () =>
    Effect.gen(function* () {
      const { accounts, added } = yield* setUp
      const [operator, other] = [yield* added({ joinedAt: Option.some(Samples.plus(1)) }), yield* added()]
      const changed = new Operator({ ...operator, name: "Changed", role: "admin", disabledAt })
      const forged = {
        email: Samples.email(),
        createdAt: Samples.plus(5),
        joinedAt: Option.none(),
        signedInAt: disabledAt
      }
      assert.isTrue(yield* accounts.update(new Operator({ ...changed, ...forged })))
      same(yield* accounts.findById(operator.id), Option.some(changed))
      same(yield* accounts.findById(other.id), Option.some(other))
      assert.isTrue(yield* accounts.update(operator))
      same(yield* accounts.findById(operator.id), Option.some(operator))
      assert.isFalse(yield* accounts.update(Samples.operator()))
    })
  )

  it.effect("deletes an operator once, and leaves others", () =>
    Effect.gen(function* () {
      const { accounts, added } = yield* setUp
      const [deleted, kept] = [yield* added(), yield* added()]
      assert.isTrue(yield* accounts.delete(deleted.id))
      assert.isFalse(yield* accounts.delete(deleted.id))
      assert.isTrue(Option.isNone(yield* accounts.findByEmail(deleted.email)))
      same(yield* accounts.findById(kept.id), Option.some(kept))
      yield* added({ email: deleted.email })
    })
  )

  it.effect("changes nothing when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { accounts, added, run } = yield* setUp
      const operator = yield* added()
      const never = Samples.operator()
      const work = Effect.all([
        accounts.insert(never),
        accounts.update(new Operator({ ...operator, role: "admin" })),
        accounts.recordSignIn(operator.id, Samples.now),
        accounts.delete(operator.id)
      ])
      yield* Effect.either(run(Effect.zipRight(work, Effect.fail("refused"))))
      same(yield* accounts.findById(operator.id), Option.some(operator))
      assert.isTrue(Option.isNone(yield* accounts.findById(never.id)))
    })
  )
}

const signingIn = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps the first sign-in and the last one", () =>
    Effect.gen(function* () {
      const { accounts, added } = yield* setUp
      const [operator, other] = [yield* added(), yield* added()]
      const [first, last] = [Option.some(Samples.plus(1)), Option.some(Samples.plus(2))]
      const joined = new Operator({ ...operator, joinedAt: first, signedInAt: first })
      same(yield* accounts.recordSignIn(operator.id, Samples.plus(1)), Option.some(joined))
      const again = new Operator({ ...joined, signedInAt: last })
      same(yield* accounts.recordSignIn(operator.id, Samples.plus(2)), Option.some(again))
      same(yield* accounts.findById(operator.id), Option.some(again))
      same(yield* accounts.findById(other.id), Option.some(other))
    })
  )

  it.effect("records nothing for a disabled operator, nor for one that does not exist", () =>
    Effect.gen(function* () {
      const { accounts, added } = yield* setUp
      const operator = yield* added({ disabledAt })
      assert.isTrue(Option.isNone(yield* accounts.recordSignIn(operator.id, Samples.now)))
      same(yield* accounts.findById(operator.id), Option.some(operator))
      assert.isTrue(Option.isNone(yield* accounts.recordSignIn(Samples.operatorId(), Samples.now)))
    })
  )
}

const locking = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("lets two transactions that demote one another see each other's change", () =>
    repeatedly(5, () =>
      Effect.gen(function* () {
        const { accounts, added, run } = yield* setUp
        const admins = [yield* added({ role: "admin" }), yield* added({ role: "admin" })]
        const isOne = ({ id }: Operator) => admins.some((admin) => admin.id === id)
        const demote = (index: number) =>
          Effect.gen(function* () {
            const left = (yield* accounts.listForUpdate).filter((found) => isOne(found) && found.role === "admin")
            yield* pause(5)
            const target = admins[index]
            if (left.length < 2 || target === undefined) return yield* Effect.fail("last")
            yield* accounts.update(new Operator({ ...target, role: "viewer" }))
          })
        const outcomes = yield* concurrently(2, (index) => run(demote(index)))
        assert.lengthOf(Arr.getRights(outcomes), 1)
        assert.deepStrictEqual(Arr.getLefts(outcomes), ["last"])
        const left = (yield* accounts.list).filter((found) => isOne(found) && found.role === "admin")
        assert.lengthOf(left, 1)
      })
    )
  )

  it.effect("makes a sign-in wait for a transaction that disables the operator", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { accounts, added, run } = yield* setUp
        const operator = yield* added()
        const isLocked = yield* Effect.makeLatch()
        const disabling = Effect.gen(function* () {
          yield* accounts.listForUpdate
          yield* isLocked.open
          yield* pause(20)
          yield* accounts.update(new Operator({ ...operator, disabledAt }))
        })
        const [, signedIn] = yield* Effect.all(
          [run(disabling), isLocked.whenOpen(accounts.recordSignIn(operator.id, Samples.now))],
          { concurrency: "unbounded" }
        )
        assert.isTrue(Option.isNone(signedIn))
      })
    )
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("findById, findByEmail, list", () => finding(it))
  describe("insert, update, delete", () => changing(it))
  describe("recordSignIn", () => signingIn(it))
  describe("listForUpdate", () => locking(it))
}

/**
 * Runs the contract of `OperatorAccounts` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`OperatorAccounts: ${name}`, tests)
