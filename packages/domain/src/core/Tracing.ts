/**
 * Spans for what every request goes through.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import type * as Tracer from "effect/Tracer"

/**
 * A span around an effect where traces are made, and nothing where they are not. `Effect.fn` makes a span and two stack
 * traces whether or not anybody gets them, which for a session check takes as long as the check itself.
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
