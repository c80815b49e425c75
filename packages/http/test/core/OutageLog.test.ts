import { assert, describe, it } from "@effect/vitest"
import { makeRecorder } from "@latchkey/test-support/Recorder"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as OutageLog from "../../src/core/OutageLog.ts"

type Log = ReturnType<typeof OutageLog.make>

/** Returns the level and the texts of every line. */
const linesOf = <E>(run: (log: Log) => Effect.Effect<void, E>) =>
  Effect.suspend(() => {
    const recorder = makeRecorder()
    return run(OutageLog.make("The store is unavailable")).pipe(
      Effect.provide(recorder.layer as Layer.Layer<never>),
      Effect.map(() =>
        recorder.lines().map((line) => {
          const { logLevel, message } = JSON.parse(line.replace(/^log /, ""))
          return [logLevel, ...message]
        })
      )
    )
  })

const failing = (log: Log, times: number, cause: string) =>
  Effect.forEach(Array.from({ length: times }), () => log(cause), { discard: true })

describe("OutageLog", () => {
  it.effect("writes the first failure with its cause, and then one line a second with the number of others", () =>
    Effect.gen(function* () {
      const lines = yield* linesOf((log) =>
        Effect.gen(function* () {
          yield* failing(log, 20_094, "ECONNREFUSED")
          yield* TestClock.adjust(1000)
          yield* failing(log, 2, "57P03")
          yield* TestClock.adjust(999)
          yield* failing(log, 1, "57P01")
          yield* TestClock.adjust(1)
        })
      )
      assert.deepStrictEqual(lines, [
        ["ERROR", "The store is unavailable", "ECONNREFUSED"],
        ["ERROR", "The store is unavailable", "ECONNREFUSED", "20093 more in the last second"],
        ["ERROR", "The store is unavailable", "57P01", "3 more in the last second"]
      ])
    })
  )

  it.effect("writes a failure of a later second immediately", () =>
    Effect.gen(function* () {
      const lines = yield* linesOf((log) =>
        Effect.zipRight(
          Effect.forEach([1, 2, 3], () => Effect.zipRight(log("ECONNRESET"), TestClock.adjust(1000))),
          Effect.zipRight(TestClock.adjust(3_600_000), log("ECONNREFUSED"))
        )
      )
      assert.deepStrictEqual(
        lines.map(([, , cause]) => cause),
        ["ECONNRESET", "ECONNRESET", "ECONNRESET", "ECONNREFUSED"]
      )
    })
  )
})
