/** Contract tests of `PasskeyRepository`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { type User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { Passkey, PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone, isSome, same } from "./internal/Assertions.ts"
import * as PasskeyCases from "./internal/passkey/PasskeyCases.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = PasskeyCases.Ports

const setUp = Effect.gen(function* () {
  const passkeys = yield* PasskeyRepository
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const handle = Samples.userHandle()
  isSome(yield* passkeys.assignHandle(instanceId, user.id, handle), handle)
  const list = (of: User = user) => passkeys.list(of.instanceId, of.id)
  return { handle, instanceId, list, passkeys, user, users }
})

const cases = PasskeyCases.make(
  Effect.gen(function* () {
    const passkeys = yield* PasskeyRepository
    const { run } = yield* Transaction
    const { id: instanceId } = yield* Samples.storedInstance
    return {
      added: Samples.storedUser(instanceId),
      missing: Samples.user(instanceId),
      sample: Samples.passkey,
      changed: (passkey: Passkey, fields) => new Passkey({ ...passkey, ...fields }),
      findHandle: ({ id }) => passkeys.findHandle(instanceId, id),
      assignHandle: ({ id }, fresh) => passkeys.assignHandle(instanceId, id, fresh),
      insert: passkeys.insert,
      find: (id) => passkeys.find(instanceId, id),
      recordUse: ({ id }, use) => passkeys.recordUse({ instanceId, id, ...use }),
      list: ({ id }) => passkeys.list(instanceId, id),
      rename: ({ id: userId }, id, name) => passkeys.rename({ instanceId, userId, id, name }),
      delete: (user, id) => passkeys.delete(instanceId, user.id, id),
      deleteAll: ({ id }) => passkeys.deleteAll(instanceId, id),
      run
    } satisfies PasskeyCases.Fixture
  })
)

const countingOfUsers = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("counts the passkeys of each of the users, without those who have none, and of no other instance", () =>
    Effect.gen(function* () {
      const { id: instanceId } = yield* Samples.storedInstance
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const [one, two, none, other] = [
        yield* Samples.storedUser(instanceId),
        yield* Samples.storedUser(instanceId),
        yield* Samples.storedUser(instanceId),
        yield* Samples.storedUser(otherInstanceId)
      ]
      for (const user of [one, two, two, other]) yield* Samples.storedPasskey(user)
      const { countOfUsers } = yield* PasskeyRepository
      const counts = yield* countOfUsers(instanceId, [one.id, two.id, none.id, other.id])
      assert.deepStrictEqual([counts.size, counts.get(one.id), counts.get(two.id)], [2, 1, 2])
      assert.strictEqual((yield* countOfUsers(instanceId, [])).size, 0)
    })
  )
}

const keepingApart = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds no handle and no passkey of another one", () =>
    Effect.gen(function* () {
      const { passkeys, user } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const { credentialId } = yield* Samples.storedPasskey(user)
      isNone(yield* passkeys.findHandle(otherId, user.id))
      isNone(yield* passkeys.find(otherId, credentialId))
    })
  )

  it.effect("stores a credential that another one has", () =>
    Effect.gen(function* () {
      const { user } = yield* setUp
      const { credentialId } = yield* Samples.storedPasskey(user)
      const elsewhere = yield* Samples.storedUser((yield* Samples.storedInstance).id)
      yield* Samples.storedPasskey(elsewhere, { credentialId })
    })
  )

  it.effect("uses, renames and deletes no passkey of another one", () =>
    Effect.gen(function* () {
      const { list, passkeys, user } = yield* setUp
      const { id: instanceId } = yield* Samples.storedInstance
      const passkey = yield* Samples.storedPasskey(user)
      const { id } = passkey
      const use = { instanceId, id, at: Samples.now, signCount: 7, backedUp: true }
      assert.isFalse(yield* passkeys.recordUse(use))
      assert.isFalse(yield* passkeys.rename({ instanceId, userId: user.id, id, name: "My phone" }))
      assert.isFalse(yield* passkeys.delete(instanceId, user.id, id))
      same(yield* list(), [passkey])
    })
  )
}

const counting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("knows whether a passkey of the instance has another RP ID", () =>
    Effect.gen(function* () {
      const { instanceId, passkeys, user } = yield* setUp
      assert.isFalse(yield* passkeys.hasOtherRpId(instanceId, "example.com"))
      yield* Samples.storedPasskey(user)
      assert.isFalse(yield* passkeys.hasOtherRpId(instanceId, "example.com"))
      assert.isTrue(yield* passkeys.hasOtherRpId(instanceId, "example.org"))
      for (const rpId of ["a.example", "z.example"]) {
        const { id } = yield* Samples.storedPasskey(user, { rpId })
        assert.isTrue(yield* passkeys.hasOtherRpId(instanceId, "example.com"))
        yield* passkeys.delete(instanceId, user.id, id)
      }
      assert.isFalse(yield* passkeys.hasOtherRpId((yield* Samples.storedInstance).id, "example.org"))
    })
  )

  it.effect("counts the passkeys of the instance by RP ID, in order", () =>
    Effect.gen(function* () {
      const { instanceId, passkeys, user } = yield* setUp
      assert.deepStrictEqual(yield* passkeys.countByRpId(instanceId), [])
      for (const rpId of ["b.example", "a.example", "b.example"]) yield* Samples.storedPasskey(user, { rpId })
      yield* Samples.storedPasskey(yield* Samples.storedUser((yield* Samples.storedInstance).id))
      assert.deepStrictEqual(yield* passkeys.countByRpId(instanceId), [
        { rpId: "a.example", count: 1 },
        { rpId: "b.example", count: 2 }
      ])
    })
  )
}

const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes the passkeys of one instance and RP ID, up to a limit, and keeps the handles", () =>
    Effect.gen(function* () {
      const { handle, instanceId, list, passkeys, user } = yield* setUp
      const rpId = "former.example"
      const kept = yield* Samples.storedPasskey(user)
      yield* Effect.replicateEffect(
        Effect.suspend(() => Samples.storedPasskey(user, { rpId })),
        3
      )
      const other = yield* Samples.storedUser((yield* Samples.storedInstance).id)
      yield* Samples.storedPasskey(other, { rpId })
      const deleted = yield* Effect.replicateEffect(passkeys.deleteByRpId(instanceId, rpId, 2), 3)
      assert.deepStrictEqual(deleted, [2, 1, 0])
      same(yield* list(), [kept])
      assert.deepStrictEqual(yield* passkeys.findHandle(instanceId, user.id), Option.some(handle))
      assert.isTrue(yield* passkeys.hasOtherRpId(other.instanceId, "example.com"))
    })
  )

  it.effect("has none of a user that was deleted", () =>
    Effect.gen(function* () {
      const { instanceId, list, passkeys, user, users } = yield* setUp
      const passkey = yield* Samples.storedPasskey(user)
      yield* users.delete(instanceId, user.id)
      isNone(yield* passkeys.find(instanceId, passkey.credentialId))
      isNone(yield* passkeys.findHandle(instanceId, user.id))
      same(yield* list(), [])
      assert.isFalse(yield* passkeys.hasOtherRpId(instanceId, "example.org"))
    })
  )
}

const takingOver = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("has none of a user whose account was taken over, nor the handle, and keeps those of others", () =>
    Effect.gen(function* () {
      const { instanceId, list, passkeys, user, users } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      const kept = yield* Samples.storedPasskey(other)
      yield* Samples.storedPasskey(user)
      const verification = { instanceId, userId: user.id, now: Samples.now }
      yield* users.verifyEmail({ ...verification, password: "keep_password" })
      assert.lengthOf(yield* list(), 1)
      yield* users.verifyEmail({ ...verification, password: "drop_password" })
      same(yield* list(), [])
      isNone(yield* passkeys.findHandle(instanceId, user.id))
      same(yield* list(other), [kept])
      assert.isTrue(Option.isSome(yield* passkeys.findHandle(instanceId, other.id)))
    })
  )

  it.effect("counts passkeys as added when their owner verifies the address, and those of others as before", () =>
    Effect.gen(function* () {
      const { instanceId, list, user, users } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      const kept = yield* Samples.storedPasskey(other)
      const passkey = yield* Samples.storedPasskey(user)
      const now = Samples.plus(Samples.day)
      yield* users.verifyEmail({ instanceId, userId: user.id, now, password: "keep_password" })
      same(yield* list(), [new Passkey({ ...passkey, createdAt: now })])
      same(yield* list(other), [kept])
    })
  )

  it.effect("keeps passkeys when a password is set, or the user disabled", () =>
    Effect.gen(function* () {
      const { instanceId, list, user, users } = yield* setUp
      const passkey = yield* Samples.storedPasskey(user)
      const next = Samples.passwordHash()
      yield* users.setPasswordHash({ instanceId, userId: user.id, next, credentialVersion: 0 })
      yield* users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.some(Samples.now) })
      same(yield* list(), [passkey])
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("countOfUsers", () => countingOfUsers(it))
  describe("assignHandle", () => cases.assignHandle(it))
  describe("insert", () => cases.insert(it))
  describe("recordUse", () => cases.recordUse(it))
  describe("list", () => cases.list(it))
  describe("in an instance", () => keepingApart(it))
  describe("RP IDs", () => counting(it))
  describe("delete", () => {
    cases.delete(it)
    deleting(it)
  })
  describe("credentials", () => takingOver(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = (user: User): Effect.Effect<unknown, unknown, Ports> => Samples.storedPasskey(user)

/**
 * Runs the contract of `PasskeyRepository` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`PasskeyRepository: ${name}`, tests)
