import { assert, type Vitest } from "@effect/vitest"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as Effect from "effect/Effect"
import * as Samples from "../../Samples.ts"
import { untilNoneLeft } from "../Concurrency.ts"
import { type Ports, setUpAt, windowOf } from "./WindowFixture.ts"

const deleteExpired = (millis: number, limit = 100) =>
  Effect.flatMap(RateLimitStore, (store) => store.deleteExpired(Samples.plus(millis, Samples.longAgo), limit))

/** A store without expired keys. */
const setUpExpired = Effect.zipRight(untilNoneLeft(deleteExpired(Samples.day, 1000)), setUpAt(Samples.longAgo))

export const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes a key from the millisecond on at which none of its attempts counts", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUpExpired
      const two = windowOf(2)
      yield* consume(0, two)
      yield* consume(1000, two)
      assert.strictEqual(yield* deleteExpired(60_999), 0)
      assert.strictEqual(yield* consume(59_999, two), 60_000)
      assert.strictEqual(yield* deleteExpired(61_000), 1)
      assert.strictEqual(yield* deleteExpired(61_000), 0)
    })
  )

  it.effect("keeps keys with an attempt that still counts", () =>
    Effect.gen(function* () {
      const { consume } = yield* setUpExpired
      const [expired, active] = [windowOf(1), windowOf(1)]
      yield* consume(0, expired)
      yield* consume(1, active)
      assert.strictEqual(yield* deleteExpired(60_000), 1)
      assert.strictEqual(yield* consume(60_000, active), 60_001)
      assert.strictEqual(yield* consume(60_000, expired), "allowed")
    })
  )

  it.effect("deletes at most `limit` keys per call, of all instances", () =>
    Effect.gen(function* () {
      const { consume, consumeIn } = yield* setUpExpired
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* consume(0, windowOf(1), windowOf(1))
      yield* consumeIn(otherInstanceId)(0, windowOf(1))
      const batch = deleteExpired(60_000, 2)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [2, 1, 0])
    })
  )
}
