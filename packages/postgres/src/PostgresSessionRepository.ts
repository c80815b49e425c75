/**
 * Sessions and clients in the tables `sessions`, `clients` and `client_users`. Issuing a session is one statement, and so
 * is checking one.
 *
 * A statement that takes several row locks takes them in this order: users, sessions, clients.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/core/Email"
import { CredentialsChanged } from "@latchkey/domain/core/Errors"
import { type InstanceId, SessionId, UserId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import {
  ActiveSession,
  SessionRepository,
  SessionSummary,
  SignInMethod
} from "@latchkey/domain/session/SessionRepository"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { digest, Time, time } from "./internal/columns.ts"
import { countRows, database, discard, firstRow, rows } from "./internal/database.ts"
import { deleteExpired, deleteExpiredOfBoth } from "./internal/deleteExpired.ts"
import { issueSession } from "./internal/issueSession.ts"

const commonFields = {
  id: SessionId,
  method: SignInMethod,
  authenticatedAt: Time,
  lastSeenAt: Time,
  expiresAt: Time
}
const ActiveSessionRow = Schema.Struct({
  ...commonFields,
  userId: UserId,
  email: Email,
  emailVerified: Schema.Boolean,
  claimedAt: Schema.OptionFromNullOr(Time)
})
const SummaryRow = Schema.Struct({ ...commonFields, userAgent: Schema.String })

const activeSessionRow = firstRow(ActiveSessionRow)
const countRow = firstRow(Schema.Struct({ count: Schema.Int }))
const summaryRows = rows(SummaryRow)

// The same schemas have decoded the row: it needs no second validation.
const toActiveSession = (row: typeof ActiveSessionRow.Type) => new ActiveSession(row, { disableValidation: true })
const toSummary = (row: typeof SummaryRow.Type) => new SessionSummary(row, { disableValidation: true })

/**
 * Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema.
 *
 * @since 0.1.0
 */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(`
    s.session_id AS "id", s.method, s.authenticated_at AS "authenticatedAt", s.last_seen_at AS "lastSeenAt",
    s.expires_at AS "expiresAt"`)

  // Sessions of former versions stay until they would have expired: however many there are, this changes two rows. `held`
  // reads the kept session after a concurrent call has changed it, which this statement's snapshot does not show.
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

  return SessionRepository.of({
    issue: Effect.fnUntraced(function* (grant) {
      const isIssued = yield* issueSession(db, grant)
      if (!isIssued) return yield* new CredentialsChanged()
    }, traced("PostgresSessionRepository.issue")),

    findActive: Effect.fnUntraced(function* (key) {
      const now = time(key.now)
      const idleSince = time(DateTime.subtractDuration(key.now, key.idleLifetime))
      const row = yield* activeSessionRow(sql`
        SELECT
          ${columns}, s.user_id AS "userId", u.email, u.email_verified_at IS NOT NULL AS "emailVerified",
          u.claimed_at AS "claimedAt"
        FROM ${tables.sessions} s
        JOIN ${tables.clients} c ON c.instance_id = s.instance_id AND c.client_id = s.client_id
        JOIN ${tables.users} u
          ON u.instance_id = s.instance_id AND u.user_id = s.user_id AND u.credential_version = s.credential_version
            AND u.disabled_at IS NULL
        WHERE s.instance_id = ${key.instanceId} AND s.token_hash = ${digest(key.tokenHash)}
          AND c.token_hash = ${digest(key.clientHash)}
          AND s.ends_at > ${now} AND s.last_seen_at > ${idleSince}`)
      return Option.map(row, toActiveSession)
    }, traced("PostgresSessionRepository.findActive")),

    touch: Effect.fnUntraced(function* (instanceId, id, now) {
      yield* discard(sql`
        UPDATE ${tables.sessions} SET last_seen_at = ${time(now)}
        WHERE instance_id = ${instanceId} AND session_id = ${id} AND last_seen_at < ${time(now)}`)
    }, traced("PostgresSessionRepository.touch")),

    revoke: Effect.fnUntraced(function* (instanceId, tokenHash) {
      yield* discard(sql`
        DELETE FROM ${tables.sessions} WHERE instance_id = ${instanceId} AND token_hash = ${digest(tokenHash)}`)
    }, traced("PostgresSessionRepository.revoke")),

    list: Effect.fnUntraced(function* (query) {
      const idleSince = time(DateTime.subtractDuration(query.now, query.idleLifetime))
      const found = yield* summaryRows(sql`
        SELECT ${columns}, s.user_agent AS "userAgent"
        FROM ${tables.sessions} s
        WHERE s.instance_id = ${query.instanceId} AND s.user_id = ${query.userId}
          AND s.credential_version = (
            SELECT u.credential_version FROM ${tables.users} u
            WHERE u.instance_id = ${query.instanceId} AND u.user_id = ${query.userId} AND u.disabled_at IS NULL
          )
          AND s.ends_at > ${time(query.now)} AND s.last_seen_at > ${idleSince}
        ORDER BY s.authenticated_at DESC, s.session_id DESC
        LIMIT ${query.limit}`)
      return found.map(toSummary)
    }, traced("PostgresSessionRepository.list")),

    revokeById: Effect.fnUntraced(function* (instanceId, userId, id) {
      const revoked = yield* countRows(sql`
        DELETE FROM ${tables.sessions} s USING ${tables.users} u
        WHERE s.instance_id = ${instanceId} AND s.session_id = ${id} AND s.user_id = ${userId}
          AND u.instance_id = s.instance_id AND u.user_id = s.user_id AND u.credential_version = s.credential_version
          AND u.disabled_at IS NULL
        RETURNING s.session_id`)
      return revoked > 0
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
    }, traced("PostgresSessionRepository.deleteExpired"))
  })
})

/** The adapter as a layer. @since 0.1.0 */
export const layer: Layer.Layer<SessionRepository, never, SqlClient> = Layer.effect(SessionRepository, make)
