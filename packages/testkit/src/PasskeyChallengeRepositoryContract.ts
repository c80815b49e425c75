/**
 * Contract tests of `PasskeyChallengeRepository`.
 *
 * @since 0.1.0
 */
import { describe, it, type Vitest } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { type PasskeyChallenge, PasskeyChallengeRepository } from "@latchkey/domain/passkey/PasskeyChallengeRepository"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone, isSome } from "./internal/Assertions.ts"
import * as ChallengeCases from "./internal/passkey/ChallengeCases.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
export type Ports = InstanceRepository | PasskeyChallengeRepository | Transaction | UserRepository

const setUp = Effect.gen(function* () {
  const challenges = yield* PasskeyChallengeRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const { id: userId } = yield* Samples.storedUser(instanceId)
  const ofUser = { ceremony: "registration", userId: Option.some(userId) } as const
  return { challenges, instanceId, registration: Samples.passkeyChallenge(instanceId, ofUser), userId }
})

const cases = ChallengeCases.make<PasskeyChallenge, Ports>(
  Effect.gen(function* () {
    const { challenges, instanceId, registration } = yield* setUp
    const { consume, deleteExpired, put } = challenges
    const { run } = yield* Transaction
    const sample: ChallengeCases.Fixture<PasskeyChallenge>["sample"] = (fields) =>
      Samples.passkeyChallenge(instanceId, fields)
    return { consume, deleteExpired, put, registration, run, sample }
  })
)

const consuming = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns none in another instance, and keeps it", () =>
    Effect.gen(function* () {
      const { challenges, registration } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      yield* challenges.put(registration)
      isNone(yield* challenges.consume({ ...registration, instanceId: otherId, now: Samples.now }))
      isSome(yield* challenges.consume({ ...registration, now: Samples.now }), registration)
    })
  )

  it.effect("returns none of a user that was deleted", () =>
    Effect.gen(function* () {
      const { challenges, instanceId, registration, userId } = yield* setUp
      yield* challenges.put(registration)
      yield* (yield* UserRepository).delete(instanceId, userId)
      isNone(yield* challenges.consume({ ...registration, now: Samples.now }))
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("consume", () => {
    cases.consume(it)
    consuming(it)
  })
  describe("put", () => cases.put(it))
  describe("deleteExpired", () => cases.deleteExpired(it))
}

/**
 * Runs the contract of `PasskeyChallengeRepository` against a layer, which must build within a minute. Call it in a test
 * file of Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`PasskeyChallengeRepository: ${name}`, tests)
