/**
 * Sessions and browsers in the tables `sessions`, `clients` and `client_users`. Issuing is one statement, and so is a
 * check.
 *
 * Whoever takes several row locks takes them in this order: users, sessions, browsers (`clients`).
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/core/Email"
import { CredentialsChanged } from "@latchkey/domain/core/Errors"
import { type InstanceId, SessionId, UserId } from "@latchkey/domain/core/Ids"
import { SessionRepository, ActiveSession, SessionSummary, SignInMethod } from "@latchkey/domain/session/SessionRepository"
import { traced } from "@latchkey/domain/core/Tracing"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { digest, Time, time } from "./internal/columns.ts"
import { countRows, database, discard, firstRow, rows } from "./internal/database.ts"
import { issueSession } from "./internal/issueSession.ts"
import { sweep } from "./internal/sweep.ts"

const facts = {
  id: SessionId,
  method: SignInMethod,
  authenticatedAt: Time,
  lastSeenAt: Time,
  expiresAt: Time
}
const LiveSessionRow = Schema.Struct({ ...facts, userId: UserId, email: Email, emailVerified: Schema.Boolean })
const SummaryRow = Schema.Struct({ ...facts, userAgent: Schema.String })

const liveSessionRow = firstRow(LiveSessionRow)
const summaryRows = rows(SummaryRow)

// What was decoded by the same schemas need not be validated again.
const toLiveSession = (row: typeof LiveSessionRow.Type) => new ActiveSession(row, { disableValidation: true })
const toSummary = (row: typeof SummaryRow.Type) => new SessionSummary(row, { disableValidation: true })

/**
 * The adapter over the app's `SqlClient`, as an effect. Its name transforms are off in here, and `PostgresSchema`
 * says where the tables are.
 *
 * @since 0.1.0
 */
export const make: Effect.Effect<typeof SessionRepository.Service, never, SqlClient> = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(`
    s.session_id AS "id", s.method, s.authenticated_at AS "authenticatedAt", s.last_seen_at AS "lastSeenAt",
    s.expires_at AS "expiresAt"`)

  const endEach = (instanceId: InstanceId, userId: UserId, kept?: SessionId) => {
    const others = kept === undefined ? sql`` : sql`AND session_id <> ${kept}`
    // In a fixed order, so that two that do this at once wait for one another.
    return countRows(sql`
      WITH held AS MATERIALIZED (
        SELECT session_id FROM ${tables.sessions}
        WHERE instance_id = ${instanceId} AND user_id = ${userId} ${others}
        ORDER BY session_id
        FOR UPDATE
      )
      DELETE FROM ${tables.sessions} s USING held
      WHERE s.instance_id = ${instanceId} AND s.session_id = held.session_id
      RETURNING s.session_id`)
  }

  return SessionRepository.of({
    issue: Effect.fnUntraced(function* (grant) {
      const issued = yield* issueSession(db, grant)
      if (!issued) return yield* new CredentialsChanged()
    }, traced("PostgresSessionRepository.issue")),

    findActive: Effect.fnUntraced(function* (key) {
      const now = time(key.now)
      const idleSince = time(DateTime.subtractDuration(key.now, key.idleLifetime))
      const row = yield* liveSessionRow(sql`
        SELECT ${columns}, s.user_id AS "userId", u.email, u.email_verified_at IS NOT NULL AS "emailVerified"
        FROM ${tables.sessions} s
        JOIN ${tables.clients} c ON c.instance_id = s.instance_id AND c.client_id = s.client_id
        JOIN ${tables.users} u ON u.instance_id = s.instance_id AND u.user_id = s.user_id
        WHERE s.instance_id = ${key.instanceId} AND s.token_hash = ${digest(key.tokenHash)}
          AND c.token_hash = ${digest(key.clientHash)}
          AND s.ends_at > ${now} AND s.last_seen_at > ${idleSince}`)
      return Option.map(row, toLiveSession)
    }, traced("PostgresSessionRepository.findActive")),

    touch: Effect.fn("PostgresSessionRepository.touch")((instanceId, id, now) =>
      discard(sql`
        UPDATE ${tables.sessions} SET last_seen_at = ${time(now)}
        WHERE instance_id = ${instanceId} AND session_id = ${id} AND last_seen_at < ${time(now)}`)
    ),

    revoke: Effect.fn("PostgresSessionRepository.end")((instanceId, tokenHash) =>
      discard(sql`
        DELETE FROM ${tables.sessions} WHERE instance_id = ${instanceId} AND token_hash = ${digest(tokenHash)}`)
    ),

    list: Effect.fn("PostgresSessionRepository.list")(function* (query) {
      const idleSince = time(DateTime.subtractDuration(query.now, query.idleLifetime))
      const found = yield* summaryRows(sql`
        SELECT ${columns}, s.user_agent AS "userAgent"
        FROM ${tables.sessions} s
        WHERE s.instance_id = ${query.instanceId} AND s.user_id = ${query.userId}
          AND s.ends_at > ${time(query.now)} AND s.last_seen_at > ${idleSince}
        ORDER BY s.authenticated_at DESC, s.session_id DESC
        LIMIT ${query.limit}`)
      return found.map(toSummary)
    }),

    revokeById: Effect.fn("PostgresSessionRepository.endById")(function* (instanceId, userId, id) {
      const ended = yield* countRows(sql`
        DELETE FROM ${tables.sessions}
        WHERE instance_id = ${instanceId} AND session_id = ${id} AND user_id = ${userId}
        RETURNING session_id`)
      return ended > 0
    }),

    revokeOthers: Effect.fn("PostgresSessionRepository.endOthers")((instanceId, userId, kept) =>
      endEach(instanceId, userId, kept)
    ),

    revokeAll: Effect.fn("PostgresSessionRepository.endAll")((instanceId, userId) => endEach(instanceId, userId)),

    deleteExpired: Effect.fn("PostgresSessionRepository.sweep")(function* ({ now, idleSince, limit }) {
      // Apart from each other: no index has the rows of either kind in one order.
      const { clients, sessions } = tables
      const ended = yield* sweep(db, { table: sessions, over: "ends_at", since: now, limit })
      const left = limit - ended
      const idle =
        left > 0 ? yield* sweep(db, { table: sessions, over: "last_seen_at", since: idleSince, limit: left }) : 0
      return ended + idle + (yield* sweep(db, { table: clients, over: "expires_at", since: now, limit }))
    })
  })
})

/** The adapter over the app's `SqlClient`. @since 0.1.0 */
export const layer: Layer.Layer<SessionRepository, never, SqlClient> = Layer.effect(SessionRepository, make)
