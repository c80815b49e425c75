import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { InstanceNotFound } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceAdministration } from "@latchkey/domain/operator/InstanceAdministration"
import type { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Endpoint, type Handler, type RequestContext } from "../../core/Endpoint.ts"
import { HttpSettings } from "../../core/HttpSettings.ts"
import { jsonHandler, jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as AdminKey from "../../operator/AdminKey.ts"
import * as InstanceApi from "../InstanceApi.ts"
import { rejectPlainHttp } from "../InstanceInput.ts"

const byKey = ({ caller }: RequestContext) => ({ actor: "admin_api", ipAddress: caller.ipAddress }) as const

const parseId = (id: string) => Effect.mapError(Schema.decodeOption(InstanceId)(id), () => new InstanceNotFound())

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "instance">,
  never,
  Endpoint | HttpSettings | InstanceAdministration | InstanceDirectory | RateLimiter
> =>
  HttpApiBuilder.group(api, "instance", (handlers) =>
    Effect.gen(function* () {
      const administration = yield* InstanceAdministration
      const endpoint = yield* Endpoint
      const instances = yield* InstanceDirectory
      const { checkBearer } = yield* AdminKey.make
      const checkUrls = rejectPlainHttp(yield* HttpSettings)

      const authorized = <R>(handler: Handler<R>) =>
        endpoint.handle((context) => Effect.zipRight(checkBearer(context), handler(context)))

      const onList = jsonReader(InstanceApi.ListInstances, () =>
        Effect.map(instances.list, (all) => ({ body: { instances: all } }))
      )

      const onCreate = jsonHandler(InstanceApi.CreateInstance, (settings, context) =>
        checkUrls(settings).pipe(
          Effect.zipRight(administration.create(settings, byKey(context))),
          Effect.map((body) => ({ body }))
        )
      )

      const onGet = (id: string) =>
        jsonReader(InstanceApi.GetInstance, () =>
          Effect.map(Effect.flatMap(parseId(id), instances.get), (body) => ({ body }))
        )

      const onUpdate =
        (text: string): Handler<never> =>
        (context) =>
          Effect.flatMap(parseId(text), (id) =>
            jsonHandler(InstanceApi.UpdateInstance, (patch) =>
              checkUrls(patch).pipe(
                Effect.zipRight(administration.update(id, patch, byKey(context))),
                Effect.map((body) => ({ body }))
              )
            )(context)
          )

      const onDelete = (text: string) =>
        jsonReader(InstanceApi.DeleteInstance, (context) =>
          parseId(text).pipe(
            Effect.flatMap((id) => administration.delete(id, byKey(context))),
            Effect.as({ body: ok })
          )
        )

      return handlers
        .handleRaw("listInstances", () => authorized(onList))
        .handleRaw("createInstance", () => authorized(onCreate))
        .handleRaw("getInstance", ({ path }) => authorized(onGet(path.id)))
        .handleRaw("updateInstance", ({ path }) => authorized(onUpdate(path.id)))
        .handleRaw("deleteInstance", ({ path }) => authorized(onDelete(path.id)))
    })
  )
