import type { Fragment } from "@effect/sql/Statement"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { acrossInstances } from "./acrossInstances.ts"
import { time } from "./columns.ts"
import { countRows, type Database, undecodedRows } from "./database.ts"

/**
 * The rows of `table` whose time in `expiryColumn` is `until` or earlier. The column has an index. `sharedKey`: the
 * primary key of a table whose rows belong to no instance.
 */
interface ExpiredRows {
  readonly table: Fragment
  readonly expiryColumn: string
  readonly until: DateTime.Utc
  readonly sharedKey?: string
}

interface Batch extends ExpiredRows {
  readonly limit: number
}

/**
 * Every node of a Citus cluster has a copy of a table without instances, and runs each change of it. By key, because
 * row positions (ctid) and the locks to skip differ between the copies.
 */
const deleteFromCopies = ({ sql }: Database, { expiryColumn, limit, table, until }: Batch, sharedKey: string) => {
  const [column, key] = [sql.literal(expiryColumn), sql.literal(sharedKey)]
  const expired = undecodedRows(sql<{ readonly key: unknown }>`
    SELECT ${key} AS key FROM ${table} WHERE ${column} <= ${time(until)} ORDER BY ${column} LIMIT ${limit}`)
  return Effect.flatMap(expired, (found) =>
    found.length === 0
      ? Effect.succeed(0)
      : countRows(sql`
          DELETE FROM ${table} WHERE ${key} = ANY (${found.map((row) => row.key)}) AND ${column} <= ${time(until)}
          RETURNING 1`)
  )
}

/**
 * Deletes up to `limit` rows of all instances. Returns how many it deleted. Skips rows that are locked, and leaves them
 * to the next run, so that the cleanup job never waits for a request.
 */
export const deleteExpired = (db: Database, batch: Batch): Effect.Effect<number, PersistenceError> => {
  const { sql } = db
  const { expiryColumn, limit, sharedKey, table, until } = batch
  if (db.isDistributed && sharedKey !== undefined) return deleteFromCopies(db, batch, sharedKey)
  // In the order of the index: otherwise every batch would read past what the batches before it have deleted. By ctid:
  // by key, a plan may read the whole table to find the rows again. Locked rows do not move.
  const condition = sql`${sql.literal(expiryColumn)} <= ${time(until)}`
  const deleted = acrossInstances(db, { table, condition, order: expiryColumn, limit }, ({ locked, ofInstance }) =>
    undecodedRows(sql`
      DELETE FROM ${table} WHERE ${ofInstance("instance_id")}ctid = ANY (ARRAY(SELECT ctid ${locked})) RETURNING 1`)
  )
  return Effect.map(deleted, (rows) => rows.length)
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
