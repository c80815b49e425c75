import type { Fragment } from "@effect/sql/Statement"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import { time } from "./columns.ts"
import { countRows, type Database } from "./database.ts"

/** The rows of `table` whose time in the column `over` is `since` or earlier. The column has an index. */
export interface Swept {
  readonly table: Fragment
  readonly over: string
  readonly since: DateTime.Utc
  readonly limit: number
}

/**
 * Deletes up to `limit` rows of all instances, and answers how many went. Rows that somebody else is at work on are
 * left for the next time, so that a sweep never waits for anybody.
 */
export const sweep = (
  { sql }: Database,
  { table, over, since, limit }: Swept
): Effect.Effect<number, PersistenceError> => {
  const column = sql.literal(over)
  // In the order of the index, or every batch would pass over what the batches before it have left behind. By place,
  // or a plan may read the whole table to find the keys again; nobody can move what is locked.
  return countRows(sql`
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${column} <= ${time(since)} ORDER BY ${column} LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ))
    RETURNING 1`)
}
