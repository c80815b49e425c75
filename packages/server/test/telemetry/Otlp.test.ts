import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import { setTimeout } from "node:timers/promises"
import { expect, onTestFinished } from "vitest"
import * as Otlp from "../../src/telemetry/Otlp.ts"
import { collector } from "./Collector.ts"

const withoutConsole = Logger.remove(Logger.defaultLogger)

const layerTo = (baseUrl: string) =>
  Layer.merge(
    Otlp.layer({
      baseUrl,
      headers: {},
      isSampled: () => false,
      resource: { serviceName: "latchkey", serviceVersion: "1.0.0" }
    }),
    withoutConsole
  )

describe("The end of Otlp.layer", () => {
  it("sends what is left, and waits for a request that is under way", async () => {
    const otlp = await collector(onTestFinished, { delay: 500 })
    const scope = Effect.runSync(Scope.make())
    await Effect.runPromise(
      Effect.gen(function* () {
        yield* Effect.log("the first line")
        yield* Effect.promise(() => expect.poll(() => otlp.begun, { timeout: 60_000 }).toContain("/v1/logs"))
        yield* Effect.log("the last line")
        yield* Scope.close(scope, Exit.void)
      }).pipe(Effect.provide(Layer.toRuntime(layerTo(otlp.url)).pipe(Scope.extend(scope), Effect.runSync)))
    )
    const logs = otlp.bodiesAt("/v1/logs").join("\n")
    assert.include(logs, "the first line")
    assert.include(logs, "the last line")
  })

  it.effect("does not wait for a request that gets no response", () =>
    Effect.gen(function* () {
      const otlp = yield* Effect.promise(() => collector(onTestFinished, { delay: 300_000 }))
      const scope = yield* Scope.make()
      const runtime = yield* Layer.toRuntime(layerTo(otlp.url)).pipe(Scope.extend(scope))
      yield* Effect.provide(Effect.log("a line"), runtime)
      yield* TestClock.adjust("1 seconds")
      yield* Effect.promise(() => expect.poll(() => otlp.begun, { timeout: 60_000 }).toContain("/v1/logs"))
      const closing = yield* Effect.forkDaemon(Scope.close(scope, Exit.void))
      // Without the limit it is the ten seconds that a request has.
      for (let seconds = 0; seconds < 9; seconds++) {
        yield* TestClock.adjust("1 seconds")
        yield* Effect.promise(() => setTimeout(20))
      }
      assert.isTrue(Option.isSome(yield* Fiber.poll(closing)))
    })
  )
})
