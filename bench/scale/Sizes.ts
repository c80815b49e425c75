import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** `data` and `indexes` are in bytes. */
export interface TableSize {
  readonly table: string
  readonly rows: number
  readonly data: number
  readonly indexes: number
}

/** Returns the size of each table, largest first. */
export const measure: Effect.Effect<ReadonlyArray<TableSize>, never, SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient
  return yield* sql<TableSize>`
    SELECT
      relname AS table, greatest(reltuples, 0)::float8 AS rows, pg_table_size(c.oid)::float8 AS data,
      pg_indexes_size(c.oid)::float8 AS indexes
    FROM pg_class c
    WHERE relnamespace = 'latchkey'::regnamespace AND relkind = 'r'
    ORDER BY pg_total_relation_size(c.oid) DESC`
}).pipe(Effect.orDie)
