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

const routes = (settings: HttpOptions) => {
  const specified = specification(settings)
  const api = LatchkeyApi.annotate(OpenApi.Transform, (part) => ("paths" in part ? { ...specified } : part))
  return Layer.mergeAll(
    HttpLayerRouter.add("GET", "/openapi.json", Effect.succeed(HttpServerResponse.unsafeJson(specified))),
    HttpApiScalar.layerHttpLayerRouter({ api, path: "/docs" })
  )
}

/** Both routes. Anyone can read them. */
export const layerRoutes: Layer.Layer<never, never, HttpLayerRouter.HttpRouter | HttpSettings> = Layer.unwrapEffect(
  Effect.map(HttpSettings, routes)
).pipe(
  Layer.provide(
    HttpLayerRouter.middleware(
      Effect.map(HttpServerResponse.setHeaders({ ...isolationHeaders, "x-content-type-options": "nosniff" }))
    ).layer
  )
)
