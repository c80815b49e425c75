/**
 * The outbox in the table `magic_link_requests`; `complete` moves a request to `email_deliveries`. A lease skips requests
 * that other workers are leasing (`SKIP LOCKED`), so workers do not wait for each other.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/core/Email"
import { InstanceId, MagicLinkRequestId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { MagicLinkOutbox, MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Digest, optionalDigest, Time, time } from "./internal/columns.ts"
import { database, discard, rows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const requestRows = rows(
  Schema.Struct({
    instanceId: InstanceId,
    id: MagicLinkRequestId,
    email: Email,
    clientHash: Schema.OptionFromNullOr(Digest),
    requestedAt: Time,
    attempts: Schema.Int
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

  return MagicLinkOutbox.of({
    enqueue: Effect.fnUntraced(function* (request) {
      // Due immediately: the clock of the worker that leases it may be behind the time of the request.
      yield* discard(sql`
        INSERT INTO ${tables.magicLinkRequests} (
          instance_id, request_id, email, client_hash, requested_at, due_at, attempts
        ) VALUES (
          ${request.instanceId}, ${request.id}, ${request.email}, ${optionalDigest(request.clientHash)},
          ${time(request.requestedAt)}, '-infinity', ${request.attempts}
        )`)
    }, traced("PostgresMagicLinkOutbox.enqueue")),

    lease: Effect.fnUntraced(function* ({ now, until, limit }) {
      const leased = yield* requestRows(sql`
        WITH due AS MATERIALIZED (
          SELECT instance_id, request_id FROM ${tables.magicLinkRequests}
          WHERE due_at <= ${time(now)}
          ORDER BY requested_at, request_id
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED
        ), leased AS (
          UPDATE ${tables.magicLinkRequests} r SET due_at = ${time(until)}, attempts = r.attempts + 1
          FROM due
          WHERE r.instance_id = due.instance_id AND r.request_id = due.request_id
          RETURNING
            r.instance_id AS "instanceId", r.request_id AS "id", r.email, r.client_hash AS "clientHash",
            r.requested_at AS "requestedAt", r.attempts
        )
        SELECT * FROM leased ORDER BY "requestedAt", "id"`)
      return leased.map((row) => new MagicLinkRequest(row))
    }, traced("PostgresMagicLinkOutbox.lease")),

    complete: Effect.fnUntraced(function* (instanceId, id, { at, detail, reason, state }) {
      yield* discard(sql`
        WITH completed AS (
          DELETE FROM ${tables.magicLinkRequests} WHERE instance_id = ${instanceId} AND request_id = ${id}
          RETURNING email, requested_at, attempts
        )
        INSERT INTO ${tables.emailDeliveries} (
          instance_id, request_id, email, requested_at, attempts, state, ended_at, reason, detail
        )
        SELECT
          ${instanceId}, ${id}, email, requested_at, attempts, ${state}, ${time(at)}::timestamptz,
          ${Option.getOrNull(reason)}, ${Option.getOrNull(detail)}
        FROM completed`)
    }, traced("PostgresMagicLinkOutbox.complete")),

    reschedule: Effect.fnUntraced(function* (instanceId, id, { at, detail, reason }) {
      yield* discard(sql`
        UPDATE ${tables.magicLinkRequests}
        SET due_at = ${time(at)}, reason = ${Option.getOrNull(reason)}, detail = ${Option.getOrNull(detail)}
        WHERE instance_id = ${instanceId} AND request_id = ${id}`)
    }, traced("PostgresMagicLinkOutbox.reschedule")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, { table: tables.magicLinkRequests, expiryColumn: "requested_at", until, limit })
    }, traced("PostgresMagicLinkOutbox.deleteExpired"))
  })
})

/** The adapter as a layer. @since 0.1.0 */
export const layer: Layer.Layer<MagicLinkOutbox, never, SqlClient> = Layer.effect(MagicLinkOutbox, make)
