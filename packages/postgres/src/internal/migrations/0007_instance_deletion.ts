/**
 * When an instance was deleted. The row keeps its hosts until everything else of the instance is removed. The version
 * before ignores the column: it serves deleted instances until it is replaced.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.instances ADD COLUMN deleted_at timestamptz`
})
