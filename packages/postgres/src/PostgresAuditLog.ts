/**
 * The audit log in the table `audit_log`.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Actor, AuditAction, AuditEntry, AuditLog } from "@latchkey/domain/audit/AuditLog"
import { AuditId, InstanceId, OperatorSessionId, UserId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Time, time } from "./internal/columns.ts"
import { database, discard, rows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const entryRows = rows(
  Schema.Struct({
    id: AuditId,
    at: Time,
    actor: Actor,
    action: AuditAction,
    instanceId: Schema.OptionFromNullOr(InstanceId),
    userId: Schema.OptionFromNullOr(UserId),
    operatorSessionId: Schema.OptionFromNullOr(OperatorSessionId),
    ipAddress: Schema.OptionFromNullOr(Schema.String),
    detail: Schema.String
  })
)

/**
 * Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema.
 *
 * @since 0.1.0
 */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  return AuditLog.of({
    append: Effect.fnUntraced(function* (entry) {
      yield* discard(sql`
        INSERT INTO ${tables.auditLog} (
          audit_id, at, actor, action, instance_id, user_id, operator_session_id, ip_address, detail
        )
        VALUES (
          ${entry.id}, ${time(entry.at)}, ${entry.actor}, ${entry.action}, ${Option.getOrNull(entry.instanceId)},
          ${Option.getOrNull(entry.userId)}, ${Option.getOrNull(entry.operatorSessionId)},
          ${Option.getOrNull(entry.ipAddress)}, ${entry.detail}
        )`)
    }, traced("PostgresAuditLog.append")),

    list: Effect.fnUntraced(function* ({ before, limit }) {
      const older = Option.match(before, { onNone: () => sql``, onSome: (id) => sql`WHERE audit_id < ${id}` })
      const found = yield* entryRows(sql`
        SELECT
          audit_id AS "id", at, actor, action, instance_id AS "instanceId", user_id AS "userId",
          operator_session_id AS "operatorSessionId", ip_address AS "ipAddress", detail
        FROM ${tables.auditLog} ${older}
        ORDER BY audit_id DESC
        LIMIT ${limit}`)
      return found.map((row) => new AuditEntry(row))
    }, traced("PostgresAuditLog.list")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, { table: tables.auditLog, expiryColumn: "at", until, limit })
    }, traced("PostgresAuditLog.deleteExpired"))
  })
})

/** The adapter as a layer. @since 0.1.0 */
export const layer: Layer.Layer<AuditLog, never, SqlClient> = Layer.effect(AuditLog, make)
