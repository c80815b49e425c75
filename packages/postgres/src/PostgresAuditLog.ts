/**
 * The audit log in the table `audit_log`.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Actor, AuditAction, AuditEntry, AuditLog } from "@latchkey/domain/audit/AuditLog"
import { AuditId, InstanceId, UserId } from "@latchkey/domain/core/Ids"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Time, time } from "./internal/columns.ts"
import { database, discard, rows } from "./internal/database.ts"
import { sweep } from "./internal/sweep.ts"

const EntryRow = Schema.Struct({
  id: AuditId,
  at: Time,
  actor: Actor,
  action: AuditAction,
  instanceId: Schema.OptionFromNullOr(InstanceId),
  userId: Schema.OptionFromNullOr(UserId),
  detail: Schema.String
})

const entryRows = rows(EntryRow)

/**
 * The adapter over the app's `SqlClient`, as an effect. Its name transforms are off in here, and `PostgresSchema`
 * says where the tables are.
 *
 * @since 0.1.0
 */
export const make: Effect.Effect<typeof AuditLog.Service, never, SqlClient> = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  return AuditLog.of({
    append: Effect.fn("PostgresAuditLog.append")((entry) =>
      discard(sql`
        INSERT INTO ${tables.auditLog} (audit_id, at, actor, action, instance_id, user_id, detail)
        VALUES (
          ${entry.id}, ${time(entry.at)}, ${entry.actor}, ${entry.action}, ${Option.getOrNull(entry.instanceId)},
          ${Option.getOrNull(entry.userId)}, ${entry.detail}
        )`)
    ),

    list: Effect.fn("PostgresAuditLog.list")(function* ({ before, limit }) {
      const earlier = Option.match(before, { onNone: () => sql``, onSome: (id) => sql`WHERE audit_id < ${id}` })
      const found = yield* entryRows(sql`
        SELECT audit_id AS "id", at, actor, action, instance_id AS "instanceId", user_id AS "userId", detail
        FROM ${tables.auditLog} ${earlier}
        ORDER BY audit_id DESC
        LIMIT ${limit}`)
      return found.map((row) => new AuditEntry(row))
    }),

    deleteExpired: Effect.fn("PostgresAuditLog.sweep")((until, limit) =>
      sweep(db, { table: tables.auditLog, over: "at", since: until, limit })
    )
  })
})

/** The adapter over the app's `SqlClient`. @since 0.1.0 */
export const layer: Layer.Layer<AuditLog, never, SqlClient> = Layer.effect(AuditLog, make)
