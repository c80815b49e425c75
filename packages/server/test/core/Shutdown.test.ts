import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import * as Shutdown from "../../src/core/Shutdown.ts"

describe("A shutdown", () => {
  it.effect("is marked as begun, waits for load balancers, then drains", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const scope = yield* Scope.make()
      const { hasBegun } = yield* Effect.flatMap(
        Layer.buildWithScope(Layer.provideMerge(drained(events), Shutdown.layer), scope),
        (context) => Effect.provide(Shutdown.Shutdown, context)
      )
      const before = yield* hasBegun
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("4 seconds")
      const during = [yield* hasBegun, ...events]
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(closing)

      assert.isFalse(before)
      assert.deepStrictEqual(during, [true])
      assert.deepStrictEqual(events, ["drained"])
    })
  )
})

const drained = (events: Array<string>) =>
  Shutdown.layerOnClose(
    "5 seconds",
    Effect.sync(() => events.push("drained"))
  )
