/**
 * Access to the dashboard, in the tables `operator_invitations` and `operator_sessions`.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { traced } from "@latchkey/domain/core/Tracing"
import { type OperatorAccess, OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { digest, time } from "./internal/columns.ts"
import { countRows, database, discard } from "./internal/database.ts"
import { deleteExpiredOfBoth } from "./internal/deleteExpired.ts"

/**
 * Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema.
 *
 * @since 0.1.0
 */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const insertInto = (table: Fragment, { expiresAt, tokenHash }: OperatorAccess) =>
    discard(sql`INSERT INTO ${table} (token_hash, expires_at) VALUES (${digest(tokenHash)}, ${time(expiresAt)})`)

  return OperatorRepository.of({
    insertInvitation: Effect.fnUntraced(function* (invitation) {
      yield* insertInto(tables.operatorInvitations, invitation)
    }, traced("PostgresOperatorRepository.insertInvitation")),

    consumeInvitation: Effect.fnUntraced(function* (tokenHash, now) {
      const consumed = yield* countRows(sql`
        DELETE FROM ${tables.operatorInvitations}
        WHERE token_hash = ${digest(tokenHash)} AND expires_at > ${time(now)}
        RETURNING 1`)
      return consumed > 0
    }, traced("PostgresOperatorRepository.consumeInvitation")),

    insertSession: Effect.fnUntraced(function* (session) {
      yield* insertInto(tables.operatorSessions, session)
    }, traced("PostgresOperatorRepository.insertSession")),

    isActive: Effect.fnUntraced(function* (tokenHash, now) {
      const found = yield* countRows(sql`
        SELECT 1 FROM ${tables.operatorSessions}
        WHERE token_hash = ${digest(tokenHash)} AND expires_at > ${time(now)}`)
      return found > 0
    }, traced("PostgresOperatorRepository.isActive")),

    revokeSession: Effect.fnUntraced(function* (tokenHash) {
      const revoked = yield* countRows(sql`
        DELETE FROM ${tables.operatorSessions} WHERE token_hash = ${digest(tokenHash)} RETURNING 1`)
      return revoked > 0
    }, traced("PostgresOperatorRepository.revokeSession")),

    deleteExpired: Effect.fnUntraced(function* (now, limit) {
      const expired = { expiryColumn: "expires_at", until: now }
      const { operatorInvitations, operatorSessions } = tables
      const rows = [
        { ...expired, table: operatorInvitations },
        { ...expired, table: operatorSessions }
      ] as const
      return yield* deleteExpiredOfBoth(db, rows, limit)
    }, traced("PostgresOperatorRepository.deleteExpired"))
  })
})

/** The adapter as a layer. @since 0.1.0 */
export const layer: Layer.Layer<OperatorRepository, never, SqlClient> = Layer.effect(OperatorRepository, make)
