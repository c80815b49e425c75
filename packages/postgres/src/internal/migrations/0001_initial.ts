/**
 * The first form of the tables.
 *
 * Every primary and unique key starts with `instance_id`, and every statement that serves a request names it, so that
 * the same tables can be spread over a Citus cluster by instance. `instances` and `instance_hosts` are the exception:
 * a host is unique among all instances. They are small, and reference tables there.
 *
 * Nothing refers to `instances`: an instance is never deleted, and the ports do not ask that it be stored first.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { database } from "../database.ts"
import { indexForSweeps } from "./indexForSweeps.ts"

const instances = Effect.gen(function* () {
  const { sql, tables } = yield* database
  yield* sql`
    CREATE TABLE ${tables.instances} (
      instance_id text COLLATE "C" PRIMARY KEY,
      name text NOT NULL,
      plan text NOT NULL,
      hosts text[] NOT NULL,
      origins text[] NOT NULL,
      redirect_url text,
      auth_config jsonb NOT NULL,
      session_config jsonb NOT NULL,
      rate_limits jsonb NOT NULL
    )`
  // The hosts once more, because each may belong to one instance only.
  yield* sql`
    CREATE TABLE ${tables.instanceHosts} (
      host text COLLATE "C" PRIMARY KEY,
      instance_id text COLLATE "C" NOT NULL REFERENCES ${tables.instances} ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${tables.instanceHosts} (instance_id)`
})

const users = Effect.gen(function* () {
  const { sql, tables } = yield* database
  yield* sql`
    CREATE TABLE ${tables.users} (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL CHECK (email = lower(email) AND octet_length(email) <= 254),
      password_hash text,
      email_verified_at timestamptz,
      credential_version integer NOT NULL CHECK (credential_version >= 0),
      created_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, user_id),
      UNIQUE (instance_id, email)
    )`
})

const sessions = Effect.gen(function* () {
  const { sql, tables } = yield* database
  yield* sql`
    CREATE TABLE ${tables.clients} (
      instance_id text COLLATE "C" NOT NULL,
      client_id text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, client_id),
      UNIQUE (instance_id, token_hash)
    )`
  yield* indexForSweeps(tables.clients, "expires_at")
  yield* sql`
    CREATE TABLE ${tables.clientUsers} (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      client_id text COLLATE "C" NOT NULL,
      PRIMARY KEY (instance_id, user_id, client_id),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${tables.users} ON DELETE CASCADE,
      FOREIGN KEY (instance_id, client_id) REFERENCES ${tables.clients} ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${tables.clientUsers} (instance_id, client_id)`
  // A session ends when it expires or when the time of its browser is over: the earlier of them is `ends_at`. It
  // stays right, because whoever prolongs a browser ends its sessions.
  yield* sql`
    CREATE TABLE ${tables.sessions} (
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
      PRIMARY KEY (instance_id, session_id),
      UNIQUE (instance_id, token_hash),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${tables.users} ON DELETE CASCADE,
      FOREIGN KEY (instance_id, client_id) REFERENCES ${tables.clients} ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${tables.sessions} (instance_id, user_id)`
  yield* sql`CREATE INDEX ON ${tables.sessions} (instance_id, client_id)`
  yield* indexForSweeps(tables.sessions, "ends_at")
  yield* indexForSweeps(tables.sessions, "last_seen_at")
})

const magicLinks = Effect.gen(function* () {
  const { sql, tables } = yield* database
  yield* sql`
    CREATE TABLE ${tables.magicLinks} (
      instance_id text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
      email text COLLATE "C" NOT NULL,
      client_hash bytea CHECK (octet_length(client_hash) = 32),
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, token_hash)
    )`
  yield* sql`CREATE INDEX ON ${tables.magicLinks} (instance_id, email)`
  yield* indexForSweeps(tables.magicLinks, "expires_at")
  yield* sql`
    CREATE TABLE ${tables.magicLinkRequests} (
      instance_id text COLLATE "C" NOT NULL,
      request_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      client_hash bytea CHECK (octet_length(client_hash) = 32),
      requested_at timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      attempts integer NOT NULL CHECK (attempts >= 0),
      PRIMARY KEY (instance_id, request_id)
    )`
  yield* sql`CREATE INDEX ON ${tables.magicLinkRequests} (requested_at, request_id)`
})

const rateWindows = Effect.gen(function* () {
  const { sql, tables } = yield* database
  // The array is the whole window, oldest hit first. It is never longer than the largest limit, 1000.
  yield* sql`
    CREATE TABLE ${tables.rateLimits} (
      instance_id text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      hits timestamptz[] NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, key)
    )`
  yield* indexForSweeps(tables.rateLimits, "expires_at")
})

/** @since 0.1.0 */
export const migration = Effect.all([instances, users, sessions, magicLinks, rateWindows], { discard: true })
