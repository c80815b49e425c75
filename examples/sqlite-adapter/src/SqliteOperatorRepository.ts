import { Actor } from "@latchkey/domain/audit/AuditLog"
import { OperatorId, OperatorInvitationId, OperatorSessionId } from "@latchkey/domain/core/Ids"
import { Name } from "@latchkey/domain/operator/Operator"
import {
  InvitationSummary,
  OperatorRepository,
  OperatorSessionSummary,
  OperatorSignInMethod,
  SessionOperator,
  type SessionTimes
} from "@latchkey/domain/operator/OperatorRepository"
import { Role } from "@latchkey/domain/operator/Role"
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
  expiresAt: Time,
  operatorId: Schema.OptionFromNullOr(OperatorId),
  name: Schema.NullOr(Name),
  role: Schema.NullOr(Role)
})
const sessionRow = firstOf(SessionRow)
const sessionRows = allOf(SessionRow)
const optionalOperator = Schema.OptionFromNullOr(OperatorId)
const revokedRow = firstOf(
  Schema.Struct({ id: OperatorSessionId, method: OperatorSignInMethod, operatorId: optionalOperator })
)
const consumedRow = firstOf(Schema.Struct({ operatorId: optionalOperator }))
const invitationRows = allOf(
  Schema.Struct({
    id: OperatorInvitationId,
    operatorId: optionalOperator,
    createdBy: Actor,
    createdAt: Time,
    expiresAt: Time
  })
)

const toSummary = ({ name, operatorId, role, ...session }: typeof SessionRow.Type) =>
  new OperatorSessionSummary({
    ...session,
    operator:
      Option.isSome(operatorId) && name !== null && role !== null
        ? Option.some(new SessionOperator({ id: operatorId.value, name, role }))
        : Option.none()
  })

const sessionColumns = `s.operator_session_id AS "id", s.method, s.ip_address AS "ipAddress",
  s.user_agent AS "userAgent", s.authenticated_at AS "authenticatedAt", s.last_seen_at AS "lastSeenAt",
  s.expires_at AS "expiresAt", s.operator_id AS "operatorId", o.name, o.role`

const sessions = "operator_sessions s LEFT JOIN operators o ON o.operator_id = s.operator_id AND o.disabled_at IS NULL"

const isActive = "s.expires_at > ? AND s.last_seen_at > ? AND (s.operator_id IS NULL OR o.operator_id IS NOT NULL)"

const marksOf = (values: ReadonlyArray<unknown>): string => values.map(() => "?").join(", ")

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
      insertInvitation: ({ createdAt, createdBy, expiresAt, id, operatorId, tokenHash }) =>
        use(({ run }) => {
          run(
            `INSERT INTO operator_invitations (
               token_hash, operator_id, invitation_id, created_by, created_at, expires_at
             ) VALUES (?, ?, ?, ?, ?, ?)`,
            tokenHash,
            Option.getOrNull(operatorId),
            id,
            createdBy,
            millis(createdAt),
            millis(expiresAt)
          )
        }),

      consumeInvitation: (tokenHashes, now) =>
        use(({ all }) =>
          consumedRow(
            all(
              `DELETE FROM operator_invitations WHERE token_hash IN (${marksOf(tokenHashes)}) AND expires_at > ?
               RETURNING operator_id AS "operatorId"`,
              ...tokenHashes,
              millis(now)
            )
          )
        ),

      listInvitations: (now, limit) =>
        use(({ all }) =>
          invitationRows(
            all(
              `SELECT invitation_id AS "id", operator_id AS "operatorId", created_by AS "createdBy", created_at AS "createdAt",
                 expires_at AS "expiresAt"
               FROM operator_invitations WHERE expires_at > ? ORDER BY invitation_id DESC LIMIT ?`,
              millis(now),
              limit
            )
          ).map((row) => new InvitationSummary(row))
        ),

      withdrawInvitation: (id) =>
        use(({ run }) => run(`DELETE FROM operator_invitations WHERE invitation_id = ?`, id) > 0),

      withdrawInvitationsOf: (id) =>
        use(({ run }) => run(`DELETE FROM operator_invitations WHERE operator_id = ?`, id)),

      insertSession: (session) =>
        use(({ run }) => {
          run(
            `INSERT INTO operator_sessions (
               token_hash, operator_id, operator_session_id, method, ip_address, user_agent, authenticated_at,
               last_seen_at, expires_at
             ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            session.tokenHash,
            Option.getOrNull(session.operatorId),
            session.id,
            session.method,
            session.ipAddress,
            session.userAgent,
            millis(session.authenticatedAt),
            millis(session.authenticatedAt),
            millis(session.expiresAt)
          )
        }),

      findActive: (tokenHashes, times) =>
        use(({ all }) =>
          Option.map(
            sessionRow(
              all(
                `SELECT ${sessionColumns} FROM ${sessions}
                 WHERE s.token_hash IN (${marksOf(tokenHashes)}) AND ${isActive}`,
                ...tokenHashes,
                ...activeAt(times)
              )
            ),
            toSummary
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
              `SELECT ${sessionColumns} FROM ${sessions} WHERE ${isActive}
               ORDER BY s.operator_session_id DESC LIMIT ?`,
              ...activeAt(times),
              limit
            )
          ).map(toSummary)
        ),

      revokeSession: (tokenHashes) =>
        use(({ all }) =>
          revokedRow(
            all(
              `DELETE FROM operator_sessions WHERE token_hash IN (${marksOf(tokenHashes)})
               RETURNING operator_session_id AS "id", method, operator_id AS "operatorId"`,
              ...tokenHashes
            )
          )
        ),

      revokeSessionById: (id) =>
        use(({ run }) => run(`DELETE FROM operator_sessions WHERE operator_session_id = ?`, id) > 0),

      revokeSessionsOf: (id) => use(({ run }) => run(`DELETE FROM operator_sessions WHERE operator_id = ?`, id)),

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
