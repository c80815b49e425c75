/**
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import { InstanceId, WishId } from "../core/Ids.ts"
import { SecretHash } from "../core/Token.ts"

/** 15 minutes, from the making of the token to its end. @since 0.1.0 */
export const lifetime = Duration.minutes(15)

/**
 * An issued link. The token itself is in the mail and nowhere else. `clientHash` is the browser that asked, if it had
 * a `__client` cookie.
 *
 * @since 0.1.0
 */
export class MagicLink extends Schema.Class<MagicLink>("@latchkey/domain/MagicLink")({
  instanceId: InstanceId,
  tokenHash: SecretHash,
  email: Email,
  clientHash: Schema.OptionFromSelf(SecretHash),
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/**
 * Somebody asked for a link: all that waits in the outbox, and the same for addresses with and without an account.
 * `attempts` counts the leases so far.
 *
 * @since 0.1.0
 */
export class MagicLinkWish extends Schema.Class<MagicLinkWish>("@latchkey/domain/MagicLinkWish")({
  instanceId: InstanceId,
  id: WishId,
  email: Email,
  clientHash: Schema.OptionFromSelf(SecretHash),
  requestedAt: Schema.DateTimeUtcFromSelf,
  attempts: Schema.Int
}) {}
