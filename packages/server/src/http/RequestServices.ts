/** The services that requests carry. */
import * as Etag from "@effect/platform/Etag"
import * as FileSystem from "@effect/platform/FileSystem"
import * as HttpPlatform from "@effect/platform/HttpPlatform"
import * as HttpServer from "@effect/platform/HttpServer"
import * as Path from "@effect/platform/Path"
import * as Domain from "@latchkey/domain/Domain"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { Readiness } from "@latchkey/http/core/Readiness"
import { RespondsEarly } from "@latchkey/http/Http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const settings = [HttpSettings, PublicUrls, Readiness] as const
const platform = [
  Etag.Generator,
  FileSystem.FileSystem,
  HttpPlatform.HttpPlatform,
  HttpServer.HttpServer,
  Path.Path,
  RespondsEarly
] as const

/** The use cases, the settings of HTTP, and the platform. No adapters. */
export type RequestServices = Context.Tag.Identifier<(typeof platform | typeof settings)[number]> | Domain.UseCases

// The services of a room have no common type.
const tags = [...Domain.useCases, ...settings, ...platform] as unknown as ReadonlyArray<
  Context.Tag<RequestServices, unknown>
>

const pick = (context: Context.Context<RequestServices>): Context.Context<RequestServices> =>
  Context.pick(...tags)(context)

/**
 * Builds a layer with these services only. The platform copies the services of a request at a dozen steps: with all of
 * the program's, a session check takes a tenth longer (docs/decisions/0016-request-overhead.md).
 */
export const only = <E>(layer: Layer.Layer<never, E, RequestServices>): Layer.Layer<never, E, RequestServices> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      // Shares what the rest of the program has built already.
      const memoMap = yield* Layer.CurrentMemoMap
      return yield* Effect.mapInputContext(Layer.buildWithMemoMap(layer, memoMap, yield* Effect.scope), pick)
    })
  )
