/**
 * @since 0.1.0
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { InstanceNotFound } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import type { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as AdminAccess from "../../operator/internal/AdminAccess.ts"
import { InstanceView } from "../InstanceApi.ts"
import { Endpoint, type Handler } from "../../core/Endpoint.ts"
import type { HttpSettings } from "../../core/HttpSettings.ts"
import * as InstanceInput from "../InstanceInput.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import { json, readJson } from "../../core/internal/RequestBody.ts"

const mergePatch = [...json, "application/merge-patch+json"]

const view = Schema.encodeSync(InstanceView)
const parseId = (id: string) => Effect.mapError(Schema.decodeOption(InstanceId)(id), () => new InstanceNotFound())

const reply = (instance: Instance, status = 200) => HttpServerResponse.unsafeJson(view(instance), { status })

/** @since 0.1.0 */
export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "admin">, never, Endpoint | HttpSettings | Instances | RateLimiter> =>
  HttpApiBuilder.group(api, "admin", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const instances = yield* Instances
      const authorize = yield* AdminAccess.make

      const authorized = <R>(handler: Handler<R>) =>
        endpoint.handle((context) => Effect.zipRight(authorize(context), handler(context)))

      return handlers
        .handleRaw("listInstances", () =>
          authorized(() =>
            Effect.map(instances.list, (all) =>
              HttpServerResponse.unsafeJson({ instances: all.map((one) => view(one)) })
            )
          )
        )
        .handleRaw("createInstance", () =>
          authorized(({ request }) =>
            readJson(request).pipe(
              Effect.flatMap(InstanceInput.decodeNew),
              Effect.flatMap((settings) => instances.create(settings, "admin_api")),
              Effect.map((instance) => reply(instance, 201))
            )
          )
        )
        .handleRaw("getInstance", ({ path }) =>
          authorized(() => Effect.map(Effect.flatMap(parseId(path.id), instances.get), (instance) => reply(instance)))
        )
        .handleRaw("changeInstance", ({ path }) =>
          authorized(({ request }) =>
            Effect.gen(function* () {
              const id = yield* parseId(path.id)
              const patch = yield* Effect.flatMap(readJson(request, mergePatch), InstanceInput.decodePatch)
              return reply(yield* instances.update(id, patch, "admin_api"))
            })
          )
        )
    })
  )
