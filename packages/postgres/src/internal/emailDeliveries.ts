import type { Fragment } from "@effect/sql/Statement"
import { Email } from "@latchkey/domain/core/Email"
import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import { DeliveryReason, EmailDelivery, EmailKind, EmailReportType } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Time } from "./columns.ts"
import { type Database, rows } from "./database.ts"

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
    detail: Schema.OptionFromNullOr(Schema.String),
    report: Schema.OptionFromNullOr(EmailReportType)
  })
)

/** Selects emails, queued or not: by one condition, or by one for each of both. An email that was never leased is due at -infinity, which is no time for a log. */
export const selectEmails = ({ sql, tables }: Database, where: Fragment, whereCompleted = where) => sql`
  SELECT
    request_id AS "id", kind, email, requested_at AS "requestedAt", attempts, state, at, reason, detail, report
  FROM (
    (
      SELECT
        request_id, kind, email, requested_at, attempts, 'queued' AS state,
        CASE due_at WHEN '-infinity' THEN requested_at ELSE due_at END AS at, reason, detail,
        NULL AS report
      FROM ${tables.queuedEmails} WHERE ${where}
    ) UNION ALL (
      SELECT request_id, kind, email, requested_at, attempts, state, ended_at, reason, detail, report
      FROM ${tables.emailDeliveries} WHERE ${whereCompleted}
    )
  ) AS emails`

/** Runs a statement that returns emails. */
export const emailDeliveries = (statement: Parameters<typeof deliveryRows>[0]) =>
  Effect.map(deliveryRows(statement), (found) => found.map((row) => new EmailDelivery(row)))
