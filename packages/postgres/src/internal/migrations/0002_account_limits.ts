/**
 * When a first verification took an account over, and when each client was last signed in on, so that a user keeps only
 * the newest known clients. The sessions of a user get an index in the order in which they are listed and deleted.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.users ADD COLUMN claimed_at timestamptz`

  // The default is for the previous version, which may still run. A client expires 400 days after the last sign-in on
  // it.
  yield* sql`ALTER TABLE ${schema}.client_users ADD COLUMN known_at timestamptz NOT NULL DEFAULT now()`
  yield* sql`
    UPDATE ${schema}.client_users k SET known_at = c.expires_at - interval '9600 hours'
    FROM ${schema}.clients c WHERE c.instance_id = k.instance_id AND c.client_id = k.client_id`
  yield* sql`
    DELETE FROM ${schema}.client_users k USING (
      SELECT
        instance_id, user_id, client_id,
        row_number() OVER (PARTITION BY instance_id, user_id ORDER BY known_at DESC, client_id DESC) AS position
      FROM ${schema}.client_users
    ) r
    WHERE r.position > 20
      AND k.instance_id = r.instance_id AND k.user_id = r.user_id AND k.client_id = r.client_id`

  yield* sql`
    CREATE INDEX ON ${schema}.sessions (instance_id, user_id, credential_version, authenticated_at, session_id)`
  yield* sql`DROP INDEX ${schema}.sessions_instance_id_user_id_idx`
})
