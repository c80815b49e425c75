import type { Fragment } from "@effect/sql/Statement"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { time } from "./columns.ts"
import { countRows, type Database } from "./database.ts"

/** The rows of `table` whose time in `expiryColumn` is `until` or earlier. The column has an index. */
interface ExpiredRows {
  readonly table: Fragment
  readonly expiryColumn: string
  readonly until: DateTime.Utc
}

/**
 * Deletes up to `limit` rows of all instances. Returns how many it deleted. Skips rows that are locked, and leaves them
 * to the next run, so that the cleanup job never waits for a request.
 */
export const deleteExpired = (
  { sql }: Database,
  { table, expiryColumn, until, limit }: ExpiredRows & { readonly limit: number }
): Effect.Effect<number, PersistenceError> => {
  const column = sql.literal(expiryColumn)
  // In the order of the index: otherwise every batch would read past what the batches before it have deleted. By ctid:
  // by key, a plan may read the whole table to find the rows again. Locked rows do not move.
  return countRows(sql`
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${column} <= ${time(until)} ORDER BY ${column} LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ))
    RETURNING 1`)
}

/** Deletes up to `limit` rows in total, the first kind before the second. Returns how many it deleted. */
export const deleteExpiredOfBoth = (
  db: Database,
  [first, second]: readonly [ExpiredRows, ExpiredRows],
  limit: number
): Effect.Effect<number, PersistenceError> =>
  Effect.flatMap(deleteExpired(db, { ...first, limit }), (deleted) =>
    deleted < limit
      ? Effect.map(deleteExpired(db, { ...second, limit: limit - deleted }), (others) => deleted + others)
      : Effect.succeed(deleted)
  )
