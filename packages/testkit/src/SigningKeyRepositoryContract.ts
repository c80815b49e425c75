/** Contract tests of `SigningKeyRepository`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { SigningKeyRepository } from "@latchkey/domain/access-token/SigningKeyRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { same } from "./internal/Assertions.ts"
import { concurrently, repeatedly } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | SigningKeyRepository | Transaction

const setUp = Effect.gen(function* () {
  const keys = yield* SigningKeyRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const created = (number: number) => {
    const key = Samples.signingKey(instanceId, { number })
    return Effect.as(keys.insert(key), key)
  }
  return { created, instanceId, keys }
})

const contract = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("lists the keys of an instance with every field, newest first, and no others", () =>
    Effect.gen(function* () {
      const { created, instanceId, keys } = yield* setUp
      const other = yield* setUp
      same(yield* keys.list(instanceId), [])
      const [first, tenth, second] = [yield* created(1), yield* created(10), yield* created(2)]
      yield* other.created(1)
      same(yield* keys.list(instanceId), [tenth, second, first])
    })
  )

  it.effect("stores one of ten keys with one number, and tells which", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { created, instanceId, keys } = yield* setUp
        yield* created(1)
        const all = Arr.makeBy(10, () => Samples.signingKey(instanceId, { number: 2 }))
        const outcomes = Arr.getRights(
          yield* concurrently(10, (index) => keys.insert(all[index] ?? Samples.signingKey(instanceId)))
        )
        assert.lengthOf(outcomes, 10)
        assert.lengthOf(outcomes.filter(Boolean), 1)
        const stored = yield* keys.list(instanceId)
        assert.deepStrictEqual(
          stored.map(({ number }) => number),
          [2, 1]
        )
        assert.isTrue(all.some(({ id }) => id === stored[0]?.id))
      })
    )
  )

  it.effect("leaves a surrounding transaction usable, and stores nothing if it fails", () =>
    Effect.gen(function* () {
      const { created, instanceId, keys } = yield* setUp
      const { run } = yield* Transaction
      const first = yield* created(1)
      const again = Samples.signingKey(instanceId, { number: 1 })
      const work = Effect.zipRight(keys.insert(again), created(2))
      yield* Effect.either(run(Effect.zipRight(work, Effect.fail("refused"))))
      same(yield* keys.list(instanceId), [first])
      const second = yield* run(work)
      same(yield* keys.list(instanceId), [second, first])
    })
  )

  it.effect("deletes the keys up to a number, of that instance only", () =>
    Effect.gen(function* () {
      const { created, instanceId, keys } = yield* setUp
      const other = yield* setUp
      const foreign = yield* other.created(1)
      for (const number of [1, 2]) yield* created(number)
      const third = yield* created(3)
      assert.strictEqual(yield* keys.deleteUpTo(instanceId, 0), 0)
      assert.strictEqual(yield* keys.deleteUpTo(instanceId, 2), 2)
      assert.strictEqual(yield* keys.deleteUpTo(instanceId, 2), 0)
      same(yield* keys.list(instanceId), [third])
      same(yield* keys.list(other.instanceId), [foreign])
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("list, insert, deleteUpTo", () => contract(it))
}

/** Stores a row of every kind that an instance can have. */
export const writeRows = ({ instanceId }: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(SigningKeyRepository, ({ insert }) => insert(Samples.signingKey(instanceId)))

/**
 * Runs the contract of `SigningKeyRepository` against a layer, which must build within a minute. Call it in a test file
 * of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`SigningKeyRepository: ${name}`, tests)
