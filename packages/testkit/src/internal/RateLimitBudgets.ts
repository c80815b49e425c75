import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { budget, setUp } from "./RateLimitSamples.ts"

type Ports = InstanceRepository | RateLimitStore

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("takes one hit from each", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const [first, second] = [budget(1), budget(2)]
      assert.strictEqual(yield* take(0, first, second), "admitted")
      assert.strictEqual(yield* take(1, first), 60_000)
      assert.strictEqual(yield* take(1, second), "admitted")
      assert.strictEqual(yield* take(2, second), 60_000)
    })
  )

  it.effect("takes from none when one refuses, wherever it is, and says when that one has room", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const full = budget(1)
      yield* take(500, full)
      for (const position of [0, 1, 2] as const) {
        const [first, second] = [budget(1), budget(1)]
        const orders = [
          [full, first, second],
          [first, full, second],
          [first, second, full]
        ] as const
        assert.strictEqual(yield* take(1000, ...orders[position]), 60_500)
        assert.strictEqual(yield* take(1000, first, second), "admitted")
      }
    })
  )

  it.effect("says when all have room, where several refuse", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const [sooner, later, free] = [budget(1), budget(1), budget(1)]
      yield* take(500, sooner)
      yield* take(900, later)
      assert.strictEqual(yield* take(1000, sooner, free, later), 60_900)
      assert.strictEqual(yield* take(1000, later, sooner), 60_900)
      assert.strictEqual(yield* take(60_899, sooner, free, later), 60_900)
      assert.strictEqual(yield* take(60_900, sooner, free, later), "admitted")
    })
  )

  it.effect("leaves no trace of a refusal in a budget that is used for the first time", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const [full, fresh] = [budget(1), budget(2)]
      yield* take(0, full)
      yield* Effect.forEach([1, 2, 3, 4, 5], (millis) => take(millis, fresh, full))
      assert.strictEqual(yield* take(10, fresh), "admitted")
      assert.strictEqual(yield* take(10, fresh), "admitted")
      assert.strictEqual(yield* take(10, fresh), 60_010)
    })
  )

  it.effect("leaves an admitted hit of the same millisecond when a refusal is taken back", () =>
    Effect.gen(function* () {
      const { take } = yield* setUp
      const [full, wide] = [budget(1), budget(2)]
      yield* take(0, full)
      yield* take(7, wide)
      yield* take(7, wide, full)
      assert.strictEqual(yield* take(7, wide), "admitted")
      assert.strictEqual(yield* take(7, wide), 60_007)
    })
  )
}
