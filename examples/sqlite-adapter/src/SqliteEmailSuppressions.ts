import { EmailSuppression, EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, millis, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const suppressionRows = allOf(Schema.Struct({ ...EmailSuppression.fields, suppressedAt: Time }))

export const suppressionsOf = (rows: ReadonlyArray<unknown>): ReadonlyArray<EmailSuppression> =>
  suppressionRows(rows).map((row) => new EmailSuppression(row))

export const suppressionColumns = `instance_id AS "instanceId", email, email_id AS "emailId", reason, detail,
  suppressed_at AS "suppressedAt"`

export const layer: Layer.Layer<EmailSuppressions, never, SqliteDatabase> = Layer.effect(
  EmailSuppressions,
  Effect.map(SqliteDatabase, ({ use }) =>
    EmailSuppressions.of({
      put: ({ detail, email, emailId, instanceId, reason, suppressedAt }) =>
        Effect.asVoid(
          use(({ run }) =>
            run(
              `INSERT INTO email_suppressions (instance_id, email, email_id, reason, detail, suppressed_at)
               VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
              instanceId,
              email,
              emailId,
              reason,
              detail,
              millis(suppressedAt)
            )
          )
        ),

      find: (instanceId, email) =>
        use(({ all }) =>
          Arr.head(
            suppressionsOf(
              all(
                `SELECT ${suppressionColumns} FROM email_suppressions WHERE instance_id = ? AND email = ?`,
                instanceId,
                email
              )
            )
          )
        ),

      list: ({ before, instanceId, limit }) =>
        use(({ all }) =>
          suppressionsOf(
            all(
              `SELECT ${suppressionColumns} FROM email_suppressions WHERE instance_id = ? AND email_id < ?
               ORDER BY email_id DESC LIMIT ?`,
              instanceId,
              // Greater than every id.
              Option.getOrElse(before, () => "~"),
              limit
            )
          )
        ),

      lift: (instanceId, emailId) =>
        use(
          ({ run }) =>
            run(`DELETE FROM email_suppressions WHERE instance_id = ? AND email_id = ?`, instanceId, emailId) > 0
        ),

      delete: (instanceId, email) =>
        Effect.asVoid(
          use(({ run }) => run(`DELETE FROM email_suppressions WHERE instance_id = ? AND email = ?`, instanceId, email))
        ),

      deleteExpired: (until, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM email_suppressions WHERE rowid IN (
               SELECT rowid FROM email_suppressions WHERE suppressed_at <= ? LIMIT ?
             )`,
            millis(until),
            limit
          )
        )
    })
  )
)
