/** Latchkey over HTTP, as layers. Every way of mounting uses the same handlers. */
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
import type * as HttpServer from "@effect/platform/HttpServer"
import type * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Path from "@effect/platform/Path"
import type { UseCases } from "@latchkey/domain/Domain"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as AccessTokenHandlers from "./access-token/internal/AccessTokenHandlers.ts"
import * as UserHandlers from "./account/internal/UserHandlers.ts"
import * as Implementation from "./core/Implementation.ts"
import * as Endpoint from "./core/Endpoint.ts"
import { HttpSettings } from "./core/HttpSettings.ts"
import { type DirectRoute, directRoutesOf } from "./core/internal/directRoutesOf.ts"
import * as Fallbacks from "./core/internal/Fallbacks.ts"
import * as HealthHandlers from "./core/internal/HealthHandlers.ts"
import * as IncludedApi from "./core/internal/IncludedApi.ts"
import * as RequestLog from "./core/internal/RequestLog.ts"
import * as RequestReader from "./core/RequestReader.ts"
import * as DeviceSignInHandlers from "./device-sign-in/internal/DeviceSignInHandlers.ts"
import * as EmailChangeHandlers from "./email-change/internal/EmailChangeHandlers.ts"
import * as FactorRecoveryHandlers from "./factor-recovery/internal/FactorRecoveryHandlers.ts"
import * as IdentityProviderAdminHandlers from "./identity-provider/internal/IdentityProviderAdminHandlers.ts"
import * as IdentityProviderHandlers from "./identity-provider/internal/IdentityProviderHandlers.ts"
import * as InstanceHandlers from "./instance/internal/InstanceHandlers.ts"
import * as AcceptanceHandlers from "./invitation/internal/AcceptanceHandlers.ts"
import * as InvitationHandlers from "./invitation/internal/InvitationHandlers.ts"
import { LatchkeyApi } from "./LatchkeyApi.ts"
import * as EmailReportHandlers from "./mail/internal/EmailReportHandlers.ts"
import * as AuditHandlers from "./audit/internal/AuditHandlers.ts"
import * as EventHandlers from "./event/internal/EventHandlers.ts"
import * as EmailSuppressionHandlers from "./mail/internal/EmailSuppressionHandlers.ts"
import * as EmailTextHandlers from "./mail/internal/EmailTextHandlers.ts"
import * as IntrospectionHandlers from "./introspection/internal/IntrospectionHandlers.ts"
import * as RevocationHandlers from "./introspection/internal/RevocationHandlers.ts"
import * as MagicLinkHandlers from "./magic-link/internal/MagicLinkHandlers.ts"
import * as ApiKeyHandlers from "./operator/internal/ApiKeyHandlers.ts"
import * as OperatorHandlers from "./operator/internal/OperatorHandlers.ts"
import * as PasskeyHandlers from "./passkey/internal/PasskeyHandlers.ts"
import * as PasswordHandlers from "./password/internal/PasswordHandlers.ts"
import * as PasswordResetHandlers from "./password-reset/internal/PasswordResetHandlers.ts"
import * as ReauthenticationHandlers from "./reauthentication/internal/ReauthenticationHandlers.ts"
import * as SecondFactorHandlers from "./second-factor/internal/SecondFactorHandlers.ts"
import * as PendingSignUpHandlers from "./pending-sign-up/internal/PendingSignUpHandlers.ts"
import * as PersonalDataHandlers from "./personal-data/internal/PersonalDataHandlers.ts"
import * as PersonalTokenAdminHandlers from "./personal-token/internal/PersonalTokenAdminHandlers.ts"
import * as PersonalTokenHandlers from "./personal-token/internal/PersonalTokenHandlers.ts"
import * as RefreshTokenHandlers from "./refresh-token/internal/RefreshTokenHandlers.ts"
import * as SessionHandlers from "./session/internal/SessionHandlers.ts"
import * as WebhookHandlers from "./webhook/internal/WebhookHandlers.ts"

