/**
 * What expires and is used once, in one table. It takes the place of four, whose rows lived for at most 75 minutes: they
 * are not carried over.
 *
 * Rows are found by their subject and token, and counted by their subject and kind. Challenges of the dashboard have a
 * reserved instance, so that all rows have one.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`
    CREATE TABLE ${schema}.one_time_tokens (
      instance_id text COLLATE "C" NOT NULL,
      subject text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL,
      kind text COLLATE "C" NOT NULL,
      user_id text COLLATE "C",
      credential_version integer,
      data text NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, subject, token_hash, kind),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.one_time_tokens (instance_id, user_id)`
  yield* sql`CREATE INDEX ON ${schema}.one_time_tokens (expires_at) WHERE expires_at IS NOT NULL`

  for (const table of ["operator_challenges", "passkey_challenges", "pending_sign_ins", "pending_sign_ups"]) {
    yield* sql`DROP TABLE ${schema}.${sql.literal(table)}`
  }
})
