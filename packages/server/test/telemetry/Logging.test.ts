import { assert, describe, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Logging from "../../src/telemetry/Logging.ts"

/** Runs `effect` with the log of `serve` at the level `info`, and returns what it prints. */
const printed = (effect: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const console = yield* Console.consoleWith(Effect.succeed)
    const log = (line: unknown) => void lines.push(String(line))
    yield* effect.pipe(
      Effect.provide(Logging.layerJson("info")),
      // The default logger, which tests turn off: `serve` replaces it.
      Effect.provide(Logger.add(Logger.defaultLogger)),
      Effect.withConsole({ ...console, unsafe: { ...console.unsafe, log } })
    )
    return lines
  })

describe("The log of serve", () => {
  it.effect("is one JSON object per line, with level, message and annotations", () =>
    Effect.gen(function* () {
      const lines = yield* printed(
        Effect.annotateLogs(Effect.zipRight(Effect.logInfo("sign_in"), Effect.logError("two\nlines")), {
          outcome: "ok",
          ipAddress: "192.0.2.1"
        })
      )
      assert.deepStrictEqual(
        lines.map((line) => line.includes("\n")),
        [false, false]
      )
      const [first, second] = lines.map((line) => JSON.parse(line))
      assert.deepInclude(first, {
        logLevel: "INFO",
        message: "sign_in",
        annotations: { outcome: "ok", ipAddress: "192.0.2.1" }
      })
      assert.deepInclude(second, { logLevel: "ERROR", message: "two\nlines" })
    })
  )

  it.effect("has no entries below its level", () =>
    Effect.gen(function* () {
      assert.isEmpty(yield* printed(Effect.logDebug("Answered")))
    })
  )
})