/** The handlers of every group of the contract. */
const implementations = [
  AccessTokenHandlers.implementation,
  IntrospectionHandlers.implementation,
  RevocationHandlers.implementation,
  UserHandlers.implementation,
  HealthHandlers.implementation,
  EmailChangeHandlers.implementation,
  FactorRecoveryHandlers.implementation,
  IdentityProviderAdminHandlers.implementation,
  IdentityProviderHandlers.implementation,
  InstanceHandlers.implementation,
  AcceptanceHandlers.implementation,
  InvitationHandlers.implementation,
  EmailReportHandlers.implementation,
  EmailSuppressionHandlers.implementation,
  AuditHandlers.implementation,
  EventHandlers.implementation,
  WebhookHandlers.implementation,
  EmailTextHandlers.implementation,
  MagicLinkHandlers.implementation,
  ApiKeyHandlers.implementation,
  OperatorHandlers.implementation,
  PasskeyHandlers.implementation,
  PasswordHandlers.implementation,
  PasswordResetHandlers.implementation,
  ReauthenticationHandlers.implementation,
  SecondFactorHandlers.implementation,
  PendingSignUpHandlers.implementation,
  PersonalDataHandlers.implementation,
  PersonalTokenAdminHandlers.implementation,
  DeviceSignInHandlers.implementation,
  PersonalTokenHandlers.implementation,
  RefreshTokenHandlers.implementation,
  SessionHandlers.implementation
] as const

type GroupId = (typeof implementations)[number]["id"]

/** The groups of the contract, in an API of that name. */
export type LatchkeyGroups<Id extends string> = { [Name in GroupId]: HttpApiGroup.ApiGroup<Id, Name> }[GroupId]

/** What every way of mounting requires. */
export type Requirements = HttpSettings | PublicUrls | UseCases

/** What the platform's routers need of the platform. */
export type Platform = Etag.Generator | FileSystem.FileSystem | HttpPlatform.HttpPlatform | Path.Path

type OwnGroups =
  typeof LatchkeyApi extends HttpApi.HttpApi<infer _Id, infer Groups, infer _E, infer _R> ? Groups : never

type ClashingName<Groups> = HttpApiGroup.HttpApiGroup.Name<
  Exclude<Extract<Groups, { readonly identifier: OwnGroups["identifier"] }>, OwnGroups>
>

/**
 * Anything, unless an app's own group has the name of one of Latchkey's. `addHttpApi` merges groups by name, so that
 * one would replace the other.
 */
export type WithoutClash<Groups> = [ClashingName<Groups>] extends [never]
  ? unknown
  : `Latchkey has a group "${ClashingName<Groups>}", too: rename the app's own group`

const handlers = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
) => {
  // The two differ in the name of the API, which only types know.
  const layers: Layer.Layer<LatchkeyGroups<"latchkey">, never, Requirements> = Implementation.layer(
    implementations,
    api as unknown as HttpApi.HttpApi.Any
  ).pipe(Layer.provide(Endpoint.layer))
  return layers as unknown as Layer.Layer<LatchkeyGroups<Id>, never, Requirements>
}

const onRouter = (handle: Fallbacks.FallbackRoute["handle"]) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, handle)

/** The fallbacks on the router of `HttpApiBuilder`. `HttpLayerRouter.addHttpApi` ignores them. */
const apiFallbacks = (api: IncludedApi.Any) =>
  HttpApiBuilder.Router.use((router) =>
    Effect.gen(function* () {
      for (const { method, path, handle } of yield* Fallbacks.make(LatchkeyApi, api)) {
        yield* router.addRoute(HttpRouter.makeRoute(method, path, onRouter(handle)))
      }
    })
  ).pipe(Layer.provide(Endpoint.layer))

const fallbacks = (api: IncludedApi.Any) =>
  HttpLayerRouter.use((router) =>
    Effect.flatMap(Fallbacks.make(LatchkeyApi, api), (routes) =>
      router.addAll(routes.map(({ method, path, handle }) => HttpLayerRouter.route(method, path, onRouter(handle))))
    )
  ).pipe(Layer.provide(Endpoint.layer))

const quoted = (prefix: string) => (prefix === "" ? "no prefix" : `the prefix "${prefix}"`)

/** Emails and pages link to the prefix of the settings, so the paths must have the same. */
const samePrefix = (prefixes: ReadonlyArray<string>) =>
  Layer.effectDiscard(
    Effect.flatMap(HttpSettings, ({ prefix }) => {
      const other = prefixes.find((found) => found !== prefix)
      if (other === undefined) return Effect.void
      return Effect.die(
        new TypeError(
          `Latchkey's paths in this API have ${quoted(other)}, but its links have ${quoted(prefix)}: give .prefix(…) of the API and prefix of HttpSettings the same value`
        )
      )
    })
  )

/**
 * The handlers of the contract for an app's own `HttpApi` that includes it
 * (`HttpApi.make("app").addHttpApi(LatchkeyApi)`), so that there is one API and one OpenAPI document. On
 * `HttpLayerRouter` use `layerRoutesOf`, which includes them, and responds to other methods and CORS preflights, too;
 * `HttpApiBuilder.serve` needs nothing else.
 *
 * Throws a `TypeError` for an API that does not include the contract, or in which another group has the name of one of
 * its groups. The layer dies if the paths do not have the `prefix` of the settings.
 */
