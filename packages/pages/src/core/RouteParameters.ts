/**
 * Reads the parameters of a route's path. A malformed id is "not found", like one that does not exist.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import { UserNotFound } from "@latchkey/domain/account/AccountErrors"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { IdentityNotFound } from "@latchkey/domain/identity-provider/IdentityProviderErrors"
import { InstanceNotFound } from "@latchkey/domain/instance/InstanceErrors"
import { InvitationNotFound } from "@latchkey/domain/invitation/InvitationErrors"
import { EmailSuppressionNotFound, CustomEmailNotFound } from "@latchkey/domain/mail/MailErrors"
import { ApiKeyNotFound, OperatorNotFound } from "@latchkey/domain/operator/OperatorErrors"
import { PasskeyNotFound } from "@latchkey/domain/passkey/PasskeyErrors"
import { SessionNotFound } from "@latchkey/domain/session/SessionErrors"
import * as Ids from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Language } from "@latchkey/domain/language/Language"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const parameter = <A extends string, E>(name: string, schema: Schema.Schema<A, string>, notFound: () => E) =>
  Effect.flatMap(HttpRouter.params, (parameters) =>
    Effect.mapError(Schema.decodeOption(schema)(parameters[name] ?? ""), notFound)
  )

/** Returns the instance of `:instance`. */
export const instance = (
  instances: InstanceDirectory["Type"]
): Effect.Effect<Instance, InstanceNotFound | PersistenceError, HttpRouter.RouteContext> =>
  Effect.flatMap(
    parameter("instance", Ids.InstanceId, () => new InstanceNotFound()),
    (id) => instances.get(id)
  )

/** Returns the id of `:user`. */
export const userId = parameter("user", Ids.UserId, () => new UserNotFound())

/** Returns the id of `:operatorSession`. */
export const operatorSessionId = parameter("operatorSession", Ids.OperatorSessionId, () => new SessionNotFound())

/** Returns the id of `:operator`. */
export const operatorId = parameter("operator", Ids.OperatorId, () => new OperatorNotFound())

/** Returns the id of `:apiKey`. */
export const apiKeyId = parameter("apiKey", Ids.ApiKeyId, () => new ApiKeyNotFound())

/** Returns the id of `:invitation`. */
export const invitationId = parameter("invitation", Ids.OperatorInvitationId, () => new InvitationNotFound())

/** Returns the id of `:userInvitation`. */
export const userInvitationId = parameter("userInvitation", Ids.InvitationId, () => new InvitationNotFound())

/** Returns the id of `:suppressedEmail`. */
export const suppressedEmailId = parameter("suppressedEmail", Ids.QueuedEmailId, () => new EmailSuppressionNotFound())
/** Returns the kind of email of `:kind`. */
export const emailKind = parameter("kind", EmailKind, () => new CustomEmailNotFound())

/** Returns the language of `:language`. */
export const language = parameter("language", Language, () => new CustomEmailNotFound())

/** Returns the id of `:passkey`. */
export const passkeyId = parameter("passkey", Ids.PasskeyId, () => new PasskeyNotFound())

/** Returns the id of `:identity`. */
export const identityId = parameter("identity", Ids.IdentityId, () => new IdentityNotFound())

/** Returns the id of `:session`. */
export const sessionId = parameter("session", Ids.SessionId, () => new SessionNotFound())
