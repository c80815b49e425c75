import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as Samples from "../Samples.ts"
import { untilNothing } from "./Concurrency.ts"
import { budget, setUpAt } from "./RateLimitSamples.ts"

type Ports = InstanceRepository | RateLimitStore

const sweep = (millis: number, limit = 100) =>
  Effect.flatMap(RateLimitStore, (store) => store.deleteExpired(Samples.plus(millis, Samples.longAgo), limit))

/** A store in which nothing is left to sweep, long ago. */
const setUp = Effect.zipRight(untilNothing(sweep(Samples.day, 1000)), setUpAt(Samples.longAgo))

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("deletes a key from the very millisecond on at which none of its hits counts", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const two = budget(2)
      yield* take(0, two)
      yield* take(1000, two)
      assert.strictEqual(yield* sweep(60_999), 0)
      assert.strictEqual(yield* take(59_999, two), 60_000)
      assert.strictEqual(yield* sweep(61_000), 1)
      assert.strictEqual(yield* sweep(61_000), 0)
    })
  )

  it.effect("leaves keys with a hit that counts", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const [spent, live] = [budget(1), budget(1)]
      yield* take(0, spent)
      yield* take(1, live)
      assert.strictEqual(yield* sweep(60_000), 1)
      assert.strictEqual(yield* take(60_000, live), 60_001)
      assert.strictEqual(yield* take(60_000, spent), "admitted")
    })
  )

  it.effect("deletes at most `limit` keys at a time, of all instances", () =>
    Effect.gen(function* () {
      const { take, takeOf } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* take(0, budget(1), budget(1))
      yield* takeOf(otherInstanceId)(0, budget(1))
      assert.deepStrictEqual([yield* sweep(60_000, 2), yield* sweep(60_000, 2), yield* sweep(60_000, 2)], [2, 1, 0])
    })
  )
}
