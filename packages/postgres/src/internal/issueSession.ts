import type { Fragment } from "@effect/sql/Statement"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { maxKnownClients, maxSessions, type SessionGrant } from "@latchkey/domain/session/SessionRepository"
import type { NewEvent } from "@latchkey/domain/event/EventLog"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { digest, optionalDigest, time } from "./columns.ts"
import { compiledStatement } from "./compiledStatement.ts"
import { type Database, hasRow } from "./database.ts"
import { recording, userData } from "./recordEvents.ts"

/** How many rows of each table one statement deletes at most, so that its time is bounded. */
const maxDeleted = 500

/**
 * CTEs that delete what a user has too much of, after `known`. They never wait: `FOR UPDATE SKIP LOCKED` leaves what
 * others are using to the next call. They lock after everything for which the statement waits, because they read
 * `known`: two sign-ins of one user on two old clients would otherwise deadlock, each deleting what the other one
 * renews.
 *
 * The rows of the client itself do not count: `revoked` deletes its sessions, and `known` renews it.
 */
const trimming = ({ sql, tables }: Database, instanceId: Fragment, userId: Fragment) => {
  const ofUser = sql`instance_id = ${instanceId} AND user_id = ${userId}`
  const limitAfter = (kept: number) => sql.literal(`OFFSET ${kept} LIMIT ${maxDeleted}`)
  return sql`
    excess_sessions AS MATERIALIZED (
      SELECT session_id FROM ${tables.sessions}
      WHERE ${ofUser} AND client_id <> (SELECT client_id FROM known)
      ORDER BY credential_version DESC, authenticated_at DESC, session_id DESC
      ${limitAfter(maxSessions - 1)}
    ), deleted_sessions AS (
      DELETE FROM ${tables.sessions}
      WHERE EXISTS (SELECT FROM excess_sessions) AND instance_id = ${instanceId} AND session_id = ANY (ARRAY(
        SELECT s.session_id FROM excess_sessions e
        JOIN ${tables.sessions} s ON s.instance_id = ${instanceId} AND s.session_id = e.session_id
        FOR UPDATE OF s SKIP LOCKED
      ))
    ), excess_clients AS MATERIALIZED (
      SELECT client_id FROM ${tables.clientUsers}
      WHERE ${ofUser} AND client_id <> (SELECT client_id FROM known)
      ORDER BY known_at DESC, client_id DESC
      ${limitAfter(maxKnownClients - 1)}
    ), forgotten_clients AS (
      DELETE FROM ${tables.clientUsers}
      WHERE EXISTS (SELECT FROM excess_clients) AND ${ofUser} AND client_id = ANY (ARRAY(
        SELECT k.client_id FROM excess_clients e
        JOIN ${tables.clientUsers} k
          ON k.instance_id = ${instanceId} AND k.user_id = ${userId} AND k.client_id = e.client_id
        FOR UPDATE OF k SKIP LOCKED
      ))
    )`
}

const ofEvent = ({ event }: SessionGrant, read: (event: NewEvent) => string): string | null =>
  Option.getOrNull(Option.map(event, read))

/**
 * Makes a function that issues the session of a grant in one statement. It returns `true` if it was issued.
 *
 * - `owner` waits for transactions that raise the user's credential version or disable the user, and checks the user
 *   again.
 * - `held` locks the sessions of the client before the client itself: the order in which every statement locks.
 * - `rotated` does the same for the client's token: of concurrent grants that present one token, only the first finds
 *   it. For all others, `created` adds a new client.
 * - `EXISTS` lets what deletes nothing read nothing. Until a table was first analyzed, PostgreSQL takes it for small,
 *   and may read all rows of the instance.
 * - `recording` comes last: it locks the versions of the user after everything else.
 * - `trimming` keeps the number of the user's sessions and known clients bounded.
 */
