import type { Fragment } from "@effect/sql/Statement"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { WebhookId } from "@latchkey/domain/webhook/Webhook"
import { type Distribution, maxPending, type WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { time } from "./columns.ts"
import { type Database, rows } from "./database.ts"
import * as Horizon from "./horizon.ts"
import * as InstanceByInstance from "./instanceByInstance.ts"
import { instancesWithWork } from "./webhooksWithWork.ts"

/** A webhook that has passed events. `hasMissed`: whether it has passed some that were no longer stored. */
const movedRows = rows(
  Schema.Struct({ instanceId: InstanceId, webhookId: WebhookId, events: Schema.Int, hasMissed: Schema.Boolean })
)

/** How many webhooks one call looks for. Those that are furthest behind come first. */
const scanned = 100

/** Makes the function that distributes events: one statement for each instance that has something new. */
export const make = (db: Database): (typeof WebhookQueue.Service)["distribute"] => {
  const { sql, tables } = db
  const eachInstance = InstanceByInstance.make({
    begin: "Events of an instance cannot be distributed to its webhooks",
    end: "Events of an instance can be distributed to its webhooks again"
  })
  const place = (row: string) => sql.literal(`(${row}.position, ${row}.user_id, ${row}.version)`)

  /** How many deliveries of a webhook `w` of an instance are pending, counted no further than needed. */
  const pending = (instance: Fragment) => sql`(
    SELECT count(*)::integer FROM (
      SELECT FROM ${tables.webhookDeliveries} d
      WHERE d.instance_id = ${instance} AND d.webhook_id = w.webhook_id AND d.state = 'pending'
      LIMIT ${sql.literal(String(maxPending))}
    ) AS counted
  )`

  // In the order of the index, and with a subquery that no plan turns into a join with all events.
  const behindFirst = sql`
    SELECT w.instance_id AS "instanceId" FROM ${tables.webhooks} w
    WHERE w.disabled_at IS NULL AND (
      SELECT true FROM ${tables.events} e
      WHERE e.instance_id = w.instance_id AND ${place("e")} > ${place("w")}
      ORDER BY e.position, e.user_id, e.version LIMIT 1
    ) AND ${pending(sql`w.instance_id`)} < ${sql.literal(String(maxPending))}
    ORDER BY w.position LIMIT ${sql.literal(String(scanned))}`

  // Every table is restricted to the instance by itself: on a Citus cluster the statement goes to one node.
  // A webhook whose row was changed since the snapshot began is read as it is now. What it has passed meanwhile is
  // behind its place, and what the snapshot shows below the horizon is complete.
  const distributeOf = (instanceId: InstanceId, now: DateTime.Utc, horizon: string) =>
    movedRows(sql`
      WITH readers AS MATERIALIZED (
        SELECT w.instance_id, w.webhook_id, w.types, w.position, w.user_id, w.version
        FROM ${tables.webhooks} w
        WHERE w.instance_id = ${instanceId} AND w.disabled_at IS NULL
        ORDER BY w.webhook_id
        FOR UPDATE SKIP LOCKED
      ), rooms AS MATERIALIZED (
        SELECT w.*, ${sql.literal(String(maxPending))} - ${pending(sql`${instanceId}`)} AS room FROM readers w
      ), passed AS MATERIALIZED (
        SELECT r.webhook_id, r.types, e.event_id, e.type, e.position, e.user_id, e.version
        FROM rooms r CROSS JOIN LATERAL (
          SELECT e.event_id, e.type, e.position, e.user_id, e.version FROM ${tables.events} e
          WHERE e.instance_id = ${instanceId} AND ${place("e")} > ${place("r")}
            AND e.position < ${horizon}::bigint + (SELECT position_offset FROM ${tables.eventClock})
          ORDER BY e.position, e.user_id, e.version
          LIMIT r.room
        ) e
      ), added AS (
        INSERT INTO ${tables.webhookDeliveries} (
          instance_id, webhook_id, event_id, position, user_id, version, type, state, attempts, due_at, created_at
        )
        SELECT
          ${instanceId}, p.webhook_id, p.event_id, p.position, p.user_id, p.version, p.type, 'pending', 0,
          ${time(now)}::timestamptz, ${time(now)}::timestamptz
        FROM passed p
        WHERE p.types IS NULL OR p.type = ANY (p.types)
      ), last AS MATERIALIZED (
        SELECT DISTINCT ON (p.webhook_id)
          p.webhook_id, p.position, p.user_id, p.version,
          (count(*) OVER (PARTITION BY p.webhook_id))::integer AS events
        FROM passed p
        ORDER BY p.webhook_id, p.position DESC, p.user_id DESC, p.version DESC
      )
      UPDATE ${tables.webhooks} w SET position = l.position, user_id = l.user_id, version = l.version
      FROM last l JOIN readers r ON r.webhook_id = l.webhook_id
      WHERE w.instance_id = ${instanceId} AND w.webhook_id = l.webhook_id
      RETURNING
        w.instance_id AS "instanceId", w.webhook_id AS "webhookId", l.events,
        EXISTS (
          SELECT FROM ${tables.expiredEvents} x
          WHERE x.instance_id = ${instanceId} AND x.feed = 'events' AND ${place("x")} > ${place("r")}
        ) AS "hasMissed"`)

  return Effect.fnUntraced(function* (now) {
    const instances = yield* instancesWithWork(behindFirst)
    const horizon = yield* Horizon.read(db)
    const done = yield* eachInstance(instances, (id) =>
      Effect.flatMap(Horizon.ofInstance(db, id, horizon), (end) => distributeOf(id, now, end))
    )
    const moved = done.flatMap(([, found]) => found)
    return {
      events: moved.reduce((total, { events }) => total + events, 0),
      missed: moved.filter(({ hasMissed }) => hasMissed).map(({ instanceId, webhookId }) => ({ instanceId, webhookId }))
    } satisfies Distribution
  }, traced("PostgresWebhookQueue.distribute"))
}
