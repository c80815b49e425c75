/**
 * The default language of an instance, the language that a user has chosen, and the languages that the client prefers
 * that requested an email.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.instances ADD COLUMN default_language text NOT NULL DEFAULT 'en'`
  yield* sql`ALTER TABLE ${schema}.users ADD COLUMN language text`
  yield* sql`ALTER TABLE ${schema}.queued_emails ADD COLUMN languages text[] NOT NULL DEFAULT '{}'`
})
