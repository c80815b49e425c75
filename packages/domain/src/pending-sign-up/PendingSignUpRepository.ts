/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { PasswordHash } from "../account/UserRepository.ts"
import { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId } from "../core/Ids.ts"
import { TokenHash } from "../core/Token.ts"

/**
 * 60 minutes: how long the link in the email works. Longer than a magic link, because the first email to an address is
 * often delayed or filtered, and because it opens no account that is in use.
 *
 * @since 0.1.0
 */
export const linkLifetime = Duration.minutes(60)

/** 15 minutes: an email that could not be sent until then is discarded. @since 0.1.0 */
export const maxEmailAge = Duration.minutes(15)

/** 75 minutes: how long a pending sign-up is stored, so that it lasts as long as any link to it. @since 0.1.0 */
export const lifetime = Duration.sum(linkLifetime, maxEmailAge)

/** Ten: how many pending sign-ups an address can have. @since 0.1.0 */
export const maxPerEmail = 10

/**
 * A sign-up that waits for its address to be verified. It reserves nothing: the address stays free. It holds no token:
 * those of its emails are kept as magic links are.
 *
 * - `clientHash`: the client that signed up, by its `__client` token.
 * - `passwordHash`: of the password that was chosen there. Only that client may keep it.
 *
 * @since 0.1.0
 */
export class PendingSignUp extends Schema.Class<PendingSignUp>("@latchkey/domain/PendingSignUp")({
  instanceId: InstanceId,
  email: Email,
  clientHash: TokenHash,
  passwordHash: Schema.typeSchema(PasswordHash),
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** The port for pending sign-ups. A client has at most one for an address. @since 0.1.0 */
export class PendingSignUpRepository extends Context.Tag("@latchkey/domain/PendingSignUpRepository")<
  PendingSignUpRepository,
  {
    /**
     * Stores a pending sign-up, and replaces the one that the client has for that address. If the address has more than
     * `maxPerEmail` then, deletes those that expire first, and never the new one. Concurrent calls may leave as many
     * more as there are calls, until the next one.
     */
    readonly put: (pending: PendingSignUp) => Effect.Effect<void, PersistenceError>

    /** Returns the pending sign-ups of an address that have not expired at `now`, in any order. */
    readonly list: (
      instanceId: InstanceId,
      email: Email,
      now: DateTime.Utc
    ) => Effect.Effect<ReadonlyArray<PendingSignUp>, PersistenceError>

    /**
     * Deletes every pending sign-up of an address, and returns those that had not expired at `now`, in any order. Of
     * any number of concurrent calls exactly one returns each of them, unless its transaction is rolled back.
     */
    readonly consumeAll: (
      instanceId: InstanceId,
      email: Email,
      now: DateTime.Utc
    ) => Effect.Effect<ReadonlyArray<PendingSignUp>, PersistenceError>

    /** Deletes every pending sign-up of the addresses. Does nothing for an address without one. */
    readonly deleteAll: (instanceId: InstanceId, emails: ReadonlyArray<Email>) => Effect.Effect<void, PersistenceError>

    /** Deletes up to `limit` expired pending sign-ups of all instances. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
