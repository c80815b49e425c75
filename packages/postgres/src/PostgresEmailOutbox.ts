/**
 * The outbox in the table `queued_emails`; `complete` moves an email to `email_deliveries`. A lease skips emails that
 * other workers are leasing (`SKIP LOCKED`), so workers do not wait for each other.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/core/Email"
import { InstanceId, QueuedEmailId, UserId } from "@latchkey/domain/core/Ids"
import { EmailOutbox, QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { Language } from "@latchkey/domain/language/Language"
import { traced } from "@latchkey/domain/core/Tracing"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"
import { acrossInstances } from "./internal/acrossInstances.ts"
import { Digest, optionalDigest, Time, time } from "./internal/columns.ts"
import { database, discard, rows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const byAge = Order.combine(
  Order.mapInput(DateTime.Order, ({ requestedAt }: QueuedEmail) => requestedAt),
  Order.mapInput(Order.string, ({ id }: QueuedEmail) => id)
)

const emailRows = rows(
  Schema.Struct({
    instanceId: InstanceId,
    id: QueuedEmailId,
    kind: EmailKind,
    email: Email,
    clientHash: Schema.OptionFromNullOr(Digest),
    languages: Schema.Array(Language),
    userId: Schema.OptionFromNullOr(UserId),
    parameters: QueuedEmail.fields.parameters,
    requestedAt: Time,
    expiresAt: Time,
    attempts: Schema.Int
  })
)

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  return EmailOutbox.of({
    enqueue: Effect.fnUntraced(function* (email) {
      // Due immediately: the clock of the worker that leases it may be behind the time of the request.
      yield* discard(sql`
        INSERT INTO ${tables.queuedEmails} (
          instance_id, request_id, kind, email, client_hash, languages, user_id, parameters, requested_at, expires_at,
          due_at, attempts
        ) VALUES (
          ${email.instanceId}, ${email.id}, ${email.kind}, ${email.email}, ${optionalDigest(email.clientHash)},
          ${[...email.languages]}::text[], ${Option.getOrNull(email.userId)}, ${JSON.stringify(email.parameters)}::jsonb,
          ${time(email.requestedAt)}, ${time(email.expiresAt)}, '-infinity',
          ${email.attempts}
        )`)
    }, traced("PostgresEmailOutbox.enqueue")),

    lease: Effect.fnUntraced(function* ({ now, until, limit }) {
      const due = {
        table: tables.queuedEmails,
        condition: sql`due_at <= ${time(now)}`,
        order: "requested_at, request_id",
        limit
      }
      const leased = yield* acrossInstances(db, due, ({ locked, ofInstance }) =>
        emailRows(sql`
          WITH due AS MATERIALIZED (
            SELECT instance_id, request_id ${locked}
          )
          UPDATE ${tables.queuedEmails} r SET due_at = ${time(until)}, attempts = r.attempts + 1
          FROM due
          WHERE ${ofInstance("r.instance_id")}r.instance_id = due.instance_id AND r.request_id = due.request_id
          RETURNING
            r.instance_id AS "instanceId", r.request_id AS "id", r.kind, r.email, r.client_hash AS "clientHash",
            r.languages, r.user_id AS "userId", r.parameters, r.requested_at AS "requestedAt", r.expires_at AS "expiresAt", r.attempts`)
      )
      return leased.map((row) => new QueuedEmail(row)).sort(byAge)
    }, traced("PostgresEmailOutbox.lease")),

    complete: Effect.fnUntraced(function* (instanceId, id, { at, detail, reason, state }) {
      yield* discard(sql`
        WITH completed AS (
          DELETE FROM ${tables.queuedEmails} WHERE instance_id = ${instanceId} AND request_id = ${id}
          RETURNING kind, email, user_id, requested_at, attempts
        )
        INSERT INTO ${tables.emailDeliveries} (
          instance_id, request_id, kind, email, user_id, requested_at, attempts, state, ended_at, reason, detail
        )
        SELECT
          ${instanceId}, ${id}, kind, email, user_id, requested_at, attempts, ${state}, ${time(at)}::timestamptz,
          ${Option.getOrNull(reason)}, ${Option.getOrNull(detail)}
        FROM completed`)
    }, traced("PostgresEmailOutbox.complete")),

    reschedule: Effect.fnUntraced(function* (instanceId, id, { at, detail, reason }) {
      yield* discard(sql`
        UPDATE ${tables.queuedEmails}
        SET due_at = ${time(at)}, reason = ${Option.getOrNull(reason)}, detail = ${Option.getOrNull(detail)}
        WHERE instance_id = ${instanceId} AND request_id = ${id}`)
    }, traced("PostgresEmailOutbox.reschedule")),

    deleteAll: Effect.fnUntraced(function* (instanceId, email) {
      yield* discard(sql`
        DELETE FROM ${tables.queuedEmails} WHERE instance_id = ${instanceId} AND email = ${email}`)
    }, traced("PostgresEmailOutbox.deleteAll")),

    deleteAllOf: Effect.fnUntraced(function* (instanceId, userId) {
      yield* discard(sql`
        DELETE FROM ${tables.queuedEmails} WHERE instance_id = ${instanceId} AND user_id = ${userId}`)
    }, traced("PostgresEmailOutbox.deleteAllOf")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, { table: tables.queuedEmails, expiryColumn: "expires_at", until, limit })
    }, traced("PostgresEmailOutbox.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<EmailOutbox, never, SqlClient> = Layer.effect(EmailOutbox, make)
