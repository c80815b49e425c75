import { DeliveryReason, EmailDelivery, MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, millis, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const { attempts, email, id, kind, state } = EmailDelivery.fields

export const deliveryRows = allOf(
  Schema.Struct({
    id,
    kind,
    email,
    requestedAt: Time,
    attempts,
    state,
    at: Time,
    reason: Schema.OptionFromNullOr(DeliveryReason),
    detail: Schema.OptionFromNullOr(Schema.String)
  })
)

export const deliveries = `
  SELECT request_id AS "id", kind, email, requested_at AS "requestedAt", attempts, state, at, reason, detail
  FROM (
    SELECT instance_id, request_id, kind, email, requested_at, attempts, 'queued' AS state,
      coalesce(due_at, requested_at) AS at, reason, detail
    FROM queued_emails
    UNION ALL
    SELECT instance_id, request_id, kind, email, requested_at, attempts, state, at, reason, detail FROM email_deliveries
  )`

export const layer: Layer.Layer<MailDeliveryLog, never, SqliteDatabase> = Layer.effect(
  MailDeliveryLog,
  Effect.map(SqliteDatabase, ({ use }) =>
    MailDeliveryLog.of({
      list: (instanceId, limit) =>
        use(({ all }) =>
          deliveryRows(
            all(
              `${deliveries} WHERE instance_id = ? ORDER BY requested_at DESC, request_id DESC LIMIT ?`,
              instanceId,
              limit
            )
          ).map((row) => new EmailDelivery(row))
        ),

      find: (instanceId, emailId) =>
        use(({ all }) =>
          Option.map(
            Arr.head(deliveryRows(all(`${deliveries} WHERE instance_id = ? AND request_id = ?`, instanceId, emailId))),
            (row) => new EmailDelivery(row)
          )
        ),

      deleteAll: (instanceId, email) =>
        Effect.asVoid(
          use(({ run }) => run(`DELETE FROM email_deliveries WHERE instance_id = ? AND email = ?`, instanceId, email))
        ),

      deleteExpired: (until, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM email_deliveries WHERE rowid IN (SELECT rowid FROM email_deliveries WHERE at <= ? LIMIT ?)`,
            millis(until),
            limit
          )
        )
    })
  )
)
