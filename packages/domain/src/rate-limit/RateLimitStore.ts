/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { NonEmptyReadonlyArray } from "effect/Array"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import type { RateLimit } from "../instance/RateLimits.ts"

/** One budget to take from: any `key`, and how much of it there is. @since 0.1.0 */
export interface Budget {
  readonly key: string
  readonly rate: RateLimit
}

/** `freeAt`: when all of the budgets have room again, if nobody else takes from them. @since 0.1.0 */
export type Taking = { readonly admitted: true } | { readonly admitted: false; readonly freeAt: DateTime.Utc }

/**
 * The port for the sliding windows, with the arithmetic of `SlidingWindow`. Keys of different instances are different.
 *
 * @since 0.1.0
 */
export class RateLimitStore extends Context.Tag("@latchkey/domain/RateLimitStore")<
  RateLimitStore,
  {
    /**
     * Takes one hit at `now` from every budget, in the order given, or from none: a refusal leaves no trace. Atomic for
     * each key: however many come at once, never more than the limit are admitted in any window. A budget that comes
     * later in the list may count a hit for a moment that is then taken back because an earlier or later one refused;
     * that can only refuse, never admit. Callers name the budgets in one fixed order.
     */
    readonly take: (
      instanceId: InstanceId,
      budgets: NonEmptyReadonlyArray<Budget>,
      now: DateTime.Utc
    ) => Effect.Effect<Taking, PersistenceError>

    /** Takes back one hit that was admitted at `at`. Nothing happens when it is gone. */
    readonly giveBack: (instanceId: InstanceId, key: string, at: DateTime.Utc) => Effect.Effect<void, PersistenceError>

    /** Deletes up to `limit` keys without a hit that still counts at `now`, of all instances. Answers how many went. */
    readonly sweep: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
