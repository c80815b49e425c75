import type { Fragment } from "@effect/sql/Statement"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type * as Effect from "effect/Effect"
import { countRows, type Database } from "./database.ts"

/**
 * Deletes the rows that meet a condition, by default all, in the order of their unique key, so that concurrent calls
 * wait for each other instead of deadlocking. Returns how many it deleted.
 *
 * By key, and in an array: a join would make the planner read deleted entries of the index, and the place of a row
 * (ctid) is outdated after a concurrent change.
 */
export const deleteInOrder =
  ({ sql }: Database, table: Fragment, uniqueKey: string) =>
  (condition: Fragment = sql`true`): Effect.Effect<number, PersistenceError> => {
    const key = sql.literal(uniqueKey)
    return countRows(sql`
      DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(
        SELECT ${key} FROM ${table} WHERE ${condition} ORDER BY ${key} FOR UPDATE
      ))
      RETURNING 1`)
  }
