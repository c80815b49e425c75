import type { NonEmptyReadonlyArray } from "effect/Array"
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import type { RateLimit } from "../instance/RateLimits.ts"

/** A sliding window: its key, and the limit that applies to it. */
export interface Window {
  readonly key: string
  readonly rate: RateLimit
}

/**
 * When the count of an attempt has to be durable: `immediate`, before the call returns; or `deferred`, as soon as what
 * the attempt writes next is durable. With `deferred`, the caller writes once more before a reply tells whether a
 * password is right. A crash of the database then loses only counts of attempts that had no such reply.
 */
export type Durability = "immediate" | "deferred"

/**
 * Tells whether all windows had room. `retryAt`: when all of them have, if nothing else consumes them. `refusedBy`: the
 * index of the first window that had none.
 */
export type Decision =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly retryAt: DateTime.Utc; readonly refusedBy: number }

/** The port for sliding windows, with the arithmetic of `SlidingWindow`. Keys of different instances are different. */
export class RateLimitStore extends Context.Tag("@latchkey/domain/RateLimitStore")<
  RateLimitStore,
  {
    /**
     * Counts one attempt at `now` in every window, in the given order, or in none. Atomic for each key: of any number
     * of concurrent attempts, no window ever allows more than its limit. While a refusal is decided, a window may count
     * an attempt for a moment that is then taken back; that can refuse another attempt, never allow one. Callers name
     * windows in one fixed order.
     *
     * `durability` is `immediate` unless given. A store ignores `deferred` unless it knows that the next write of the
     * attempt goes to the same database.
     */
    readonly consume: (
      instanceId: InstanceId,
      windows: NonEmptyReadonlyArray<Window>,
      now: DateTime.Utc,
      durability?: Durability
    ) => Effect.Effect<Decision, PersistenceError>

    /**
     * Removes one attempt that was counted at `at`. Does nothing if it is gone. It need not be durable: if the database
     * crashes, the attempt may count again.
     */
    readonly refund: (instanceId: InstanceId, key: string, at: DateTime.Utc) => Effect.Effect<void, PersistenceError>

    /** Deletes every window with one of the keys. */
    readonly deleteAll: (instanceId: InstanceId, keys: ReadonlyArray<string>) => Effect.Effect<void, PersistenceError>

    /** Deletes up to `limit` keys of all instances that count nothing at `now`. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
