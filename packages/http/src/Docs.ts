/**
 * The API reference: `/openapi.json` (OpenAPI 3.1) and a page at `/docs`. A separate module, because the page's script
 * is 3 MB.
 */
import * as HttpApiScalar from "@effect/platform/HttpApiScalar"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { defaults, type HttpOptions, HttpSettings } from "./core/HttpSettings.ts"
import { isolationHeaders } from "./core/Page.ts"
import { LatchkeyApi, withSecuritySchemesOf } from "./LatchkeyApi.ts"

const document = OpenApi.fromApi(LatchkeyApi, { additionalPropertiesStrategy: "allow" })

/**
 * Returns the OpenAPI document of the contract, with the names of the cookies under these settings. Latchkey ignores
 * unknown fields, so objects may have more.
 */
export const specification = (options: Pick<HttpOptions, "cookiePrefix"> = defaults): OpenApi.OpenAPISpec =>
  withSecuritySchemesOf(options)(document)

/** Makes the page, for any path: the router of the service has chosen it already. */
const page = (specified: OpenApi.OpenAPISpec) =>
  Effect.gen(function* () {
    const router = yield* HttpLayerRouter.make
    const api = LatchkeyApi.annotate(OpenApi.Transform, (part) => ("paths" in part ? { ...specified } : part))
    yield* Layer.build(HttpApiScalar.layerHttpLayerRouter({ api, path: "/*" })).pipe(
      Effect.provideService(HttpLayerRouter.HttpRouter, router),
      Effect.scoped
    )
    return router.asHttpEffect()
  })

/** Makes each response when it is first asked for: the page has 3 MB, and few processes show it. */
const routes = Effect.gen(function* () {
  const settings = yield* HttpSettings
  const specified = Effect.sync(() => specification(settings))
  // If the first who asks hangs up, that must not be what is cached.
  const json = yield* Effect.cached(
    Effect.uninterruptible(Effect.map(specified, (document) => HttpServerResponse.unsafeJson(document)))
  )
  const html = yield* Effect.cached(Effect.uninterruptible(Effect.flatMap(specified, page)))
  return Layer.mergeAll(
    HttpLayerRouter.add("GET", "/openapi.json", json),
    HttpLayerRouter.add("GET", "/docs", Effect.orDie(Effect.flatten(html)))
  )
})

/** Both routes. Anyone can read them. */
export const layerRoutes: Layer.Layer<never, never, HttpLayerRouter.HttpRouter | HttpSettings> = Layer.unwrapEffect(
  routes
).pipe(
  Layer.provide(
    HttpLayerRouter.middleware(
      Effect.map(HttpServerResponse.setHeaders({ ...isolationHeaders, "x-content-type-options": "nosniff" }))
    ).layer
  )
)
