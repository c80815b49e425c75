/**
 * Contract tests of `PasskeyRepository`.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { type User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { PasskeyChallengeRepository } from "@latchkey/domain/passkey/PasskeyChallengeRepository"
import { Passkey, PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { failsWith, isNone, isSome, oneSucceeds, same } from "./internal/Assertions.ts"
import { concurrently } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
export type Ports = InstanceRepository | PasskeyChallengeRepository | PasskeyRepository | Transaction | UserRepository

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

const handling = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("gives a user one handle for good, and others another one", () =>
    Effect.gen(function* () {
      const { handle, instanceId, passkeys, user } = yield* setUp
      isSome(yield* passkeys.assignHandle(instanceId, user.id, Samples.userHandle()), handle)
      isSome(yield* passkeys.findHandle(instanceId, user.id), handle)
      const other = yield* Samples.storedUser(instanceId)
      isNone(yield* passkeys.findHandle(instanceId, other.id))
      isNone(yield* passkeys.findHandle(Samples.instanceId(), user.id))
    })
  )

  it.effect("returns one handle to twenty concurrent calls", () =>
    Effect.gen(function* () {
      const { instanceId, passkeys } = yield* setUp
      const user = yield* Samples.storedUser(instanceId)
      const outcomes = yield* concurrently(20, () => passkeys.assignHandle(instanceId, user.id, Samples.userHandle()))
      const handles = Arr.getSomes(Arr.getRights([...outcomes]))
      assert.lengthOf(handles, 20)
      assert.lengthOf(Arr.dedupe(handles), 1)
      assert.deepStrictEqual(yield* passkeys.findHandle(instanceId, user.id), Arr.head(handles))
    })
  )

  it.effect("stores none for a user that does not exist", () =>
    Effect.gen(function* () {
      const { instanceId, passkeys } = yield* setUp
      const missing = Samples.userId()
      isNone(yield* passkeys.assignHandle(instanceId, missing, Samples.userHandle()))
      isNone(yield* passkeys.findHandle(instanceId, missing))
    })
  )
}

const inserting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores a passkey with every field, which is found with the handle of its user", () =>
    Effect.gen(function* () {
      const { handle, instanceId, list, passkeys, user } = yield* setUp
      const fields = [
        {},
        { transports: [], backupEligible: false, signCount: 4_294_967_295, name: "Schlüssel 🔑" },
        { backedUp: true, lastUsedAt: Option.some(Samples.plus(1)), rpId: "login.example.com" }
      ]
      for (const one of fields) {
        const passkey = yield* Samples.storedPasskey(user, one)
        isSome(yield* passkeys.find(instanceId, passkey.credentialId), { passkey, userHandle: handle })
      }
      assert.lengthOf(yield* list(), 3)
    })
  )

  it.effect("finds none with another credential, or in another instance", () =>
    Effect.gen(function* () {
      const { instanceId, passkeys, user } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const { credentialId } = yield* Samples.storedPasskey(user)
      isNone(yield* passkeys.find(instanceId, Samples.passkey(user).credentialId))
      isNone(yield* passkeys.find(otherId, credentialId))
    })
  )

  it.effect(
    "fails with PasskeyExists for a credential that the instance has, of this user or another one, and changes nothing",
    () =>
      Effect.gen(function* () {
        const { handle, instanceId, list, passkeys, user } = yield* setUp
        const passkey = yield* Samples.storedPasskey(user)
        const { credentialId } = passkey
        const other = yield* Samples.storedUser(instanceId)
        for (const one of [user, other]) {
          failsWith(yield* Effect.either(Samples.storedPasskey(one, { credentialId })), "PasskeyExists")
        }
        isSome(yield* passkeys.find(instanceId, credentialId), { passkey, userHandle: handle })
        same(yield* list(), [passkey])
        same(yield* list(other), [])
        const elsewhere = yield* Samples.storedUser((yield* Samples.storedInstance).id)
        yield* Samples.storedPasskey(elsewhere, { credentialId })
      })
  )

  it.effect("leaves a surrounding transaction usable after PasskeyExists", () =>
    Effect.gen(function* () {
      const { list, passkeys, user } = yield* setUp
      const { run } = yield* Transaction
      const first = yield* Samples.storedPasskey(user)
      const again = Samples.passkey(user, { credentialId: first.credentialId })
      const next = Samples.passkey(user)
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
      const { instanceId, passkeys, user } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      yield* passkeys.assignHandle(instanceId, other.id, Samples.userHandle())
      const { credentialId } = Samples.passkey(user)
      const outcomes = yield* concurrently(20, (index) =>
        passkeys.insert(Samples.passkey(index % 2 === 0 ? user : other, { credentialId }))
      )
      oneSucceeds(outcomes, "PasskeyExists")
    })
  )
}

const using = (it: Vitest.MethodsNonLive<Ports>) => {
  const useOf = ({ id, instanceId }: Passkey, at = Samples.now) => ({
    instanceId,
    id,
    at,
    signCount: 7,
    backedUp: true
  })

  it.effect("records a use, and never moves its time back", () =>
    Effect.gen(function* () {
      const { list, passkeys, user } = yield* setUp
      const passkey = yield* Samples.storedPasskey(user)
      const other = yield* Samples.storedPasskey(user)
      const later = Samples.plus(1000)
      assert.isTrue(yield* passkeys.recordUse(useOf(passkey, later)))
      assert.isTrue(yield* passkeys.recordUse({ ...useOf(passkey), signCount: 3 }))
      const used = new Passkey({ ...passkey, backedUp: true, signCount: 3, lastUsedAt: Option.some(later) })
      same(
        yield* list(),
        [used, other].sort((one, two) => (one.id < two.id ? -1 : 1))
      )
    })
  )

  it.effect("returns false for one that is gone, or in another instance", () =>
    Effect.gen(function* () {
      const { instanceId, passkeys, user } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const passkey = yield* Samples.storedPasskey(user)
      assert.isFalse(yield* passkeys.recordUse({ ...useOf(passkey), instanceId: otherId }))
      yield* passkeys.delete(instanceId, user.id, passkey.id)
      assert.isFalse(yield* passkeys.recordUse(useOf(passkey)))
    })
  )

  it.effect("of a use and a removal, whichever is first, leaves no passkey", () =>
    Effect.gen(function* () {
      const { instanceId, list, passkeys, user } = yield* setUp
      const passkey = yield* Samples.storedPasskey(user)
      const outcomes = yield* concurrently(20, (index) =>
        index === 10 ? passkeys.delete(instanceId, user.id, passkey.id) : passkeys.recordUse(useOf(passkey))
      )
      assert.isTrue(outcomes.every(Either.isRight))
      same(yield* list(), [])
    })
  )
}

const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("lists the passkeys of one user, oldest first, by their ids", () =>
    Effect.gen(function* () {
      const { instanceId, list, user } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      yield* Samples.storedPasskey(other)
      const stored = yield* Effect.forEach(Arr.range(1, 5), () => Samples.storedPasskey(user))
      const ids = stored.map(({ id }) => id).sort()
      assert.deepStrictEqual(
        (yield* list()).map(({ id }) => id),
        ids
      )
    })
  )

  it.effect("renames a passkey of its user only", () =>
    Effect.gen(function* () {
      const { instanceId, list, passkeys, user } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      const passkey = yield* Samples.storedPasskey(user)
      const change = { instanceId, userId: user.id, id: passkey.id, name: "My phone" }
      assert.isFalse(yield* passkeys.rename({ ...change, userId: other.id }))
      assert.isFalse(yield* passkeys.rename({ ...change, instanceId: Samples.instanceId() }))
      same(yield* list(), [passkey])
      assert.isTrue(yield* passkeys.rename(change))
      same(yield* list(), [new Passkey({ ...passkey, name: "My phone" })])
    })
  )

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

  it.effect("deletes a passkey of its user only, once of twenty concurrent calls", () =>
    Effect.gen(function* () {
      const { instanceId, list, passkeys, user } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      const kept = yield* Samples.storedPasskey(user)
      const { id } = yield* Samples.storedPasskey(user)
      assert.isFalse(yield* passkeys.delete(instanceId, other.id, id))
      assert.isFalse(yield* passkeys.delete(Samples.instanceId(), user.id, id))
      const outcomes = yield* concurrently(20, () => passkeys.delete(instanceId, user.id, id))
      assert.strictEqual(Arr.getRights([...outcomes]).filter((deleted) => deleted).length, 1)
      same(yield* list(), [kept])
    })
  )

  it.effect("deletes all passkeys of one user, and keeps the handle", () =>
    Effect.gen(function* () {
      const { handle, instanceId, list, passkeys, user } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      const kept = yield* Samples.storedPasskey(other)
      yield* Samples.storedPasskey(user)
      yield* Samples.storedPasskey(user)
      assert.strictEqual(yield* passkeys.deleteAll(instanceId, user.id), 2)
      assert.strictEqual(yield* passkeys.deleteAll(instanceId, user.id), 0)
      same(yield* list(), [])
      same(yield* list(other), [kept])
      isSome(yield* passkeys.findHandle(instanceId, user.id), handle)
    })
  )

  it.effect("keeps passkeys of a transaction that is rolled back", () =>
    Effect.gen(function* () {
      const { instanceId, list, passkeys, user } = yield* setUp
      const { run } = yield* Transaction
      const passkey = yield* Samples.storedPasskey(user)
      const deleted = passkeys.delete(instanceId, user.id, passkey.id)
      yield* Effect.flip(run(Effect.zipRight(deleted, Effect.fail("changed my mind"))))
      same(yield* list(), [passkey])
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
  it.effect(
    "has none of a user whose account was taken over, nor the handle and challenges, and keeps those of others",
    () =>
      Effect.gen(function* () {
        const { instanceId, list, passkeys, user, users } = yield* setUp
        const challenges = yield* PasskeyChallengeRepository
        const other = yield* Samples.storedUser(instanceId)
        const kept = yield* Samples.storedPasskey(other)
        yield* Samples.storedPasskey(user)
        const stored = [user, other].map(({ id }) =>
          Samples.passkeyChallenge(instanceId, { ceremony: "registration", userId: Option.some(id) })
        )
        yield* Effect.forEach(stored, challenges.put)
        const verification = { instanceId, userId: user.id, now: Samples.now }
        yield* users.verifyEmail({ ...verification, password: "keep_password" })
        assert.lengthOf(yield* list(), 1)
        yield* users.verifyEmail({ ...verification, password: "drop_password" })
        same(yield* list(), [])
        isNone(yield* passkeys.findHandle(instanceId, user.id))
        same(yield* list(other), [kept])
        assert.isTrue(Option.isSome(yield* passkeys.findHandle(instanceId, other.id)))
        const left = yield* Effect.forEach(stored, (challenge) =>
          challenges.consume({ ...challenge, now: Samples.now })
        )
        assert.deepStrictEqual(left.map(Option.isSome), [false, true])
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

/** Registers the tests in a suite that `it.layer` has opened. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("assignHandle", () => handling(it))
  describe("insert", () => inserting(it))
  describe("recordUse", () => using(it))
  describe("list", () => listing(it))
  describe("delete", () => deleting(it))
  describe("credentials", () => takingOver(it))
}

/**
 * Runs the contract of `PasskeyRepository` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`PasskeyRepository: ${name}`, tests)
