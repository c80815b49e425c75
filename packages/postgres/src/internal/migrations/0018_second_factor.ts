/**
 * With which methods a user has authenticated in addition to the first one, and since when a user has a second factor.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.sessions ADD COLUMN further_methods text[] NOT NULL DEFAULT '{}'`
  yield* sql`ALTER TABLE ${schema}.users ADD COLUMN second_factor_at timestamptz`
})
