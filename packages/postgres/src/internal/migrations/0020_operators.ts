/**
 * Operators with names and roles, and API keys.
 *
 * The tables have no instance in their keys, because operators belong to no instance (decision 0004). On Citus they are
 * reference tables, so there are no foreign keys: a reference table cannot refer to one that is not distributed yet.
 *
 * Rows without an operator are those of the version before, of the admin key and of invitations for anyone: they keep
 * working. The version before never finds a row with an operator, because the hash of its token is another one.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`
    CREATE TABLE ${schema}.operators (
      operator_id text COLLATE "C" PRIMARY KEY,
      email text COLLATE "C" NOT NULL UNIQUE CHECK (email = lower(email) AND octet_length(email) <= 254),
      name text NOT NULL,
      role text NOT NULL,
      created_at timestamptz NOT NULL,
      joined_at timestamptz,
      signed_in_at timestamptz,
      disabled_at timestamptz
    )`

  yield* sql`ALTER TABLE ${schema}.operator_invitations ADD COLUMN operator_id text COLLATE "C"`
  yield* sql`CREATE INDEX ON ${schema}.operator_invitations (operator_id) WHERE operator_id IS NOT NULL`
  yield* sql`ALTER TABLE ${schema}.operator_sessions ADD COLUMN operator_id text COLLATE "C"`
  yield* sql`CREATE INDEX ON ${schema}.operator_sessions (operator_id) WHERE operator_id IS NOT NULL`

  yield* sql`
    CREATE TABLE ${schema}.api_keys (
      key_id text COLLATE "C" PRIMARY KEY,
      token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
      name text NOT NULL,
      role text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz,
      last_used_at timestamptz
    )`
  yield* sql`CREATE INDEX ON ${schema}.api_keys (expires_at) WHERE expires_at IS NOT NULL`

  yield* sql`
    ALTER TABLE ${schema}.audit_log
      ADD COLUMN operator_id text COLLATE "C",
      ADD COLUMN api_key_id text COLLATE "C",
      ADD COLUMN name text`
})
