/**
 * Whoever takes several row locks takes them in this order: users, sessions, browsers (`clients`).
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/Email"
import { CredentialsChanged } from "@latchkey/domain/Errors"
import { SessionId, UserId } from "@latchkey/domain/Ids"
import { LiveSession } from "@latchkey/domain/Session"
import { SessionRepository } from "@latchkey/domain/SessionRepository"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { digest, optionalDigest, Time, time } from "./internal/columns.ts"
import { countRows, database, discard, firstRow } from "./internal/database.ts"

const LiveSessionRow = Schema.Struct({
  id: SessionId,
  userId: UserId,
  email: Email,
  emailVerified: Schema.Boolean,
  authenticatedAt: Time,
  lastSeenAt: Time,
  expiresAt: Time
})

const liveSessionRow = firstRow(LiveSessionRow)

/** @since 0.1.0 */
export const make = Effect.gen(function* () {
  const { sql, tables } = yield* database

  return SessionRepository.of({
    issue: Effect.fn("PostgresSessionRepository.issue")(function* (grant) {
      const { session, newClientId, clientHash, clientExpiresAt } = grant
      const { instanceId, userId } = session
      const now = time(session.authenticatedAt)
      const expiresAt = time(session.expiresAt)
      const presented = optionalDigest(grant.presentedClient)
      // `owner` waits for whoever changes the user's credentials and then looks at the epoch again. `rotated` does the
      // same with the browser's secret: of several that present it only the first finds it, the others are `created`.
      const issued = yield* countRows(sql`
        WITH owner AS MATERIALIZED (
          SELECT user_id FROM ${tables.users}
          WHERE instance_id = ${instanceId} AND user_id = ${userId} AND credential_epoch = ${session.credentialEpoch}
          FOR SHARE
        ), held AS MATERIALIZED (
          SELECT s.session_id
          FROM owner
          JOIN ${tables.clients} c ON c.instance_id = ${instanceId} AND c.secret_hash = ${presented} AND c.expires_at > ${now}
          JOIN ${tables.sessions} s ON s.instance_id = ${instanceId} AND s.client_id = c.client_id
          ORDER BY s.session_id
          FOR UPDATE OF s
        ), rotated AS (
          UPDATE ${tables.clients} c SET secret_hash = ${digest(clientHash)}, expires_at = ${time(clientExpiresAt)}
          FROM owner, (SELECT count(*) FROM held) AS sessions_first
          WHERE c.instance_id = ${instanceId} AND c.secret_hash = ${presented} AND c.expires_at > ${now}
          RETURNING c.client_id
        ), created AS (
          INSERT INTO ${tables.clients} (instance_id, client_id, secret_hash, expires_at)
          SELECT ${instanceId}, ${newClientId}, ${digest(clientHash)}::bytea, ${time(clientExpiresAt)}::timestamptz
          FROM owner WHERE NOT EXISTS (SELECT FROM rotated)
          RETURNING client_id
        ), client AS (
          SELECT client_id FROM rotated UNION ALL SELECT client_id FROM created
        ), ended AS (
          DELETE FROM ${tables.sessions} s USING rotated r WHERE s.instance_id = ${instanceId} AND s.client_id = r.client_id
        ), known AS (
          INSERT INTO ${tables.clientUsers} (instance_id, user_id, client_id)
          SELECT ${instanceId}, ${userId}, client_id FROM client
          ON CONFLICT DO NOTHING
        )
        INSERT INTO ${tables.sessions} (
          instance_id, session_id, user_id, client_id, secret_hash, method, credential_epoch,
          authenticated_at, last_seen_at, expires_at, ends_at
        )
        SELECT
          ${instanceId}, ${session.id}, ${userId}, client_id, ${digest(session.secretHash)}::bytea, ${session.method},
          ${session.credentialEpoch}::integer, ${now}::timestamptz, ${now}::timestamptz,
          ${expiresAt}::timestamptz, least(${expiresAt}::timestamptz, ${time(clientExpiresAt)}::timestamptz)
        FROM client
        RETURNING session_id`)
      if (issued === 0) return yield* new CredentialsChanged()
    }),

    findLive: Effect.fn("PostgresSessionRepository.findLive")(function* (key) {
      const now = time(key.now)
      const idleSince = time(DateTime.subtractDuration(key.now, key.idleLifetime))
      const row = yield* liveSessionRow(sql`
        SELECT
          s.session_id AS "id", s.user_id AS "userId", u.email, u.email_verified_at IS NOT NULL AS "emailVerified",
          s.authenticated_at AS "authenticatedAt", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt"
        FROM ${tables.sessions} s
        JOIN ${tables.clients} c ON c.instance_id = s.instance_id AND c.client_id = s.client_id
        JOIN ${tables.users} u ON u.instance_id = s.instance_id AND u.user_id = s.user_id
        WHERE s.instance_id = ${key.instanceId} AND s.secret_hash = ${digest(key.secretHash)}
          AND c.secret_hash = ${digest(key.clientHash)}
          AND s.ends_at > ${now} AND s.last_seen_at > ${idleSince}`)
      return Option.map(row, (session) => new LiveSession(session))
    }),

    touch: Effect.fn("PostgresSessionRepository.touch")((instanceId, id, now) =>
      discard(sql`
        UPDATE ${tables.sessions} SET last_seen_at = ${time(now)}
        WHERE instance_id = ${instanceId} AND session_id = ${id} AND last_seen_at < ${time(now)}`)
    ),

    end: Effect.fn("PostgresSessionRepository.end")((instanceId, secretHash) =>
      discard(sql`
        DELETE FROM ${tables.sessions} WHERE instance_id = ${instanceId} AND secret_hash = ${digest(secretHash)}`)
    ),

    endAll: Effect.fn("PostgresSessionRepository.endAll")((instanceId, userId) =>
      // In a fixed order, so that two that do this at once wait for one another.
      countRows(sql`
        WITH held AS MATERIALIZED (
          SELECT session_id FROM ${tables.sessions}
          WHERE instance_id = ${instanceId} AND user_id = ${userId}
          ORDER BY session_id
          FOR UPDATE
        )
        DELETE FROM ${tables.sessions} s USING held
        WHERE s.instance_id = ${instanceId} AND s.session_id = held.session_id
        RETURNING s.session_id`)
    ),

    sweep: Effect.fn("PostgresSessionRepository.sweep")(function* ({ now, idleSince, limit }) {
      const sessions = yield* countRows(sql`
        WITH due AS MATERIALIZED (
          SELECT instance_id, session_id FROM ${tables.sessions}
          WHERE ends_at <= ${time(now)} OR last_seen_at <= ${time(idleSince)}
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED
        )
        DELETE FROM ${tables.sessions} s USING due
        WHERE s.instance_id = due.instance_id AND s.session_id = due.session_id
        RETURNING s.session_id`)
      const clients = yield* countRows(sql`
        WITH due AS MATERIALIZED (
          SELECT instance_id, client_id FROM ${tables.clients}
          WHERE expires_at <= ${time(now)}
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED
        )
        DELETE FROM ${tables.clients} c USING due
        WHERE c.instance_id = due.instance_id AND c.client_id = due.client_id
        RETURNING c.client_id`)
      return sessions + clients
    })
  })
})

/** @since 0.1.0 */
export const layer: Layer.Layer<SessionRepository, never, SqlClient> = Layer.effect(SessionRepository, make)
