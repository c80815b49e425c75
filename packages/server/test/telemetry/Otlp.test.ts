import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Scope from "effect/Scope"
import { assert, describe, expect, it, onTestFinished } from "vitest"
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

  it("does not wait for a request that gets no response", async () => {
    const otlp = await collector(onTestFinished, { delay: 300_000 })
    const scope = Effect.runSync(Scope.make())
    const [elapsed] = await Effect.runPromise(
      Effect.gen(function* () {
        yield* Effect.log("a line")
        yield* Effect.promise(() => expect.poll(() => otlp.begun, { timeout: 60_000 }).toContain("/v1/logs"))
        return yield* Effect.timed(Scope.close(scope, Exit.void))
      }).pipe(Effect.provide(Layer.toRuntime(layerTo(otlp.url)).pipe(Scope.extend(scope), Effect.runSync)))
    )
    // Five seconds. Without the limit it is the ten that a request has.
    assert.isBelow(Duration.toSeconds(elapsed), 9)
  })
})
