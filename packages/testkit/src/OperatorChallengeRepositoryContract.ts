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
import { maxPerClient } from "@latchkey/domain/passkey/PasskeyChallengeRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone, isSome } from "./internal/Assertions.ts"
import { concurrently, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
export type Ports = OperatorChallengeRepository | Transaction

const lifetime = 5 * Samples.minute

const setUp = Effect.gen(function* () {
  const challenges = yield* OperatorChallengeRepository
  const put = (challenge: OperatorChallenge) => Effect.as(challenges.put(challenge), challenge)
  const consume = (challenge: OperatorChallenge, now = Samples.now) => challenges.consume({ ...challenge, now })
  return { challenges, consume, put }
})

const consuming = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns a challenge with every field, once, until the millisecond before it expires", () =>
    Effect.gen(function* () {
      const { consume, put } = yield* setUp
      const ofOperator = { ceremony: "registration", operatorId: Option.some(Samples.operatorId()) } as const
      for (const fields of [{}, ofOperator]) {
        const challenge = yield* put(Samples.operatorChallenge(fields))
        isNone(yield* consume(challenge, Samples.plus(lifetime)))
        isSome(yield* consume(challenge, Samples.plus(lifetime - 1)), challenge)
        isNone(yield* consume(challenge))
      }
    })
  )

  it.effect("returns none for another challenge, ceremony or client, and keeps it", () =>
    Effect.gen(function* () {
      const { challenges, consume, put } = yield* setUp
      const challenge = yield* put(Samples.operatorChallenge())
      const others = [
        { challengeHash: Samples.tokenHash() },
        { ceremony: "registration" as const },
        { clientHash: Samples.tokenHash() }
      ]
      for (const other of others) isNone(yield* challenges.consume({ ...challenge, ...other, now: Samples.now }))
      isSome(yield* consume(challenge), challenge)
    })
  )

  it.effect("returns it to one of fifty concurrent calls", () =>
    Effect.gen(function* () {
      const { consume, put } = yield* setUp
      const challenge = yield* put(Samples.operatorChallenge())
      const all = Arr.getRights([...(yield* concurrently(50, () => consume(challenge)))])
      assert.lengthOf(all, 50)
      assert.lengthOf(Arr.getSomes(all), 1)
    })
  )

  it.effect("keeps it if the transaction is rolled back", () =>
    Effect.gen(function* () {
      const { consume, put } = yield* setUp
      const { run } = yield* Transaction
      const challenge = yield* put(Samples.operatorChallenge())
      yield* Effect.flip(run(Effect.zipRight(consume(challenge), Effect.fail("changed my mind"))))
      isSome(yield* consume(challenge), challenge)
    })
  )
}

const putting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps the challenges of a client that expire last, and those of other clients", () =>
    Effect.gen(function* () {
      const { consume, put } = yield* setUp
      const clientHash = Samples.tokenHash()
      const other = yield* put(Samples.operatorChallenge({ expiresAt: Samples.plus(1) }))
      const own = yield* Effect.forEach(Arr.range(1, maxPerClient + 3), (n) =>
        put(Samples.operatorChallenge({ clientHash, expiresAt: Samples.plus(1000 * n) }))
      )
      const found = yield* Effect.forEach(own, (challenge) => consume(challenge))
      assert.deepStrictEqual(
        found.map(Option.isSome),
        own.map((_, index) => index >= 3)
      )
      isSome(yield* consume(other), other)
    })
  )

  it.effect("succeeds fifty times concurrently for one client, and the next call leaves no more than the limit", () =>
    Effect.gen(function* () {
      const { consume, put } = yield* setUp
      const clientHash = Samples.tokenHash()
      const sample = (n: number) => Samples.operatorChallenge({ clientHash, expiresAt: Samples.plus(1000 * n) })
      const stored = Arr.getRights([...(yield* concurrently(50, (n) => put(sample(n + 1))))])
      assert.lengthOf(stored, 50)
      const last = yield* put(sample(100))
      const found = yield* Effect.forEach([...stored, last], (challenge) => consume(challenge))
      assert.lengthOf(Arr.getSomes(found), maxPerClient)
      isSome(found.at(-1) ?? Option.none(), last)
    })
  )
}

const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
  const expiresAt = Samples.longAgo
  const deleteExpired = (limit = 100, now = expiresAt) =>
    Effect.flatMap(OperatorChallengeRepository, (challenges) => challenges.deleteExpired(now, limit))

  it.effect("deletes up to `limit` from the millisecond of their `expiresAt` on, and keeps others", () =>
    Effect.gen(function* () {
      const { consume, put } = yield* setUp
      yield* untilNoneLeft(deleteExpired(1000, Samples.plus(Samples.day, expiresAt)))
      const active = yield* put(Samples.operatorChallenge({ expiresAt: Samples.plus(1, expiresAt) }))
      yield* Effect.forEach(Arr.range(1, 3), () => put(Samples.operatorChallenge({ expiresAt })))
      assert.strictEqual(yield* deleteExpired(100, Samples.plus(-1, expiresAt)), 0)
      assert.strictEqual(yield* deleteExpired(2), 2)
      assert.strictEqual(yield* deleteExpired(2), 1)
      isSome(yield* consume(active, expiresAt), active)
    })
  )

  it.effect("deletes all of them, those that have not expired too", () =>
    Effect.gen(function* () {
      const { challenges, consume, put } = yield* setUp
      const stored = yield* Effect.replicateEffect(
        Effect.suspend(() => put(Samples.operatorChallenge())),
        3
      )
      assert.isAtLeast(yield* challenges.deleteAll, 3)
      for (const challenge of stored) isNone(yield* consume(challenge))
      assert.strictEqual(yield* challenges.deleteAll, 0)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("consume", () => consuming(it))
  describe("put", () => putting(it))
  describe("deleteExpired and deleteAll", () => deleting(it))
}

/**
 * Runs the contract of `OperatorChallengeRepository` against a layer, which must build within a minute. Call it in a test
 * file of Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`OperatorChallengeRepository: ${name}`, tests)
