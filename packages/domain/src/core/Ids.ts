/** The ids that several rooms share. Instances in code may have readable ones. Others are in their rooms. */
import * as Schema from "effect/Schema"
import { exampleUuid, idOf, uuid } from "./Id.ts"

/** The id of a user: `user_…`. The same email address has another id in every instance. */
export const UserId = idOf("UserId", "user")
export type UserId = typeof UserId.Type

/** The id of a client: `client_…`. It stays the same when the client gets a new `__client` token. */
export const ClientId = idOf("ClientId", "client")
export type ClientId = typeof ClientId.Type

/** The id of an email in the outbox: `email_…`. */
export const QueuedEmailId = idOf("QueuedEmailId", "email")
export type QueuedEmailId = typeof QueuedEmailId.Type

/** The id of a session: `sess_…`. It may be shown and logged; the session token is the secret. */
export const SessionId = idOf("SessionId", "sess")
export type SessionId = typeof SessionId.Type

/** The id of an API key: `apikey_…`. It may be shown and logged; the key is the secret. */
export const ApiKeyId = idOf("ApiKeyId", "apikey")
export type ApiKeyId = typeof ApiKeyId.Type

/**
 * The id of an instance: `inst_…`; or, in code, a readable one such as `default` or `shop`, of 1 to 32 lower-case
 * letters, digits and hyphens, starting with a letter.
 */
export const InstanceId = Object.assign(
  Schema.String.pipe(
    Schema.pattern(new RegExp(`^([a-z][a-z0-9-]{0,31}|inst_${uuid})$`), {
      message: () =>
        `must be 1 to 32 lower-case letters, digits and hyphens, starting with a letter; or inst_ and a UUIDv7, such as inst_${exampleUuid}`
    }),
    // A page of the dashboard, where the id of an instance is part of the path.
    Schema.filter((id) => id !== "new", { message: () => `must not be "new"`, jsonSchema: {} }),
    Schema.brand("InstanceId")
  ),
  { prefix: "inst", isIncreasing: false }
)
export type InstanceId = typeof InstanceId.Type