export const issueSession = (db: Database): ((grant: SessionGrant) => Effect.Effect<boolean, PersistenceError>) => {
  const { sql, tables } = db
  const statement = compiledStatement<SessionGrant>(sql, (parameter) => {
    const instanceId = parameter("text", ({ session }) => session.instanceId)
    const userId = parameter("text", ({ session }) => session.userId)
    const version = parameter("integer", ({ session }) => session.credentialVersion)
    const now = parameter("timestamptz", (grant) => time(grant.now))
    const authenticatedAt = parameter("timestamptz", ({ session }) => time(session.authenticatedAt))
    const expiresAt = parameter("timestamptz", ({ session }) => time(session.expiresAt))
    const clientEnd = parameter("timestamptz", ({ clientExpiresAt }) => time(clientExpiresAt))
    const newClientId = parameter("text", (grant) => grant.newClientId)
    const issued = parameter("bytea", ({ clientHash }) => digest(clientHash))
    const deviceName = parameter("text", (grant) => Option.getOrNull(grant.deviceName))
    const presented = parameter("bytea", ({ presentedClient }) => optionalDigest(presentedClient))
    const sessionId = parameter("text", ({ session }) => session.id)
    const tokenHash = parameter("bytea", ({ session }) => digest(session.tokenHash))
    const method = parameter("text", ({ session }) => session.method)
    const furtherMethods = parameter("text[]", ({ session }) => session.methods.slice(1))
    const userAgent = parameter("text", ({ session }) => session.userAgent)
    const rotatedAt = parameter("timestamptz", ({ session }) => Option.getOrNull(Option.map(session.rotatedAt, time)))
    const eventId = parameter("text", (grant) => ofEvent(grant, ({ id }) => id))
    const type = parameter("text", (grant) => ofEvent(grant, (event) => event.type))
    const occurredAt = parameter("timestamptz", (grant) =>
      time(Option.getOrElse(grant.event, () => ({ occurredAt: grant.now })).occurredAt)
    )
    const actor = parameter("text", (grant) => ofEvent(grant, (event) => event.actor))
    const details = parameter("text", (grant) => ofEvent(grant, (event) => JSON.stringify(event.details)))
    return sql`
      WITH owner AS MATERIALIZED (
        SELECT u.user_id, ${sql.literal(userData)} AS user_data FROM ${tables.users} u
        WHERE u.instance_id = ${instanceId} AND u.user_id = ${userId} AND u.credential_version = ${version}
          AND u.disabled_at IS NULL AND (u.deletion_at IS NULL OR u.deletion_at > ${now})
        FOR SHARE
      ), held AS MATERIALIZED (
        SELECT session_id FROM (
          SELECT s.session_id
          FROM owner
          JOIN ${tables.clients} c
            ON c.instance_id = ${instanceId} AND c.token_hash = ${presented} AND c.expires_at > ${now}
          JOIN ${tables.sessions} s ON s.instance_id = ${instanceId} AND s.client_id = c.client_id
          ORDER BY s.session_id
          FOR UPDATE OF s
        ) AS locked
      ), rotated AS (
        UPDATE ${tables.clients} c SET
          token_hash = ${issued}, expires_at = ${clientEnd}, device_name = coalesce(${deviceName}, c.device_name)
        FROM owner, (SELECT count(*) FROM held) AS sessions_first
        WHERE c.instance_id = ${instanceId} AND c.token_hash = ${presented} AND c.expires_at > ${now}
        RETURNING c.client_id
      ), created AS (
        INSERT INTO ${tables.clients} (instance_id, client_id, token_hash, expires_at, device_name)
        SELECT ${instanceId}, ${newClientId}, ${issued}, ${clientEnd}, ${deviceName}
        FROM owner WHERE NOT EXISTS (SELECT FROM rotated)
        RETURNING client_id
      ), client AS (
        SELECT client_id FROM rotated UNION ALL SELECT client_id FROM created
      ), revoked AS (
        DELETE FROM ${tables.sessions} s USING rotated r
        WHERE EXISTS (SELECT FROM rotated) AND s.instance_id = ${instanceId} AND s.client_id = r.client_id
      ), known AS (
        INSERT INTO ${tables.clientUsers} (instance_id, user_id, client_id, known_at)
        SELECT ${instanceId}, ${userId}, client_id, ${now} FROM client
        ON CONFLICT (instance_id, user_id, client_id) DO UPDATE SET known_at = excluded.known_at
        RETURNING client_id
      ), ${trimming(db, instanceId, userId)}, issued AS (
      INSERT INTO ${tables.sessions} (
        instance_id, session_id, user_id, client_id, token_hash, method, further_methods, credential_version, user_agent,
        authenticated_at, last_seen_at, expires_at, ends_at, rotated_at
      )
      SELECT
        ${instanceId}, ${sessionId}, ${userId}, client_id, ${tokenHash}, ${method}, ${furtherMethods}, ${version},
        ${userAgent}, ${authenticatedAt}, ${now}, ${expiresAt}, least(${expiresAt}, ${clientEnd}),
        ${rotatedAt}
      FROM client
      RETURNING session_id
      ), source AS (
        SELECT
          o.user_id, ${eventId} AS event_id, ${type} AS type, ${occurredAt} AS occurred_at, ${actor} AS actor,
          ${details}::jsonb AS details, o.user_data, 1 AS rank, 1 AS total
        FROM owner o WHERE ${eventId} IS NOT NULL AND EXISTS (SELECT FROM issued)
      ), ${recording(db, instanceId, "source")}
      SELECT session_id FROM issued`
  })
  return (grant) => hasRow(statement(grant))
}
