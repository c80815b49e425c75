import { Email } from "@latchkey/domain/core/Email"
import { InstanceId, MagicLinkRequestId } from "@latchkey/domain/core/Ids"
import { MagicLinkOutbox, MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, millis, OptionalHash, optionalHash, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const requestRows = allOf(
  Schema.Struct({
    instanceId: InstanceId,
    id: MagicLinkRequestId,
    email: Email,
    clientHash: OptionalHash,
    requestedAt: Time,
    attempts: Schema.Int
  })
)

export const layer: Layer.Layer<MagicLinkOutbox, never, SqliteDatabase> = Layer.effect(
  MagicLinkOutbox,
  Effect.map(SqliteDatabase, ({ use }) =>
    MagicLinkOutbox.of({
      enqueue: (request) =>
        use(({ run }) => {
          run(
            `INSERT INTO magic_link_requests (instance_id, request_id, email, client_hash, requested_at, attempts)
             VALUES (?, ?, ?, ?, ?, ?)`,
            request.instanceId,
            request.id,
            request.email,
            optionalHash(request.clientHash),
            millis(request.requestedAt),
            request.attempts
          )
        }),

      lease: ({ limit, now, until }) =>
        use(({ all, run }) => {
          const due = requestRows(
            all(
              `SELECT instance_id AS "instanceId", request_id AS "id", email, client_hash AS "clientHash",
                 requested_at AS "requestedAt", attempts + 1 AS "attempts"
               FROM magic_link_requests WHERE due_at IS NULL OR due_at <= ? ORDER BY requested_at, request_id LIMIT ?`,
              millis(now),
              limit
            )
          )
          for (const { attempts, id, instanceId } of due) {
            run(
              `UPDATE magic_link_requests SET attempts = ?, due_at = ? WHERE instance_id = ? AND request_id = ?`,
              attempts,
              millis(until),
              instanceId,
              id
            )
          }
          return due.map((row) => new MagicLinkRequest(row))
        }),

      complete: (instanceId, id, { at, detail, reason, state }) =>
        use(({ run }) => {
          run(
            `INSERT INTO email_deliveries (
               instance_id, request_id, email, requested_at, attempts, state, at, reason, detail
             )
             SELECT instance_id, request_id, email, requested_at, attempts, ?, ?, ?, ?
             FROM magic_link_requests WHERE instance_id = ? AND request_id = ?`,
            state,
            millis(at),
            Option.getOrNull(reason),
            Option.getOrNull(detail),
            instanceId,
            id
          )
          run(`DELETE FROM magic_link_requests WHERE instance_id = ? AND request_id = ?`, instanceId, id)
        }),

      reschedule: (instanceId, id, { at, detail, reason }) =>
        use(({ run }) => {
          run(
            `UPDATE magic_link_requests SET due_at = ?, reason = ?, detail = ?
             WHERE instance_id = ? AND request_id = ?`,
            millis(at),
            Option.getOrNull(reason),
            Option.getOrNull(detail),
            instanceId,
            id
          )
        }),

      deleteExpired: (until, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM magic_link_requests
             WHERE rowid IN (SELECT rowid FROM magic_link_requests WHERE requested_at <= ? LIMIT ?)`,
            millis(until),
            limit
          )
        )
    })
  )
)
