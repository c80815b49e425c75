/** Access to the dashboard, in the tables `operator_invitations` and `operator_sessions`. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Actor } from "@latchkey/domain/audit/AuditLog"
import { OperatorId, OperatorSessionId } from "@latchkey/domain/core/Ids"
import {
  InvitationSummary,
  OperatorInvitationId,
  OperatorRepository,
  OperatorSessionSummary,
  OperatorSignInMethod,
  SessionOperator,
  type SessionTimes
} from "@latchkey/domain/operator/OperatorRepository"
import type { TokenHash } from "@latchkey/domain/core/Token"
import { traced } from "@latchkey/domain/core/Tracing"
import { Name } from "@latchkey/domain/operator/Operator"
import { Role } from "@latchkey/domain/operator/Role"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { digest, Time, time } from "./internal/columns.ts"
import { database, discard, firstRow, hasRow, rows } from "./internal/database.ts"
import { deleteExpiredOfBoth } from "./internal/deleteExpired.ts"
import { deleteInOrder } from "./internal/deleteInOrder.ts"

const Owner = Schema.OptionFromNullOr(OperatorId)
const InvitationRow = Schema.Struct({
  id: OperatorInvitationId,
  operatorId: Owner,
  createdBy: Actor,
  createdAt: Time,
  expiresAt: Time
})
const SessionRow = Schema.Struct({
  operatorId: Schema.NullOr(OperatorId),
  name: Schema.NullOr(Name),
  role: Schema.NullOr(Role),
  id: OperatorSessionId,
  method: OperatorSignInMethod,
  ipAddress: Schema.String,
  userAgent: Schema.String,
  authenticatedAt: Time,
  lastSeenAt: Time,
  expiresAt: Time
})

const invitationRows = rows(InvitationRow)
const sessionRow = firstRow(SessionRow)
const sessionRows = rows(SessionRow)
const consumedRow = firstRow(Schema.Struct({ operatorId: Owner }))
const revokedRow = firstRow(Schema.Struct({ id: OperatorSessionId, method: OperatorSignInMethod, operatorId: Owner }))

const toSummary = ({ name, operatorId, role, ...session }: typeof SessionRow.Type) =>
  new OperatorSessionSummary({
    ...session,
    operator:
      operatorId === null || name === null || role === null
        ? Option.none()
        : Option.some(new SessionOperator({ id: operatorId, name, role }))
  })

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const sessionColumns = sql.literal(`
    s.operator_session_id AS "id", s.method, s.ip_address AS "ipAddress", s.user_agent AS "userAgent",
    s.authenticated_at AS "authenticatedAt", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt",
    s.operator_id AS "operatorId", o.name, o.role`)

  // With the limit, the planner looks each operator up, and does not read the ends of both indexes for a merge.
  const withOperators = sql`
    ${tables.operatorSessions} s LEFT JOIN LATERAL (
      SELECT operator_id, name, role, disabled_at FROM ${tables.operators} WHERE operator_id = s.operator_id LIMIT 1
    ) o ON true`

  // A session without an operator may do everything, so one whose operator is gone must not become one.
  const isActive = ({ idleLifetime, now }: SessionTimes) => {
    const idleSince = time(DateTime.subtractDuration(now, idleLifetime))
    return sql`
      s.expires_at > ${time(now)} AND s.last_seen_at > ${idleSince}
      AND (s.operator_id IS NULL OR (o.operator_id IS NOT NULL AND o.disabled_at IS NULL))`
  }

  const isOneOf = (tokenHashes: ReadonlyArray<TokenHash>) => sql`token_hash = ANY (${tokenHashes.map(digest)})`

  const deleteInvitations = deleteInOrder(db, tables.operatorInvitations, "token_hash")
  const deleteSessions = deleteInOrder(db, tables.operatorSessions, "token_hash")

  return OperatorRepository.of({
    insertInvitation: Effect.fnUntraced(function* (invitation) {
      const { createdAt, createdBy, expiresAt, id, operatorId, tokenHash } = invitation
      yield* discard(sql`
        INSERT INTO ${tables.operatorInvitations} (
          token_hash, invitation_id, operator_id, created_by, created_at, expires_at
        )
        VALUES (
          ${digest(tokenHash)}, ${id}, ${Option.getOrNull(operatorId)}, ${createdBy}, ${time(createdAt)},
          ${time(expiresAt)}
        )`)
    }, traced("PostgresOperatorRepository.insertInvitation")),

    consumeInvitation: Effect.fnUntraced(function* (tokenHashes, now) {
      return yield* consumedRow(sql`
        DELETE FROM ${tables.operatorInvitations}
        WHERE ${isOneOf(tokenHashes)} AND expires_at > ${time(now)}
        RETURNING operator_id AS "operatorId"`)
    }, traced("PostgresOperatorRepository.consumeInvitation")),

    listInvitations: Effect.fnUntraced(function* (now, limit) {
      const found = yield* invitationRows(sql`
        SELECT
          invitation_id AS "id", operator_id AS "operatorId", created_by AS "createdBy", created_at AS "createdAt",
          expires_at AS "expiresAt"
        FROM ${tables.operatorInvitations}
        WHERE expires_at > ${time(now)}
        ORDER BY invitation_id DESC
        LIMIT ${limit}`)
      return found.map((row) => new InvitationSummary(row))
    }, traced("PostgresOperatorRepository.listInvitations")),

    withdrawInvitation: Effect.fnUntraced(function* (id) {
      return yield* hasRow(sql`
        DELETE FROM ${tables.operatorInvitations} WHERE invitation_id = ${id} RETURNING 1`)
    }, traced("PostgresOperatorRepository.withdrawInvitation")),

    withdrawInvitationsOf: Effect.fnUntraced(function* (id) {
      return yield* deleteInvitations(sql`operator_id = ${id}`)
    }, traced("PostgresOperatorRepository.withdrawInvitationsOf")),

    insertSession: Effect.fnUntraced(function* (session) {
      const authenticatedAt = time(session.authenticatedAt)
      yield* discard(sql`
        INSERT INTO ${tables.operatorSessions} (
          token_hash, operator_session_id, operator_id, method, ip_address, user_agent, authenticated_at, last_seen_at,
          expires_at
        )
        VALUES (
          ${digest(session.tokenHash)}, ${session.id}, ${Option.getOrNull(session.operatorId)}, ${session.method},
          ${session.ipAddress}, ${session.userAgent}, ${authenticatedAt}, ${authenticatedAt}, ${time(session.expiresAt)}
        )`)
    }, traced("PostgresOperatorRepository.insertSession")),

    findActive: Effect.fnUntraced(function* (tokenHashes, times) {
      const row = yield* sessionRow(sql`
        SELECT ${sessionColumns} FROM ${withOperators} WHERE s.${isOneOf(tokenHashes)} AND ${isActive(times)}`)
      return Option.map(row, toSummary)
    }, traced("PostgresOperatorRepository.findActive")),

    touch: Effect.fnUntraced(function* (id, now) {
      yield* discard(sql`
        UPDATE ${tables.operatorSessions} SET last_seen_at = ${time(now)}
        WHERE operator_session_id = ${id} AND last_seen_at < ${time(now)}`)
    }, traced("PostgresOperatorRepository.touch")),

    listSessions: Effect.fnUntraced(function* (times, limit) {
      const found = yield* sessionRows(sql`
        SELECT ${sessionColumns} FROM ${withOperators}
        WHERE ${isActive(times)}
        ORDER BY s.operator_session_id DESC
        LIMIT ${limit}`)
      return found.map(toSummary)
    }, traced("PostgresOperatorRepository.listSessions")),

    revokeSession: Effect.fnUntraced(function* (tokenHashes) {
      return yield* revokedRow(sql`
        DELETE FROM ${tables.operatorSessions}
        WHERE ${isOneOf(tokenHashes)}
        RETURNING operator_session_id AS "id", method, operator_id AS "operatorId"`)
    }, traced("PostgresOperatorRepository.revokeSession")),

    revokeSessionById: Effect.fnUntraced(function* (id) {
      return yield* hasRow(sql`
        DELETE FROM ${tables.operatorSessions} WHERE operator_session_id = ${id} RETURNING 1`)
    }, traced("PostgresOperatorRepository.revokeSessionById")),

    revokeSessionsOf: Effect.fnUntraced(function* (id) {
      return yield* deleteSessions(sql`operator_id = ${id}`)
    }, traced("PostgresOperatorRepository.revokeSessionsOf")),

    revokeOtherSessions: Effect.fnUntraced(function* (kept) {
      return yield* deleteSessions(sql`operator_session_id IS DISTINCT FROM ${kept}`)
    }, traced("PostgresOperatorRepository.revokeOtherSessions")),

    revokeAll: Effect.gen(function* () {
      // Invitations first: a request that uses one holds the lock of its row until its session is stored.
      return (yield* deleteInvitations()) + (yield* deleteSessions())
    }).pipe(traced("PostgresOperatorRepository.revokeAll")),

    deleteExpired: Effect.fnUntraced(function* (now, limit) {
      const expired = { expiryColumn: "expires_at", sharedKey: "token_hash", until: now }
      const { operatorInvitations, operatorSessions } = tables
      const rows = [
        { ...expired, table: operatorInvitations },
        { ...expired, table: operatorSessions }
      ] as const
      return yield* deleteExpiredOfBoth(db, rows, limit)
    }, traced("PostgresOperatorRepository.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<OperatorRepository, never, SqlClient> = Layer.effect(OperatorRepository, make)
