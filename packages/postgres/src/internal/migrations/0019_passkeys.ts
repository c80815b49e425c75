/**
 * Passkeys, the challenges that they answer, the handle that a user has in the authenticators, and the settings of
 * instances.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.instances ADD COLUMN passkey_config jsonb NOT NULL DEFAULT '{}'`
  yield* sql`ALTER TABLE ${schema}.users ADD COLUMN passkey_handle bytea`

  yield* sql`
    CREATE TABLE ${schema}.passkeys (
      instance_id text COLLATE "C" NOT NULL,
      passkey_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      credential_id bytea NOT NULL,
      public_key bytea NOT NULL,
      rp_id text COLLATE "C" NOT NULL,
      sign_count bigint NOT NULL,
      transports text[] NOT NULL,
      aaguid uuid NOT NULL,
      backup_eligible boolean NOT NULL,
      backed_up boolean NOT NULL,
      name text NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,
      PRIMARY KEY (instance_id, passkey_id),
      UNIQUE (instance_id, credential_id),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.passkeys (instance_id, user_id)`
  yield* sql`CREATE INDEX ON ${schema}.passkeys (instance_id, rp_id)`

  yield* sql`
    CREATE TABLE ${schema}.passkey_challenges (
      instance_id text COLLATE "C" NOT NULL,
      challenge_hash bytea NOT NULL,
      ceremony text COLLATE "C" NOT NULL,
      client_hash bytea NOT NULL,
      user_id text COLLATE "C",
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, challenge_hash),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.passkey_challenges (instance_id, client_hash)`
  yield* sql`CREATE INDEX ON ${schema}.passkey_challenges (instance_id, user_id)`
  yield* sql`CREATE INDEX ON ${schema}.passkey_challenges (expires_at) WHERE expires_at IS NOT NULL`
})
