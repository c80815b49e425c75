import { assert, type Vitest } from "@effect/vitest"
import { User } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { failsWith, isNone, isSome, same } from "../Assertions.ts"
import { concurrently, pause } from "../Concurrency.ts"
import { type Ports, setUp } from "./UserFixture.ts"

const setUpAccess = Effect.gen(function* () {
  const { instanceId, otherInstanceId, users } = yield* setUp
  const user = yield* Samples.storedUser(instanceId, {
    credentialVersion: 3,
    emailVerifiedAt: Option.some(Samples.now)
  })
  const other = yield* Samples.storedUser(instanceId)
  const stored = users.findById(instanceId, user.id)
  const change = { instanceId, userId: user.id, credentialVersion: 3, next: Samples.passwordHash() }
  const disablement = { instanceId, userId: user.id, disabledAt: Option.some(Samples.plus(5)) }
  const isOtherUnchanged = Effect.map(users.findById(instanceId, other.id), (found) => isSome(found, other))
  return { change, isOtherUnchanged, disablement, otherInstanceId, stored, user, users }
})

/** Runs `change` in a transaction that takes a while. `meanwhile` starts before the transaction ends. */
const whileChanging = <A, E, R, A2, E2, R2>(
  change: Effect.Effect<A, E, R>,
  meanwhile: Effect.Effect<A2, E2, R2>,
  thenFail = false
) =>
  Effect.gen(function* () {
    const { run } = yield* Transaction
    const isChanged = yield* Effect.makeLatch()
    const end = thenFail ? Effect.fail("refused") : Effect.void
    const changing = change.pipe(Effect.zipRight(isChanged.open), Effect.zipRight(pause(30)), Effect.zipRight(end))
    const [, seen] = yield* Effect.all([Effect.either(run(changing)), isChanged.whenOpen(meanwhile)], {
      concurrency: "unbounded"
    })
    return seen
  })

export const settingPasswordHash = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("sets the hash, raises the credential version by one, and changes nothing else", () =>
    Effect.gen(function* () {
      const { change, isOtherUnchanged, stored, user, users } = yield* setUpAccess
      assert.isTrue(yield* users.setPasswordHash(change))
      isSome(yield* stored, new User({ ...user, passwordHash: Option.some(change.next), credentialVersion: 4 }))
      yield* isOtherUnchanged
    })
  )

  it.effect("sets the first hash of a user without a password", () =>
    Effect.gen(function* () {
      const { change, stored, user, users } = yield* setUpAccess
      yield* users.verifyEmail({ ...change, now: Samples.now, password: "drop_password" })
      assert.isTrue(yield* users.setPasswordHash({ ...change, credentialVersion: 4 }))
      const claimedAt = Option.some(Samples.now)
      const passwordHash = Option.some(change.next)
      isSome(yield* stored, new User({ ...user, passwordHash, claimedAt, credentialVersion: 5 }))
    })
  )

  it.effect("returns `false` for another credential version, an unknown user and a user of another instance", () =>
    Effect.gen(function* () {
      const { change, otherInstanceId, stored, user, users } = yield* setUpAccess
      for (const credentialVersion of [2, 4])
        assert.isFalse(yield* users.setPasswordHash({ ...change, credentialVersion }))
      assert.isFalse(yield* users.setPasswordHash({ ...change, userId: Samples.userId() }))
      assert.isFalse(yield* users.setPasswordHash({ ...change, instanceId: otherInstanceId }))
      isSome(yield* stored, user)
    })
  )

  it.effect("sets the hash for exactly one of twenty concurrent calls with the same credential version", () =>
    Effect.gen(function* () {
      const { change, stored, users } = yield* setUpAccess
      const outcomes = Arr.getRights(
        yield* concurrently(20, () => {
          const next = Samples.passwordHash()
          return Effect.map(users.setPasswordHash({ ...change, next }), (isSet) => ({ isSet, next }))
        })
      )
      assert.lengthOf(outcomes, 20)
      const winners = outcomes.filter(({ isSet }) => isSet)
      assert.lengthOf(winners, 1)
      same(
        Option.flatMap(yield* stored, ({ passwordHash }) => passwordHash),
        Option.fromNullable(winners[0]?.next)
      )
    })
  )

  it.effect("makes `issue` wait until the surrounding transaction ends", () =>
    Effect.gen(function* () {
      const { change, user, users } = yield* setUpAccess
      const sessions = yield* SessionRepository
      const signIn = Effect.either(sessions.issue(Samples.grant(user)))
      const set = users.setPasswordHash(change)
      assert.isTrue((yield* whileChanging(set, signIn, true))._tag === "Right")
      failsWith(yield* whileChanging(set, signIn), "CredentialsChanged")
    })
  )
}

export const disabling = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("disables the user, raises the credential version by one, and changes nothing else", () =>
    Effect.gen(function* () {
      const { isOtherUnchanged, disablement, stored, user, users } = yield* setUpAccess
      const expected = new User({ ...user, disabledAt: disablement.disabledAt, credentialVersion: 4 })
      isSome(yield* users.setDisabled(disablement), expected)
      isSome(yield* stored, expected)
      yield* isOtherUnchanged
    })
  )

  it.effect("enables the user again, and keeps password and credential version", () =>
    Effect.gen(function* () {
      const { disablement, stored, user, users } = yield* setUpAccess
      yield* users.setDisabled(disablement)
      const expected = new User({ ...user, credentialVersion: 4 })
      isSome(yield* users.setDisabled({ ...disablement, disabledAt: Option.none() }), expected)
      isSome(yield* stored, expected)
    })
  )

  it.effect("returns `None` for an unknown user and for a user of another instance", () =>
    Effect.gen(function* () {
      const { disablement, otherInstanceId, stored, user, users } = yield* setUpAccess
      isNone(yield* users.setDisabled({ ...disablement, userId: Samples.userId() }))
      isNone(yield* users.setDisabled({ ...disablement, instanceId: otherInstanceId }))
      isSome(yield* stored, user)
    })
  )

  it.effect("makes `issue` wait until the surrounding transaction ends, and refuses a disabled user", () =>
    Effect.gen(function* () {
      const { disablement, user, users } = yield* setUpAccess
      const sessions = yield* SessionRepository
      const disable = users.setDisabled(disablement)
      const signIn = (credentialVersion: number) =>
        Effect.either(sessions.issue(Samples.grant(new User({ ...user, credentialVersion }))))
      assert.isTrue((yield* whileChanging(disable, signIn(3), true))._tag === "Right")
      failsWith(yield* whileChanging(disable, signIn(3)), "CredentialsChanged")
      // A disabled user is refused with the current credential version, too.
      failsWith(yield* signIn(4), "CredentialsChanged")
      yield* users.setDisabled({ ...disablement, disabledAt: Option.none() })
      assert.isTrue((yield* signIn(4))._tag === "Right")
    })
  )
}
