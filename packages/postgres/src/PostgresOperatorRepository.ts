/**
 * Who may use the dashboard, in the tables `operator_invitations` and `operator_sessions`.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { type OperatorAccess, OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { digest, time } from "./internal/columns.ts"
import { countRows, database, discard } from "./internal/database.ts"
import { sweep } from "./internal/sweep.ts"

/**
 * The adapter over the app's `SqlClient`, as an effect. Its name transforms are off in here, and `PostgresSchema`
 * says where the tables are.
 *
 * @since 0.1.0
 */
export const make: Effect.Effect<typeof OperatorRepository.Service, never, SqlClient> = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const insertInto = (table: Fragment, { expiresAt, tokenHash }: OperatorAccess) =>
    discard(sql`INSERT INTO ${table} (token_hash, expires_at) VALUES (${digest(tokenHash)}, ${time(expiresAt)})`)

  return OperatorRepository.of({
    insertInvitation: Effect.fn("PostgresOperatorRepository.insertInvitation")((invitation) =>
      insertInto(tables.operatorInvitations, invitation)
    ),

    consumeInvitation: Effect.fn("PostgresOperatorRepository.consumeInvitation")(function* (tokenHash, now) {
      const used = yield* countRows(sql`
        DELETE FROM ${tables.operatorInvitations}
        WHERE token_hash = ${digest(tokenHash)} AND expires_at > ${time(now)}
        RETURNING 1`)
      return used > 0
    }),

    insertSession: Effect.fn("PostgresOperatorRepository.insertSession")((session) =>
      insertInto(tables.operatorSessions, session)
    ),

    isActive: Effect.fn("PostgresOperatorRepository.isLive")(function* (tokenHash, now) {
      const found = yield* countRows(sql`
        SELECT 1 FROM ${tables.operatorSessions}
        WHERE token_hash = ${digest(tokenHash)} AND expires_at > ${time(now)}`)
      return found > 0
    }),

    revokeSession: Effect.fn("PostgresOperatorRepository.endSession")(function* (tokenHash) {
      const ended = yield* countRows(sql`
        DELETE FROM ${tables.operatorSessions} WHERE token_hash = ${digest(tokenHash)} RETURNING 1`)
      return ended > 0
    }),

    deleteExpired: Effect.fn("PostgresOperatorRepository.sweep")(function* (now, limit) {
      const { operatorInvitations, operatorSessions } = tables
      const spent = yield* sweep(db, { table: operatorInvitations, over: "expires_at", since: now, limit })
      const left = limit - spent
      return left > 0
        ? spent + (yield* sweep(db, { table: operatorSessions, over: "expires_at", since: now, limit: left }))
        : spent
    })
  })
})

/** The adapter over the app's `SqlClient`. @since 0.1.0 */
export const layer: Layer.Layer<OperatorRepository, never, SqlClient> = Layer.effect(OperatorRepository, make)
