import { Actor } from "@latchkey/domain/audit/AuditLog"
import { OperatorInvitationId, OperatorSessionId } from "@latchkey/domain/core/Ids"
import {
  InvitationSummary,
  OperatorRepository,
  OperatorSessionSummary,
  OperatorSignInMethod,
  type SessionTimes
} from "@latchkey/domain/operator/OperatorRepository"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, firstOf, millis, Time } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

const SessionRow = Schema.Struct({
  id: OperatorSessionId,
  method: OperatorSignInMethod,
  ipAddress: Schema.String,
  userAgent: Schema.String,
  authenticatedAt: Time,
  lastSeenAt: Time,
  expiresAt: Time
})
const sessionRow = firstOf(SessionRow)
const sessionRows = allOf(SessionRow)
const idRow = firstOf(Schema.Struct({ id: OperatorSessionId }))
const invitationRows = allOf(
  Schema.Struct({ id: OperatorInvitationId, createdBy: Actor, createdAt: Time, expiresAt: Time })
)

const sessionColumns = `operator_session_id AS "id", method, ip_address AS "ipAddress", user_agent AS "userAgent",
  authenticated_at AS "authenticatedAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt"`

const isActive = "expires_at > ? AND last_seen_at > ?"

const activeAt = ({ idleLifetime, now }: SessionTimes): readonly [number, number] => [
  millis(now),
  millis(DateTime.subtractDuration(now, idleLifetime))
]

const deleteExpired = (
  table: "operator_invitations" | "operator_sessions",
  { run }: Connection,
  now: DateTime.Utc,
  limit: number
): number =>
  run(
    `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE expires_at <= ? LIMIT ?)`,
    millis(now),
    limit
  )

export const layer: Layer.Layer<OperatorRepository, never, SqliteDatabase> = Layer.effect(
  OperatorRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    OperatorRepository.of({
      insertInvitation: ({ createdAt, createdBy, expiresAt, id, tokenHash }) =>
        use(({ run }) => {
          run(
            `INSERT INTO operator_invitations (token_hash, invitation_id, created_by, created_at, expires_at)
             VALUES (?, ?, ?, ?, ?)`,
            tokenHash,
            id,
            createdBy,
            millis(createdAt),
            millis(expiresAt)
          )
        }),

      consumeInvitation: (tokenHash, now) =>
        use(
          ({ run }) =>
            run(`DELETE FROM operator_invitations WHERE token_hash = ? AND expires_at > ?`, tokenHash, millis(now)) > 0
        ),

      listInvitations: (now, limit) =>
        use(({ all }) =>
          invitationRows(
            all(
              `SELECT invitation_id AS "id", created_by AS "createdBy", created_at AS "createdAt",
                 expires_at AS "expiresAt"
               FROM operator_invitations WHERE expires_at > ? ORDER BY invitation_id DESC LIMIT ?`,
              millis(now),
              limit
            )
          ).map((row) => new InvitationSummary(row))
        ),

      withdrawInvitation: (id) =>
        use(({ run }) => run(`DELETE FROM operator_invitations WHERE invitation_id = ?`, id) > 0),

      insertSession: (session) =>
        use(({ run }) => {
          run(
            `INSERT INTO operator_sessions (
               token_hash, operator_session_id, method, ip_address, user_agent, authenticated_at, last_seen_at, expires_at
             ) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
            session.tokenHash,
            session.id,
            session.method,
            session.ipAddress,
            session.userAgent,
            millis(session.authenticatedAt),
            millis(session.authenticatedAt),
            millis(session.expiresAt)
          )
        }),

      findActive: (tokenHash, times) =>
        use(({ all }) =>
          Option.map(
            sessionRow(
              all(
                `SELECT ${sessionColumns} FROM operator_sessions WHERE token_hash = ? AND ${isActive}`,
                tokenHash,
                ...activeAt(times)
              )
            ),
            (row) => new OperatorSessionSummary(row)
          )
        ),

      touch: (id, now) =>
        use(({ run }) => {
          run(
            `UPDATE operator_sessions SET last_seen_at = max(last_seen_at, ?) WHERE operator_session_id = ?`,
            millis(now),
            id
          )
        }),

      listSessions: (times, limit) =>
        use(({ all }) =>
          sessionRows(
            all(
              `SELECT ${sessionColumns} FROM operator_sessions WHERE ${isActive}
               ORDER BY operator_session_id DESC LIMIT ?`,
              ...activeAt(times),
              limit
            )
          ).map((row) => new OperatorSessionSummary(row))
        ),

      revokeSession: (tokenHash) =>
        use(({ all }) =>
          Option.map(
            idRow(
              all(`DELETE FROM operator_sessions WHERE token_hash = ? RETURNING operator_session_id AS "id"`, tokenHash)
            ),
            ({ id }) => id
          )
        ),

      revokeSessionById: (id) =>
        use(({ run }) => run(`DELETE FROM operator_sessions WHERE operator_session_id = ?`, id) > 0),

      revokeOtherSessions: (kept) =>
        use(({ run }) => run(`DELETE FROM operator_sessions WHERE operator_session_id <> ?`, kept)),

      revokeAll: use(({ run }) => run(`DELETE FROM operator_invitations`) + run(`DELETE FROM operator_sessions`)),

      deleteExpired: (now, limit) =>
        use((connection) => {
          const invitations = deleteExpired("operator_invitations", connection, now, limit)
          return invitations + deleteExpired("operator_sessions", connection, now, limit - invitations)
        })
    })
  )
)
