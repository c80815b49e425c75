import { assert, type Vitest } from "@effect/vitest"
import { User } from "@latchkey/domain/account/UserRepository"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, isSome, same } from "../Assertions.ts"
import { concurrently } from "../Concurrency.ts"
import { type Ports, setUp } from "./UserFixture.ts"

const setUpCredentials = Effect.gen(function* () {
  const { instanceId, otherInstanceId, users } = yield* setUp
  const current = Samples.passwordHash()
  const user = yield* Samples.storedUser(instanceId, { passwordHash: Option.some(current), credentialVersion: 3 })
  const isUnchanged = Effect.map(users.findByEmail(instanceId, user.email), (found) => isSome(found, user))
  const change = { instanceId, userId: user.id, current, next: Samples.passwordHash() }
  const verification = { instanceId, userId: user.id, now: Samples.now }
  return { change, isUnchanged, otherInstanceId, verification, user, users }
})

export const replacingPasswordHash = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("replaces the hash that is still stored, and nothing else", () =>
    Effect.gen(function* () {
      const { change, user, users } = yield* setUpCredentials
      assert.isTrue(yield* users.replacePasswordHash(change))
      const expected = new User({ ...user, passwordHash: Option.some(change.next) })
      isSome(yield* users.findByEmail(user.instanceId, user.email), expected)
    })
  )

  it.effect("returns `false` and keeps the hash if another one is stored", () =>
    Effect.gen(function* () {
      const { change, isUnchanged, users } = yield* setUpCredentials
      assert.isFalse(yield* users.replacePasswordHash({ ...change, current: Samples.passwordHash() }))
      yield* isUnchanged
    })
  )

  it.effect("returns `false` for a user without a password", () =>
    Effect.gen(function* () {
      const { change, verification, user, users } = yield* setUpCredentials
      const verified = yield* users.verifyEmail({ ...verification, password: "drop_password" })
      assert.isFalse(yield* users.replacePasswordHash(change))
      same(yield* users.findByEmail(user.instanceId, user.email), verified)
    })
  )

  it.effect("returns `false` for an unknown user and for a user of another instance", () =>
    Effect.gen(function* () {
      const { change, isUnchanged, otherInstanceId, users } = yield* setUpCredentials
      assert.isFalse(yield* users.replacePasswordHash({ ...change, userId: Samples.userId() }))
      assert.isFalse(yield* users.replacePasswordHash({ ...change, instanceId: otherInstanceId }))
      yield* isUnchanged
    })
  )

  it.effect("replaces the hash for exactly one of fifty concurrent calls", () =>
    Effect.gen(function* () {
      const { change, user, users } = yield* setUpCredentials
      const outcomes = yield* concurrently(50, () => {
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

export const verifyingEmail = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect('records the time, raises the credential version by one, and keeps the password with "keep_password"', () =>
    Effect.gen(function* () {
      const { verification, user, users } = yield* setUpCredentials
      const expected = new User({ ...user, emailVerifiedAt: Option.some(Samples.now), credentialVersion: 4 })
      isSome(yield* users.verifyEmail({ ...verification, password: "keep_password" }), expected)
      isSome(yield* users.findByEmail(user.instanceId, user.email), expected)
    })
  )

  it.effect('deletes the password, too, and records that the account was claimed with "drop_password"', () =>
    Effect.gen(function* () {
      const { verification, user, users } = yield* setUpCredentials
      const expected = new User({
        ...user,
        emailVerifiedAt: Option.some(Samples.now),
        claimedAt: Option.some(Samples.now),
        passwordHash: Option.none(),
        credentialVersion: 4
      })
      isSome(yield* users.verifyEmail({ ...verification, password: "drop_password" }), expected)
      isSome(yield* users.findByEmail(user.instanceId, user.email), expected)
    })
  )

  it.effect("keeps the times of the first verification", () =>
    Effect.gen(function* () {
      const { verification, users } = yield* setUpCredentials
      yield* users.verifyEmail({ ...verification, password: "drop_password" })
      const again = yield* users.verifyEmail({ ...verification, now: Samples.plus(1), password: "drop_password" })
      same(
        Option.map(again, ({ claimedAt, emailVerifiedAt }) => [claimedAt, emailVerifiedAt]),
        Option.some([Option.some(Samples.now), Option.some(Samples.now)])
      )
    })
  )

  it.effect("returns `None` for an unknown user and for a user of another instance", () =>
    Effect.gen(function* () {
      const { isUnchanged, otherInstanceId, verification, users } = yield* setUpCredentials
      isNone(yield* users.verifyEmail({ ...verification, userId: Samples.userId(), password: "drop_password" }))
      isNone(yield* users.verifyEmail({ ...verification, instanceId: otherInstanceId, password: "drop_password" }))
      yield* isUnchanged
    })
  )

  it.effect("leaves other users of the instance unchanged", () =>
    Effect.gen(function* () {
      const { verification, user, users } = yield* setUpCredentials
      const other = yield* Samples.storedUser(user.instanceId)
      yield* users.verifyEmail({ ...verification, password: "drop_password" })
      isSome(yield* users.findByEmail(user.instanceId, other.email), other)
    })
  )

  it.effect("raises the credential version once for each of twenty concurrent calls", () =>
    Effect.gen(function* () {
      const { verification, user, users } = yield* setUpCredentials
      yield* concurrently(20, () => users.verifyEmail({ ...verification, password: "drop_password" }))
      const stored = yield* users.findByEmail(user.instanceId, user.email)
      same(
        Option.map(stored, ({ credentialVersion }) => credentialVersion),
        Option.some(23)
      )
    })
  )
}
