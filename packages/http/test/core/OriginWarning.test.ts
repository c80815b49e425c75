import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { makeRecorder } from "@latchkey/test-support/Recorder"
import * as OriginWarning from "../../src/core/OriginWarning.ts"

const refused = (origin: string | undefined): OriginWarning.RefusedOrigin => ({
  origin,
  allowed: ["https://auth.example.com", "https://app.example.com"],
  setting: "ALLOWED_ORIGINS",
  instance: "default"
})

interface Line {
  readonly logLevel: string
  readonly message: ReadonlyArray<string>
  readonly annotations: Readonly<Record<string, string | number>>
}

/** Returns the lines that warnings about the origins write. The test clock moves before each of them. */
const warn = (origins: ReadonlyArray<readonly [pause: number, origin: string | undefined]>) =>
  Effect.suspend(() => {
    const recorder = makeRecorder()
    const warning = OriginWarning.make()
    return Effect.forEach(origins, ([pause, origin]) =>
      Effect.zipRight(pause === 0 ? Effect.void : TestClock.adjust(pause), warning(refused(origin)))
    ).pipe(
      Effect.provide(recorder.layer as Layer.Layer<never>),
      Effect.map(() => recorder.lines().map((line): Line => JSON.parse(line.replace(/^log /, ""))))
    )
  })

describe("OriginWarning", () => {
  it.effect("names the origin, the allowed ones, the instance and the setting", () =>
    Effect.gen(function* () {
      const [line] = yield* warn([[0, "http://localhost:5173"]])
      assert.strictEqual(line?.logLevel, "WARN")
      assert.include(line?.message[1] ?? "", "add the origin to ALLOWED_ORIGINS")
      assert.deepStrictEqual(line?.annotations, {
        origin: "http://localhost:5173",
        allowed: "https://auth.example.com, https://app.example.com",
        instance: "default"
      })
    })
  )

  const originsOf = (lines: ReadonlyArray<Line>) => lines.map(({ annotations }) => annotations["origin"])

  it.effect("names every origin once a minute, however often it is refused", () =>
    Effect.gen(function* () {
      const first = "http://localhost:5173"
      const second = "https://app.example.com:8443"
      const lines = yield* warn([
        [0, first],
        [0, second],
        [1, undefined],
        [1000, first],
        [58_998, first],
        [1, first],
        [0, second],
        [0, undefined],
        [1, undefined]
      ])
      assert.deepStrictEqual(originsOf(lines), [first, second, "none", first, second, "none"])
    })
  )

  it.effect("writes ten lines a minute at most, and then how many more were refused", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 1000 }, (_, index) => [0, `https://${index}.example`] as const)
      const lines = yield* warn([
        ...many,
        [59_999, "https://a.example"],
        [1, "https://b.example"],
        [0, "https://c.example"]
      ])
      assert.deepStrictEqual(originsOf(lines), [
        ...many.slice(0, 10).map(([, origin]) => origin),
        "https://b.example",
        "https://c.example"
      ])
      assert.deepStrictEqual(
        lines.slice(9).map(({ annotations }) => annotations["notLogged"]),
        [undefined, 991, undefined]
      )
    })
  )

  it.effect("prints no control characters, and no more than a hundred characters", () =>
    Effect.gen(function* () {
      const [line] = yield* warn([[0, `https://\u001b[31m\nevil\u2028\u00e9${"x".repeat(10_000)}`]])
      assert.strictEqual(line?.annotations["origin"], `https://?[31m?evil??${"x".repeat(80)}`)
    })
  )

  it.effect("says what to do if the browser names no origin", () =>
    Effect.gen(function* () {
      for (const origin of ["null", undefined]) {
        const [line] = yield* warn([[0, origin]])
        assert.include(line?.message[1] ?? "", "serve it from an allowed origin")
        assert.strictEqual(line?.annotations["origin"], origin ?? "none")
      }
    })
  )
})
