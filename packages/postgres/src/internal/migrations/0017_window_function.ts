/**
 * A function that adds a time to a window: after the others that are not later, and without the oldest, so that `size`
 * remain. The times are sorted. PostgreSQL inlines it. On a Citus cluster, an upsert can
 * neither have a subquery nor a part of an array.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`
    CREATE FUNCTION ${schema}.add_to_window(times timestamptz[], at timestamptz, size integer) RETURNS timestamptz[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (
      times[1:width_bucket(at, times)] || at || times[width_bucket(at, times) + 1:]
    )[cardinality(times) + 2 - size:]`
})
