import type { ActingOperator } from "@latchkey/domain/audit/AuditLog"
import { InstanceNotFound } from "@latchkey/domain/instance/InstanceErrors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { Permission } from "@latchkey/domain/operator/Role"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Handler } from "../../core/Endpoint.ts"
import * as AdminAccess from "./AdminAccess.ts"

/** Parses an id of a path. One that is malformed is not found, like one that does not exist. */
export const parseId = <A, I extends string, E>(schema: Schema.Schema<A, I>, text: string, notFound: () => E) =>
  Effect.mapError(Schema.decodeUnknownOption(schema)(text), notFound)

/**
 * Makes the function that checks the key and its permission, finds the instance of the path, and runs a handler for it.
 */
export const make = Effect.gen(function* () {
  const authorized = yield* AdminAccess.make
  const instances = yield* InstanceDirectory

  type InstanceHandler = (instance: Instance, by: ActingOperator, require: AdminAccess.Require) => Handler<never>

  return (permission: Permission, id: string, handler: InstanceHandler) =>
    authorized(
      permission,
      (by, require) => (context) =>
        parseId(InstanceId, id, () => new InstanceNotFound()).pipe(
          Effect.flatMap(instances.get),
          Effect.flatMap((instance) => handler(instance, by, require)(context))
        )
    )
})
