/** What rooms give the cleanup job to do: rows that expire, and tasks. */
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PersistenceError } from "./Errors.ts"
import * as Metrics from "./Metrics.ts"
import { Transaction } from "./Transaction.ts"

/**
 * - `kind`: the label of the metric.
 * - `keptFor`: how long rows without an expiry are kept. Rows with one have none.
 * - `deleteExpired`: deletes up to `limit` rows that had expired at `until`, or that are older than it. Returns how
 *   many.
 */
export interface Expiring {
  readonly kind: string
  readonly keptFor?: Duration.Duration
  readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
}

/**
 * Does what was due at `until`, and returns how many rows it deleted and counted in the metric. If it fails for one
 * user or instance, it goes on with the others and then fails.
 */
export type CleanupTask = (until: DateTime.Utc) => Effect.Effect<number, PersistenceError>

/** How many rows one statement deletes. */
export const batchSize = 500

/**
 * Makes the function that deletes batches until none is left, and returns how many rows. Only one process holds `lock`
 * at a time; others return without waiting.
 */
export const makeDeleteAll = Effect.map(Transaction, ({ runExclusive }) =>
  Effect.fnUntraced(function* (kind: string, deleteBatch: Effect.Effect<number, PersistenceError>, lock = "cleanup") {
    let total = 0
    while (true) {
      const deleted = Option.getOrElse(yield* runExclusive(lock, deleteBatch), () => 0)
      if (deleted === 0) return total
      yield* Metrics.expiredRowsDeleted({ kind }, deleted)
      total += deleted
    }
  })
)
