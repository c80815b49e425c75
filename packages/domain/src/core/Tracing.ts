/** Spans that cost nothing while tracing is off. */
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as Tracer from "effect/Tracer"

/** The tracer of an app that has set none. It makes spans and exports none of them. */
const unsetTracer = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/**
 * Returns `true` if the spans of a fiber are of use: tracing is not disabled, the app has set a tracer, and the trace
 * is sampled.
 */
export const isTracing = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  fiber.currentTracer !== unsetTracer &&
  fiber.getFiberRef(FiberRef.currentTracerEnabled) &&
  fiber.currentSpan?.sampled !== false

/**
 * Wraps an effect in a span if its spans are of use (`isTracing`). `Effect.fn` creates a
 * span and two stack traces even while tracing is off, which for a session check takes as long as the check itself.
 */
export const traced =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> => {
    const bare = effect as Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>>
    return Effect.withFiberRuntime((fiber) =>
      isTracing(fiber) ? Effect.withSpan(effect, name, { captureStackTrace: false }) : bare
    )
  }
