import { assert, describe, it } from "@effect/vitest"
import { traced } from "@latchkey/domain/core/Tracing"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

const spanName = Effect.map(Effect.option(Effect.currentSpan), (span) =>
  Option.getOrUndefined(Option.map(span, ({ name }) => name))
)

/** Any tracer that is not the one apps have before they set theirs. */
const tracer = Effect.map(Effect.tracer, (unset) => Tracer.make({ span: unset.span, context: unset.context }))

describe("traced", () => {
  it.effect("makes a span if the app has set a tracer", () =>
    Effect.gen(function* () {
      const name = yield* Effect.withTracer(traced("a call")(spanName), yield* tracer)
      assert.strictEqual(name, "a call")
    })
  )

  it.effect("makes none if the app has set no tracer, or has disabled it", () =>
    Effect.gen(function* () {
      const disabled = traced("a call")(spanName).pipe(
        Effect.withTracer(yield* tracer),
        Effect.withTracerEnabled(false)
      )
      assert.deepStrictEqual([yield* traced("a call")(spanName), yield* disabled], [undefined, undefined])
    })
  )

  it.effect("makes none in a trace that is not sampled", () =>
    Effect.gen(function* () {
      const parent = Tracer.externalSpan({ traceId: "a".repeat(32), spanId: "b".repeat(16), sampled: false })
      const call = Effect.withParentSpan(traced("a call")(spanName), parent)
      assert.isUndefined(yield* Effect.withTracer(call, yield* tracer))
    })
  )
})
