/**
 * The first tables. The SQL spells out every table and column, and only the name of the schema is inserted: a migration
 * that has been released never changes, whatever the code is renamed to.
 *
 * Every primary key and unique key starts with `instance_id`, and every statement that serves a request names it, so
 * the tables can be distributed by instance over a Citus cluster. The exceptions are small, and reference tables there:
 *
 * - `instances` and `instance_hosts`: a host is unique among all instances.
 * - `audit_log`, `operator_invitations` and `operator_sessions`: they belong to no single instance.
 *
 * No foreign key refers to `instances`: the ports do not require that it is stored first, and deleting it with
 * everything that it has would be one long transaction.
 *
 * The cleanup job finds expired rows by an index with a condition that is always true, such as `WHERE expires_at IS NOT
 * NULL`. To estimate a comparison with a column, the planner reads the first and the last entry of an index on it, past
 * all entries of deleted rows that are not vacuumed yet, for each statement that it plans. It does not use an index
 * with a condition for that. With 50,000 deleted sessions, a session check took twice as long.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`
    CREATE TABLE ${schema}.instances (
      instance_id text COLLATE "C" PRIMARY KEY,
      name text NOT NULL,
      plan text NOT NULL,
      hosts text[] NOT NULL,
      origins text[] NOT NULL,
      redirect_url text,
      branding jsonb NOT NULL,
      auth_config jsonb NOT NULL,
      session_config jsonb NOT NULL,
      rate_limits jsonb NOT NULL
    )`

  // The hosts a second time, because a host belongs to one instance only.
  yield* sql`
    CREATE TABLE ${schema}.instance_hosts (
      host text COLLATE "C" PRIMARY KEY,
      instance_id text COLLATE "C" NOT NULL REFERENCES ${schema}.instances ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.instance_hosts (instance_id)`

  yield* sql`
    CREATE TABLE ${schema}.users (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL CHECK (email = lower(email) AND octet_length(email) <= 254),
      password_hash text,
      email_verified_at timestamptz,
      credential_version integer NOT NULL CHECK (credential_version >= 0),
      created_at timestamptz NOT NULL,
      disabled_at timestamptz,
      PRIMARY KEY (instance_id, user_id),
      UNIQUE (instance_id, email)
    )`

  yield* sql`
    CREATE TABLE ${schema}.clients (
      instance_id text COLLATE "C" NOT NULL,
      client_id text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, client_id),
      UNIQUE (instance_id, token_hash)
    )`
  yield* sql`CREATE INDEX ON ${schema}.clients (expires_at) WHERE expires_at IS NOT NULL`

  // The clients that each user has signed in on.
  yield* sql`
    CREATE TABLE ${schema}.client_users (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      client_id text COLLATE "C" NOT NULL,
      PRIMARY KEY (instance_id, user_id, client_id),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE,
      FOREIGN KEY (instance_id, client_id) REFERENCES ${schema}.clients ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.client_users (instance_id, client_id)`

  // A session ends when it or its client expires: `ends_at` is the earlier of the two. It stays correct, because
  // everything that prolongs a client revokes its sessions.
  yield* sql`
    CREATE TABLE ${schema}.sessions (
      instance_id text COLLATE "C" NOT NULL,
      session_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      client_id text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
      method text NOT NULL,
      credential_version integer NOT NULL,
      authenticated_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL,
      user_agent text NOT NULL DEFAULT '',
      PRIMARY KEY (instance_id, session_id),
      UNIQUE (instance_id, token_hash),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE,
      FOREIGN KEY (instance_id, client_id) REFERENCES ${schema}.clients ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.sessions (instance_id, user_id)`
  yield* sql`CREATE INDEX ON ${schema}.sessions (instance_id, client_id)`
  yield* sql`CREATE INDEX ON ${schema}.sessions (ends_at) WHERE ends_at IS NOT NULL`
  yield* sql`CREATE INDEX ON ${schema}.sessions (last_seen_at) WHERE last_seen_at IS NOT NULL`

  yield* sql`
    CREATE TABLE ${schema}.magic_links (
      instance_id text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
      email text COLLATE "C" NOT NULL,
      client_hash bytea CHECK (octet_length(client_hash) = 32),
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, token_hash)
    )`
  yield* sql`CREATE INDEX ON ${schema}.magic_links (instance_id, email)`
  yield* sql`CREATE INDEX ON ${schema}.magic_links (expires_at) WHERE expires_at IS NOT NULL`

  // The queued requests. `reason` and `detail` tell why one was rescheduled.
  yield* sql`
    CREATE TABLE ${schema}.magic_link_requests (
      instance_id text COLLATE "C" NOT NULL,
      request_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      client_hash bytea CHECK (octet_length(client_hash) = 32),
      requested_at timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      attempts integer NOT NULL CHECK (attempts >= 0),
      reason text,
      detail text,
      PRIMARY KEY (instance_id, request_id)
    )`
  yield* sql`CREATE INDEX ON ${schema}.magic_link_requests (requested_at, request_id)`

  // The results of completed requests.
  yield* sql`
    CREATE TABLE ${schema}.email_deliveries (
      instance_id text COLLATE "C" NOT NULL,
      request_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      requested_at timestamptz NOT NULL,
      attempts integer NOT NULL,
      state text NOT NULL CHECK (state IN ('sent', 'failed', 'discarded')),
      ended_at timestamptz NOT NULL,
      reason text,
      detail text,
      PRIMARY KEY (instance_id, request_id)
    )`
  yield* sql`CREATE INDEX ON ${schema}.email_deliveries (instance_id, requested_at, request_id)`
  yield* sql`CREATE INDEX ON ${schema}.email_deliveries (ended_at) WHERE ended_at IS NOT NULL`

  // `consumed_at` is the whole window: the times of the allowed attempts, oldest first. It never has more elements than
  // the largest limit, 1000.
  yield* sql`
    CREATE TABLE ${schema}.rate_limits (
      instance_id text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      consumed_at timestamptz[] NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, key)
    )`
  yield* sql`CREATE INDEX ON ${schema}.rate_limits (expires_at) WHERE expires_at IS NOT NULL`

  yield* sql`
    CREATE TABLE ${schema}.attempt_counts (
      instance_id text COLLATE "C" NOT NULL,
      hour timestamptz NOT NULL,
      attempt text COLLATE "C" NOT NULL,
      outcome text COLLATE "C" NOT NULL,
      count integer NOT NULL,
      PRIMARY KEY (instance_id, hour, attempt, outcome)
    )`
  yield* sql`CREATE INDEX ON ${schema}.attempt_counts (hour) WHERE hour IS NOT NULL`

  yield* sql`
    CREATE TABLE ${schema}.audit_log (
      audit_id text COLLATE "C" PRIMARY KEY,
      at timestamptz NOT NULL,
      actor text NOT NULL,
      action text NOT NULL,
      instance_id text COLLATE "C",
      user_id text COLLATE "C",
      detail text NOT NULL
    )`
  yield* sql`CREATE INDEX ON ${schema}.audit_log (at) WHERE at IS NOT NULL`

  yield* sql`
    CREATE TABLE ${schema}.operator_invitations (
      token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX ON ${schema}.operator_invitations (expires_at) WHERE expires_at IS NOT NULL`

  yield* sql`
    CREATE TABLE ${schema}.operator_sessions (
      token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX ON ${schema}.operator_sessions (expires_at) WHERE expires_at IS NOT NULL`
})
