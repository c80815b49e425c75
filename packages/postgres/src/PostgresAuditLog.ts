/** The audit log in the table `audit_log`. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { CursorExpired } from "@latchkey/domain/core/FeedErrors"
import { traced } from "@latchkey/domain/core/Tracing"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { auditColumns, auditEntries, placedEntries } from "./internal/auditEntries.ts"
import { time } from "./internal/columns.ts"
import { database, discard } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"
import * as Horizon from "./internal/horizon.ts"

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  return AuditLog.of({
    append: Effect.fnUntraced(function* (entry) {
      yield* discard(sql`
        INSERT INTO ${tables.auditLog} (
          audit_id, at, actor, action, instance_id, user_id, operator_session_id, operator_id, api_key_id, name,
          ip_address, detail, position
        )
        SELECT
          ${entry.id}, ${time(entry.at)}, ${entry.actor}, ${entry.action}, ${Option.getOrNull(entry.instanceId)},
          ${Option.getOrNull(entry.userId)}, ${Option.getOrNull(entry.operatorSessionId)},
          ${Option.getOrNull(entry.operatorId)}, ${Option.getOrNull(entry.apiKeyId)}, ${Option.getOrNull(entry.name)},
          ${Option.getOrNull(entry.ipAddress)}, ${entry.detail},
          pg_current_xact_id()::text::bigint + position_offset
        FROM ${tables.eventClock}`)
    }, traced("PostgresAuditLog.append")),

    list: Effect.fnUntraced(function* ({ after, before, filter = {}, limit }) {
      const { action, actor, from, instanceId, operatorId, until, userId } = filter
      const conditions = [
        ...Option.toArray(Option.map(before, (id) => sql`audit_id < ${id}`)),
        ...(after === undefined ? [] : [sql`audit_id > ${after}`]),
        ...(action === undefined ? [] : [sql`action = ${action}`]),
        ...(actor === undefined ? [] : [sql`actor = ${actor}`]),
        ...(instanceId === undefined ? [] : [sql`instance_id = ${instanceId}`]),
        ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
        ...(operatorId === undefined ? [] : [sql`operator_id = ${operatorId}`]),
        ...(from === undefined ? [] : [sql`at >= ${time(from)}`]),
        ...(until === undefined ? [] : [sql`at < ${time(until)}`])
      ]
      return yield* auditEntries(sql`
        SELECT ${sql.literal(auditColumns)} FROM ${tables.auditLog}
        WHERE ${sql.and(conditions)}
        ORDER BY audit_id DESC LIMIT ${limit}`)
    }, traced("PostgresAuditLog.list")),

    page: Effect.fnUntraced(function* ({ after, limit }) {
      const { id, position } = Option.getOrElse(after, () => ({ id: "", position: -1 }))
      // What is below the oldest open transaction does not change any more.
      const horizon = yield* Horizon.read(db)
      // The entry at the place comes first, if it is stored.
      const found = yield* placedEntries(sql`
        SELECT ${sql.literal(auditColumns)}, position::double precision AS position FROM ${tables.auditLog}
        WHERE (position, audit_id) >= (${position}::bigint, ${id}::text)
          AND position < ${horizon}::bigint + (SELECT position_offset FROM ${tables.eventClock})
        ORDER BY ${tables.auditLog}.position, audit_id LIMIT ${limit + 1}`)
      const first = found[0]?.at
      const isStored = Option.isNone(after) || (first?.id === id && first.position === position)
      if (!isStored) return yield* new CursorExpired()
      const later = Option.isNone(after) ? found.slice(0, limit) : found.slice(1)
      const last = Option.map(Arr.last(later), ({ at }) => at)
      return { entries: later.map(({ entry }) => entry), last: Option.orElse(last, () => after) }
    }, traced("PostgresAuditLog.page")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, {
        table: tables.auditLog,
        expiryColumn: "at",
        sharedKey: "audit_id",
        until,
        limit
      })
    }, traced("PostgresAuditLog.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<AuditLog, never, SqlClient> = Layer.effect(AuditLog, make)
