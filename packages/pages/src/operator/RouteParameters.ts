/**
 * What the path of a page names. What does not exist is 404, and so is what cannot exist.
 *
 * @since 0.1.0
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import { InstanceNotFound, type PersistenceError, SessionNotFound, UserNotFound } from "@latchkey/domain/core/Errors"
import * as Ids from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const parameter = <A extends string, E>(name: string, schema: Schema.Schema<A, string>, missing: () => E) =>
  Effect.flatMap(HttpRouter.params, (parameters) =>
    Effect.mapError(Schema.decodeOption(schema)(parameters[name] ?? ""), missing)
  )

/** The instance of `:instance`. @since 0.1.0 */
export const instance = (
  instances: Instances["Type"]
): Effect.Effect<Instance, InstanceNotFound | PersistenceError, HttpRouter.RouteContext> =>
  Effect.flatMap(
    parameter("instance", Ids.InstanceId, () => new InstanceNotFound()),
    (id) => instances.get(id)
  )

/** The id of `:user`. @since 0.1.0 */
export const userId = parameter("user", Ids.UserId, () => new UserNotFound())

/** The id of `:session`. @since 0.1.0 */
export const sessionId = parameter("session", Ids.SessionId, () => new SessionNotFound())
