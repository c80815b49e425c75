/**
 * What a database says about itself.
 *
 * @since 0.1.0
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "./PostgresSchema.ts"

/** The oldest major version of PostgreSQL that Latchkey works with. @since 0.1.0 */
export const oldestVersion = 15

/** The major version of PostgreSQL, such as 17. Fails with the client's `SqlError`. @since 0.1.0 */
export const version: Effect.Effect<number, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const [row] = yield* sql<{ version: number }>`SELECT current_setting('server_version_num')::int / 10000 AS version`
  return row?.version ?? 0
})

/**
 * How many milliseconds the database's clock is ahead of this program's, to within half the time that asking takes. On
 * a connection that is made for the asking, that counts too.
 *
 * @since 0.1.0
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

/** Whether this user may make the schema, or tables in it where it is there already. @since 0.1.0 */
export const mayMakeTables: Effect.Effect<boolean, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = yield* PostgresSchema
  const [row] = yield* sql<{ allowed: boolean }>`
      SELECT coalesce(
        has_schema_privilege(to_regnamespace(${schema})::oid, 'CREATE'),
        has_database_privilege(current_database(), 'CREATE')
      ) AS allowed`
  return row?.allowed === true
})
