import { type OperatorAccess, OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { millis } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

type Table = "operator_invitations" | "operator_sessions"

const insertInto = (table: Table, { run }: Connection, { expiresAt, tokenHash }: OperatorAccess) => {
  run(`INSERT INTO ${table} (token_hash, expires_at) VALUES (?, ?)`, tokenHash, millis(expiresAt))
}

const deleteExpired = (table: Table, { run }: Connection, now: DateTime.Utc, limit: number): number =>
  run(
    `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE expires_at <= ? LIMIT ?)`,
    millis(now),
    limit
  )

export const layer: Layer.Layer<OperatorRepository, never, SqliteDatabase> = Layer.effect(
  OperatorRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    OperatorRepository.of({
      insertInvitation: (invitation) => use((connection) => insertInto("operator_invitations", connection, invitation)),

      consumeInvitation: (tokenHash, now) =>
        use(
          ({ run }) =>
            run(`DELETE FROM operator_invitations WHERE token_hash = ? AND expires_at > ?`, tokenHash, millis(now)) > 0
        ),

      insertSession: (session) => use((connection) => insertInto("operator_sessions", connection, session)),

      isActive: (tokenHash, now) =>
        use(
          ({ all }) =>
            all(`SELECT 1 FROM operator_sessions WHERE token_hash = ? AND expires_at > ?`, tokenHash, millis(now))
              .length > 0
        ),

      revokeSession: (tokenHash) =>
        use(({ run }) => run(`DELETE FROM operator_sessions WHERE token_hash = ?`, tokenHash) > 0),

      deleteExpired: (now, limit) =>
        use((connection) => {
          const invitations = deleteExpired("operator_invitations", connection, now, limit)
          return invitations + deleteExpired("operator_sessions", connection, now, limit - invitations)
        })
    })
  )
)
