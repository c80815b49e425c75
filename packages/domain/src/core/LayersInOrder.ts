/** Layers that are built one after another. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A layer of any services. */
// biome-ignore lint/suspicious/noExplicitAny: of any services
export type AnyLayer = Layer.Layer<any, any, any>

/**
 * Builds layers in their order, each with the services of those before it, and provides all of them: a chain of
 * `Layer.provideMerge`, without the fibers and scopes that each of its links starts.
 */
export const make = (layers: ReadonlyArray<Layer.Layer.Any>): AnyLayer =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const [memoMap, scope, given] = yield* Effect.all([Layer.CurrentMemoMap, Effect.scope, Effect.context()])
      const built = new Map<string, unknown>()
      let available = given
      for (const layer of layers as ReadonlyArray<AnyLayer>) {
        const services = yield* Effect.provide(Layer.buildWithMemoMap(layer, memoMap, scope), available)
        for (const [key, service] of services.unsafeMap) built.set(key, service)
        available = Context.merge(available, services)
      }
      return Context.unsafeMake(built)
    })
  )
