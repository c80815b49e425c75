import type { Fragment } from "@effect/sql/Statement"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { SealedText } from "@latchkey/domain/core/SecretKeys"
import { traced } from "@latchkey/domain/core/Tracing"
import { EventId } from "@latchkey/domain/event/Event"
import { WebhookId, WebhookUrl } from "@latchkey/domain/webhook/Webhook"
import { type LeasedDelivery, maxLeased, type WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Time, time } from "./columns.ts"
import { type Database, rows, transaction } from "./database.ts"
import * as InstanceByInstance from "./instanceByInstance.ts"
import { eventJson } from "./recordEvents.ts"
import { instancesWithWork } from "./webhooksWithWork.ts"

const idRows = rows(Schema.Struct({ id: WebhookId }))

const Leased = Schema.Struct({
  instanceId: InstanceId,
  webhookId: WebhookId,
  eventId: EventId,
  attempts: Schema.Int,
  createdAt: Time,
  body: Schema.OptionFromNullOr(Schema.String),
  url: WebhookUrl,
  failingSince: Schema.OptionFromNullOr(Time),
  secret: SealedText,
  previousSecret: Schema.OptionFromNullOr(SealedText),
  previousSecretUntil: Schema.OptionFromNullOr(Time)
})

const leasedRows = rows(Leased)

const leasedOf = ({
  failingSince,
  previousSecret: sealedBefore,
  previousSecretUntil,
  secret,
  url,
  ...row
}: typeof Leased.Type): LeasedDelivery => {
  const previousSecret = Option.zipWith(sealedBefore, previousSecretUntil, (sealed, until) => ({ sealed, until }))
  return { ...row, webhook: { url, failingSince, secret, previousSecret } }
}

/** Times as texts. `soon`, `later`: one second and five minutes after `now`. */
interface Options {
  readonly limit: number
  readonly now: string
  readonly soon: string
  readonly later: string
  readonly until: string
}

/** How many webhooks with something due one call looks at. Those that are furthest behind come first. */
const scannedWebhooks = 1000

/** How many deliveries of a webhook that are due one call looks at. */
const scanned = 100

/**
 * Makes the function that leases deliveries: a transaction for each instance in which some are due. The `rank` of a
 * delivery is which of the leases of its webhook it would be, so that a free place goes to the webhook with the fewest.
 */
