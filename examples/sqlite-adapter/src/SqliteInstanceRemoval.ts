import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqliteDatabase } from "./SqliteDatabase.ts"

/** Every table of an instance, in an order in which no deleted row has dependent rows. The audit log keeps its rows. */
const tables = [
  "sessions",
  "client_users",
  "clients",
  "former_emails",
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

export const layer: Layer.Layer<InstanceRemoval, never, SqliteDatabase> = Layer.effect(
  InstanceRemoval,
  Effect.map(SqliteDatabase, ({ use }) =>
    InstanceRemoval.of({
      removeBatch: (id, limit) =>
        use(({ all, run }) => {
          const deleted = `instances WHERE instance_id = ? AND deleted_at IS NOT NULL`
          if (all(`SELECT 1 FROM ${deleted}`, id).length === 0) return 0
          let removed = 0
          for (const table of tables) {
            removed += run(
              `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE instance_id = ? LIMIT ?)`,
              id,
              limit - removed
            )
          }
          return removed < limit ? removed + run(`DELETE FROM ${deleted}`, id) : removed
        })
    })
  )
)
