/**
 * With which methods a user has authenticated in addition to the first one; the second factors of users, with the
 * hashes of their recovery codes; and sign-ins that lack theirs.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.sessions ADD COLUMN further_methods text[] NOT NULL DEFAULT '{}'`
  yield* sql`ALTER TABLE ${schema}.users ADD COLUMN second_factor_at timestamptz`

  // secret: encrypted under the key that key_id names. last_step: the step of the last code that was accepted.
  yield* sql`
    CREATE TABLE ${schema}.second_factors (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      key_id text COLLATE "C" NOT NULL,
      secret text NOT NULL,
      last_step integer NOT NULL,
      confirmed_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, user_id),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`
    CREATE INDEX ON ${schema}.second_factors (key_id, instance_id, user_id) WHERE key_id IS NOT NULL`

  yield* sql`
    CREATE TABLE ${schema}.recovery_codes (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      code_hash bytea NOT NULL,
      PRIMARY KEY (instance_id, user_id, code_hash),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`

  yield* sql`
    CREATE TABLE ${schema}.pending_sign_ins (
      instance_id text COLLATE "C" NOT NULL,
      client_hash bytea NOT NULL,
      token_hash bytea NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      method text NOT NULL,
      further_methods text[] NOT NULL DEFAULT '{}',
      credential_version integer NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, client_hash),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.pending_sign_ins (instance_id, user_id)`
  yield* sql`CREATE INDEX ON ${schema}.pending_sign_ins (expires_at) WHERE expires_at IS NOT NULL`
})
