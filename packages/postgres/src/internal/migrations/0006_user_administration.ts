/**
 * Users by external id and by the time of their creation, what is stored about an address, and links that were not sent
 * by email.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.users ADD COLUMN external_id text COLLATE "C" CHECK (length(external_id) <= 255)`
  yield* sql`
    CREATE UNIQUE INDEX users_external_id ON ${schema}.users (instance_id, external_id)
      WHERE external_id IS NOT NULL`
  yield* sql`CREATE INDEX ON ${schema}.users (instance_id, created_at, user_id)`
  yield* sql`CREATE INDEX ON ${schema}.queued_emails (instance_id, email)`
  yield* sql`CREATE INDEX ON ${schema}.email_deliveries (instance_id, email)`
  yield* sql`ALTER TABLE ${schema}.magic_links ADD COLUMN verifies_email boolean NOT NULL DEFAULT true`
})
