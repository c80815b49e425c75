/**
 * The verified addresses that users had before they changed or restored one. For seven days each of them is reserved:
 * no one else can get it, and its owner can restore it with a link.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId, UserId } from "../core/Ids.ts"

/** Seven days: how long a former address is reserved and can be restored. */
export const lifetime = Duration.days(7)

/**
 * 3: how many restorations can follow one change of the address. The one who had the address before the change makes
 * the first and the last one.
 */
export const maxRestorations = 3

/**
 * A former address of a user.
 *
 * - `credentialVersion`: the version that the change of the address led to. Later changes of one user have higher ones.
 * - `restorations`: how many have followed the change that began it: 0 after a change, 1 if the account left the
 *   address because an earlier one was restored, and so on.
 */
export class FormerEmail extends Schema.Class<FormerEmail>("@latchkey/domain/FormerEmail")({
  instanceId: InstanceId,
  email: Email,
  userId: UserId,
  credentialVersion: Schema.Int,
  restorations: Schema.NonNegativeInt.pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => 0)
  ),
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** Returns `true` if the address can be restored, and is not only reserved. */
export const isRestorable = ({ restorations }: Pick<FormerEmail, "restorations">): boolean =>
  restorations < maxRestorations

/** Returns when the account left the address. */
export const leftAt = ({ expiresAt }: Pick<FormerEmail, "expiresAt">): DateTime.Utc =>
  DateTime.subtractDuration(expiresAt, lifetime)

/**
 * The port for former addresses. An address is the former one of at most one user in an instance. Deleting a user with
 * `UserRepository.delete` deletes the user's former addresses, too.
 */
export class FormerEmails extends Context.Tag("@latchkey/domain/FormerEmails")<
  FormerEmails,
  {
    /** Stores a former address of a stored user. Replaces what was stored for the address before. */
    readonly put: (former: FormerEmail) => Effect.Effect<void, PersistenceError>

    /** Returns whose former address it is, or `None` if there is none or `now` has reached its `expiresAt`. */
    readonly find: (
      instanceId: InstanceId,
      email: Email,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<FormerEmail>, PersistenceError>

    /** Returns those of the addresses that are former ones and have not expired at `now`, in any order. */
    readonly findAll: (
      instanceId: InstanceId,
      emails: ReadonlyArray<Email>,
      now: DateTime.Utc
    ) => Effect.Effect<ReadonlyArray<FormerEmail>, PersistenceError>

    /** Returns the former addresses of the user, also expired ones that are not deleted yet, latest change first. */
    readonly list: (
      instanceId: InstanceId,
      userId: UserId
    ) => Effect.Effect<ReadonlyArray<FormerEmail>, PersistenceError>

    /**
     * Deletes the former addresses of the user with a `credentialVersion` of at least `from`. Call it in a transaction
     * that has locked the user.
     */
    readonly release: (instanceId: InstanceId, userId: UserId, from: number) => Effect.Effect<void, PersistenceError>

    /** Deletes up to `limit` expired former addresses of all instances. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
