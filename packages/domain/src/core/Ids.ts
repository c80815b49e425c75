/**
 * Ids. Each is a UUIDv7 (RFC 9562) behind a prefix that names its kind; instances in code may have readable ids. Ids
 * are never secret.
 */
import * as Schema from "effect/Schema"

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"

const exampleUuid = "0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708"

const prefixed = <const Prefix extends string>(prefix: Prefix) =>
  Schema.String.pipe(
    Schema.pattern(new RegExp(`^${prefix}_${uuid}$`), {
      message: () => `must be a UUIDv7 in lower case behind ${prefix}_, such as ${prefix}_${exampleUuid}`
    })
  )

/** The id of a user: `user_…`. The same email address has another id in every instance. */
export const UserId = prefixed("user").pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

/** The id of a session: `sess_…`. It may be shown and logged; the session token is the secret. */
export const SessionId = prefixed("sess").pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

/** The id of a client: `client_…`. It stays the same when the client gets a new `__client` token. */
export const ClientId = prefixed("client").pipe(Schema.brand("ClientId"))
export type ClientId = typeof ClientId.Type

/** The id of an email in the outbox: `email_…`. */
export const QueuedEmailId = prefixed("email").pipe(Schema.brand("QueuedEmailId"))
export type QueuedEmailId = typeof QueuedEmailId.Type

/** The id of an entry of the audit log: `audit_…`. Later entries have greater ids. */
export const AuditId = prefixed("audit").pipe(Schema.brand("AuditId"))
export type AuditId = typeof AuditId.Type

/** The id of a dashboard session: `opsess_…`. It may be shown and logged; the token is the secret. */
export const OperatorSessionId = prefixed("opsess").pipe(Schema.brand("OperatorSessionId"))
export type OperatorSessionId = typeof OperatorSessionId.Type

/** The id of an invitation to the dashboard: `opinv_…`. It may be shown and logged. */
export const OperatorInvitationId = prefixed("opinv").pipe(Schema.brand("OperatorInvitationId"))
export type OperatorInvitationId = typeof OperatorInvitationId.Type

/** The id of an operator: `op_…`. */
export const OperatorId = prefixed("op").pipe(Schema.brand("OperatorId"))
export type OperatorId = typeof OperatorId.Type

/** The id of an API key: `apikey_…`. It may be shown and logged; the key is the secret. */
export const ApiKeyId = prefixed("apikey").pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

/** The id of an invitation to create an account: `inv_…`. It may be shown and logged. */
export const InvitationId = prefixed("inv").pipe(Schema.brand("InvitationId"))
export type InvitationId = typeof InvitationId.Type

/** The id of a passkey: `passkey_…`. It may be shown and logged. */
export const PasskeyId = prefixed("passkey").pipe(Schema.brand("PasskeyId"))
export type PasskeyId = typeof PasskeyId.Type

/** The id of an identity of a user at an identity provider: `identity_…`. It may be shown and logged. */
export const IdentityId = prefixed("identity").pipe(Schema.brand("IdentityId"))
export type IdentityId = typeof IdentityId.Type

/**
 * The id of an instance: `inst_…`; or, in code, a readable one such as `default` or `shop`, of 1 to 32 lower-case
 * letters, digits and hyphens, starting with a letter.
 */
export const InstanceId = Schema.String.pipe(
  Schema.pattern(new RegExp(`^([a-z][a-z0-9-]{0,31}|inst_${uuid})$`), {
    message: () =>
      `must be 1 to 32 lower-case letters, digits and hyphens, starting with a letter; or inst_ and a UUIDv7, such as inst_${exampleUuid}`
  }),
  // A page of the dashboard, where the id of an instance is part of the path.
  Schema.filter((id) => id !== "new", { message: () => `must not be "new"`, jsonSchema: {} }),
  Schema.brand("InstanceId")
)
export type InstanceId = typeof InstanceId.Type
