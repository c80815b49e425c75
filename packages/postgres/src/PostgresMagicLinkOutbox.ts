/**
 * The outbox in the table `magic_link_wishes`, and what became of its mails in `magic_link_mails`. A lease skips what others are leasing (`SKIP LOCKED`), so workers do
 * not wait for one another. A wish can be leased at once, also by a worker whose clock is behind.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/core/Email"
import { InstanceId, WishId } from "@latchkey/domain/core/Ids"
import { MagicLinkWish } from "@latchkey/domain/magic-link/MagicLink"
import { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { MailRecord } from "@latchkey/domain/mail/MailDeliveryLog"
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
  id: WishId,
  email: Email,
  clientHash: Schema.OptionFromNullOr(Digest),
  requestedAt: Time,
  attempts: Schema.Int
})

const MailRow = Schema.Struct({
  id: WishId,
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
    enqueue: Effect.fn("PostgresMagicLinkOutbox.enqueue")((wish) =>
      // Due since ever: the worker that comes next may have a clock that is behind.
      discard(sql`
        INSERT INTO ${tables.wishes} (instance_id, wish_id, email, client_hash, requested_at, due_at, attempts)
        VALUES (
          ${wish.instanceId}, ${wish.id}, ${wish.email}, ${optionalDigest(wish.clientHash)}, ${time(wish.requestedAt)},
          '-infinity', ${wish.attempts}
        )`)
    ),

    lease: Effect.fn("PostgresMagicLinkOutbox.lease")(function* ({ now, until, limit }) {
      const leased = yield* wishRows(sql`
        WITH due AS MATERIALIZED (
          SELECT instance_id, wish_id FROM ${tables.wishes}
          WHERE due_at <= ${time(now)}
          ORDER BY requested_at, wish_id
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED
        ), leased AS (
          UPDATE ${tables.wishes} w SET due_at = ${time(until)}, attempts = w.attempts + 1
          FROM due
          WHERE w.instance_id = due.instance_id AND w.wish_id = due.wish_id
          RETURNING
            w.instance_id AS "instanceId", w.wish_id AS "id", w.email, w.client_hash AS "clientHash",
            w.requested_at AS "requestedAt", w.attempts
        )
        SELECT * FROM leased ORDER BY "requestedAt", "id"`)
      return Arr.map(leased, (row) => new MagicLinkWish(row))
    }),

    settle: Effect.fn("PostgresMagicLinkOutbox.settle")((instanceId, id, { at, detail, reason, state }) =>
      discard(sql`
        WITH ended AS (
          DELETE FROM ${tables.wishes} WHERE instance_id = ${instanceId} AND wish_id = ${id}
          RETURNING email, requested_at, attempts
        )
        INSERT INTO ${tables.mails} (
          instance_id, wish_id, email, requested_at, attempts, state, ended_at, reason, detail
        )
        SELECT
          ${instanceId}, ${id}, email, requested_at, attempts, ${state}, ${time(at)}::timestamptz,
          ${Option.getOrNull(reason)}, ${Option.getOrNull(detail)}
        FROM ended`)
    ),

    retryAt: Effect.fn("PostgresMagicLinkOutbox.retryAt")((instanceId, id, { at, detail, reason }) =>
      discard(sql`
        UPDATE ${tables.wishes}
        SET due_at = ${time(at)}, reason = ${Option.getOrNull(reason)}, detail = ${Option.getOrNull(detail)}
        WHERE instance_id = ${instanceId} AND wish_id = ${id}`)
    ),

    records: Effect.fn("PostgresMagicLinkOutbox.records")(function* (instanceId, limit) {
      const newestFirst = sql.literal("ORDER BY requested_at DESC, wish_id DESC")
      const found = yield* mailRows(sql`
        SELECT
          wish_id AS "id", email, requested_at AS "requestedAt", attempts, state, at, reason, detail
        FROM (
          (
            SELECT
              wish_id, email, requested_at, attempts, 'waiting' AS state,
              CASE due_at WHEN '-infinity' THEN requested_at ELSE due_at END AS at, reason, detail
            FROM ${tables.wishes} WHERE instance_id = ${instanceId} ${newestFirst} LIMIT ${limit}
          ) UNION ALL (
            SELECT wish_id, email, requested_at, attempts, state, ended_at, reason, detail
            FROM ${tables.mails} WHERE instance_id = ${instanceId} ${newestFirst} LIMIT ${limit}
          )
        ) AS mails ${newestFirst} LIMIT ${limit}`)
      return Arr.map(found, (row) => new MailRecord(row))
    }),

    sweepRecords: Effect.fn("PostgresMagicLinkOutbox.sweepRecords")((endedUntil, limit) =>
      sweep(db, { table: tables.mails, over: "ended_at", since: endedUntil, limit })
    ),

    sweep: Effect.fn("PostgresMagicLinkOutbox.sweep")((madeUntil, limit) =>
      sweep(db, { table: tables.wishes, over: "requested_at", since: madeUntil, limit })
    )
  })
})

/** The adapter over the app's `SqlClient`. @since 0.1.0 */
export const layer: Layer.Layer<MagicLinkOutbox, never, SqlClient> = Layer.effect(MagicLinkOutbox, make)
