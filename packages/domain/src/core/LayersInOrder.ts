/** Services that are built one after another. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

/** A layer of any services. */
// biome-ignore lint/suspicious/noExplicitAny: of any services
export type AnyLayer = Layer.Layer<any, any, any>

/** A service that nothing else builds: its tag, and the effect that makes it. */
export interface Service {
  // biome-ignore lint/suspicious/noExplicitAny: of any service
  readonly tag: Context.Tag<any, any>
  readonly make: Effect.Effect<unknown, unknown, unknown>
}

type Services = Context.Context<unknown>

const build = (part: AnyLayer | Service, memoMap: Layer.MemoMap, scope: Scope.Scope) =>
  Layer.isLayer(part)
    ? Layer.buildWithMemoMap(part as AnyLayer, memoMap, scope)
    : Effect.map(part.make, (service): Services => Context.make(part.tag, service))

/**
 * Builds layers and services in their order, each with those before it, and provides all of them: a chain of
 * `Layer.provideMerge`, without the fibers and scopes that each of its links starts. A service costs a quarter of a
 * layer, because nothing looks it up for others that build it, too.
 */
export const make = (parts: ReadonlyArray<Layer.Layer.Any | Service>): AnyLayer =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const [memoMap, scope, given] = yield* Effect.all([Layer.CurrentMemoMap, Effect.scope, Effect.context()])
      const built = new Map<string, unknown>()
      let available: Services = given
      for (const part of parts as ReadonlyArray<AnyLayer | Service>) {
        const services: Services = yield* Effect.mapInputContext(build(part, memoMap, scope), () => available)
        for (const [key, service] of services.unsafeMap) built.set(key, service)
        available = Context.merge(available, services)
      }
      return Context.unsafeMake(built)
    })
  )
