/**
 * Magic links in the table `magic_links`. Consuming one is one statement, which locks all links of the address in a
 * fixed order.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { Email } from "@latchkey/domain/core/Email"
import { InstanceId, QueuedEmailId, UserId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { MagicLink, MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Digest, digest, optionalDigest, Time, time } from "./internal/columns.ts"
import { database, discard, firstRow } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const LinkRow = Schema.Struct({
  instanceId: InstanceId,
  tokenHash: Digest,
  email: Email,
  clientHash: Schema.OptionFromNullOr(Digest),
  verifiesEmail: Schema.Boolean,
  requestId: Schema.OptionFromNullOr(QueuedEmailId),
  userId: Schema.OptionFromNullOr(UserId),
  expiresAt: Time
})

const toLink = (row: typeof LinkRow.Type): MagicLink => new MagicLink(row)
const linkRow = firstRow(LinkRow)

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(`
    l.instance_id AS "instanceId", l.token_hash AS "tokenHash", l.email, l.client_hash AS "clientHash",
    l.verifies_email AS "verifiesEmail", l.request_id AS "requestId", l.user_id AS "userId", l.expires_at AS "expiresAt"`)

  const deleteWhere = (instanceId: InstanceId, condition: Fragment) =>
    discard(sql`
      WITH held AS MATERIALIZED (
        SELECT token_hash FROM ${tables.magicLinks}
        WHERE instance_id = ${instanceId} AND ${condition}
        ORDER BY token_hash
        FOR UPDATE
      )
      DELETE FROM ${tables.magicLinks} l USING held
      WHERE l.instance_id = ${instanceId} AND l.token_hash = held.token_hash
      RETURNING 1`)

  return MagicLinkRepository.of({
    insert: Effect.fnUntraced(function* (link) {
      yield* discard(sql`
        INSERT INTO ${tables.magicLinks} (
          instance_id, token_hash, email, client_hash, verifies_email, request_id, user_id, expires_at
        ) VALUES (
          ${link.instanceId}, ${digest(link.tokenHash)}, ${link.email}, ${optionalDigest(link.clientHash)},
          ${link.verifiesEmail}, ${Option.getOrNull(link.requestId)}, ${Option.getOrNull(link.userId)}, ${time(link.expiresAt)}
        )`)
    }, traced("PostgresMagicLinkRepository.insert")),

    find: Effect.fnUntraced(function* (instanceId, tokenHash, now) {
      const row = yield* linkRow(sql`
        SELECT ${columns} FROM ${tables.magicLinks} l
        WHERE l.instance_id = ${instanceId} AND l.token_hash = ${digest(tokenHash)} AND l.expires_at > ${time(now)}`)
      return Option.map(row, toLink)
    }, traced("PostgresMagicLinkRepository.find")),

    findCode: Effect.fnUntraced(function* (instanceId, clientHash, now) {
      const row = yield* linkRow(sql`
        SELECT ${columns} FROM ${tables.magicLinks} l
        WHERE l.instance_id = ${instanceId} AND l.client_hash = ${digest(clientHash)} AND l.request_id IS NOT NULL
          AND l.expires_at > ${time(now)}
        ORDER BY l.request_id DESC
        LIMIT 1`)
      return Option.map(row, toLink)
    }, traced("PostgresMagicLinkRepository.findCode")),

    consume: Effect.fnUntraced(function* (instanceId, tokenHash, now) {
      // Locks all links of the address, in a fixed order: a concurrent call for any of them waits here, and then finds
      // them deleted.
      const row = yield* linkRow(sql`
        WITH presented AS MATERIALIZED (
          SELECT email FROM ${tables.magicLinks}
          WHERE instance_id = ${instanceId} AND token_hash = ${digest(tokenHash)} AND expires_at > ${time(now)}
        ), held AS MATERIALIZED (
          SELECT l.token_hash FROM presented
          JOIN ${tables.magicLinks} l ON l.instance_id = ${instanceId} AND l.email = presented.email
          ORDER BY l.token_hash
          FOR UPDATE OF l
        ), consumed AS (
          DELETE FROM ${tables.magicLinks} l USING held
          WHERE l.instance_id = ${instanceId} AND l.token_hash = held.token_hash
          RETURNING ${columns}
        )
        SELECT * FROM consumed WHERE "tokenHash" = ${digest(tokenHash)}`)
      return Option.map(row, toLink)
    }, traced("PostgresMagicLinkRepository.consume")),

    deleteAll: (instanceId, email) =>
      deleteWhere(instanceId, sql`email = ${email}`).pipe(traced("PostgresMagicLinkRepository.deleteAll")),

    deleteAllOf: (instanceId, userId) =>
      deleteWhere(instanceId, sql`user_id = ${userId}`).pipe(traced("PostgresMagicLinkRepository.deleteAllOf")),

    deleteExpired: Effect.fnUntraced(function* (now, limit) {
      return yield* deleteExpired(db, { table: tables.magicLinks, expiryColumn: "expires_at", until: now, limit })
    }, traced("PostgresMagicLinkRepository.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<MagicLinkRepository, never, SqlClient> = Layer.effect(MagicLinkRepository, make)
