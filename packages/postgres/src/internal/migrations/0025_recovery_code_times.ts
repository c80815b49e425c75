/** When recovery codes were made. Those of earlier versions have no time: they count as made with the app. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.recovery_codes ADD COLUMN created_at timestamptz`
  // For codes that a process of an earlier version makes during the upgrade.
  yield* sql`ALTER TABLE ${schema}.recovery_codes ALTER COLUMN created_at SET DEFAULT now()`
})
