/**
 * The failed sign-ins in a row of each address. They slow an attacker down who guesses the password of one account for
 * months, below every rate limit: from the hundredth on, only clients that have signed in to the account before may
 * sign in with a password. The owner signs in with a link, or sets a new password, and an attacker cannot lock them
 * out.
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId, UserId } from "../core/Ids.ts"
import type { User } from "./UserRepository.ts"

/** How many failed sign-ins in a row an account allows: NIST SP 800-63B-4, 3.2.2. */
export const maxFailures = 100

/** One day: the shortest time between two notices to the owner of an account. */
export const noticeInterval: Duration.Duration = Duration.days(1)

/** One day: how long the count of an address without an account is kept. It has no effect. */
export const unknownLifetime: Duration.Duration = Duration.days(1)

/** An account whose owner is to be told. */
export interface FailureNotice {
  readonly instanceId: InstanceId
  readonly userId: UserId
}

/**
 * The port for the counts. A count belongs to an instance and an address, and to the account that has the address at
 * that time: a new account starts at zero. `UserRepository.findForSignIn` returns it, too.
 */
export class SignInFailures extends Context.Tag("@latchkey/domain/SignInFailures")<
  SignInFailures,
  {
    /**
     * Adds one to the count of an address, with the same statement whether or not it has an account. Concurrent calls
     * all count. A notice is due from the hundredth failure on, at most once in `noticeInterval`, and only after a
     * further failure.
     */
    readonly record: (failure: {
      readonly instanceId: InstanceId
      readonly email: Email
      readonly now: DateTime.Utc
    }) => Effect.Effect<void, PersistenceError>

    /** Sets the count of an address to zero, and cancels a notice that is due. Does nothing if there is no count. */
    readonly reset: (instanceId: InstanceId, email: Email) => Effect.Effect<void, PersistenceError>

    /** Deletes the count of an address, and a notice that is due. */
    readonly delete: (instanceId: InstanceId, email: Email) => Effect.Effect<void, PersistenceError>

    /** Returns the count of an account. */
    readonly count: (user: Pick<User, "email" | "id" | "instanceId">) => Effect.Effect<number, PersistenceError>

    /**
     * Takes up to `limit` notices of all instances that are due at `now`. Concurrent workers get different ones, and do
     * not wait for one another. A surrounding transaction that fails returns them.
     */
    readonly takeNotices: (
      now: DateTime.Utc,
      limit: number
    ) => Effect.Effect<ReadonlyArray<FailureNotice>, PersistenceError>

    /**
     * Deletes up to `limit` counts of all instances that expired at `until` or before: those of addresses without an
     * account, and those that were reset, once the next notice may follow. Returns how many it deleted.
     */
    readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
