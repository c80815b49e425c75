import { Email } from "@latchkey/domain/core/Email"
import { InstanceId, QueuedEmailId, UserId } from "@latchkey/domain/core/Ids"
import { TokenHash } from "@latchkey/domain/core/Token"
import { MagicLink, MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { firstOf, millis, OptionalHash, optionalHash, Time } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

const linkRow = firstOf(
  Schema.Struct({
    instanceId: InstanceId,
    tokenHash: TokenHash,
    email: Email,
    clientHash: OptionalHash,
    verifiesEmail: Schema.BooleanFromUnknown,
    requestId: Schema.OptionFromNullOr(QueuedEmailId),
    userId: Schema.OptionFromNullOr(UserId),
    expiresAt: Time
  })
)

const columns = `instance_id AS "instanceId", token_hash AS "tokenHash", email, client_hash AS "clientHash",
  verifies_email AS "verifiesEmail", request_id AS "requestId", user_id AS "userId", expires_at AS "expiresAt"`

const find = ({ all }: Connection, instanceId: InstanceId, tokenHash: TokenHash, now: DateTime.Utc) => {
  const rows = all(
    `SELECT ${columns} FROM magic_links WHERE instance_id = ? AND token_hash = ? AND expires_at > ?`,
    instanceId,
    tokenHash,
    millis(now)
  )
  return Option.map(linkRow(rows), (row) => new MagicLink(row))
}

const findCode = ({ all }: Connection, instanceId: InstanceId, clientHash: TokenHash, now: DateTime.Utc) => {
  const rows = all(
    `SELECT ${columns} FROM magic_links
     WHERE instance_id = ? AND client_hash = ? AND request_id IS NOT NULL AND expires_at > ?
     ORDER BY request_id DESC LIMIT 1`,
    instanceId,
    clientHash,
    millis(now)
  )
  return Option.map(linkRow(rows), (row) => new MagicLink(row))
}

const deleteAll = ({ run }: Connection, instanceId: InstanceId, email: Email) =>
  run(`DELETE FROM magic_links WHERE instance_id = ? AND email = ?`, instanceId, email)

export const layer: Layer.Layer<MagicLinkRepository, never, SqliteDatabase> = Layer.effect(
  MagicLinkRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    MagicLinkRepository.of({
      insert: (link) =>
        use(({ run }) => {
          run(
            `INSERT INTO magic_links (
               instance_id, token_hash, email, client_hash, verifies_email, request_id, user_id, expires_at
             ) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
            link.instanceId,
            link.tokenHash,
            link.email,
            optionalHash(link.clientHash),
            Number(link.verifiesEmail),
            Option.getOrNull(link.requestId),
            Option.getOrNull(link.userId),
            millis(link.expiresAt)
          )
        }),

      find: (instanceId, tokenHash, now) => use((connection) => find(connection, instanceId, tokenHash, now)),

      findCode: (instanceId, clientHash, now) => use((connection) => findCode(connection, instanceId, clientHash, now)),

      consume: (instanceId, tokenHash, now) =>
        use((connection) => {
          const link = find(connection, instanceId, tokenHash, now)
          for (const { email } of Option.toArray(link)) deleteAll(connection, instanceId, email)
          return link
        }),

      deleteAll: (instanceId, email) => use((connection) => void deleteAll(connection, instanceId, email)),

      deleteAllOf: (instanceId, userId) =>
        use(({ run }) => void run(`DELETE FROM magic_links WHERE instance_id = ? AND user_id = ?`, instanceId, userId)),

      deleteExpired: (now, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM magic_links WHERE rowid IN (SELECT rowid FROM magic_links WHERE expires_at <= ? LIMIT ?)`,
            millis(now),
            limit
          )
        )
    })
  )
)
