/**
 * Sessions and clients in the tables `sessions`, `clients` and `client_users`. Issuing a session is one statement, and
 * so is checking one: concurrent checks share a statement, and so do concurrent visits.
 *
 * A statement that takes several row locks takes them in this order: users, sessions, clients.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { CredentialsChanged } from "@latchkey/domain/session/SessionErrors"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { ClientId, type InstanceId, SessionId, UserId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { digest, Time, time } from "./internal/columns.ts"
import { database, firstRow, hasRow, rows } from "./internal/database.ts"
import { deleteExpired, deleteExpiredOfBoth } from "./internal/deleteExpired.ts"
import { findActiveSession } from "./internal/findActiveSession.ts"
import { issueSession } from "./internal/issueSession.ts"
import { recordVisit } from "./internal/recordVisit.ts"
import { rotateSession } from "./internal/rotateSession.ts"
import { sessionSummaries, summaryColumns } from "./internal/sessionSummaries.ts"

const countRow = firstRow(Schema.Struct({ count: Schema.Int }))
const deletionRow = firstRow(Schema.Struct({ deleted: Schema.Int, after: Schema.OptionFromNullOr(ClientId) }))

const revokedRow = firstRow(Schema.Struct({ id: SessionId, userId: UserId }))
const lastSignInRows = rows(Schema.Struct({ userId: UserId, at: Time }))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db
  const findActive = findActiveSession(db)
  const issue = issueSession(db)
  const rotate = rotateSession(db)
  const touch = recordVisit(db)

  // Sessions of former versions stay until they would have expired: however many there are, this changes two rows.
  // `held` reads the kept session after a concurrent call has changed it, which this statement's snapshot does not
  // show.
  const revokeExcept = (instanceId: InstanceId, userId: UserId, kept: Option.Option<SessionId>) => {
    const id = Option.getOrNull(kept)
    const revoked = countRow(sql`
      WITH changed AS (
        UPDATE ${tables.users} SET credential_version = credential_version + 1
        WHERE instance_id = ${instanceId} AND user_id = ${userId}
        RETURNING credential_version AS current, credential_version - 1 AS former
      ), held AS MATERIALIZED (
        SELECT s.session_id, s.credential_version FROM changed
        JOIN ${tables.sessions} s
          ON s.instance_id = ${instanceId} AND s.session_id = ${id} AND s.user_id = ${userId}
        FOR UPDATE OF s
      ), moved AS (
        UPDATE ${tables.sessions} s SET credential_version = changed.current FROM changed
        JOIN held ON held.credential_version = changed.former
        WHERE s.instance_id = ${instanceId} AND s.session_id = held.session_id
      )
      SELECT count(*)::integer AS count FROM changed
      JOIN ${tables.sessions} s
        ON s.instance_id = ${instanceId} AND s.user_id = ${userId} AND s.credential_version = changed.former
      WHERE s.session_id IS DISTINCT FROM ${id}`)
    return Effect.map(revoked, (row) => Option.getOrThrow(row).count)
  }

  // A scalar subquery is one probe of an index for each client: for `NOT EXISTS`, a plan may read the other table
  // whole. A sign-in replaces the token of its client. It may have done so since the snapshot, which has neither its
  // session nor its known client: then `token_hash` finds no client to lock, and so none to delete.
  const unusedClients = (instanceId: InstanceId, after: Option.Option<ClientId>, limit: number) => {
    const { clients, clientUsers, sessions } = tables
    const ofClient = sql`instance_id = ${instanceId} AND client_id = e.client_id LIMIT 1`
    const counted = deletionRow(sql`
      WITH examined AS MATERIALIZED (
        SELECT client_id, token_hash FROM ${clients}
        WHERE instance_id = ${instanceId} AND client_id > ${Option.getOrElse(after, () => "")}
        ORDER BY client_id LIMIT ${limit}
      ), unused AS MATERIALIZED (
        SELECT client_id, token_hash FROM examined e
        WHERE (SELECT true FROM ${clientUsers} WHERE ${ofClient}) IS NULL
          AND (SELECT true FROM ${sessions} WHERE ${ofClient}) IS NULL
      ), deleted AS (
        DELETE FROM ${clients}
        WHERE EXISTS (SELECT FROM unused) AND instance_id = ${instanceId} AND client_id = ANY (ARRAY(
          SELECT c.client_id FROM unused u
          JOIN ${clients} c
            ON c.instance_id = ${instanceId} AND c.client_id = u.client_id AND c.token_hash = u.token_hash
          FOR UPDATE OF c SKIP LOCKED
        ))
        RETURNING client_id
      )
      SELECT
        (SELECT count(*)::integer FROM deleted) AS deleted,
        (SELECT CASE count(*) WHEN ${limit} THEN max(client_id) END FROM examined) AS "after"`)
    return Effect.map(counted, Option.getOrThrow)
  }

  return SessionRepository.of({
    issue: Effect.fnUntraced(function* (grant) {
      const isIssued = yield* issue(grant)
      if (!isIssued) return yield* new CredentialsChanged()
    }, traced("PostgresSessionRepository.issue")),

    findActive: (key) => traced("PostgresSessionRepository.findActive")(findActive(key)),

    rotate: (rotation) => traced("PostgresSessionRepository.rotate")(rotate(rotation)),

    touch: (...visit) => traced("PostgresSessionRepository.touch")(touch(...visit)),

    revoke: Effect.fnUntraced(function* (instanceId, tokenHash) {
      return yield* revokedRow(sql`
        WITH owner AS MATERIALIZED (
          SELECT u.user_id FROM ${tables.users} u
          WHERE u.instance_id = ${instanceId} AND u.user_id = (
            SELECT s.user_id FROM ${tables.sessions} s
            WHERE s.instance_id = ${instanceId} AND s.token_hash = ${digest(tokenHash)}
          )
          FOR SHARE
        )
        DELETE FROM ${tables.sessions} s USING owner o
        WHERE s.instance_id = ${instanceId} AND s.token_hash = ${digest(tokenHash)} AND s.user_id = o.user_id
        RETURNING s.session_id AS "id", s.user_id AS "userId"`)
    }, traced("PostgresSessionRepository.revoke")),

    lastSignIns: Effect.fnUntraced(function* (instanceId, userIds) {
      const found = yield* lastSignInRows(sql`
        SELECT k.user_id AS "userId", max(k.known_at) AS at FROM ${tables.clientUsers} k
        WHERE k.instance_id = ${instanceId} AND k.user_id = ANY (${userIds}::text[])
        GROUP BY k.user_id`)
      return new Map(found.map(({ at, userId }) => [userId, at]))
    }, traced("PostgresSessionRepository.lastSignIns")),

    list: Effect.fnUntraced(function* (query) {
      const idleSince = time(DateTime.subtractDuration(query.now, query.idleLifetime))
      const isOne = query.id === undefined ? sql`` : sql`AND s.session_id = ${query.id}`
      return yield* sessionSummaries(sql`
        SELECT ${summaryColumns(db, query.instanceId)}
        FROM ${tables.sessions} s
        WHERE s.instance_id = ${query.instanceId} AND s.user_id = ${query.userId} ${isOne}
          AND s.credential_version = (
            SELECT u.credential_version FROM ${tables.users} u
            WHERE u.instance_id = ${query.instanceId} AND u.user_id = ${query.userId} AND u.disabled_at IS NULL
              AND (u.deletion_at IS NULL OR u.deletion_at > ${time(query.now)})
          )
          AND s.ends_at > ${time(query.now)} AND s.last_seen_at > ${idleSince}
        ORDER BY s.authenticated_at DESC, s.session_id DESC
        LIMIT ${query.limit}`)
    }, traced("PostgresSessionRepository.list")),

    revokeById: Effect.fnUntraced(function* (instanceId, userId, id) {
      return yield* hasRow(sql`
        WITH owner AS MATERIALIZED (
          SELECT u.credential_version FROM ${tables.users} u
          WHERE u.instance_id = ${instanceId} AND u.user_id = ${userId} AND u.disabled_at IS NULL
          FOR SHARE
        )
        DELETE FROM ${tables.sessions} s USING owner o
        WHERE s.instance_id = ${instanceId} AND s.session_id = ${id} AND s.user_id = ${userId}
          AND s.credential_version = o.credential_version
        RETURNING s.session_id`)
    }, traced("PostgresSessionRepository.revokeById")),

    revokeOthers: Effect.fnUntraced(function* (instanceId, userId, kept) {
      return yield* revokeExcept(instanceId, userId, Option.some(kept))
    }, traced("PostgresSessionRepository.revokeOthers")),

    revokeAll: Effect.fnUntraced(function* (instanceId, userId) {
      return yield* revokeExcept(instanceId, userId, Option.none())
    }, traced("PostgresSessionRepository.revokeAll")),

    deleteExpired: Effect.fnUntraced(function* ({ now, idleSince, limit }) {
      const { clients, sessions } = tables
      // Expired and idle sessions separately: no index has both in one order.
      const expired = { table: sessions, expiryColumn: "ends_at", until: now }
      const idle = { table: sessions, expiryColumn: "last_seen_at", until: idleSince }
      const deletedSessions = yield* deleteExpiredOfBoth(db, [expired, idle], limit)
      const deletedClients = yield* deleteExpired(db, { table: clients, expiryColumn: "expires_at", until: now, limit })
      return deletedSessions + deletedClients
    }, traced("PostgresSessionRepository.deleteExpired")),

    deleteUnusedClients: ({ after, instanceId, limit }) =>
      traced("PostgresSessionRepository.deleteUnusedClients")(unusedClients(instanceId, after, limit))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<SessionRepository, never, SqlClient> = Layer.effect(SessionRepository, make)
