import { Actor, AuditAction, AuditEntry, AuditLog } from "@latchkey/domain/audit/AuditLog"
import { ApiKeyId, AuditId, InstanceId, OperatorId, OperatorSessionId, UserId } from "@latchkey/domain/core/Ids"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, millis, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

export const entryRows = allOf(
  Schema.Struct({
    id: AuditId,
    at: Time,
    actor: Actor,
    action: AuditAction,
    instanceId: Schema.OptionFromNullOr(InstanceId),
    userId: Schema.OptionFromNullOr(UserId),
    operatorSessionId: Schema.OptionFromNullOr(OperatorSessionId),
    operatorId: Schema.OptionFromNullOr(OperatorId),
    apiKeyId: Schema.OptionFromNullOr(ApiKeyId),
    name: Schema.OptionFromNullOr(Schema.String),
    ipAddress: Schema.OptionFromNullOr(Schema.String),
    detail: Schema.String
  })
)

export const entryColumns = `audit_id AS "id", at, actor, action, instance_id AS "instanceId", user_id AS "userId",
  operator_session_id AS "operatorSessionId", operator_id AS "operatorId", api_key_id AS "apiKeyId", name, ip_address AS "ipAddress", detail`

export const layer: Layer.Layer<AuditLog, never, SqliteDatabase> = Layer.effect(
  AuditLog,
  Effect.map(SqliteDatabase, ({ use }) =>
    AuditLog.of({
      append: (entry) =>
        use(({ run }) => {
          run(
            `INSERT INTO audit_log (
               audit_id, at, actor, action, instance_id, user_id, operator_session_id, operator_id, api_key_id, name,
               ip_address, detail
             ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            entry.id,
            millis(entry.at),
            entry.actor,
            entry.action,
            Option.getOrNull(entry.instanceId),
            Option.getOrNull(entry.userId),
            Option.getOrNull(entry.operatorSessionId),
            Option.getOrNull(entry.operatorId),
            Option.getOrNull(entry.apiKeyId),
            Option.getOrNull(entry.name),
            Option.getOrNull(entry.ipAddress),
            entry.detail
          )
        }),

      list: ({ before, limit }) =>
        use(({ all }) =>
          entryRows(
            all(
              `SELECT ${entryColumns}
               FROM audit_log WHERE ${Option.isSome(before) ? "audit_id < ?" : "? IS NULL"}
               ORDER BY audit_id DESC LIMIT ?`,
              Option.getOrNull(before),
              limit
            )
          ).map((row) => new AuditEntry(row))
        ),

      deleteExpired: (until, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM audit_log WHERE rowid IN (SELECT rowid FROM audit_log WHERE at <= ? LIMIT ?)`,
            millis(until),
            limit
          )
        )
    })
  )
)
