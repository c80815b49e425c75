import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

/**
 * Distributes a new table on a Citus cluster on which the users are distributed: only such a table can refer to them.
 * Does nothing elsewhere.
 */
export const distributeWithUsers = Effect.fnUntraced(function* (name: string) {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = yield* PostgresSchema
  const [citus] = yield* sql`SELECT FROM pg_extension WHERE extname = 'citus'`
  if (citus === undefined) return
  const users = `"${schema}".users`
  yield* sql`
    SELECT create_distributed_table(${`"${schema}".${name}`}, 'instance_id', colocate_with => ${users})
    FROM pg_dist_partition WHERE logicalrelid = ${users}::regclass`
})
