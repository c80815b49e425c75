import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId, QueuedEmailId, UserId } from "../core/Ids.ts"
import { TokenHash } from "../core/Token.ts"

/** 15 minutes: how long a magic link works after its token was generated. */
export const lifetime = Duration.minutes(15)

/**
 * An issued magic link. The token itself is stored nowhere.
 *
 * - `clientHash`: the client that requested the link, if it had a `__client` cookie.
 * - `verifiesEmail`: whether the link was sent to the address, so that using it verifies the address. True by default.
 * - `requestId`: the request that this is the code of. A code is stored as a link whose token no one has, so what
 *   consumes one of an address ends all codes and links of that address. `None` for a link, and by default.
 * - `userId`: the user who has asked for it, whatever address it was sent to: it goes with the user. `None` if a
 *   request without a session asked for it, and by default.
 */
export class MagicLink extends Schema.Class<MagicLink>("@latchkey/domain/MagicLink")({
  instanceId: InstanceId,
  tokenHash: TokenHash,
  email: Email,
  clientHash: Schema.OptionFromSelf(TokenHash),
  verifiesEmail: Schema.Boolean.pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => true)
  ),
  requestId: Schema.OptionFromSelf(QueuedEmailId).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  userId: Schema.OptionFromSelf(UserId).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** The port for issued magic links. It holds hashes of tokens, never a token. */
export class MagicLinkRepository extends Context.Tag("@latchkey/domain/MagicLinkRepository")<
  MagicLinkRepository,
  {
    /** Stores a link. Other links of the same address stay valid. */
    readonly insert: (link: MagicLink) => Effect.Effect<void, PersistenceError>

    /** Returns the unused link with that token, or `None` if there is none or `now` has reached its `expiresAt`. */
    readonly find: (
      instanceId: InstanceId,
      tokenHash: TokenHash,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<MagicLink>, PersistenceError>

    /**
     * Returns the newest unused code that the client requested: the one with the greatest `requestId`. Returns `None`
     * if there is none or `now` has reached its `expiresAt`. Its `tokenHash` consumes it.
     */
    readonly findCode: (
      instanceId: InstanceId,
      clientHash: TokenHash,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<MagicLink>, PersistenceError>

    /**
     * Consumes the link with that token: deletes it and every other link of its address, and returns it. Returns
     * `None`, and deletes nothing, if there is none or `now` has reached its `expiresAt`. Of any number of concurrent
     * calls for links of one address exactly one returns a link, unless its transaction is rolled back.
     */
    readonly consume: (
      instanceId: InstanceId,
      tokenHash: TokenHash,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<MagicLink>, PersistenceError>

    /**
     * Deletes every link of an address. Links are locked in the order of `consume`: in a transaction, call it before
     * anything else is locked.
     */
    readonly deleteAll: (instanceId: InstanceId, email: Email) => Effect.Effect<void, PersistenceError>

    /** Deletes every link that a user has asked for. Locks them as `deleteAll` does. */
    readonly deleteAllOf: (instanceId: InstanceId, userId: UserId) => Effect.Effect<void, PersistenceError>

    /** Deletes up to `limit` expired links of all instances. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
