/** Events in the table `events`, in the order in which their transactions have ended: see decision 0098. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Event } from "@latchkey/domain/event/Event"
import { CursorExpired } from "@latchkey/domain/core/FeedErrors"
import { EventLog, EventPosition, type NewEvent } from "@latchkey/domain/event/EventLog"
import { traced } from "@latchkey/domain/core/Tracing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { acrossInstances } from "./internal/acrossInstances.ts"
import { time } from "./internal/columns.ts"
import { database, discard, firstRow, rows, undecodedRows } from "./internal/database.ts"
import * as Horizon from "./internal/horizon.ts"
import { eventJson, recording, userData } from "./internal/recordEvents.ts"

/** How many events a page of one type looks at, so that its time is bounded. */
const scanned = 1000

const feed = "events"

const eventRows = rows(Schema.Struct({ event: Event }))

const pageRow = firstRow(
  Schema.Struct({
    isCurrent: Schema.Boolean,
    events: Schema.Array(Event),
    lastEvent: Schema.OptionFromNullOr(EventPosition),
    lastScanned: Schema.OptionFromNullOr(EventPosition),
    scanned: Schema.Int
  })
)

const encode = (event: NewEvent) => ({
  event_id: event.id,
  type: event.type,
  occurred_at: time(event.occurredAt),
  user_id: event.userId,
  actor: event.actor,
  details: event.details
})

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db
  const place = sql.literal("position, user_id, version")
  const positionOf = (row: string) =>
    sql.literal(
      `jsonb_build_object('instanceId', ${row}.instance_id, 'position', ${row}.position, 'userId', ${row}.user_id, 'version', ${row}.version)`
    )

  return EventLog.of({
    append: Effect.fnUntraced(function* (instanceId, events) {
      if (events.length === 0) return []
      const given = JSON.stringify(events.map(encode))
      const stored = yield* eventRows(sql`
        WITH given AS MATERIALIZED (
          SELECT
            g.*, row_number() OVER (PARTITION BY user_id ORDER BY ordinality)::integer AS rank,
            count(*) OVER (PARTITION BY user_id)::integer AS total
          FROM ROWS FROM (jsonb_to_recordset(${given}::jsonb) AS (
            event_id text, type text, occurred_at timestamptz, user_id text, actor text, details jsonb
          )) WITH ORDINALITY AS g
        ), owners AS MATERIALIZED (
          SELECT u.user_id, ${sql.literal(userData)} AS user_data
          FROM ${tables.users} u
          WHERE u.instance_id = ${instanceId} AND u.user_id = ANY (ARRAY(SELECT g.user_id FROM given g))
          ORDER BY u.user_id
          FOR SHARE
        ), source AS MATERIALIZED (
          SELECT g.*, o.user_data FROM given g JOIN owners o ON o.user_id = g.user_id
        ), ${recording(db, sql`${instanceId}`, "source")}
        SELECT ${sql.literal(eventJson)} AS event FROM recorded`)
      const byId = new Map(stored.map(({ event }) => [event.id, event]))
      return events.flatMap(({ id }) => byId.get(id) ?? [])
    }, traced("PostgresEventLog.append")),

    page: Effect.fnUntraced(function* ({ after, instanceId, limit, type }) {
      const { position, userId, version } = Option.getOrElse(after, () => ({ position: -1, userId: "", version: 0 }))
      const wanted = Option.getOrNull(type)
      const start = sql`(${position}::bigint, ${userId}::text, ${version}::integer)`
      // What is below the oldest open transaction does not change any more.
      const horizon = yield* Horizon.ofInstance(db, instanceId, yield* Horizon.read(db))
      const found = yield* pageRow(sql`
        WITH expired AS MATERIALIZED (
          SELECT ${place} FROM ${tables.expiredEvents} WHERE instance_id = ${instanceId} AND feed = ${feed}
        ), known AS MATERIALIZED (
          SELECT position FROM ${tables.events}
          WHERE instance_id = ${instanceId} AND user_id = ${userId} AND version = ${version}
        ), scanned AS MATERIALIZED (
          SELECT e.* FROM ${tables.events} e
          WHERE e.instance_id = ${instanceId} AND (${place}) > ${start}
            AND e.position < ${horizon}::bigint + (SELECT position_offset FROM ${tables.eventClock})
          ORDER BY ${place}
          LIMIT ${wanted === null ? limit : Math.max(scanned, limit)}
        ), found AS MATERIALIZED (
          SELECT * FROM scanned WHERE ${wanted}::text IS NULL OR type = ${wanted}
          ORDER BY ${place} LIMIT ${limit}
        )
        SELECT
          ${position}::bigint = -1 OR CASE
            WHEN EXISTS (SELECT FROM expired WHERE (${place}) = ${start}) THEN true
            WHEN EXISTS (SELECT FROM expired WHERE (${place}) > ${start}) THEN false
            ELSE EXISTS (SELECT FROM known WHERE position = ${position}::bigint)
          END AS "isCurrent",
          coalesce((
            SELECT jsonb_agg(${sql.literal(eventJson)} ORDER BY ${place}) FROM found
          ), '[]') AS events,
          (SELECT ${positionOf("f")} FROM found f ORDER BY position DESC, user_id DESC, version DESC LIMIT 1)
            AS "lastEvent",
          (SELECT ${positionOf("s")} FROM scanned s ORDER BY position DESC, user_id DESC, version DESC LIMIT 1)
            AS "lastScanned",
          (SELECT count(*)::integer FROM scanned) AS scanned`)
      const { events, isCurrent, lastEvent, lastScanned, scanned: count } = Option.getOrThrow(found)
      if (!isCurrent) return yield* new CursorExpired()
      const isFull = events.length === limit
      const last = Option.orElse(isFull ? lastEvent : lastScanned, () => after)
      return { events, last, isComplete: !isFull && count < (wanted === null ? limit : Math.max(scanned, limit)) }
    }, traced("PostgresEventLog.page")),

    erase: Effect.fnUntraced(function* (instanceId, userId) {
      yield* discard(sql`
        UPDATE ${tables.events} SET user_data = NULL
        WHERE instance_id = ${instanceId} AND user_id = ${userId} AND user_data IS NOT NULL`)
    }, traced("PostgresEventLog.erase")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      const condition = sql`occurred_at <= ${time(until)}`
      const selection = { table: tables.events, condition, order: "occurred_at", limit }
      const deleted = yield* acrossInstances(db, selection, ({ locked, ofInstance }) =>
        undecodedRows(sql`
          WITH deleted AS (
            DELETE FROM ${tables.events}
            WHERE ${ofInstance("instance_id")}ctid = ANY (ARRAY(SELECT ctid ${locked}))
            RETURNING instance_id, type, ${place}
          ), marked AS (
            INSERT INTO ${tables.expiredEvents} AS x (instance_id, feed, ${place})
            SELECT DISTINCT ON (instance_id) instance_id, ${feed}, ${place} FROM deleted
            ORDER BY instance_id, position DESC, user_id DESC, version DESC
            ON CONFLICT (instance_id, feed) DO UPDATE SET
              position = excluded.position, user_id = excluded.user_id, version = excluded.version
            WHERE (x.position, x.user_id, x.version) < (excluded.position, excluded.user_id, excluded.version)
          ), forgotten AS (
            DELETE FROM ${tables.eventVersions}
            WHERE ${ofInstance("instance_id")}instance_id = ANY (
              ARRAY(SELECT instance_id FROM deleted WHERE type = 'user.deleted')
            ) AND user_id = ANY (ARRAY(SELECT user_id FROM deleted WHERE type = 'user.deleted'))
          )
          SELECT 1 FROM deleted`)
      )
      return deleted.length
    }, traced("PostgresEventLog.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<EventLog, never, SqlClient> = Layer.effect(EventLog, make)
