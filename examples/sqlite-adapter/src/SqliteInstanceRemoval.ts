import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

/** Every table of an instance, in an order in which no deleted row has dependent rows. The audit log keeps its rows. */
const tables = [
  "sessions",
  "client_users",
  "clients",
  "former_emails",
  "passkey_challenges",
  "passkeys",
  "pending_sign_ins",
  "factor_recovery_links",
  "factor_recoveries",
  "recovery_codes",
  "second_factors",
  "users",
  "magic_links",
  "pending_sign_ups",
  "invitations",
  "custom_emails",
  "queued_emails",
  "email_deliveries",
  "email_suppressions",
  "rate_limits",
  "sign_in_failures",
  "attempt_counts"
]

/** The tables whose rows let someone in. */
const tablesOfAccess = [
  "magic_links",
  "invitations",
  "pending_sign_ups",
  "passkey_challenges",
  "pending_sign_ins",
  "factor_recovery_links",
  "factor_recoveries",
  "sessions"
]

/** Deletes up to `limit` rows of the instance from the tables, in their order. Returns how many it deleted. */
const deleteFrom = ({ run }: Connection, names: ReadonlyArray<string>, id: string, limit: number): number => {
  let deleted = 0
  for (const table of names) {
    deleted += run(
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE instance_id = ? LIMIT ?)`,
      id,
      limit - deleted
    )
  }
  return deleted
}

export const layer: Layer.Layer<InstanceRemoval, never, SqliteDatabase> = Layer.effect(
  InstanceRemoval,
  Effect.map(SqliteDatabase, ({ use }) =>
    InstanceRemoval.of({
      removeBatch: (id, limit) =>
        use((connection) => {
          const deleted = `instances WHERE instance_id = ? AND deleted_at IS NOT NULL`
          if (connection.all(`SELECT 1 FROM ${deleted}`, id).length === 0) return 0
          const removed = deleteFrom(connection, tables, id, limit)
          return removed < limit ? removed + connection.run(`DELETE FROM ${deleted}`, id) : removed
        }),

      revokeBatch: (id, limit) => use((connection) => deleteFrom(connection, tablesOfAccess, id, limit))
    })
  )
)
