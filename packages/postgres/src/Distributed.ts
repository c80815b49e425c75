/** Whether the tables are distributed by instance over a Citus cluster. */
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as UsedSchemas from "./internal/usedSchemas.ts"
import { PostgresSchema } from "./PostgresSchema.ts"

/** `true` on a Citus cluster: `false`, unless `layer` is provided beside the `SqlClient`. */
export class Distributed extends Context.Reference<Distributed>()("@latchkey/postgres/Distributed", {
  defaultValue: () => false
}) {}

/** Returns `true` if `Migrations.distribute` has distributed the tables. Fails with the client's `SqlError`. */
export const read: Effect.Effect<boolean, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = yield* UsedSchemas.read(PostgresSchema)
  const [extension] = yield* sql`SELECT FROM pg_extension WHERE extname = 'citus'`
  if (extension === undefined) return false
  const [distributed] = yield* sql`
    SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass(${`${schema}.users`})`
  return distributed !== undefined
})

/**
 * Reads once, when it is built, whether the tables are distributed. Provide it to `Postgres.layer` if they may be.
 * Fails with the client's `SqlError`.
 */
export const layer: Layer.Layer<Distributed, SqlError, SqlClient.SqlClient> = Layer.effect(Distributed, read)
