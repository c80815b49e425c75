/** Layers that are built one after another. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

// biome-ignore lint/suspicious/noExplicitAny: of any services
type AnyServices = Context.Context<any>

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
      let built = Context.empty() as AnyServices
      for (const layer of layers as ReadonlyArray<AnyLayer>) {
        const services = Layer.buildWithMemoMap(layer, memoMap, scope)
        built = Context.merge(built, yield* Effect.provide(services, Context.merge(given, built)))
      }
      return built
    })
  )
