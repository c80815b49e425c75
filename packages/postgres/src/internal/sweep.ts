import type { Fragment } from "@effect/sql/Statement"
import type { PersistenceError } from "@latchkey/domain/Errors"
import type * as Effect from "effect/Effect"
import { countRows, type Database } from "./database.ts"

/**
 * Deletes up to `limit` rows of all instances, and answers how many went. Rows that somebody else is at work on are
 * left for the next time, so that a sweep never waits for anybody.
 */
export const sweep = (
  { sql }: Database,
  rows: { readonly table: Fragment; readonly key: string; readonly where: Fragment; readonly limit: number }
): Effect.Effect<number, PersistenceError> => {
  const key = sql.literal(rows.key)
  // A plan may run a subquery twice, and then its limit is none; a materialized one runs once.
  return countRows(sql`
    WITH due AS MATERIALIZED (
      SELECT instance_id, ${key} FROM ${rows.table} WHERE ${rows.where} LIMIT ${rows.limit} FOR UPDATE SKIP LOCKED
    )
    DELETE FROM ${rows.table} AS t USING due
    WHERE t.instance_id = due.instance_id AND t.${key} = due.${key}
    RETURNING t.instance_id`)
}
