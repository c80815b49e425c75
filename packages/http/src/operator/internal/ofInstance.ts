import { InstanceNotFound } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Endpoint, type Handler, type RequestContext } from "../../core/Endpoint.ts"
import * as AdminKey from "../AdminKey.ts"

/** Returns who acts in a request with the admin key. */
export const byKey = ({ caller }: RequestContext) => ({ actor: "admin_api", ipAddress: caller.ipAddress }) as const

/** Parses an id of a path. One that is malformed is not found, like one that does not exist. */
export const parseId = <A, I extends string, E>(schema: Schema.Schema<A, I>, text: string, notFound: () => E) =>
  Effect.mapError(Schema.decodeUnknownOption(schema)(text), notFound)

/** Makes the function that checks the key, finds the instance of the path, and runs a handler for it. */
export const make = Effect.gen(function* () {
  const endpoint = yield* Endpoint
  const instances = yield* InstanceDirectory
  const { checkBearer } = yield* AdminKey.make

  return (id: string, handler: (instance: Instance) => Handler<never>) =>
    endpoint.handle((context) =>
      checkBearer(context).pipe(
        Effect.zipRight(parseId(InstanceId, id, () => new InstanceNotFound())),
        Effect.flatMap(instances.get),
        Effect.flatMap((instance) => handler(instance)(context))
      )
    )
})
