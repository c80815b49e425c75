import { assert, type Vitest } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { UserRepository, User } from "@latchkey/domain/account/UserRepository"
import * as Samples from "../Samples.ts"
import { failsWith, isNone, isSome, same } from "./Assertions.ts"
import { atOnce, pause } from "./Concurrency.ts"

type Ports = InstanceRepository | SessionRepository | Transaction | UserRepository

const setUp = Effect.gen(function* () {
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const { id: otherInstanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId, { credentialVersion: 3, emailVerifiedAt: Option.some(Samples.now) })
  const bystander = yield* Samples.storedUser(instanceId)
  const stored = users.findById(instanceId, user.id)
  const change = { instanceId, userId: user.id, credentialVersion: 3, next: Samples.passwordHash() }
  const keepOut = { instanceId, userId: user.id, disabledAt: Option.some(Samples.plus(5)) }
  const isBystanderUnchanged = Effect.map(users.findById(instanceId, bystander.id), (found) => isSome(found, bystander))
  return { change, isBystanderUnchanged, keepOut, otherInstanceId, stored, user, users }
})

/** Somebody changes the user in a transaction that goes on for a while; `meanwhile` starts before it ends. */
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

const passwords = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("gives the user another password and raises the epoch by one, and changes nothing else", () =>
    Effect.gen(function* () {
      const { change, isBystanderUnchanged, stored, user, users } = yield* setUp
      assert.isTrue(yield* users.setPasswordHash(change))
      isSome(yield* stored, new User({ ...user, passwordHash: Option.some(change.next), credentialVersion: 4 }))
      yield* isBystanderUnchanged
    })
  )

  it.effect("gives a password to a user who had none", () =>
    Effect.gen(function* () {
      const { change, stored, user, users } = yield* setUp
      yield* users.verifyEmail({ ...change, now: Samples.now, password: "drop_password" })
      assert.isTrue(yield* users.setPasswordHash({ ...change, credentialVersion: 4 }))
      isSome(yield* stored, new User({ ...user, passwordHash: Option.some(change.next), credentialVersion: 5 }))
    })
  )

  it.effect("sets nothing at another epoch, for an unknown user, or by way of another instance", () =>
    Effect.gen(function* () {
      const { change, otherInstanceId, stored, user, users } = yield* setUp
      for (const credentialVersion of [2, 4]) assert.isFalse(yield* users.setPasswordHash({ ...change, credentialVersion }))
      assert.isFalse(yield* users.setPasswordHash({ ...change, userId: Samples.userId() }))
      assert.isFalse(yield* users.setPasswordHash({ ...change, instanceId: otherInstanceId }))
      isSome(yield* stored, user)
    })
  )

  it.effect("lets exactly one of twenty set a password at the same epoch", () =>
    Effect.gen(function* () {
      const { change, stored, users } = yield* setUp
      const outcomes = Arr.getRights(
        yield* atOnce(20, () => {
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

  it.effect("lets whoever wants to make a session wait until the transaction that sets a password ends", () =>
    Effect.gen(function* () {
      const { change, user, users } = yield* setUp
      const sessions = yield* SessionRepository
      const signIn = Effect.either(sessions.issue(Samples.grant(user)))
      const set = users.setPasswordHash(change)
      assert.isTrue((yield* whileChanging(set, signIn, true))._tag === "Right")
      failsWith(yield* whileChanging(set, signIn), "CredentialsChanged")
    })
  )
}

const keepingOut = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps a user out and raises the epoch by one, and changes nothing else", () =>
    Effect.gen(function* () {
      const { isBystanderUnchanged, keepOut, stored, user, users } = yield* setUp
      const expected = new User({ ...user, disabledAt: keepOut.disabledAt, credentialVersion: 4 })
      isSome(yield* users.setDisabled(keepOut), expected)
      isSome(yield* stored, expected)
      yield* isBystanderUnchanged
    })
  )

  it.effect("lets a user in again with the password of before, and leaves the epoch", () =>
    Effect.gen(function* () {
      const { keepOut, stored, user, users } = yield* setUp
      yield* users.setDisabled(keepOut)
      const expected = new User({ ...user, credentialVersion: 4 })
      isSome(yield* users.setDisabled({ ...keepOut, disabledAt: Option.none() }), expected)
      isSome(yield* stored, expected)
    })
  )

  it.effect("keeps nobody out who does not exist, or by way of another instance", () =>
    Effect.gen(function* () {
      const { keepOut, otherInstanceId, stored, user, users } = yield* setUp
      isNone(yield* users.setDisabled({ ...keepOut, userId: Samples.userId() }))
      isNone(yield* users.setDisabled({ ...keepOut, instanceId: otherInstanceId }))
      isSome(yield* stored, user)
    })
  )

  it.effect("lets whoever wants to make a session wait until the transaction that keeps the user out ends", () =>
    Effect.gen(function* () {
      const { keepOut, user, users } = yield* setUp
      const sessions = yield* SessionRepository
      const disable = users.setDisabled(keepOut)
      const signIn = (credentialVersion: number) =>
        Effect.either(sessions.issue(Samples.grant(new User({ ...user, credentialVersion }))))
      assert.isTrue((yield* whileChanging(disable, signIn(3), true))._tag === "Right")
      failsWith(yield* whileChanging(disable, signIn(3)), "CredentialsChanged")
      // With the credentials of today they are still kept out, until they are let in.
      failsWith(yield* signIn(4), "CredentialsChanged")
      yield* users.setDisabled({ ...keepOut, disabledAt: Option.none() })
      assert.isTrue((yield* signIn(4))._tag === "Right")
    })
  )
}

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  passwords(it)
  keepingOut(it)
}
