/**
 * Sign-ups that wait for their address to be verified: one per address and client. The tokens of their links are in
 * `magic_links`.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`
    CREATE TABLE ${schema}.pending_sign_ups (
      instance_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      client_hash bytea NOT NULL,
      password_hash text NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, email, client_hash)
    )`
  yield* sql`CREATE INDEX ON ${schema}.pending_sign_ups (expires_at) WHERE expires_at IS NOT NULL`
})
