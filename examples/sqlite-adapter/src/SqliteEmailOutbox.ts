import { Email } from "@latchkey/domain/core/Email"
import { InstanceId, QueuedEmailId, UserId } from "@latchkey/domain/core/Ids"
import { Language } from "@latchkey/domain/language/Language"
import { EmailOutbox, QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, millis, OptionalHash, optionalHash, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const emailRows = allOf(
  Schema.Struct({
    instanceId: InstanceId,
    id: QueuedEmailId,
    kind: EmailKind,
    email: Email,
    clientHash: OptionalHash,
    languages: Schema.parseJson(Schema.Array(Language)),
    userId: Schema.OptionFromNullOr(UserId),
    parameters: Schema.parseJson(QueuedEmail.fields.parameters),
    requestedAt: Time,
    expiresAt: Time,
    attempts: Schema.Int
  })
)

export const layer: Layer.Layer<EmailOutbox, never, SqliteDatabase> = Layer.effect(
  EmailOutbox,
  Effect.map(SqliteDatabase, ({ use }) =>
    EmailOutbox.of({
      enqueue: (email) =>
        use(({ run }) => {
          run(
            `INSERT INTO queued_emails (
               instance_id, request_id, kind, email, client_hash, languages, user_id, parameters, requested_at, expires_at,
               attempts
             ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            email.instanceId,
            email.id,
            email.kind,
            email.email,
            optionalHash(email.clientHash),
            JSON.stringify(email.languages),
            Option.getOrNull(email.userId),
            JSON.stringify(email.parameters),
            millis(email.requestedAt),
            millis(email.expiresAt),
            email.attempts
          )
        }),

      lease: ({ limit, now, until }) =>
        use(({ all, run }) => {
          const due = emailRows(
            all(
              `SELECT instance_id AS "instanceId", request_id AS "id", kind, email, client_hash AS "clientHash",
                 languages, user_id AS "userId", parameters, requested_at AS "requestedAt", expires_at AS "expiresAt", attempts + 1 AS "attempts"
               FROM queued_emails WHERE due_at IS NULL OR due_at <= ? ORDER BY requested_at, request_id LIMIT ?`,
              millis(now),
              limit
            )
          )
          for (const { attempts, id, instanceId } of due) {
            run(
              `UPDATE queued_emails SET attempts = ?, due_at = ? WHERE instance_id = ? AND request_id = ?`,
              attempts,
              millis(until),
              instanceId,
              id
            )
          }
          return due.map((row) => new QueuedEmail(row))
        }),

      complete: (instanceId, id, { at, detail, reason, state }) =>
        use(({ run }) => {
          run(
            `INSERT INTO email_deliveries (
               instance_id, request_id, kind, email, user_id, requested_at, attempts, state, at, reason, detail
             )
             SELECT instance_id, request_id, kind, email, user_id, requested_at, attempts, ?, ?, ?, ?
             FROM queued_emails WHERE instance_id = ? AND request_id = ?`,
            state,
            millis(at),
            Option.getOrNull(reason),
            Option.getOrNull(detail),
            instanceId,
            id
          )
          run(`DELETE FROM queued_emails WHERE instance_id = ? AND request_id = ?`, instanceId, id)
        }),

      reschedule: (instanceId, id, { at, detail, reason }) =>
        use(({ run }) => {
          run(
            `UPDATE queued_emails SET due_at = ?, reason = ?, detail = ?
             WHERE instance_id = ? AND request_id = ?`,
            millis(at),
            Option.getOrNull(reason),
            Option.getOrNull(detail),
            instanceId,
            id
          )
        }),

      deleteAll: (instanceId, email) =>
        Effect.asVoid(
          use(({ run }) => run(`DELETE FROM queued_emails WHERE instance_id = ? AND email = ?`, instanceId, email))
        ),

      deleteAllOf: (instanceId, userId) =>
        Effect.asVoid(
          use(({ run }) => run(`DELETE FROM queued_emails WHERE instance_id = ? AND user_id = ?`, instanceId, userId))
        ),

      deleteExpired: (until, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM queued_emails
             WHERE rowid IN (SELECT rowid FROM queued_emails WHERE expires_at <= ? LIMIT ?)`,
            millis(until),
            limit
          )
        )
    })
  )
)
