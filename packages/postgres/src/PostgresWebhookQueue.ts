/** Deliveries in the table `webhook_deliveries`, and the place of each webhook in the feed: see decision 0102. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { EventId, EventType } from "@latchkey/domain/event/Event"
import { EventPosition } from "@latchkey/domain/event/EventLog"
import { WebhookId } from "@latchkey/domain/webhook/Webhook"
import { DeliveryReason, DeliveryState, WebhookDelivery } from "@latchkey/domain/webhook/WebhookDelivery"
import { type TryKey, WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Time, time } from "./internal/columns.ts"
import { countRows, database, discard, rows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"
import * as distributeEvents from "./internal/distributeEvents.ts"
import * as leaseDeliveries from "./internal/leaseDeliveries.ts"

const Row = Schema.Struct({
  instanceId: InstanceId,
  webhookId: WebhookId,
  eventId: EventId,
  position: Schema.NumberFromString,
  userId: UserId,
  version: Schema.Int,
  type: EventType,
  state: DeliveryState,
  attempts: Schema.Int,
  dueAt: Time,
  lastStatus: Schema.OptionFromNullOr(Schema.Int),
  lastReason: Schema.OptionFromNullOr(DeliveryReason),
  createdAt: Time,
  endedAt: Schema.OptionFromNullOr(Time)
})

const deliveryRows = rows(Row)

const placed = ({ position, ...row }: typeof Row.Type) => ({
  delivery: new WebhookDelivery(row),
  at: EventPosition.make({ instanceId: row.instanceId, position, userId: row.userId, version: row.version })
})

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db
  const distribute = distributeEvents.make(db)
  const lease = leaseDeliveries.make(db)

  const columns = sql.literal(`
    instance_id AS "instanceId", webhook_id AS "webhookId", event_id AS "eventId", position::text, user_id AS "userId",
    version, type, state, attempts, due_at AS "dueAt", last_status AS "lastStatus", last_reason AS "lastReason",
    created_at AS "createdAt", ended_at AS "endedAt"`)

  const isTried = ({ attempts, eventId, instanceId, webhookId }: TryKey) => sql`
    instance_id = ${instanceId} AND webhook_id = ${webhookId} AND event_id = ${eventId}
    AND state = 'pending' AND attempts = ${attempts}`

  /** What makes a delivery `d` as if it was never tried. */
  const resent = (at: string) => sql`
    state = 'pending', attempts = 0, last_status = NULL, last_reason = NULL, ended_at = NULL,
    due_at = CASE WHEN leased_until > ${at}::timestamptz THEN due_at ELSE ${at}::timestamptz END`

  // A subquery that no plan turns into a join with all events.
  const hasEvent = (instanceId: InstanceId) => sql`(
    SELECT true FROM ${tables.events} e
    WHERE e.instance_id = ${instanceId} AND e.user_id = d.user_id AND e.version = d.version AND e.event_id = d.event_id
  )`

  return WebhookQueue.of({
    distribute,
    lease,

    complete: Effect.fnUntraced(function* (name, state, { at, reason, status }) {
      const { instanceId, webhookId } = name
      yield* discard(sql`
        WITH ended AS (
          UPDATE ${tables.webhookDeliveries} SET
            state = ${state}, attempts = attempts + 1, last_status = ${Option.getOrNull(status)},
            last_reason = ${Option.getOrNull(reason)}, ended_at = ${time(at)}, leased_until = NULL
          WHERE ${isTried(name)}
          RETURNING user_id
        ), next AS MATERIALIZED (
          SELECT f.event_id FROM ended CROSS JOIN LATERAL (
            SELECT f.event_id, f.due_at, f.attempts FROM ${tables.webhookDeliveries} f
            WHERE f.instance_id = ${instanceId} AND f.webhook_id = ${webhookId} AND f.user_id = ended.user_id
              AND f.state = 'pending' AND f.event_id <> ${name.eventId}
            ORDER BY f.position, f.version LIMIT 1
          ) f
          WHERE f.attempts = 0 AND f.due_at > ${time(at)}
        )
        UPDATE ${tables.webhookDeliveries} d SET due_at = ${time(at)}
        FROM next
        WHERE d.instance_id = ${instanceId} AND d.webhook_id = ${webhookId} AND d.event_id = next.event_id
          AND d.state = 'pending' AND (d.leased_until IS NULL OR d.leased_until <= ${time(at)})`)
    }, traced("PostgresWebhookQueue.complete")),

    reschedule: Effect.fnUntraced(function* (name, dueAt, { reason, status }) {
      yield* discard(sql`
        UPDATE ${tables.webhookDeliveries} SET
          attempts = attempts + 1, last_status = ${Option.getOrNull(status)},
          last_reason = ${Option.getOrNull(reason)}, due_at = ${time(dueAt)}, leased_until = NULL
        WHERE ${isTried(name)}`)
    }, traced("PostgresWebhookQueue.reschedule")),

    release: Effect.fnUntraced(function* (name, dueAt) {
      yield* discard(sql`
        UPDATE ${tables.webhookDeliveries} SET due_at = ${time(dueAt)}, leased_until = NULL WHERE ${isTried(name)}`)
    }, traced("PostgresWebhookQueue.release")),

    makeDue: Effect.fnUntraced(function* (instanceId, webhookId, now) {
      yield* discard(sql`
        UPDATE ${tables.webhookDeliveries} SET due_at = ${time(now)}
        WHERE instance_id = ${instanceId} AND webhook_id = ${webhookId} AND state = 'pending'
          AND (leased_until IS NULL OR leased_until <= ${time(now)})`)
    }, traced("PostgresWebhookQueue.makeDue")),

    list: Effect.fnUntraced(function* ({ before, instanceId, limit, state, webhookId }) {
      const conditions = [
        sql`d.instance_id = ${instanceId} AND d.webhook_id = ${webhookId}`,
        ...Option.toArray(
          Option.map(
            before,
            ({ position, userId, version }) =>
              sql`(d.position, d.user_id, d.version) < (${position}::bigint, ${userId}::text, ${version}::integer)`
          )
        ),
        ...Option.toArray(Option.map(state, (wanted) => sql`d.state = ${sql.literal(`'${wanted}'`)}`))
      ]
      // Without `d.`, the order would be that of the text which is returned.
      const found = yield* deliveryRows(sql`
        SELECT ${columns} FROM ${tables.webhookDeliveries} d WHERE ${sql.and(conditions)}
        ORDER BY d.position DESC, d.user_id DESC, d.version DESC LIMIT ${limit}`)
      return found.map(placed)
    }, traced("PostgresWebhookQueue.list")),

    redeliver: Effect.fnUntraced(function* ({ eventId, instanceId, webhookId }, now) {
      const found = yield* deliveryRows(sql`
        UPDATE ${tables.webhookDeliveries} d SET ${resent(time(now))}
        WHERE instance_id = ${instanceId} AND webhook_id = ${webhookId} AND event_id = ${eventId} AND ${hasEvent(instanceId)}
        RETURNING ${columns}`)
      return Option.map(Arr.head(found), (row) => placed(row).delivery)
    }, traced("PostgresWebhookQueue.redeliver")),

    redeliverFailed: Effect.fnUntraced(function* ({ instanceId, limit, until, webhookId }) {
      return yield* countRows(sql`
        UPDATE ${tables.webhookDeliveries} SET ${resent(time(until))}
        WHERE instance_id = ${instanceId} AND webhook_id = ${webhookId} AND event_id = ANY (ARRAY(
          SELECT d.event_id FROM ${tables.webhookDeliveries} d
          WHERE d.instance_id = ${instanceId} AND d.webhook_id = ${webhookId} AND d.state = 'failed'
            AND d.ended_at <= ${time(until)} AND ${hasEvent(instanceId)}
          ORDER BY d.position, d.user_id, d.version LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ))
        RETURNING 1`)
    }, traced("PostgresWebhookQueue.redeliverFailed")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, { table: tables.webhookDeliveries, expiryColumn: "created_at", until, limit })
    }, traced("PostgresWebhookQueue.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<WebhookQueue, never, SqlClient> = Layer.effect(WebhookQueue, make)
