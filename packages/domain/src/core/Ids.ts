/**
 * Identifiers. Each is a UUIDv7 (RFC 9562) behind a prefix that says what it names.
 * They identify; they are never secrets.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"

const prefixed = <const Prefix extends string>(prefix: Prefix) =>
  Schema.String.pipe(Schema.pattern(new RegExp(`^${prefix}_${uuid}$`), { message: () => `is not a ${prefix}_ id` }))

/** A user: `user_…`. The same person has another id in every instance. @since 0.1.0 */
export const UserId = prefixed("user").pipe(Schema.brand("UserId"))
/** @since 0.1.0 */
export type UserId = typeof UserId.Type

/** A session: `sess_…`. It may be shown and logged; the secret of the session is the cookie. @since 0.1.0 */
export const SessionId = prefixed("sess").pipe(Schema.brand("SessionId"))
/** @since 0.1.0 */
export type SessionId = typeof SessionId.Type

/** A browser: `client_…`. It stays the same when the browser gets a new `__client` secret. @since 0.1.0 */
export const ClientId = prefixed("client").pipe(Schema.brand("ClientId"))
/** @since 0.1.0 */
export type ClientId = typeof ClientId.Type

/** A wish for a magic link that waits in the outbox: `wish_…`. @since 0.1.0 */
export const WishId = prefixed("wish").pipe(Schema.brand("WishId"))
/** @since 0.1.0 */
export type WishId = typeof WishId.Type

/** A line of the audit log: `audit_…`. Later ones have greater ids. @since 0.1.0 */
export const AuditId = prefixed("audit").pipe(Schema.brand("AuditId"))
/** @since 0.1.0 */
export type AuditId = typeof AuditId.Type

/** An instance: `inst_…`, or the one that is called `default`. @since 0.1.0 */
export const InstanceId = Schema.String.pipe(
  Schema.pattern(new RegExp(`^(default|inst_${uuid})$`), { message: () => "is not an instance id" }),
  Schema.brand("InstanceId")
)
/** @since 0.1.0 */
export type InstanceId = typeof InstanceId.Type
