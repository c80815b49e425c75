/**
 * Passkeys of operators, the challenges that they answer, the handle that an operator has in the authenticators, and
 * dashboard sessions that began with a passkey.
 *
 * As the other tables of operators (0020), these have no instance in their keys and no foreign keys.
 *
 * A session with a passkey has the method `invitation`, and `with_passkey` in addition: the version before reads no other
 * methods, and would otherwise show no list of sessions during a rolling upgrade.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.operators ADD COLUMN passkey_handle bytea`
  yield* sql`ALTER TABLE ${schema}.operator_sessions ADD COLUMN with_passkey boolean NOT NULL DEFAULT false`

  yield* sql`
    CREATE TABLE ${schema}.operator_passkeys (
      passkey_id text COLLATE "C" PRIMARY KEY,
      operator_id text COLLATE "C" NOT NULL,
      credential_id bytea NOT NULL UNIQUE,
      public_key bytea NOT NULL,
      rp_id text COLLATE "C" NOT NULL,
      sign_count bigint NOT NULL,
      transports text[] NOT NULL,
      aaguid uuid NOT NULL,
      backup_eligible boolean NOT NULL,
      backed_up boolean NOT NULL,
      name text NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz
    )`
  yield* sql`CREATE INDEX ON ${schema}.operator_passkeys (operator_id)`

  yield* sql`
    CREATE TABLE ${schema}.operator_challenges (
      challenge_hash bytea PRIMARY KEY CHECK (octet_length(challenge_hash) = 32),
      ceremony text COLLATE "C" NOT NULL,
      client_hash bytea NOT NULL,
      operator_id text COLLATE "C",
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX ON ${schema}.operator_challenges (client_hash)`
  yield* sql`CREATE INDEX ON ${schema}.operator_challenges (expires_at) WHERE expires_at IS NOT NULL`
})
