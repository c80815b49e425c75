/**
 * The API reference: `/openapi.json` (OpenAPI 3.1) and a page at `/docs`. A separate module, because the page's script is
 * 3 MB.
 *
 * @since 0.1.0
 */
import * as HttpApiScalar from "@effect/platform/HttpApiScalar"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isolationHeaders } from "./Page.ts"
import { LatchkeyApi } from "../LatchkeyApi.ts"

// The platform keeps the first document that it makes of an API, so this one is also the page's.
const document = OpenApi.fromApi(LatchkeyApi, { additionalPropertiesStrategy: "allow" })

/** Returns the OpenAPI document of the contract. Latchkey ignores unknown fields, so objects may have more. @since 0.1.0 */
export const specification = (): OpenApi.OpenAPISpec => document

/** Both routes. Anyone can read them. @since 0.1.0 */
export const layerRoutes: Layer.Layer<never, never, HttpLayerRouter.HttpRouter> = Layer.mergeAll(
  HttpLayerRouter.add(
    "GET",
    "/openapi.json",
    Effect.sync(() => HttpServerResponse.unsafeJson(specification()))
  ),
  HttpApiScalar.layerHttpLayerRouter({ api: LatchkeyApi, path: "/docs" })
).pipe(
  Layer.provide(
    HttpLayerRouter.middleware(
      Effect.map(HttpServerResponse.setHeaders({ ...isolationHeaders, "x-content-type-options": "nosniff" }))
    ).layer
  )
)
