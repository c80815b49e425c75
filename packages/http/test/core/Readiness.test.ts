import { Readiness } from "@latchkey/http/core/Readiness"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

const isReady = Effect.flatMap(Readiness, (readiness) => readiness.isReady)

describe("Readiness", () => {
  it.effect("is true by default, and what a layer provides otherwise", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* isReady)
      assert.isFalse(yield* Effect.provideService(isReady, Readiness, { isReady: Effect.succeed(false) }))
    })
  )
})
