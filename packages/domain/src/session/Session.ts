/**
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import { InstanceId, SessionId, UserId } from "../core/Ids.ts"
import { SecretHash } from "../core/Token.ts"

/** How a session was begun. @since 0.1.0 */
export const SignInMethod = Schema.Literal("password", "magic_link")
/** @since 0.1.0 */
export type SignInMethod = typeof SignInMethod.Type

/**
 * A session as it is stored. `credentialEpoch` is the epoch of the credentials that were checked to make it,
 * `userAgent` what its browser called itself then.
 *
 * @since 0.1.0
 */
export class Session extends Schema.Class<Session>("@latchkey/domain/Session")({
  instanceId: InstanceId,
  id: SessionId,
  userId: UserId,
  secretHash: SecretHash,
  method: SignInMethod,
  credentialEpoch: Schema.Int,
  userAgent: Schema.String.pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => "")
  ),
  authenticatedAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** A live session together with whose it is: the answer to "who is this?". @since 0.1.0 */
export class LiveSession extends Schema.Class<LiveSession>("@latchkey/domain/LiveSession")({
  id: SessionId,
  userId: UserId,
  email: Email,
  emailVerified: Schema.Boolean,
  method: SignInMethod,
  authenticatedAt: Schema.DateTimeUtcFromSelf,
  lastSeenAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** A live session as its owner, or an operator, sees it beside the others. Nothing in it is secret. @since 0.1.0 */
export class SessionSummary extends Schema.Class<SessionSummary>("@latchkey/domain/SessionSummary")({
  id: SessionId,
  method: SignInMethod,
  userAgent: Schema.String,
  authenticatedAt: Schema.DateTimeUtcFromSelf,
  lastSeenAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}
