import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Samples from "../../Samples.ts"
import { concurrently } from "../Concurrency.ts"
import { type Ports, setUp, windowOf } from "./WindowFixture.ts"

/** A full window: two attempts of one millisecond, and one of another. */
const setUpFull = Effect.gen(function* () {
  const fixture = yield* setUp
  const full = windowOf(3)
  yield* fixture.consume(100, full)
  yield* fixture.consume(100, full)
  yield* fixture.consume(200, full)
  return { ...fixture, full }
})

export const refunding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("removes exactly one attempt, even if two have that millisecond", () =>
    Effect.gen(function* () {
      const { consume, full, refund } = yield* setUpFull
      yield* refund(100, full)
      assert.strictEqual(yield* consume(300, full), "allowed")
      assert.strictEqual(yield* consume(300, full), 60_100)
    })
  )

  it.effect("removes the attempt of that time", () =>
    Effect.gen(function* () {
      const { consume, full, refund } = yield* setUpFull
      yield* refund(200, full)
      yield* consume(300, full)
      assert.strictEqual(yield* consume(60_100, full), "allowed")
      assert.strictEqual(yield* consume(60_100, full), "allowed")
      assert.strictEqual(yield* consume(60_100, full), 60_300)
    })
  )

  it.effect("does nothing for an attempt that is gone or was never counted", () =>
    Effect.gen(function* () {
      const { consume, full, refund } = yield* setUpFull
      yield* refund(101, full)
      yield* refund(100, windowOf(3))
      assert.strictEqual(yield* consume(300, full), 60_100)
      yield* refund(200, full)
      yield* refund(200, full)
      assert.strictEqual(yield* consume(300, full), "allowed")
      assert.strictEqual(yield* consume(300, full), 60_100)
    })
  )

  it.effect("removes nothing in another instance", () =>
    Effect.gen(function* () {
      const { consume, full, refund } = yield* setUpFull
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* refund(100, full, otherInstanceId)
      assert.strictEqual(yield* consume(300, full), 60_100)
    })
  )

  it.effect("removes one attempt for each of twelve concurrent calls", () =>
    Effect.gen(function* () {
      const { consume, refund } = yield* setUp
      const twenty = windowOf(20)
      yield* Effect.replicateEffect(consume(0, twenty), 20)
      yield* concurrently(12, () => refund(0, twenty))
      const decisions = yield* Effect.replicateEffect(consume(1, twenty), 13)
      assert.strictEqual(decisions.filter((decision) => decision === "allowed").length, 12)
    })
  )
}
