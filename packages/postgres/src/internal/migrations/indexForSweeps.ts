import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { database } from "../database.ts"

/**
 * An index for finding what is over.
 *
 * The condition always holds, and keeps the planner away: to estimate a condition on a column it looks up the ends of
 * the column's index, past everything that was swept and is not vacuumed yet, for every statement anew. It does not for
 * an index with a condition. With 50,000 swept sessions a session check took twice as long.
 */
export const indexForSweeps = (table: Fragment, column: string) =>
  Effect.flatMap(database, ({ sql }) => {
    const name = sql.literal(column)
    return sql`CREATE INDEX ON ${table} (${name}) WHERE ${name} IS NOT NULL`
  })
