import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { ActingOperator } from "@latchkey/domain/audit/AuditLog"
import { InstanceNotFound } from "@latchkey/domain/instance/InstanceErrors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceAdministration } from "@latchkey/domain/operator/InstanceAdministration"
import type { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import type { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Endpoint } from "../../core/Endpoint.ts"
import { HttpSettings } from "../../core/HttpSettings.ts"
import { jsonHandler, jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as AdminAccess from "../../operator/internal/AdminAccess.ts"
import * as InstanceApi from "../InstanceApi.ts"
import { rejectPlainHttp } from "../InstanceInput.ts"

const parseId = (id: string) => Effect.mapError(Schema.decodeOption(InstanceId)(id), () => new InstanceNotFound())

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "instance">,
  never,
  ApiKeys | Endpoint | HttpSettings | InstanceAdministration | InstanceDirectory | RateLimiter
> =>
  HttpApiBuilder.group(api, "instance", (handlers) =>
    Effect.gen(function* () {
      const administration = yield* InstanceAdministration
      const authorized = yield* AdminAccess.make
      const instances = yield* InstanceDirectory
      const checkUrls = rejectPlainHttp(yield* HttpSettings)

      const onList = () =>
        jsonReader(InstanceApi.ListInstances, () => Effect.map(instances.list, (all) => ({ body: { instances: all } })))

      const onCreate = (by: ActingOperator) =>
        jsonHandler(InstanceApi.CreateInstance, (settings) =>
          checkUrls(settings).pipe(
            Effect.zipRight(administration.create(settings, by)),
            Effect.map((body) => ({ body }))
          )
        )

      const onGet = (id: string) => () =>
        jsonReader(InstanceApi.GetInstance, () =>
          Effect.map(Effect.flatMap(parseId(id), instances.get), (body) => ({ body }))
        )

      const onUpdate =
        (text: string): AdminAccess.AdminHandler =>
        (by) =>
        (context) =>
          Effect.flatMap(parseId(text), (id) =>
            jsonHandler(InstanceApi.UpdateInstance, (patch) =>
              checkUrls(patch).pipe(
                Effect.zipRight(administration.update(id, patch, by)),
                Effect.map((body) => ({ body }))
              )
            )(context)
          )

      const onDelete = (text: string) => (by: ActingOperator) =>
        jsonReader(InstanceApi.DeleteInstance, () =>
          parseId(text).pipe(
            Effect.flatMap((id) => administration.delete(id, by)),
            Effect.as({ body: ok })
          )
        )

      return handlers
        .handleRaw("listInstances", () => authorized("instances.read", onList))
        .handleRaw("createInstance", () => authorized("instances.write", onCreate))
        .handleRaw("getInstance", ({ path }) => authorized("instances.read", onGet(path.id)))
        .handleRaw("updateInstance", ({ path }) => authorized("instances.write", onUpdate(path.id)))
        .handleRaw("deleteInstance", ({ path }) => authorized("instances.write", onDelete(path.id)))
    })
  )