export const layerHandlersOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R> & WithoutClash<Groups>
): Layer.Layer<LatchkeyGroups<Id>, never, Requirements> =>
  Layer.mergeAll(
    handlers<Id, Groups, E, R>(api),
    apiFallbacks(api),
    samePrefix(IncludedApi.prefixesIn(LatchkeyApi, api))
  )

const prefixed = Layer.effect(
  HttpLayerRouter.HttpRouter,
  Effect.gen(function* () {
    const router = yield* HttpLayerRouter.HttpRouter
    const { prefix } = yield* HttpSettings
    return prefix === "" ? router : router.prefixed(prefix)
  })
)

/**
 * For an app on `HttpLayerRouter`, beside its own routes: the contract, CORS preflights, and 405 for other methods on
 * its paths. Other paths are left to the app. All paths begin with the `prefix` of the settings.
 */
export const layerRoutes: Layer.Layer<never, never, HttpLayerRouter.HttpRouter | Platform | Requirements> =
  Layer.mergeAll(
    HttpLayerRouter.addHttpApi(LatchkeyApi).pipe(Layer.provide(handlers(LatchkeyApi))),
    fallbacks(LatchkeyApi)
  ).pipe(Layer.provide(prefixed))

/**
 * The same for an app's own `HttpApi` that includes the contract, instead of `HttpLayerRouter.addHttpApi`: all of its
 * endpoints, and Latchkey's handlers. The app provides the handlers of the other groups. `openapiPath` serves the
 * document of the whole API.
 *
 * Throws and dies like `layerHandlersOf`.
 */
export const layerRoutesOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R> & WithoutClash<Groups>,
  options?: { readonly openapiPath?: `/${string}` | undefined }
): Layer.Layer<
  never,
  never,
  | Exclude<HttpApiGroup.HttpApiGroup.ToService<Id, Groups>, LatchkeyGroups<Id>>
  | HttpApiGroup.HttpApiGroup.ErrorContext<Groups>
  | HttpLayerRouter.HttpRouter
  | Platform
  | R
  | Requirements
> =>
  Layer.mergeAll(
    HttpLayerRouter.addHttpApi(api, options).pipe(Layer.provide(layerHandlersOf<Id, Groups, E, R>(api))),
    fallbacks(api)
  )

/**
 * Responds with 404 to every path without a route: with a page to browsers if `NotFoundPage` is provided, otherwise
 * with a problem. For a server that serves only Latchkey.
 */
export const layerNotFound: Layer.Layer<never, never, HttpLayerRouter.HttpRouter | Requirements> = HttpLayerRouter.use(
  (router) =>
    Effect.flatMap(Fallbacks.makeNotFound, (orNotFound) => router.addGlobalMiddleware((app) => orNotFound(app)))
).pipe(Layer.provide(Endpoint.layer))

/** For `HttpApiBuilder.serve` and `HttpApiBuilder.toWebHandler`, on a server that serves only Latchkey. */
export const layerApi: Layer.Layer<HttpApi.Api, never, Requirements> = Layer.mergeAll(
  HttpApiBuilder.api(LatchkeyApi).pipe(Layer.provide(layerHandlersOf(LatchkeyApi))),
  HttpApiBuilder.middleware(Fallbacks.makeNotFound).pipe(Layer.provide(Endpoint.layer))
)

export type { DirectRoute } from "./core/internal/directRoutesOf.ts"

/** The direct routes of a server. By default there are none, and the router handles every request. */
export class DirectRoutes extends Context.Reference<DirectRoutes>()("@latchkey/http/DirectRoutes", {
  defaultValue: (): ReadonlyArray<DirectRoute> => []
}) {}

type Handled = (typeof implementations)[number] extends Implementation.Implementation<string, infer R> ? R : never

const makeDirectRoutes = Effect.gen(function* () {
  const { prefix } = yield* HttpSettings
  const endpoints = Arr.flatten(
    yield* Effect.forEach(implementations, (one) => directRoutesOf<Handled>(LatchkeyApi, one as never))
  )
  const all: ReadonlyArray<DirectRoute> = [...endpoints, ...(yield* Fallbacks.make(LatchkeyApi, LatchkeyApi))]
  return all.map((route): DirectRoute => ({ ...route, path: `/${`${prefix}${route.path}`.slice(1)}` }))
})

/**
 * The contract, CORS preflights, and 405 for other methods on its paths as direct routes, with the same handlers as the
 * router's. All paths begin with the `prefix` of the settings.
 */
export const layerDirectRoutes: Layer.Layer<DirectRoutes, never, Requirements> = Layer.effect(
  DirectRoutes,
  makeDirectRoutes
).pipe(Layer.provide(Endpoint.layer))

