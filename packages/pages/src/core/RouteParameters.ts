/**
 * Reads the parameters of a route's path. A malformed id is "not found", like one that does not exist.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import { UserNotFound } from "@latchkey/domain/account/AccountErrors"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId, SessionId, UserId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceNotFound } from "@latchkey/domain/instance/InstanceErrors"
import { PasskeyNotFound } from "@latchkey/domain/passkey/PasskeyErrors"
import { PasskeyId } from "@latchkey/domain/passkey/PasskeyRepository"
import { PersonalTokenNotFound } from "@latchkey/domain/personal-token/PersonalTokenErrors"
import { PersonalTokenId } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import { SessionNotFound } from "@latchkey/domain/session/SessionErrors"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Returns the parameter `:name`. Fails with `notFound` if it is malformed. */
export const parameter = <A extends string, E>(name: string, schema: Schema.Schema<A, string>, notFound: () => E) =>
  Effect.flatMap(HttpRouter.params, (parameters) =>
    Effect.mapError(Schema.decodeOption(schema)(parameters[name] ?? ""), notFound)
  )

/** Returns the instance of `:instance`. */
export const instance = (
  instances: InstanceDirectory["Type"]
): Effect.Effect<Instance, InstanceNotFound | PersistenceError, HttpRouter.RouteContext> =>
  Effect.flatMap(
    parameter("instance", InstanceId, () => new InstanceNotFound()),
    (id) => instances.get(id)
  )

/** Returns the id of `:user`. */
export const userId = parameter("user", UserId, () => new UserNotFound())

/** Returns the id of `:passkey`. */
export const passkeyId = parameter("passkey", PasskeyId, () => new PasskeyNotFound())

/** Returns the id of `:token`. */
export const personalTokenId = parameter("token", PersonalTokenId, () => new PersonalTokenNotFound())

/** Returns the id of `:session`. */
export const sessionId = parameter("session", SessionId, () => new SessionNotFound())
