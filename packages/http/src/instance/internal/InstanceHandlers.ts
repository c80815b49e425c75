import { InstanceId } from "@latchkey/domain/core/Ids"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceNotFound } from "@latchkey/domain/instance/InstanceErrors"
import { InstanceAdministration } from "@latchkey/domain/operator/InstanceAdministration"
import * as Effect from "effect/Effect"
import * as Implementation from "../../core/Implementation.ts"
import { HttpSettings } from "../../core/HttpSettings.ts"
import { ok } from "../../core/Ok.ts"
import { parseId } from "../../core/parseId.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import { InstanceApi } from "../InstanceApi.ts"
import { rejectPlainHttp } from "../InstanceInput.ts"

const idOf = ({ id }: { readonly id: string }) => parseId(InstanceId, id, () => new InstanceNotFound())

export const implementation = Implementation.makeGuarded(
  InstanceApi,
  AdminAccess.guard,
  Effect.gen(function* () {
    const administration = yield* InstanceAdministration
    const instances = yield* InstanceDirectory
    const checkUrls = rejectPlainHttp(yield* HttpSettings)
    return {
      listInstances: () => Effect.map(instances.list, (all) => ({ body: { instances: all } })),
      createInstance: ({ body, by }) =>
        checkUrls(body).pipe(
          Effect.zipRight(administration.create(body, by)),
          Effect.map((body) => ({ body }))
        ),
      getInstance: ({ path }) => Effect.map(Effect.flatMap(idOf(path), instances.get), (body) => ({ body })),
      updateInstance: {
        // An unknown instance is 404, whatever the body.
        before: ({ path }) => Effect.asVoid(idOf(path)),
        handle: ({ body, by, path }) =>
          checkUrls(body).pipe(
            Effect.zipRight(idOf(path)),
            Effect.flatMap((id) => administration.update(id, body, by)),
            Effect.map((body) => ({ body }))
          )
      },
      deleteInstance: ({ by, path }) =>
        idOf(path).pipe(
          Effect.flatMap((id) => administration.delete(id, by)),
          Effect.as({ body: ok })
        )
    }
  })
)
