/**
 * What every `UserRepository` promises.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { failsWith, isNone, isSome, oneWins, same } from "./internal/Assertions.ts"
import { atOnce, pause, rounds } from "./internal/Concurrency.ts"
import * as UserAccess from "./internal/UserAccess.ts"
import * as UserCredentials from "./internal/UserCredentials.ts"
import * as UserFinding from "./internal/UserFinding.ts"
import * as UserKnownClient from "./internal/UserKnownClient.ts"
import * as Samples from "./Samples.ts"

/** What the layer under test has to provide: the port, and those that the tests make their data with. @since 0.1.0 */
export type Ports = InstanceRepository | SessionRepository | Transaction | UserRepository

const setUp = Effect.gen(function* () {
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const { id: otherInstanceId } = yield* Samples.storedInstance
  return { instanceId, otherInstanceId, users }
})

const inserting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds a user as it was inserted", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const fresh = yield* Samples.storedUser(instanceId)
      const proved = yield* Samples.storedUser(instanceId, {
        passwordHash: Option.none(),
        emailVerifiedAt: Option.some(Samples.plus(123)),
        credentialVersion: 7
      })
      isSome(yield* users.findByEmail(instanceId, fresh.email), fresh)
      isSome(yield* users.findByEmail(instanceId, proved.email), proved)
    })
  )

  it.effect("finds nobody of an address without a user", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      isNone(yield* users.findByEmail(instanceId, Samples.email()))
      isNone(yield* users.findByEmailForUpdate(instanceId, Samples.email()))
    })
  )

  it.effect("refuses an address that the instance has, and changes nothing", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const first = yield* Samples.storedUser(instanceId)
      const second = Samples.user(instanceId, { email: first.email })
      failsWith(yield* Effect.either(users.insert(second)), "EmailTaken")
      isSome(yield* users.findByEmail(instanceId, first.email), first)
      const ofSecond = { instanceId, userId: second.id, now: Samples.now, password: "keep_password" } as const
      isNone(yield* users.verifyEmail(ofSecond))
    })
  )

  it.effect("adds exactly one of fifty users who race for one address", () =>
    rounds(3, () =>
      Effect.gen(function* () {
        const { instanceId, users } = yield* setUp
        const email = Samples.email()
        const outcomes = yield* atOnce(50, () => {
          const user = Samples.user(instanceId, { email })
          return Effect.as(users.insert(user), user)
        })
        oneWins(outcomes, "EmailTaken")
        const winner = outcomes.find(Either.isRight)
        same(yield* users.findByEmail(instanceId, email), Option.fromNullable(winner?.right))
      })
    )
  )

  it.effect("goes on in a transaction in which an address was taken", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const { run } = yield* Transaction
      const [before, after] = [Samples.user(instanceId), Samples.user(instanceId)]
      const again = Samples.user(instanceId, { email: before.email })
      const refusal = yield* run(
        users
          .insert(before)
          .pipe(Effect.zipRight(Effect.either(users.insert(again))), Effect.zipLeft(users.insert(after)))
      )
      failsWith(refusal, "EmailTaken")
      isSome(yield* users.findByEmail(instanceId, before.email), before)
      isSome(yield* users.findByEmail(instanceId, after.email), after)
    })
  )
}

const isolation = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("takes one address in two instances for two users", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      const here = yield* Samples.storedUser(instanceId)
      const there = yield* Samples.storedUser(otherInstanceId, { email: here.email })
      isSome(yield* users.findByEmail(instanceId, here.email), here)
      isSome(yield* users.findByEmail(otherInstanceId, here.email), there)
      isSome(yield* users.findByEmailForUpdate(instanceId, here.email), here)
      isSome(yield* users.findByEmailForUpdate(otherInstanceId, here.email), there)
    })
  )

  it.effect("finds nobody of another instance", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      const { email } = yield* Samples.storedUser(instanceId)
      isNone(yield* users.findByEmail(otherInstanceId, email))
      isNone(yield* users.findByEmailForUpdate(otherInstanceId, email))
      const key = { instanceId: otherInstanceId, email, clientHash: Option.none(), now: Samples.now }
      isNone((yield* users.findForSignIn(key)).user)
    })
  )
}

const setUpHolding = Effect.gen(function* () {
  const { instanceId, users } = yield* setUp
  const { run } = yield* Transaction
  const user = yield* Samples.storedUser(instanceId)
  return { instanceId, isHeld: yield* Effect.makeLatch(), run, user, users }
})

const holding = (it: Vitest.MethodsNonLive<Ports>) => {
  /** Somebody holds the user and drops its password a little later; `meanwhile` starts in between. */
  const whileHeld = <A, E, R>(
    meanwhile: (held: Effect.Effect.Success<typeof setUpHolding>) => Effect.Effect<A, E, R>
  ) =>
    Effect.gen(function* () {
      const held = yield* setUpHolding
      const { instanceId, isHeld, run, user, users } = held
      const proof = { instanceId, userId: user.id, now: Samples.now, password: "drop_password" } as const
      const hold = users
        .findByEmailForUpdate(instanceId, user.email)
        .pipe(Effect.zipRight(isHeld.open), Effect.zipRight(pause(30)), Effect.zipRight(users.verifyEmail(proof)))
      const [, seen] = yield* Effect.all([run(hold), isHeld.whenOpen(meanwhile(held))], { concurrency: "unbounded" })
      return { seen, user }
    })

  it.effect("lets whoever wants to hold a held user wait, and shows what became of it", () =>
    Effect.gen(function* () {
      const { seen, user } = yield* whileHeld((held) =>
        held.run(held.users.findByEmailForUpdate(held.instanceId, held.user.email))
      )
      same(
        Option.map(seen, ({ credentialVersion }) => credentialVersion),
        Option.some(user.credentialVersion + 1)
      )
    })
  )

  it.effect("lets whoever wants to make a session for a held user wait", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const { seen } = yield* whileHeld(({ user }) => Effect.either(sessions.issue(Samples.grant(user))))
      failsWith(seen, "CredentialsChanged")
    })
  )

  it.effect("lets one after the other hold a user", () =>
    Effect.gen(function* () {
      const { instanceId, run, user, users } = yield* setUpHolding
      const proof = { instanceId, userId: user.id, now: Samples.now, password: "drop_password" } as const
      const hold = users
        .findByEmailForUpdate(instanceId, user.email)
        .pipe(Effect.zipLeft(pause(1)), Effect.zipLeft(users.verifyEmail(proof)))
      const seen = yield* atOnce(20, () => run(hold))
      const epochs = seen.map(
        (outcome) => Option.getOrUndefined(Option.flatten(Either.getRight(outcome)))?.credentialVersion
      )
      assert.sameMembers(
        epochs,
        Array.from({ length: 20 }, (_, epoch) => epoch)
      )
    })
  )
}

/** The tests, for a suite that is made already, by `it.layer(layer)(name, tests)`. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  inserting(it)
  isolation(it)
  holding(it)
  describe("findById and search", () => UserFinding.tests(it))
  describe("findForSignIn", () => UserKnownClient.tests(it))
  describe("replacePasswordHash and proveEmail", () => UserCredentials.tests(it))
  describe("setPasswordHash and setDisabled", () => UserAccess.tests(it))
}

/**
 * Holds the `UserRepository` of a layer to its promises. Call it in a test file of Vitest. The layer is built once,
 * and has a minute for it.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`UserRepository of ${name}`, tests)
