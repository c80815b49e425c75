/**
 * On behalf of which user an email was queued and a link issued, whatever address they go to: both go with the user.
 * Rows without one are of requests without a session, or of the version before.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  for (const name of ["queued_emails", "email_deliveries", "magic_links"]) {
    const table = sql`${schema}.${sql.literal(name)}`
    yield* sql`ALTER TABLE ${table} ADD COLUMN user_id text COLLATE "C"`
    yield* sql`CREATE INDEX ON ${table} (instance_id, user_id) WHERE user_id IS NOT NULL`
  }
})
