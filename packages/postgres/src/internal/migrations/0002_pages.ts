/**
 * What the pages and the dashboard need: users who are kept out, the browsers of sessions, how an instance looks, what
 * became of mails, and the operators' own tables.
 *
 * New columns have defaults, so that a process of the version before goes on writing rows without them.
 *
 * The audit log and the operators are of no instance. They are small, and reference tables where the others are spread
 * by instance.
 *
 * @since 0.1.0
 */
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { database } from "../database.ts"
import { indexForSweeps } from "./indexForSweeps.ts"

/**
 * Locks the tables that requests are reading and writing meanwhile. Statements lock them in different orders, so to
 * wait for the one while holding the other could be a circle, and would hold up every request besides. So nobody is
 * held up for longer than 200 ms: then all locks are given back, and it is tried anew.
 */
const lockInUse = Effect.flatMap(
  database,
  ({ sql, tables: { instances, sessions, users, requests } }) =>
    sql`DO $$
    BEGIN
      PERFORM set_config('lock_timeout', '200ms', true);
      LOOP
        BEGIN
          LOCK TABLE ${instances}, ${users}, ${sessions}, ${requests} IN ACCESS EXCLUSIVE MODE;
          EXIT;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
          PERFORM pg_sleep(0.1);
        END;
      END LOOP;
      PERFORM set_config('lock_timeout', '0', true);
    END $$`
)

const columns = Effect.gen(function* () {
  const { sql, tables } = yield* database
  yield* sql`
    ALTER TABLE ${tables.instances}
    ADD COLUMN branding jsonb NOT NULL DEFAULT '{"logoUrl": null, "accentColor": null}'`
  yield* sql`ALTER TABLE ${tables.users} ADD COLUMN disabled_at timestamptz`
  yield* sql`ALTER TABLE ${tables.sessions} ADD COLUMN user_agent text NOT NULL DEFAULT ''`
})

const mails = Effect.gen(function* () {
  const { sql, tables } = yield* database
  // Why the request is late, since the last try.
  yield* sql`ALTER TABLE ${tables.magicLinkRequests} ADD COLUMN reason text, ADD COLUMN detail text`
  yield* sql`
    CREATE TABLE ${tables.emailDeliveries} (
      instance_id text COLLATE "C" NOT NULL,
      request_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      requested_at timestamptz NOT NULL,
      attempts integer NOT NULL,
      state text NOT NULL CHECK (state IN ('sent', 'dropped')),
      ended_at timestamptz NOT NULL,
      reason text,
      detail text,
      PRIMARY KEY (instance_id, request_id)
    )`
  yield* sql`CREATE INDEX ON ${tables.emailDeliveries} (instance_id, requested_at, request_id)`
  yield* indexForSweeps(tables.emailDeliveries, "ended_at")
})

const attemptCounts = Effect.gen(function* () {
  const { sql, tables } = yield* database
  yield* sql`
    CREATE TABLE ${tables.attemptCounts} (
      instance_id text COLLATE "C" NOT NULL,
      hour timestamptz NOT NULL,
      attempt text COLLATE "C" NOT NULL,
      outcome text COLLATE "C" NOT NULL,
      count integer NOT NULL,
      PRIMARY KEY (instance_id, hour, attempt, outcome)
    )`
  yield* indexForSweeps(tables.attemptCounts, "hour")
})

const auditLog = Effect.gen(function* () {
  const { sql, tables } = yield* database
  yield* sql`
    CREATE TABLE ${tables.auditLog} (
      audit_id text COLLATE "C" PRIMARY KEY,
      at timestamptz NOT NULL,
      actor text NOT NULL,
      action text NOT NULL,
      instance_id text COLLATE "C",
      user_id text COLLATE "C",
      detail text NOT NULL
    )`
  yield* indexForSweeps(tables.auditLog, "at")
})

const accesses = (table: Fragment) =>
  Effect.gen(function* () {
    const { sql } = yield* database
    yield* sql`
      CREATE TABLE ${table} (
        token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
        expires_at timestamptz NOT NULL
      )`
    yield* indexForSweeps(table, "expires_at")
  })

const operators = Effect.gen(function* () {
  const { tables } = yield* database
  yield* accesses(tables.operatorInvitations)
  yield* accesses(tables.operatorSessions)
})

/** @since 0.1.0 */
export const migration = Effect.all([lockInUse, columns, mails, attemptCounts, auditLog, operators], { discard: true })
