/**
 * Contract tests of `PendingSignInRepository`.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { PendingSignInRepository, StoredPendingSignIn } from "@latchkey/domain/session/PendingSignInRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { failsWith, isNone, isSome } from "./internal/Assertions.ts"
import { concurrently, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
export type Ports = InstanceRepository | PendingSignInRepository | SessionRepository | Transaction | UserRepository

const lifetime = 10 * Samples.minute

const setUp = Effect.gen(function* () {
  const pendings = yield* PendingSignInRepository
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const put = (pending: StoredPendingSignIn) => Effect.as(pendings.put(pending, Samples.now), pending)
  const find = (pending: StoredPendingSignIn, now = Samples.now) => pendings.find({ ...pending, now })
  const consume = (pending: StoredPendingSignIn, now = Samples.now) => pendings.consume({ ...pending, now })
  return { consume, find, instanceId, pendings, put, user, users }
})

const putting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores a pending sign-in with every field", () =>
    Effect.gen(function* () {
      const { find, put, user } = yield* setUp
      for (const methods of [["password"], ["magic_link"]] as const) {
        const pending = yield* put(Samples.pendingSignIn(user, { methods }))
        isSome(yield* find(pending), pending)
      }
    })
  )

  it.effect("replaces the one of the client, of whatever user, and no other", () =>
    Effect.gen(function* () {
      const { find, instanceId, put, user } = yield* setUp
      const other = yield* put(Samples.pendingSignIn(user))
      const former = yield* put(Samples.pendingSignIn(user))
      const { clientHash } = former
      const next = yield* put(Samples.pendingSignIn(yield* Samples.storedUser(instanceId), { clientHash }))
      isNone(yield* find(former))
      isSome(yield* find(next), next)
      isSome(yield* find(other), other)
    })
  )

  it.effect("fails with CredentialsChanged without the user, with another version, disabled or due", () =>
    Effect.gen(function* () {
      const { find, instanceId, pendings, user, users } = yield* setUp
      const disabled = yield* Samples.storedUser(instanceId, { disabledAt: Option.some(Samples.now) })
      const due = yield* Samples.storedUser(instanceId, { deletionAt: Option.some(Samples.now) })
      const kept = yield* Samples.storedUser(instanceId, { deletionAt: Option.some(Samples.plus(1)) })
      const missing = Samples.user(instanceId)
      const changed = new User({ ...user, credentialVersion: 1 })
      for (const one of [disabled, due, missing, changed]) {
        const pending = Samples.pendingSignIn(one)
        failsWith(yield* Effect.either(pendings.put(pending, Samples.now)), "CredentialsChanged")
        isNone(yield* find(pending))
      }
      yield* pendings.put(Samples.pendingSignIn(kept), Samples.now)
      yield* users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.some(Samples.now) })
      failsWith(yield* Effect.either(pendings.put(Samples.pendingSignIn(user), Samples.now)), "CredentialsChanged")
    })
  )
}

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns none to another client, with another token, in another instance, and after it has expired", () =>
    Effect.gen(function* () {
      const { find, put, user } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const pending = yield* put(Samples.pendingSignIn(user))
      isNone(yield* find(new StoredPendingSignIn({ ...pending, clientHash: Samples.tokenHash() })))
      isNone(yield* find(new StoredPendingSignIn({ ...pending, tokenHash: Samples.tokenHash() })))
      isNone(yield* find(new StoredPendingSignIn({ ...pending, instanceId: otherId })))
      isSome(yield* find(pending, Samples.plus(lifetime - 1)), pending)
      isNone(yield* find(pending, Samples.plus(lifetime)))
    })
  )

  it.effect("returns none after the credentials of the user changed, and after the user was deleted", () =>
    Effect.gen(function* () {
      const { consume, find, instanceId, put, user, users } = yield* setUp
      const pending = yield* put(Samples.pendingSignIn(user))
      yield* (yield* SessionRepository).revokeAll(instanceId, user.id)
      isNone(yield* find(pending))
      isNone(yield* consume(pending))
      const other = yield* Samples.storedUser(instanceId)
      const deleted = yield* put(Samples.pendingSignIn(other))
      yield* users.delete(instanceId, other.id)
      isNone(yield* find(deleted))
    })
  )
}

const consuming = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns it to one of fifty concurrent calls, and then no more", () =>
    Effect.gen(function* () {
      const { consume, find, put, user } = yield* setUp
      const pending = yield* put(Samples.pendingSignIn(user))
      const outcomes = yield* concurrently(50, () => consume(pending))
      const all = Arr.getRights([...outcomes])
      assert.lengthOf(all, 50)
      assert.lengthOf(Arr.getSomes(all), 1)
      isNone(yield* find(pending))
    })
  )

  it.effect("returns none with another token, or expired, and keeps it", () =>
    Effect.gen(function* () {
      const { consume, find, put, user } = yield* setUp
      const pending = yield* put(Samples.pendingSignIn(user))
      isNone(yield* consume(new StoredPendingSignIn({ ...pending, tokenHash: Samples.tokenHash() })))
      isNone(yield* consume(pending, Samples.plus(lifetime)))
      isSome(yield* find(pending), pending)
    })
  )

  it.effect("keeps it if the transaction is rolled back", () =>
    Effect.gen(function* () {
      const { consume, find, put, user } = yield* setUp
      const transaction = yield* Transaction
      const pending = yield* put(Samples.pendingSignIn(user))
      yield* Effect.flip(transaction.run(Effect.zipRight(consume(pending), Effect.fail("changed my mind"))))
      isSome(yield* find(pending), pending)
    })
  )

  it.effect("and sign-ins that replace it, concurrently, all succeed", () =>
    Effect.gen(function* () {
      const { consume, instanceId, put, user, users } = yield* setUp
      const transaction = yield* Transaction
      const pending = yield* put(Samples.pendingSignIn(user))
      const complete = Effect.zipRight(users.findByEmailForUpdate(instanceId, user.email), consume(pending))
      const outcomes = yield* concurrently(20, (index) =>
        index % 2 === 0 ? Effect.asVoid(transaction.run(complete)) : Effect.asVoid(put(pending))
      )
      assert.lengthOf(Arr.getRights([...outcomes]), 20)
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const expiresAt = Samples.longAgo
  const deleteExpired = (limit = 100, now = expiresAt) =>
    Effect.flatMap(PendingSignInRepository, (pendings) => pendings.deleteExpired(now, limit))

  it.effect("deletes up to `limit` from the millisecond of their `expiresAt` on, and keeps others", () =>
    Effect.gen(function* () {
      const { find, put, user } = yield* setUp
      yield* untilNoneLeft(deleteExpired(1000, Samples.plus(Samples.day, expiresAt)))
      const active = yield* put(Samples.pendingSignIn(user, { expiresAt: Samples.plus(1, expiresAt) }))
      yield* Effect.forEach(Arr.range(1, 3), () => put(Samples.pendingSignIn(user, { expiresAt })))
      assert.strictEqual(yield* deleteExpired(100, Samples.plus(-1, expiresAt)), 0)
      assert.strictEqual(yield* deleteExpired(2), 2)
      assert.strictEqual(yield* deleteExpired(2), 1)
      isSome(yield* find(active, expiresAt), active)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("put", () => putting(it))
  describe("find", () => finding(it))
  describe("consume", () => consuming(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/**
 * Runs the contract of `PendingSignInRepository` against a layer, which must build within a minute. Call it in a test
 * file of Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`PendingSignInRepository: ${name}`, tests)
