/**
 * Latchkey over HTTP, as layers. Every way of mounting uses the same handlers.
 *
 * @since 0.1.0
 */
import type * as Etag from "@effect/platform/Etag"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import type * as HttpPlatform from "@effect/platform/HttpPlatform"
import * as HttpRouter from "@effect/platform/HttpRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Path from "@effect/platform/Path"
import type { UseCases } from "@latchkey/domain/Domain"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Endpoint from "./core/Endpoint.ts"
import { HttpSettings } from "./core/HttpSettings.ts"
import * as Fallbacks from "./core/internal/Fallbacks.ts"
import * as HealthHandlers from "./core/internal/HealthHandlers.ts"
import * as RequestLog from "./core/internal/RequestLog.ts"
import * as RequestReader from "./core/RequestReader.ts"
import * as InstanceHandlers from "./instance/internal/InstanceHandlers.ts"
import { LatchkeyApi } from "./LatchkeyApi.ts"
import * as MagicLinkHandlers from "./magic-link/internal/MagicLinkHandlers.ts"
import * as PasswordHandlers from "./password/internal/PasswordHandlers.ts"
import * as PasswordResetHandlers from "./password-reset/internal/PasswordResetHandlers.ts"
import * as SessionHandlers from "./session/internal/SessionHandlers.ts"

/** The groups of the contract, in an API of that name. @since 0.1.0 */
export type LatchkeyGroups<Id extends string> =
  | HttpApiGroup.ApiGroup<Id, "health">
  | HttpApiGroup.ApiGroup<Id, "instance">
  | HttpApiGroup.ApiGroup<Id, "magicLink">
  | HttpApiGroup.ApiGroup<Id, "password">
  | HttpApiGroup.ApiGroup<Id, "passwordReset">
  | HttpApiGroup.ApiGroup<Id, "session">

/** What every way of mounting requires. @since 0.1.0 */
export type Requirements = HttpSettings | PublicUrls | UseCases

const handlers = (api: typeof LatchkeyApi) =>
  Layer.mergeAll(
    HealthHandlers.layer(api),
    InstanceHandlers.layer(api),
    MagicLinkHandlers.layer(api),
    PasswordHandlers.layer(api),
    PasswordResetHandlers.layer(api),
    SessionHandlers.layer(api)
  ).pipe(Layer.provide(Endpoint.layer))

/**
 * The handlers of the contract, for the app's own `HttpLayerRouter.addHttpApi(LatchkeyApi)`. `layerRoutes` includes them,
 * and responds to other methods and CORS preflights, too.
 *
 * @since 0.1.0
 */
export const layerHandlers: Layer.Layer<LatchkeyGroups<"latchkey">, never, Requirements> = handlers(LatchkeyApi)

/**
 * The handlers of the contract for an app's own `HttpApi` that includes it
 * (`HttpApi.make("app").addHttpApi(LatchkeyApi)`), so that there is one API and one OpenAPI document. Throws a `TypeError`
 * for an API that does not include it.
 *
 * @since 0.1.0
 */
export const layerHandlersOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
): Layer.Layer<LatchkeyGroups<Id>, never, Requirements> => {
  if (!Object.keys(LatchkeyApi.groups).every((name) => name in api.groups)) {
    throw new TypeError("This API does not include Latchkey's: add it with .addHttpApi(LatchkeyApi)")
  }
  // The two differ in the name of the API, which only types know.
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
    const { prefix } = yield* HttpSettings
    return prefix === "" ? router : router.prefixed(prefix)
  })
)

/**
 * For an app on `HttpLayerRouter`, beside its own routes: the contract, CORS preflights, and 405 for other methods on its
 * paths. Other paths are left to the app. All paths begin with the `prefix` of the settings.
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
 * Responds with 404 to every path without a route: with a page to browsers if `NotFoundPage` is provided, otherwise with
 * a problem. For a server that serves only Latchkey.
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
 * For `HttpApiBuilder.serve` and `HttpApiBuilder.toWebHandler`, on a server that serves only Latchkey.
 *
 * @since 0.1.0
 */
export const layerApi: Layer.Layer<HttpApi.Api, never, Requirements> = Layer.mergeAll(
  HttpApiBuilder.api(LatchkeyApi).pipe(Layer.provide(layerHandlers)),
  apiFallbackRoutes,
  HttpApiBuilder.middleware(Fallbacks.makeNotFound).pipe(Layer.provide(Endpoint.layer))
)

/**
 * Keeps link tokens out of traces. The platform's server span contains the whole URL, so requests with a query get no
 * span. Wrap the layer that serves with it.
 *
 * @since 0.1.0
 */
export const withoutQueryTracing: <A, E, R>(layer: Layer.Layer<A, E, R>) => Layer.Layer<A, E, R> =
  HttpMiddleware.withTracerDisabledWhen((request) => RequestReader.path(request.url) !== request.url)

/**
 * Logs the requests of the whole app without their queries, which may contain the tokens of links. Failures and defects
 * of the app's own handlers are errors in the log, with their cause. Replaces the platform's request log, which contains
 * whole URLs: `HttpLayerRouter.serve(routes, { disableLogger: true, middleware: Http.requestLogger })`.
 *
 * If an app keeps the platform's log, that has no line for Latchkey's requests with a query.
 *
 * @since 0.1.0
 */
export const requestLogger: <E, R>(
  app: HttpApp.Default<E, R>
) => Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E,
  Exclude<R, HttpServerRequest.HttpServerRequest | Scope.Scope>
> = RequestLog.logger
