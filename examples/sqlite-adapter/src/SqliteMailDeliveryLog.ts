import {
  type CountedEmails,
  DeliveryReason,
  EmailDelivery,
  EmailReportType,
  MailDeliveryLog
} from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, millis, Time } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

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
    detail: Schema.OptionFromNullOr(Schema.String),
    report: Schema.OptionFromNullOr(EmailReportType)
  })
)

export const deliveries = `
  SELECT request_id AS "id", kind, email, requested_at AS "requestedAt", attempts, state, at, reason, detail, report
  FROM (
    SELECT instance_id, request_id, kind, email, user_id, requested_at, attempts, 'queued' AS state,
      coalesce(due_at, requested_at) AS at, reason, detail, NULL AS report
    FROM queued_emails
    UNION ALL
    SELECT instance_id, request_id, kind, email, user_id, requested_at, attempts, state, at, reason, detail, report
    FROM email_deliveries
  )`

const addressRows = allOf(Schema.Struct({ email }))
const countRows = allOf(Schema.Struct({ count: Schema.Int }))

/** Counts the completed emails of one instance, or of all. */
const counted = (
  { all }: Connection,
  { instanceId }: Pick<CountedEmails, "instanceId">,
  condition: string,
  values: ReadonlyArray<string | number>
) => {
  const ofInstance = Option.isSome(instanceId) ? "instance_id = ? AND" : ""
  const sql = `SELECT count(*) AS "count" FROM email_deliveries WHERE ${ofInstance} ${condition}`
  return countRows(all(sql, ...Option.toArray(instanceId), ...values)).reduce((sum, row) => sum + row.count, 0)
}

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

      report: (instanceId, emailId, { at, report }) =>
        use(({ all }) =>
          Option.map(
            Arr.head(
              addressRows(
                all(
                  `UPDATE email_deliveries SET report = ?, reported_at = ?
                   WHERE instance_id = ? AND request_id = ? AND report IS NULL RETURNING email`,
                  report,
                  millis(at),
                  instanceId,
                  emailId
                )
              )
            ),
            (row) => row.email
          )
        ),

      countReports: (query) =>
        use((connection) => {
          const count = (type: EmailReportType) =>
            counted(connection, query, "requested_at > ? AND report = ?", [millis(query.since), type])
          return { bounce: count("bounce"), complaint: count("complaint") }
        }),

      countSent: ({ limit, ...query }) =>
        use((connection) =>
          Math.min(limit, counted(connection, query, "requested_at > ? AND state = 'sent'", [millis(query.since)]))
        ),

      deleteAll: (instanceId, email) =>
        Effect.asVoid(
          use(({ run }) => run(`DELETE FROM email_deliveries WHERE instance_id = ? AND email = ?`, instanceId, email))
        ),

      deleteAllOf: (instanceId, userId) =>
        Effect.asVoid(
          use(({ run }) =>
            run(`DELETE FROM email_deliveries WHERE instance_id = ? AND user_id = ?`, instanceId, userId)
          )
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
