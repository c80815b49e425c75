/**
 * Contract tests of `OperatorChallengeRepository`. Deletion uses the year 2001: no other test may use that year in the
 * same store. Nothing else may store challenges meanwhile, because one test deletes all of them.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import {
  type OperatorChallenge,
  OperatorChallengeRepository
} from "@latchkey/domain/operator/OperatorChallengeRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone } from "./internal/Assertions.ts"
import * as ChallengeCases from "./internal/passkey/ChallengeCases.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
export type Ports = OperatorChallengeRepository | Transaction

const cases = ChallengeCases.make<OperatorChallenge, Ports>(
  Effect.gen(function* () {
    const { consume, deleteExpired, put } = yield* OperatorChallengeRepository
    const { run } = yield* Transaction
    const ofOperator = { ceremony: "registration", operatorId: Option.some(Samples.operatorId()) } as const
    const registration = Samples.operatorChallenge(ofOperator)
    return { consume, deleteExpired, put, registration, run, sample: Samples.operatorChallenge }
  })
)

const deletingAll = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes all of them, those that have not expired too", () =>
    Effect.gen(function* () {
      const challenges = yield* OperatorChallengeRepository
      const stored = Arr.makeBy(3, () => Samples.operatorChallenge())
      yield* Effect.forEach(stored, challenges.put)
      assert.isAtLeast(yield* challenges.deleteAll, 3)
      for (const challenge of stored) isNone(yield* challenges.consume({ ...challenge, now: Samples.now }))
      assert.strictEqual(yield* challenges.deleteAll, 0)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("consume", () => cases.consume(it))
  describe("put", () => cases.put(it))
  describe("deleteExpired and deleteAll", () => {
    cases.deleteExpired(it)
    deletingAll(it)
  })
}

/**
 * Runs the contract of `OperatorChallengeRepository` against a layer, which must build within a minute. Call it in a test
 * file of Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`OperatorChallengeRepository: ${name}`, tests)
