/** Webhooks in the table `webhooks`. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { SealedText } from "@latchkey/domain/core/SecretKeys"
import { traced } from "@latchkey/domain/core/Tracing"
import {
  DisabledReason,
  maxWebhooks,
  Webhook,
  WebhookId,
  WebhookTypes,
  WebhookUrl
} from "@latchkey/domain/webhook/Webhook"
import { TooManyWebhooks } from "@latchkey/domain/webhook/WebhookErrors"
import { type TriedWebhook, WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { optionalTime, Time, time } from "./internal/columns.ts"
import { countRows, database, discard, firstRow, hasRow, rows, transaction } from "./internal/database.ts"
import * as Horizon from "./internal/horizon.ts"

const Row = Schema.Struct({
  instanceId: InstanceId,
  id: WebhookId,
  url: WebhookUrl,
  types: WebhookTypes,
  createdAt: Time,
  disabledAt: Schema.OptionFromNullOr(Time),
  disabledReason: Schema.OptionFromNullOr(DisabledReason),
  failingSince: Schema.OptionFromNullOr(Time),
  secret: SealedText,
  previousSecret: Schema.OptionFromNullOr(SealedText),
  previousSecretUntil: Schema.OptionFromNullOr(Time)
})

const webhookOf = ({
  disabledAt,
  disabledReason,
  previousSecret,
  previousSecretUntil,
  ...row
}: typeof Row.Type): Webhook =>
  new Webhook({
    ...row,
    disabled: Option.zipWith(disabledAt, disabledReason, (at, reason) => ({ at, reason })),
    previousSecret: Option.zipWith(previousSecret, previousSecretUntil, (sealed, until) => ({ sealed, until }))
  })

const webhookRows = rows(Row)

const webhooksOf = (statement: Parameters<typeof webhookRows>[0]) =>
  Effect.map(webhookRows(statement), (found) => found.map(webhookOf))

const failingRow = firstRow(Schema.Struct({ since: Time }))

const sealedJson = (sealed: SealedText) => JSON.stringify({ keyId: sealed.keyId, box: sealed.box })

/** The columns that change, as parameters. */
const encode = ({ disabled, failingSince, previousSecret, secret, types, url }: Webhook) => ({
  url,
  types: types === null ? null : [...types],
  disabledAt: optionalTime(Option.map(disabled, ({ at }) => at)),
  disabledReason: Option.getOrNull(Option.map(disabled, ({ reason }) => reason)),
  failingSince: optionalTime(failingSince),
  secret: sealedJson(secret),
  previousSecret: Option.getOrNull(Option.map(previousSecret, ({ sealed }) => sealedJson(sealed))),
  previousSecretUntil: optionalTime(Option.map(previousSecret, ({ until }) => until))
})

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(`
    instance_id AS "instanceId", webhook_id AS "id", url, types, created_at AS "createdAt",
    disabled_at AS "disabledAt", disabled_reason AS "disabledReason", failing_since AS "failingSince", secret,
    previous_secret AS "previousSecret", previous_secret_until AS "previousSecretUntil"`)

  /** Stores a webhook in the first slot that is free. Returns `false` if there is none, or a concurrent call took it. */
  const insertInSlot = (webhook: Webhook, horizon: string) => {
    const { instanceId } = webhook
    const row = encode(webhook)
    // Its place is where the feed ends at the moment, before what open transactions add.
    return hasRow(sql`
      INSERT INTO ${tables.webhooks} (
        instance_id, webhook_id, slot, url, types, created_at, disabled_at, disabled_reason, failing_since, secret,
        previous_secret, previous_secret_until, position, user_id, version
      )
      SELECT
        ${instanceId}, ${webhook.id}, s.slot, ${row.url}, ${row.types}::text[], ${time(webhook.createdAt)}::timestamptz,
        ${row.disabledAt}::timestamptz, ${row.disabledReason}, ${row.failingSince}::timestamptz, ${row.secret}::jsonb,
        ${row.previousSecret}::jsonb, ${row.previousSecretUntil}::timestamptz,
        ${horizon}::bigint + c.position_offset, '', 0
      FROM generate_series(1, ${maxWebhooks}::integer) AS s(slot), ${tables.eventClock} c
      WHERE NOT EXISTS (
        SELECT FROM ${tables.webhooks} w WHERE w.instance_id = ${instanceId} AND w.slot = s.slot
      )
      ORDER BY s.slot LIMIT 1
      ON CONFLICT (instance_id, slot) DO NOTHING
      RETURNING 1`)
  }

  const isTried = ({ id, instanceId, url }: TriedWebhook) =>
    sql`instance_id = ${instanceId} AND webhook_id = ${id} AND url = ${url}`

  const count = (instanceId: InstanceId) =>
    countRows(sql`SELECT FROM ${tables.webhooks} WHERE instance_id = ${instanceId}`)

  return WebhookRepository.of({
    insert: Effect.fnUntraced(function* (webhook) {
      while (!(yield* insertInSlot(webhook, yield* Horizon.read(db)))) {
        if ((yield* count(webhook.instanceId)) >= maxWebhooks) return yield* new TooManyWebhooks()
      }
    }, traced("PostgresWebhookRepository.insert")),

    list: Effect.fnUntraced(function* (instanceId) {
      return yield* webhooksOf(sql`
        SELECT ${columns} FROM ${tables.webhooks} WHERE instance_id = ${instanceId} ORDER BY webhook_id`)
    }, traced("PostgresWebhookRepository.list")),

    page: Effect.fnUntraced(function* ({ after, limit }) {
      const [instanceId, id] = Option.match(after, {
        onNone: () => ["", ""],
        onSome: (webhook) => [webhook.instanceId, webhook.id]
      })
      return yield* webhooksOf(sql`
        SELECT ${columns} FROM ${tables.webhooks} WHERE (instance_id, webhook_id) > (${instanceId}, ${id})
        ORDER BY instance_id, webhook_id LIMIT ${limit}`)
    }, traced("PostgresWebhookRepository.page")),

    find: Effect.fnUntraced(function* (instanceId, id) {
      return Arr.head(
        yield* webhooksOf(sql`
          SELECT ${columns} FROM ${tables.webhooks} WHERE instance_id = ${instanceId} AND webhook_id = ${id}`)
      )
    }, traced("PostgresWebhookRepository.find")),

    modify: Effect.fnUntraced(
      function* (instanceId, id, change) {
        const found = Arr.head(
          yield* webhooksOf(sql`
            SELECT ${columns} FROM ${tables.webhooks}
            WHERE instance_id = ${instanceId} AND webhook_id = ${id} FOR UPDATE`)
        )
        if (Option.isNone(found)) return found
        const changed = change(found.value)
        const row = encode(changed)
        yield* discard(sql`
          UPDATE ${tables.webhooks} SET
            url = ${row.url}, types = ${row.types}::text[], disabled_at = ${row.disabledAt},
            disabled_reason = ${row.disabledReason}, failing_since = ${row.failingSince},
            secret = ${row.secret}::jsonb, previous_secret = ${row.previousSecret}::jsonb,
            previous_secret_until = ${row.previousSecretUntil}
          WHERE instance_id = ${instanceId} AND webhook_id = ${id}`)
        return Option.some(changed)
      },
      transaction(sql),
      traced("PostgresWebhookRepository.modify")
    ),

    recordFailure: Effect.fnUntraced(function* (webhook, at) {
      const hasBegun = yield* hasRow(sql`
        UPDATE ${tables.webhooks} SET failing_since = ${time(at)}
        WHERE ${isTried(webhook)} AND disabled_at IS NULL AND failing_since IS NULL
        RETURNING 1`)
      if (hasBegun) return Option.some({ since: at, hasBegun })
      const found = yield* failingRow(sql`
        SELECT failing_since AS since FROM ${tables.webhooks}
        WHERE ${isTried(webhook)} AND disabled_at IS NULL AND failing_since IS NOT NULL`)
      return Option.map(found, ({ since }) => ({ since, hasBegun }))
    }, traced("PostgresWebhookRepository.recordFailure")),

    recordSuccess: Effect.fnUntraced(function* (webhook) {
      return yield* hasRow(sql`
        UPDATE ${tables.webhooks} SET failing_since = NULL
        WHERE ${isTried(webhook)} AND failing_since IS NOT NULL
        RETURNING 1`)
    }, traced("PostgresWebhookRepository.recordSuccess")),

    disable: Effect.fnUntraced(function* (webhook, disabled) {
      const { at, reason } = disabled
      const isStillFailing =
        disabled.reason === "failing" ? sql`failing_since = ${time(disabled.failingSince)}` : sql`true`
      return yield* hasRow(sql`
        UPDATE ${tables.webhooks} SET disabled_at = ${time(at)}, disabled_reason = ${reason}
        WHERE ${isTried(webhook)} AND disabled_at IS NULL AND ${isStillFailing}
        RETURNING 1`)
    }, traced("PostgresWebhookRepository.disable")),

    delete: Effect.fnUntraced(function* (instanceId, id) {
      return yield* hasRow(sql`
        WITH deleted AS (
          DELETE FROM ${tables.webhooks} WHERE instance_id = ${instanceId} AND webhook_id = ${id} RETURNING 1
        ), pending AS (
          DELETE FROM ${tables.webhookDeliveries}
          WHERE instance_id = ${instanceId} AND webhook_id = ${id} AND state = 'pending'
        )
        SELECT 1 FROM deleted`)
    }, traced("PostgresWebhookRepository.delete"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<WebhookRepository, never, SqlClient> = Layer.effect(WebhookRepository, make)
