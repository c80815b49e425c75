import { Actor, AuditAction, AuditEntry, AuditId } from "@latchkey/domain/audit/AuditLog"
import { ApiKeyId, InstanceId, SessionId, UserId } from "@latchkey/domain/core/Ids"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Time } from "./columns.ts"
import { rows } from "./database.ts"

const Entry = Schema.Struct({
  id: AuditId,
  at: Time,
  actor: Actor,
  action: AuditAction,
  instanceId: Schema.OptionFromNullOr(InstanceId),
  userId: Schema.OptionFromNullOr(UserId),
  operatorSessionId: Schema.OptionFromNullOr(SessionId),
  operatorId: Schema.OptionFromNullOr(UserId),
  apiKeyId: Schema.OptionFromNullOr(ApiKeyId),
  name: Schema.OptionFromNullOr(Schema.String),
  ipAddress: Schema.OptionFromNullOr(Schema.String),
  detail: Schema.String
})

const entryRows = rows(Entry)

const placedRows = rows(Schema.Struct({ ...Entry.fields, position: Schema.NonNegativeInt }))

/** The columns of an entry. */
export const auditColumns = `
  audit_id AS "id", at, actor, action, instance_id AS "instanceId", user_id AS "userId",
  operator_session_id AS "operatorSessionId", operator_id AS "operatorId", api_key_id AS "apiKeyId", name, ip_address AS "ipAddress", detail`

/** Runs a statement that returns entries. */
export const auditEntries = (statement: Parameters<typeof entryRows>[0]) =>
  Effect.map(entryRows(statement), (found) => found.map((row) => new AuditEntry(row)))

/** Runs a statement that returns entries with the column `position`, and returns each with its place. */
export const placedEntries = (statement: Parameters<typeof placedRows>[0]) =>
  Effect.map(placedRows(statement), (found) =>
    found.map(({ position, ...row }) => ({ entry: new AuditEntry(row), at: { position, id: row.id } }))
  )
