/** Rows that the cleanup job deletes. */
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { PersistenceError } from "./Errors.ts"

/**
 * - `kind`: the label of the metric.
 * - `keptFor`: how long rows without an expiry are kept. Rows with one have none.
 * - `deleteExpired`: deletes up to `limit` rows that had expired at `until`, or that are older than it. Returns how many.
 */
export interface Expiring {
  readonly kind: string
  readonly keptFor?: Duration.Duration
  readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
}
