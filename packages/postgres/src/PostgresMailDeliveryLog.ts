/**
 * What happened to emails: queued ones in the table `queued_emails`, the others in `email_deliveries`.
 * `PostgresEmailOutbox` writes both.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import { Email } from "@latchkey/domain/core/Email"
import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { DeliveryReason, EmailDelivery, EmailKind, MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Time } from "./internal/columns.ts"
import { database, discard, rows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const deliveryRows = rows(
  Schema.Struct({
    id: QueuedEmailId,
    kind: EmailKind,
    email: Email,
    requestedAt: Time,
    attempts: Schema.Int,
    state: Schema.Literal("queued", "sent", "failed", "discarded"),
    at: Time,
    reason: Schema.OptionFromNullOr(DeliveryReason),
    detail: Schema.OptionFromNullOr(Schema.String)
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

  /** Selects emails, queued or not. An email that was never leased is due at -infinity, which is no time for a log. */
  const emails = (where: Statement.Fragment) => sql`
    SELECT
      request_id AS "id", kind, email, requested_at AS "requestedAt", attempts, state, at, reason, detail
    FROM (
      (
        SELECT
          request_id, kind, email, requested_at, attempts, 'queued' AS state,
          CASE due_at WHEN '-infinity' THEN requested_at ELSE due_at END AS at, reason, detail
        FROM ${tables.queuedEmails} WHERE ${where}
      ) UNION ALL (
        SELECT request_id, kind, email, requested_at, attempts, state, ended_at, reason, detail
        FROM ${tables.emailDeliveries} WHERE ${where}
      )
    ) AS emails`

  return MailDeliveryLog.of({
    list: Effect.fnUntraced(function* (instanceId, limit) {
      const newest = sql`ORDER BY requested_at DESC, request_id DESC LIMIT ${limit}`
      const found = yield* deliveryRows(sql`${emails(sql`instance_id = ${instanceId} ${newest}`)} ${newest}`)
      return found.map((row) => new EmailDelivery(row))
    }, traced("PostgresMailDeliveryLog.list")),

    find: Effect.fnUntraced(function* (instanceId, id) {
      const found = yield* deliveryRows(emails(sql`instance_id = ${instanceId} AND request_id = ${id}`))
      return Option.map(Arr.head(found), (row) => new EmailDelivery(row))
    }, traced("PostgresMailDeliveryLog.find")),

    deleteAll: Effect.fnUntraced(function* (instanceId, email) {
      yield* discard(sql`
        DELETE FROM ${tables.emailDeliveries} WHERE instance_id = ${instanceId} AND email = ${email}`)
    }, traced("PostgresMailDeliveryLog.deleteAll")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, { table: tables.emailDeliveries, expiryColumn: "ended_at", until, limit })
    }, traced("PostgresMailDeliveryLog.deleteExpired"))
  })
})

/** The adapter as a layer. @since 0.1.0 */
export const layer: Layer.Layer<MailDeliveryLog, never, SqlClient> = Layer.effect(MailDeliveryLog, make)