const hasQuery = ({ url }: HttpServerRequest.HttpServerRequest): boolean => RequestReader.path(url) !== url

/**
 * Keeps link tokens out of traces. The platform's server span contains the whole URL, so requests with a query get no
 * span. Wrap the layer that serves with it.
 */
export const withoutQueryTracing: <A, E, R>(layer: Layer.Layer<A, E, R>) => Layer.Layer<A, E, R> =
  HttpMiddleware.withTracerDisabledWhen(hasQuery)

/** The same for web handlers, such as `HttpLayerRouter.toWebHandler`: provide it to the routes, outermost. */
export const layerWithoutQueryTracing: Layer.Layer<never> = Layer.scopedDiscard(
  Effect.locallyScoped(HttpMiddleware.currentTracerDisabledWhen, hasQuery)
)

/**
 * Logs the requests of the whole app without their queries, which may contain the tokens of links. Failures and defects
 * of the app's handlers are errors in the log, with their cause as the app made it. Replaces the platform's request
 * log, which contains whole URLs: `HttpLayerRouter.serve(routes, { disableLogger: true, middleware: Http.requestLogger
 * })`.
 *
 * `serve` does that by itself. If an app keeps the platform's log, that has no line for Latchkey's requests with a
 * query.
 */
export const requestLogger: <E, R>(
  app: HttpApp.Default<E, R>
) => Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E,
  Exclude<R, HttpServerRequest.HttpServerRequest | Scope.Scope>
> = RequestLog.logger

/**
 * Options of `serve`, as in `HttpLayerRouter.serve`.
 *
 * - `disableLogger`: turns the request log off.
 * - `disableListenLog`: turns the line "Listening on …" off.
 * - `middleware`: wraps the whole server, including the sending of the response.
 * - `routerConfig`: the configuration of the router.
 */
export interface ServeOptions<R, E, HR> {
  readonly disableLogger?: boolean | undefined
  readonly disableListenLog?: boolean
  readonly middleware?: (
    app: Effect.Effect<
      HttpServerResponse.HttpServerResponse,
      | HttpLayerRouter.Request.Only<"Error", R>
      | HttpLayerRouter.Request.Only<"GlobalError", R>
      | HttpServerError.RouteNotFound,
      HttpServerRequest.HttpServerRequest | RequestServices<R> | Scope.Scope
    >
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, HR>
  readonly routerConfig?: Partial<HttpLayerRouter.FindMyWay.RouterConfig> | undefined
}

export { Closing } from "./core/Closing.ts"
export { RespondsEarly } from "./core/internal/StartOrder.ts"

/** What routes need of each request. */
export type RequestServices<R> =
  | HttpLayerRouter.Request.Only<"GlobalRequires", R>
  | HttpLayerRouter.Request.Only<"Requires", R>

type Middleware = (app: HttpApp.Default<unknown, unknown>) => HttpApp.Default<unknown, unknown>

/** The app's middleware inside of the request log. */
const logged =
  ({
    disableLogger = false,
    middleware = identity
  }: {
    disableLogger?: boolean
    middleware?: Middleware
  }): Middleware =>
  (app) =>
    disableLogger ? middleware(app) : requestLogger(middleware(app))

/**
 * Serves routes like `HttpLayerRouter.serve`, on a server that listens last: after the routes and everything that they
 * need. A server that listens before that accepts requests and never responds to them. Keeps the tokens of links out of
 * the request log (`requestLogger`) and of traces (`withoutQueryTracing`).
 *
 * On Node the server is `NodeHttpServer.layerServer(createServer, { port })`, and `NodeHttpServer.layerContext` has the
 * platform's services that routes need.
 */
export const serve = <A, E, R, ServerError, ServerR, HE, HR = RequestServices<R>>(
  routes: Layer.Layer<A, E, R>,
  server: Layer.Layer<HttpServer.HttpServer, ServerError, ServerR>,
  options: ServeOptions<R, HE, HR> = {}
): Layer.Layer<
  A | HttpServer.HttpServer,
  HttpLayerRouter.Request.Without<E> | ServerError,
  | Exclude<
      Exclude<HR, HttpLayerRouter.GlobalProvided> | HttpLayerRouter.Request.Without<R>,
      HttpLayerRouter.HttpRouter
    >
  | Exclude<ServerR, A>
> =>
  // The router takes the server from its routes, which are built with it. Only types want it from outside, too.
  HttpLayerRouter.serve(Layer.provideMerge(server, routes), {
    ...(options as object),
    disableLogger: true,
    middleware: logged(options as object) as never
  }).pipe(withoutQueryTracing) as unknown as Layer.Layer<unknown>
