/**
 * The outbox in the table `magic_link_wishes`. A lease skips what others are leasing (`SKIP LOCKED`), so workers do
 * not wait for one another. A wish can be leased at once, also by a worker whose clock is behind.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/Email"
import { InstanceId, WishId } from "@latchkey/domain/Ids"
import { MagicLinkWish } from "@latchkey/domain/MagicLink"
import { MagicLinkOutbox } from "@latchkey/domain/MagicLinkOutbox"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
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

const wishRows = rows(WishRow)

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

    settle: Effect.fn("PostgresMagicLinkOutbox.settle")((instanceId, id) =>
      discard(sql`DELETE FROM ${tables.wishes} WHERE instance_id = ${instanceId} AND wish_id = ${id}`)
    ),

    retryAt: Effect.fn("PostgresMagicLinkOutbox.retryAt")((instanceId, id, at) =>
      discard(sql`
        UPDATE ${tables.wishes} SET due_at = ${time(at)} WHERE instance_id = ${instanceId} AND wish_id = ${id}`)
    ),

    sweep: Effect.fn("PostgresMagicLinkOutbox.sweep")((madeUntil, limit) =>
      sweep(db, { table: tables.wishes, over: "requested_at", since: madeUntil, limit })
    )
  })
})

/** The adapter over the app's `SqlClient`. @since 0.1.0 */
export const layer: Layer.Layer<MagicLinkOutbox, never, SqlClient> = Layer.effect(MagicLinkOutbox, make)
