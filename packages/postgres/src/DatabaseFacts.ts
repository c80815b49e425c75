/** Version, clock and rights of a database, to check at the start. */
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as UsedSchemas from "./internal/usedSchemas.ts"
import { PostgresSchema } from "./PostgresSchema.ts"

/** 15: the oldest major version of PostgreSQL that Latchkey supports. */
export const oldestVersion = 15

/** Returns the major version of PostgreSQL, such as 17. Fails with the client's `SqlError`. */
export const version: Effect.Effect<number, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const [row] = yield* sql<{ version: number }>`SELECT current_setting('server_version_num')::int / 10000 AS version`
  return row?.version ?? 0
})

/**
 * Returns how many milliseconds the database's clock is ahead of this program's, to within half the time of the query,
 * which includes connecting if there is no open connection. Fails with the client's `SqlError`.
 */
export const clockDifference: Effect.Effect<number, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const before = yield* DateTime.now
  const [row] = yield* sql<{ millis: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS millis`
  const after = yield* DateTime.now
  const here = (before.epochMillis + after.epochMillis) / 2
  return Math.round((row?.millis ?? here) - here)
})

/**
 * Returns `true` if this role may create tables in the schema, or create the schema if there is none. Fails with the
 * client's `SqlError`.
 */
export const canCreateTables: Effect.Effect<boolean, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = yield* UsedSchemas.read(PostgresSchema)
  const [row] = yield* sql<{ allowed: boolean }>`
      SELECT coalesce(
        has_schema_privilege(to_regnamespace(${schema})::oid, 'CREATE'),
        has_database_privilege(current_database(), 'CREATE')
      ) AS allowed`
  return row?.allowed === true
})
