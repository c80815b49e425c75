import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as Samples from "../Samples.ts"
import { atOnce } from "./Concurrency.ts"
import { budget, setUp } from "./RateLimitSamples.ts"

type Ports = InstanceRepository | RateLimitStore

/** Two hits of one millisecond and one of another, in a budget that is full. */
const setUpFull = Effect.gen(function* () {
  const fixture = yield* setUp
  const full = budget(3)
  yield* fixture.take(100, full)
  yield* fixture.take(100, full)
  yield* fixture.take(200, full)
  return { ...fixture, full }
})

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("frees exactly one hit, also of two in one millisecond", () =>
    Effect.gen(function* () {
      const { full, giveBack, take } = yield* setUpFull
      yield* giveBack(100, full)
      assert.strictEqual(yield* take(300, full), "admitted")
      assert.strictEqual(yield* take(300, full), 60_100)
    })
  )

  it.effect("frees the hit of that time", () =>
    Effect.gen(function* () {
      const { full, giveBack, take } = yield* setUpFull
      yield* giveBack(200, full)
      yield* take(300, full)
      assert.strictEqual(yield* take(60_100, full), "admitted")
      assert.strictEqual(yield* take(60_100, full), "admitted")
      assert.strictEqual(yield* take(60_100, full), 60_300)
    })
  )

  it.effect("does nothing for a hit that is gone or never was", () =>
    Effect.gen(function* () {
      const { full, giveBack, take } = yield* setUpFull
      yield* giveBack(101, full)
      yield* giveBack(100, budget(3))
      assert.strictEqual(yield* take(300, full), 60_100)
      yield* giveBack(200, full)
      yield* giveBack(200, full)
      assert.strictEqual(yield* take(300, full), "admitted")
      assert.strictEqual(yield* take(300, full), 60_100)
    })
  )

  it.effect("does nothing by way of another instance", () =>
    Effect.gen(function* () {
      const { full, giveBack, take } = yield* setUpFull
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* giveBack(100, full, otherInstanceId)
      assert.strictEqual(yield* take(300, full), 60_100)
    })
  )

  it.effect("frees one hit for each of many at once", () =>
    Effect.gen(function* () {
      const { giveBack, take } = yield* setUp
      const twenty = budget(20)
      yield* Effect.replicateEffect(take(0, twenty), 20)
      yield* atOnce(12, () => giveBack(0, twenty))
      const answers = yield* Effect.replicateEffect(take(1, twenty), 13)
      assert.strictEqual(answers.filter((answer) => answer === "admitted").length, 12)
    })
  )
}
