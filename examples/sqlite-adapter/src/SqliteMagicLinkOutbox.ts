import { Email } from "@latchkey/domain/core/Email"
import { InstanceId, MagicLinkRequestId } from "@latchkey/domain/core/Ids"
import { MagicLinkOutbox, MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, millis, OptionalHash, optionalHash, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const wishRows = allOf(
  Schema.Struct({
    instanceId: InstanceId,
    id: MagicLinkRequestId,
    email: Email,
    clientHash: OptionalHash,
    requestedAt: Time,
    attempts: Schema.Int
  })
)

const Text = Schema.OptionFromNullOr(Schema.String)

const mailRows = allOf(
  Schema.Struct({
    id: MagicLinkRequestId,
    email: Email,
    requestedAt: Time,
    attempts: Schema.Int,
    state: Schema.Literal("waiting", "sent", "dropped"),
    at: Time,
    reason: Text,
    detail: Text
  })
)

const mails = `
  SELECT instance_id, request_id, email, requested_at, attempts, 'waiting' AS state, due_at AS at, reason, detail
  FROM requests
  UNION ALL
  SELECT instance_id, request_id, email, requested_at, attempts, state, at, reason, detail FROM mails`

export const layer: Layer.Layer<MagicLinkOutbox, never, SqliteDatabase> = Layer.effect(
  MagicLinkOutbox,
  Effect.map(SqliteDatabase, ({ use }) =>
    MagicLinkOutbox.of({
      enqueue: (request) =>
        use(({ run }) => {
          run(
            `INSERT INTO requests (instance_id, request_id, email, client_hash, requested_at, attempts, due_at)
             VALUES (?, ?, ?, ?, ?, ?, ?)`,
            request.instanceId,
            request.id,
            request.email,
            optionalHash(request.clientHash),
            millis(request.requestedAt),
            request.attempts,
            millis(request.requestedAt)
          )
        }),

      lease: ({ limit, now, until }) =>
        use(({ all, run }) => {
          const due = wishRows(
            all(
              `SELECT instance_id AS "instanceId", request_id AS "id", email, client_hash AS "clientHash",
                 requested_at AS "requestedAt", attempts + 1 AS "attempts"
               FROM requests WHERE due_at <= ? ORDER BY requested_at, request_id LIMIT ?`,
              millis(now),
              limit
            )
          )
          for (const { attempts, id, instanceId } of due) {
            run(
              `UPDATE requests SET attempts = ?, due_at = ? WHERE instance_id = ? AND request_id = ?`,
              attempts,
              millis(until),
              instanceId,
              id
            )
          }
          return due.map((row) => new MagicLinkRequest(row))
        }),

      settle: (instanceId, id, { at, detail, reason, state }) =>
        use(({ run }) => {
          run(
            `INSERT INTO mails (instance_id, request_id, email, requested_at, attempts, state, at, reason, detail)
             SELECT instance_id, request_id, email, requested_at, attempts, ?, ?, ?, ?
             FROM requests WHERE instance_id = ? AND request_id = ?`,
            state,
            millis(at),
            Option.getOrNull(reason),
            Option.getOrNull(detail),
            instanceId,
            id
          )
          run(`DELETE FROM requests WHERE instance_id = ? AND request_id = ?`, instanceId, id)
        }),

      retryAt: (instanceId, id, { at, detail, reason }) =>
        use(({ run }) => {
          run(
            `UPDATE requests SET due_at = ?, reason = ?, detail = ? WHERE instance_id = ? AND request_id = ?`,
            millis(at),
            Option.getOrNull(reason),
            Option.getOrNull(detail),
            instanceId,
            id
          )
        }),

      records: (instanceId, limit) =>
        use(({ all }) =>
          mailRows(
            all(
              `SELECT request_id AS "id", email, requested_at AS "requestedAt", attempts, state, at, reason, detail
               FROM (${mails}) WHERE instance_id = ? ORDER BY requested_at DESC, request_id DESC LIMIT ?`,
              instanceId,
              limit
            )
          ).map((row) => new EmailDelivery(row))
        ),

      sweepRecords: (endedUntil, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM mails WHERE rowid IN (SELECT rowid FROM mails WHERE at <= ? LIMIT ?)`,
            millis(endedUntil),
            limit
          )
        ),

      sweep: (madeUntil, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM requests WHERE rowid IN (SELECT rowid FROM requests WHERE requested_at <= ? LIMIT ?)`,
            millis(madeUntil),
            limit
          )
        )
    })
  )
)