export const make = (db: Database): (typeof WebhookQueue.Service)["lease"] => {
  const { sql, tables } = db
  const eachInstance = InstanceByInstance.make({
    begin: "Deliveries of an instance cannot be leased",
    end: "Deliveries of an instance can be leased again"
  })

  const isDue = (now: string) => sql`d.state = 'pending' AND d.due_at <= ${now}::timestamptz`

  /** How many deliveries of a webhook `w` of an instance can be leased at the same time. */
  const capacity = sql`CASE WHEN w.failing_since IS NULL THEN ${sql.literal(String(maxLeased))} ELSE 1 END`

  /** How many are leased. */
  const leases = (instance: Fragment, now: string) => sql`(
    SELECT count(*)::integer FROM (
      SELECT FROM ${tables.webhookDeliveries} d
      WHERE d.instance_id = ${instance} AND d.webhook_id = w.webhook_id AND d.leased_until > ${now}::timestamptz
      LIMIT ${sql.literal(String(maxLeased))}
    ) AS counted
  )`

  /** The delivery that has been due for longest, as a subquery that no plan turns into a join with all deliveries. */
  const firstDue = (instance: Fragment, now: string) => sql`(
    SELECT d.due_at FROM ${tables.webhookDeliveries} d
    WHERE d.instance_id = ${instance} AND d.webhook_id = w.webhook_id AND ${isDue(now)}
    ORDER BY d.due_at LIMIT 1
  )`

  const isReady = (instance: Fragment, now: string) => sql`
    w.disabled_at IS NULL AND ${firstDue(instance, now)} IS NOT NULL AND ${leases(instance, now)} < ${capacity}`

  /** The instances with something due: those whose webhook has the fewest leases first, then what waits for longest. */
  const readyInstances = (now: string) => sql`
    SELECT r.instance_id AS "instanceId" FROM (
      SELECT
        w.instance_id, ${leases(sql`w.instance_id`, now)} AS leases, ${firstDue(sql`w.instance_id`, now)} AS due_at
      FROM ${tables.webhooks} w
      WHERE ${isReady(sql`w.instance_id`, now)}
      ORDER BY w.position LIMIT ${sql.literal(String(scannedWebhooks))}
    ) AS r
    GROUP BY r.instance_id
    ORDER BY min(r.leases), min(r.due_at)`

  /** Locks the webhooks with something due, so that others neither lease it nor count what is leased meanwhile. */
  const lockReady = (instanceId: InstanceId, now: string) =>
    Effect.map(
      idRows(sql`
        SELECT w.webhook_id AS id FROM ${tables.webhooks} w
        WHERE w.instance_id = ${instanceId} AND ${isReady(sql`${instanceId}`, now)}
        ORDER BY w.webhook_id
        FOR UPDATE SKIP LOCKED`),
      (found) => found.map(({ id }) => id)
    )

  // A delivery that waits for another one of its user is looked at again when that is due, or has ended: a second
  // later if that can be soon.
  const leaseOf = (
    instanceId: InstanceId,
    webhooks: ReadonlyArray<WebhookId>,
    { later, limit, now, soon, until }: Options
  ) =>
    leasedRows(sql`
      WITH ready AS MATERIALIZED (
        SELECT
          w.webhook_id, w.url, w.failing_since, w.secret, w.previous_secret, w.previous_secret_until,
          ${capacity} AS capacity, ${leases(sql`${instanceId}`, now)} AS leases
        FROM ${tables.webhooks} w WHERE w.instance_id = ${instanceId} AND w.webhook_id = ANY (${webhooks})
      ), busy AS MATERIALIZED (
        SELECT r.webhook_id, l.user_id FROM ready r CROSS JOIN LATERAL (
          SELECT l.user_id FROM ${tables.webhookDeliveries} l
          WHERE l.instance_id = ${instanceId} AND l.webhook_id = r.webhook_id AND l.leased_until > ${now}::timestamptz
          LIMIT ${sql.literal(String(maxLeased))}
        ) l
      ), due AS MATERIALIZED (
        SELECT
          r.webhook_id, r.capacity, r.leases, d.event_id, d.due_at, d.position, d.user_id, d.version,
          f.event_id AS first_id, f.due_at AS first_due_at,
          EXISTS (SELECT FROM busy b WHERE b.webhook_id = r.webhook_id AND b.user_id = d.user_id) AS is_busy
        FROM ready r CROSS JOIN LATERAL (
          SELECT d.event_id, d.due_at, d.position, d.user_id, d.version FROM ${tables.webhookDeliveries} d
          WHERE d.instance_id = ${instanceId} AND d.webhook_id = r.webhook_id AND ${isDue(now)}
          ORDER BY d.due_at LIMIT ${sql.literal(String(scanned))}
        ) d CROSS JOIN LATERAL (
          SELECT f.event_id, f.due_at FROM ${tables.webhookDeliveries} f
          WHERE f.instance_id = ${instanceId} AND f.webhook_id = r.webhook_id AND f.user_id = d.user_id
            AND f.state = 'pending'
          ORDER BY f.position, f.version LIMIT 1
        ) f
      ), ranked AS (
        SELECT
          due.*,
          leases + row_number() OVER (PARTITION BY webhook_id ORDER BY due_at, position, user_id, version) AS rank
        FROM due WHERE event_id = first_id AND NOT is_busy
      ), chosen AS MATERIALIZED (
        SELECT * FROM ranked WHERE rank <= capacity ORDER BY rank, due_at LIMIT ${limit}
      ), leased AS (
        UPDATE ${tables.webhookDeliveries} d SET due_at = ${until}, leased_until = ${until}
        FROM chosen c
        WHERE d.instance_id = ${instanceId} AND d.webhook_id = c.webhook_id AND d.event_id = c.event_id
          AND d.state = 'pending'
        RETURNING d.webhook_id, d.event_id, d.user_id, d.version, d.attempts, d.created_at, c.due_at, c.rank
      ), waiting AS (
        UPDATE ${tables.webhookDeliveries} d SET due_at = CASE
          WHEN b.is_busy OR b.first_due_at <= ${now}::timestamptz THEN ${soon}::timestamptz
          ELSE least(b.first_due_at, ${later}::timestamptz)
        END
        FROM due b
        WHERE (b.event_id <> b.first_id OR b.is_busy) AND d.instance_id = ${instanceId} AND d.webhook_id = b.webhook_id
          AND d.event_id = b.event_id AND ${isDue(now)}
      )
      SELECT
        ${instanceId} AS "instanceId", l.webhook_id AS "webhookId", l.event_id AS "eventId", l.attempts,
        l.created_at AS "createdAt", r.url, r.failing_since AS "failingSince", r.secret,
        r.previous_secret AS "previousSecret", r.previous_secret_until AS "previousSecretUntil",
        (
          SELECT (${sql.literal(eventJson)})::text FROM ${tables.events} e
          WHERE e.instance_id = ${instanceId} AND e.user_id = l.user_id AND e.version = l.version
            AND e.event_id = l.event_id
        ) AS body
      FROM leased l JOIN ready r ON r.webhook_id = l.webhook_id
      ORDER BY l.rank, l.due_at`)

  const leaseIn = (instanceId: InstanceId, options: Options) =>
    options.limit === 0
      ? Effect.succeed([])
      : transaction(sql)(
          Effect.flatMap(lockReady(instanceId, options.now), (ready) =>
            ready.length === 0 ? Effect.succeed([]) : leaseOf(instanceId, ready, options)
          )
        )

  return Effect.fnUntraced(function* ({ limit, now, until }) {
    const after = (seconds: number) => time(DateTime.add(now, { seconds }))
    const times = { now: time(now), soon: after(1), later: after(300), until: time(until) }
    const leased: Array<LeasedDelivery> = []
    let instances = yield* instancesWithWork(readyInstances(times.now))
    // Each has the same share. What is left then is for those that may have more.
    while (instances.length > 0 && leased.length < limit) {
      const share = Math.ceil((limit - leased.length) / instances.length)
      const done = yield* eachInstance(instances, (instanceId) =>
        Effect.map(leaseIn(instanceId, { ...times, limit: Math.min(share, limit - leased.length) }), (found) => {
          leased.push(...found.map(leasedOf))
          return found.length
        })
      )
      instances = done.flatMap(([instanceId, count]) => (count === share ? [instanceId] : []))
    }
    return leased
  }, traced("PostgresWebhookQueue.lease"))
}
