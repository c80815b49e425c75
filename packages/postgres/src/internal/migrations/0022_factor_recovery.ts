/** Recoveries of lost factors, one per user, and the hashes of the links in their emails. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`
    CREATE TABLE ${schema}.factor_recoveries (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      credential_version integer NOT NULL,
      user_agent text NOT NULL,
      requested_at timestamptz NOT NULL,
      available_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, user_id),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.factor_recoveries (expires_at) WHERE expires_at IS NOT NULL`

  yield* sql`
    CREATE TABLE ${schema}.factor_recovery_links (
      instance_id text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      PRIMARY KEY (instance_id, token_hash),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.factor_recoveries ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.factor_recovery_links (instance_id, user_id)`
})
