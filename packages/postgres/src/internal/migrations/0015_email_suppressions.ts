/**
 * What was reported about emails, and the addresses that get none: `email_id` is the email that was reported. Reports
 * are counted by instance, and over the whole service.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.email_deliveries ADD COLUMN report text, ADD COLUMN reported_at timestamptz`
  // Reports of a day are few, in all instances together.
  yield* sql`
    CREATE INDEX email_deliveries_reported_at ON ${schema}.email_deliveries (reported_at, instance_id, report)
      WHERE reported_at IS NOT NULL`

  yield* sql`
    CREATE TABLE ${schema}.email_suppressions (
      instance_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      email_id text COLLATE "C" NOT NULL,
      reason text NOT NULL,
      detail text NOT NULL,
      suppressed_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, email),
      UNIQUE (instance_id, email_id)
    )`
  yield* sql`
    CREATE INDEX ON ${schema}.email_suppressions (suppressed_at) WHERE suppressed_at IS NOT NULL`
})
