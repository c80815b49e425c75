/**
 * Spans that cost nothing while tracing is off.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import type * as Tracer from "effect/Tracer"

/**
 * Wraps an effect in a span if tracing is on. `Effect.fn` creates a span and two stack traces even while tracing is off,
 * which for a session check takes as long as the check itself.
 *
 * @since 0.1.0
 */
export const traced =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> => {
    const bare = effect as Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>>
    return Effect.withFiberRuntime((fiber) =>
      fiber.getFiberRef(FiberRef.currentTracerEnabled)
        ? Effect.withSpan(effect, name, { captureStackTrace: false })
        : bare
    )
  }
