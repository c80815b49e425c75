/**
 * Latchkey over HTTP, as layers. The same handlers serve every way of mounting them.
 *
 * @since 0.1.0
 */
import type * as Etag from "@effect/platform/Etag"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import type * as HttpPlatform from "@effect/platform/HttpPlatform"
import * as HttpRouter from "@effect/platform/HttpRouter"
import type * as Path from "@effect/platform/Path"
import type { UseCases } from "@latchkey/domain/Domain"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Endpoint from "./core/Endpoint.ts"
import * as AccountHandlers from "./session/internal/SessionHandlers.ts"
import * as AdminHandlers from "./instance/internal/InstanceHandlers.ts"
import * as AuthHandlers from "./password/internal/PasswordHandlers.ts"
import * as Fallbacks from "./core/internal/Fallbacks.ts"
import * as HealthHandlers from "./core/internal/HealthHandlers.ts"
import type { HttpSettings } from "./core/HttpSettings.ts"
import { LatchkeyApi } from "./LatchkeyApi.ts"
import * as MagicLinkHandlers from "./magic-link/internal/MagicLinkHandlers.ts"

/** The groups of the contract, in an API of that name. @since 0.1.0 */
export type LatchkeyGroups<Id extends string> =
  | HttpApiGroup.ApiGroup<Id, "account">
  | HttpApiGroup.ApiGroup<Id, "admin">
  | HttpApiGroup.ApiGroup<Id, "auth">
  | HttpApiGroup.ApiGroup<Id, "health">
  | HttpApiGroup.ApiGroup<Id, "magicLink">

/** What every way of mounting asks for. @since 0.1.0 */
export type Requirements = HttpSettings | PublicUrls | UseCases

const handlers = (api: typeof LatchkeyApi) =>
  Layer.mergeAll(
    AccountHandlers.layer(api),
    AdminHandlers.layer(api),
    AuthHandlers.layer(api),
    HealthHandlers.layer(api),
    MagicLinkHandlers.layer(api)
  ).pipe(Layer.provide(Endpoint.layer))

/**
 * The handlers of the contract, for an `HttpLayerRouter.addHttpApi(LatchkeyApi)` of the app's own. `layerRoutes` has
 * it inside, and answers other methods and CORS preflights as well.
 *
 * @since 0.1.0
 */
export const layerHandlers: Layer.Layer<LatchkeyGroups<"latchkey">, never, Requirements> = handlers(LatchkeyApi)

/**
 * The handlers of the contract for an app's own `HttpApi` that holds it
 * (`HttpApi.make("app").addHttpApi(LatchkeyApi)`), so that there is one API and one OpenAPI document. Throws a
 * `TypeError`, which says what to do, for an API that does not hold it.
 *
 * @since 0.1.0
 */
export const layerHandlersOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
): Layer.Layer<LatchkeyGroups<Id>, never, Requirements> => {
  if (!Object.keys(LatchkeyApi.groups).every((name) => name in api.groups)) {
    throw new TypeError("This API does not hold Latchkey's: add it by .addHttpApi(LatchkeyApi)")
  }
  // What differs between the two is the name of the API, which only types know.
  return handlers(api as unknown as typeof LatchkeyApi) as unknown as Layer.Layer<
    LatchkeyGroups<Id>,
    never,
    Requirements
  >
}

const fallbackRoutes = HttpLayerRouter.use((router) =>
  Effect.flatMap(Fallbacks.make, (fallbacks) =>
    router.addAll(fallbacks.map(({ method, path, handler }) => HttpLayerRouter.route(method, path, handler)))
  )
).pipe(Layer.provide(Endpoint.layer))

const prefixed = Layer.effect(
  HttpLayerRouter.HttpRouter,
  Effect.gen(function* () {
    const router = yield* HttpLayerRouter.HttpRouter
    const { prefix } = yield* PublicUrls
    return prefix === "" ? router : router.prefixed(prefix)
  })
)

/**
 * For an app on `HttpLayerRouter`, beside whatever routes it has of its own: the contract, CORS preflights, and 405
 * for other methods on its paths. Other paths are left to the app. They begin with the prefix of `PublicUrls`, if that
 * has one.
 *
 * @since 0.1.0
 */
export const layerRoutes: Layer.Layer<
  never,
  never,
  | Etag.Generator
  | FileSystem.FileSystem
  | HttpLayerRouter.HttpRouter
  | HttpPlatform.HttpPlatform
  | Path.Path
  | Requirements
> = Layer.mergeAll(HttpLayerRouter.addHttpApi(LatchkeyApi).pipe(Layer.provide(layerHandlers)), fallbackRoutes).pipe(
  Layer.provide(prefixed)
)

/**
 * Says 404 for every path that nothing else answers: as a problem, and to browsers as a page where `NotFoundPage` is
 * provided. For a server that is Latchkey's alone.
 *
 * @since 0.1.0
 */
export const layerNotFound: Layer.Layer<never, never, HttpLayerRouter.HttpRouter | Requirements> = HttpLayerRouter.use(
  (router) =>
    Effect.flatMap(Fallbacks.makeNotFound, (orNotFound) => router.addGlobalMiddleware((app) => orNotFound(app)))
).pipe(Layer.provide(Endpoint.layer))

const apiFallbackRoutes = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    for (const { method, path, handler } of yield* Fallbacks.make) {
      yield* router.addRoute(HttpRouter.makeRoute(method, path, handler))
    }
  })
).pipe(Layer.provide(Endpoint.layer))

/**
 * For `HttpApiBuilder.serve` and `HttpApiBuilder.toWebHandler`, on a server that is Latchkey's alone.
 *
 * @since 0.1.0
 */
export const layerApi: Layer.Layer<HttpApi.Api, never, Requirements> = Layer.mergeAll(
  HttpApiBuilder.api(LatchkeyApi).pipe(Layer.provide(layerHandlers)),
  apiFallbackRoutes,
  HttpApiBuilder.middleware(Fallbacks.makeNotFound).pipe(Layer.provide(Endpoint.layer))
)

/**
 * Keeps link tokens out of traces: the platform's server span holds the whole URL, query included, so requests with a
 * query get none. Put it around the layer that serves.
 *
 * @since 0.1.0
 */
export const withoutQueryTracing: <A, E, R>(layer: Layer.Layer<A, E, R>) => Layer.Layer<A, E, R> =
  HttpMiddleware.withTracerDisabledWhen((request) => Endpoint.pathOf(request.url) !== request.url)
