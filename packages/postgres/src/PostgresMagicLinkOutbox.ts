/**
 * The outbox in the table `magic_link_requests`, and what became of its mails in `email_deliveries`. A lease skips what others are leasing (`SKIP LOCKED`), so workers do
 * not wait for one another. A request can be leased at once, also by a worker whose clock is behind.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/core/Email"
import { InstanceId, MagicLinkRequestId } from "@latchkey/domain/core/Ids"
import { MagicLinkOutbox, MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Digest, optionalDigest, Time, time } from "./internal/columns.ts"
import { database, discard, rows } from "./internal/database.ts"
import { sweep } from "./internal/sweep.ts"

const WishRow = Schema.Struct({
  instanceId: InstanceId,
  id: MagicLinkRequestId,
  email: Email,
  clientHash: Schema.OptionFromNullOr(Digest),
  requestedAt: Time,
  attempts: Schema.Int
})

const MailRow = Schema.Struct({
  id: MagicLinkRequestId,
  email: Email,
  requestedAt: Time,
  attempts: Schema.Int,
  state: Schema.Literal("waiting", "sent", "dropped"),
  at: Time,
  reason: Schema.OptionFromNullOr(Schema.String),
  detail: Schema.OptionFromNullOr(Schema.String)
})

const wishRows = rows(WishRow)
const mailRows = rows(MailRow)

/**
 * The adapter over the app's `SqlClient`, as an effect. Its name transforms are off in here, and `PostgresSchema`
 * says where the tables are.
 *
 * @since 0.1.0
 */
export const make: Effect.Effect<typeof MagicLinkOutbox.Service, never, SqlClient> = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  return MagicLinkOutbox.of({
    enqueue: Effect.fn("PostgresMagicLinkOutbox.enqueue")((request) =>
      // Due since ever: the worker that comes next may have a clock that is behind.
      discard(sql`
        INSERT INTO ${tables.magicLinkRequests} (instance_id, request_id, email, client_hash, requested_at, due_at, attempts)
        VALUES (
          ${request.instanceId}, ${request.id}, ${request.email}, ${optionalDigest(request.clientHash)}, ${time(request.requestedAt)},
          '-infinity', ${request.attempts}
        )`)
    ),

    lease: Effect.fn("PostgresMagicLinkOutbox.lease")(function* ({ now, until, limit }) {
      const leased = yield* wishRows(sql`
        WITH due AS MATERIALIZED (
          SELECT instance_id, request_id FROM ${tables.magicLinkRequests}
          WHERE due_at <= ${time(now)}
          ORDER BY requested_at, request_id
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED
        ), leased AS (
          UPDATE ${tables.magicLinkRequests} w SET due_at = ${time(until)}, attempts = w.attempts + 1
          FROM due
          WHERE w.instance_id = due.instance_id AND w.request_id = due.request_id
          RETURNING
            w.instance_id AS "instanceId", w.request_id AS "id", w.email, w.client_hash AS "clientHash",
            w.requested_at AS "requestedAt", w.attempts
        )
        SELECT * FROM leased ORDER BY "requestedAt", "id"`)
      return Arr.map(leased, (row) => new MagicLinkRequest(row))
    }),

    complete: Effect.fn("PostgresMagicLinkOutbox.settle")((instanceId, id, { at, detail, reason, state }) =>
      discard(sql`
        WITH ended AS (
          DELETE FROM ${tables.magicLinkRequests} WHERE instance_id = ${instanceId} AND request_id = ${id}
          RETURNING email, requested_at, attempts
        )
        INSERT INTO ${tables.emailDeliveries} (
          instance_id, request_id, email, requested_at, attempts, state, ended_at, reason, detail
        )
        SELECT
          ${instanceId}, ${id}, email, requested_at, attempts, ${state}, ${time(at)}::timestamptz,
          ${Option.getOrNull(reason)}, ${Option.getOrNull(detail)}
        FROM ended`)
    ),

    reschedule: Effect.fn("PostgresMagicLinkOutbox.retryAt")((instanceId, id, { at, detail, reason }) =>
      discard(sql`
        UPDATE ${tables.magicLinkRequests}
        SET due_at = ${time(at)}, reason = ${Option.getOrNull(reason)}, detail = ${Option.getOrNull(detail)}
        WHERE instance_id = ${instanceId} AND request_id = ${id}`)
    ),

    records: Effect.fn("PostgresMagicLinkOutbox.records")(function* (instanceId, limit) {
      const newestFirst = sql.literal("ORDER BY requested_at DESC, request_id DESC")
      const found = yield* mailRows(sql`
        SELECT
          request_id AS "id", email, requested_at AS "requestedAt", attempts, state, at, reason, detail
        FROM (
          (
            SELECT
              request_id, email, requested_at, attempts, 'waiting' AS state,
              CASE due_at WHEN '-infinity' THEN requested_at ELSE due_at END AS at, reason, detail
            FROM ${tables.magicLinkRequests} WHERE instance_id = ${instanceId} ${newestFirst} LIMIT ${limit}
          ) UNION ALL (
            SELECT request_id, email, requested_at, attempts, state, ended_at, reason, detail
            FROM ${tables.emailDeliveries} WHERE instance_id = ${instanceId} ${newestFirst} LIMIT ${limit}
          )
        ) AS mails ${newestFirst} LIMIT ${limit}`)
      return Arr.map(found, (row) => new EmailDelivery(row))
    }),

    deleteExpiredRecords: Effect.fn("PostgresMagicLinkOutbox.sweepRecords")((endedUntil, limit) =>
      sweep(db, { table: tables.emailDeliveries, over: "ended_at", since: endedUntil, limit })
    ),

    deleteExpired: Effect.fn("PostgresMagicLinkOutbox.sweep")((madeUntil, limit) =>
      sweep(db, { table: tables.magicLinkRequests, over: "requested_at", since: madeUntil, limit })
    )
  })
})

/** The adapter over the app's `SqlClient`. @since 0.1.0 */
export const layer: Layer.Layer<MagicLinkOutbox, never, SqlClient> = Layer.effect(MagicLinkOutbox, make)
