import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { UserRepository, User } from "@latchkey/domain/account/UserRepository"
import * as Samples from "../Samples.ts"
import { isNone, isSome, same } from "./Assertions.ts"
import { atOnce } from "./Concurrency.ts"

type Ports = InstanceRepository | UserRepository

const setUp = Effect.gen(function* () {
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const { id: otherInstanceId } = yield* Samples.storedInstance
  const current = Samples.passwordHash()
  const user = yield* Samples.storedUser(instanceId, { passwordHash: Option.some(current), credentialVersion: 3 })
  const isUnchanged = Effect.map(users.findByEmail(instanceId, user.email), (found) => isSome(found, user))
  const change = { instanceId, userId: user.id, current, next: Samples.passwordHash() }
  const proof = { instanceId, userId: user.id, now: Samples.now }
  return { change, isUnchanged, otherInstanceId, proof, user, users }
})

const replacing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("replaces the hash that is still current, and nothing else", () =>
    Effect.gen(function* () {
      const { change, user, users } = yield* setUp
      assert.isTrue(yield* users.replacePasswordHash(change))
      const expected = new User({ ...user, passwordHash: Option.some(change.next) })
      isSome(yield* users.findByEmail(user.instanceId, user.email), expected)
    })
  )

  it.effect("leaves a hash that is no longer the current one", () =>
    Effect.gen(function* () {
      const { change, isUnchanged, users } = yield* setUp
      assert.isFalse(yield* users.replacePasswordHash({ ...change, current: Samples.passwordHash() }))
      yield* isUnchanged
    })
  )

  it.effect("gives no password to a user without one", () =>
    Effect.gen(function* () {
      const { change, proof, user, users } = yield* setUp
      const proved = yield* users.verifyEmail({ ...proof, password: "drop_password" })
      assert.isFalse(yield* users.replacePasswordHash(change))
      same(yield* users.findByEmail(user.instanceId, user.email), proved)
    })
  )

  it.effect("replaces nothing for an unknown user, or by way of another instance", () =>
    Effect.gen(function* () {
      const { change, isUnchanged, otherInstanceId, users } = yield* setUp
      assert.isFalse(yield* users.replacePasswordHash({ ...change, userId: Samples.userId() }))
      assert.isFalse(yield* users.replacePasswordHash({ ...change, instanceId: otherInstanceId }))
      yield* isUnchanged
    })
  )

  it.effect("lets exactly one of fifty replace the same hash", () =>
    Effect.gen(function* () {
      const { change, user, users } = yield* setUp
      const outcomes = yield* atOnce(50, () => {
        const next = Samples.passwordHash()
        return Effect.map(users.replacePasswordHash({ ...change, next }), (replaced) => ({ next, replaced }))
      })
      const winners = outcomes.flatMap((outcome) => (Either.isRight(outcome) ? [outcome.right] : []))
      assert.lengthOf(winners, 50)
      const [winner, ...rest] = winners.filter(({ replaced }) => replaced)
      assert.lengthOf(rest, 0)
      const stored = yield* users.findByEmail(user.instanceId, user.email)
      same(
        Option.flatMap(stored, ({ passwordHash }) => passwordHash),
        Option.fromNullable(winner?.next)
      )
    })
  )
}

const proving = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("records a proof and keeps the password and the epoch", () =>
    Effect.gen(function* () {
      const { proof, user, users } = yield* setUp
      const expected = new User({ ...user, emailVerifiedAt: Option.some(Samples.now) })
      isSome(yield* users.verifyEmail({ ...proof, password: "keep_password" }), expected)
      isSome(yield* users.findByEmail(user.instanceId, user.email), expected)
    })
  )

  it.effect("records a proof, deletes the password and raises the epoch by one", () =>
    Effect.gen(function* () {
      const { proof, user, users } = yield* setUp
      const expected = new User({
        ...user,
        emailVerifiedAt: Option.some(Samples.now),
        passwordHash: Option.none(),
        credentialVersion: 4
      })
      isSome(yield* users.verifyEmail({ ...proof, password: "drop_password" }), expected)
      isSome(yield* users.findByEmail(user.instanceId, user.email), expected)
    })
  )

  it.effect("keeps the time of the first proof", () =>
    Effect.gen(function* () {
      const { proof, users } = yield* setUp
      yield* users.verifyEmail({ ...proof, password: "keep_password" })
      const again = yield* users.verifyEmail({ ...proof, now: Samples.plus(1), password: "keep_password" })
      same(
        Option.flatMap(again, ({ emailVerifiedAt }) => emailVerifiedAt),
        Option.some(Samples.now)
      )
    })
  )

  it.effect("proves nothing for an unknown user, or by way of another instance", () =>
    Effect.gen(function* () {
      const { isUnchanged, otherInstanceId, proof, users } = yield* setUp
      isNone(yield* users.verifyEmail({ ...proof, userId: Samples.userId(), password: "drop_password" }))
      isNone(yield* users.verifyEmail({ ...proof, instanceId: otherInstanceId, password: "drop_password" }))
      yield* isUnchanged
    })
  )

  it.effect("leaves the instance's other users as they are", () =>
    Effect.gen(function* () {
      const { proof, user, users } = yield* setUp
      const other = yield* Samples.storedUser(user.instanceId)
      yield* users.verifyEmail({ ...proof, password: "drop_password" })
      isSome(yield* users.findByEmail(user.instanceId, other.email), other)
    })
  )

  it.effect("raises the epoch for each of many proofs at once", () =>
    Effect.gen(function* () {
      const { proof, user, users } = yield* setUp
      yield* atOnce(20, () => users.verifyEmail({ ...proof, password: "drop_password" }))
      const stored = yield* users.findByEmail(user.instanceId, user.email)
      same(
        Option.map(stored, ({ credentialVersion }) => credentialVersion),
        Option.some(23)
      )
    })
  )
}

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  replacing(it)
  proving(it)
}
