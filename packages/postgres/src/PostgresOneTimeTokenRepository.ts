/** What expires and is used once, in the table `one_time_tokens`. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { UserId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import {
  OneTimeToken,
  type OneTimeTokenKey,
  OneTimeTokenRepository,
  type TokensOfSubject
} from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Digest, digest, Time, time } from "./internal/columns.ts"
import { database, discard, firstRow, hasRow, rows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const { owner: _, ...fields } = OneTimeToken.fields

const TokenRow = Schema.Struct({
  ...fields,
  tokenHash: Digest,
  userId: Schema.OptionFromNullOr(UserId),
  credentialVersion: Schema.OptionFromNullOr(Schema.Int),
  data: Schema.Redacted(Schema.String),
  expiresAt: Time
})

const tokenRow = firstRow(TokenRow)
const tokenRows = rows(TokenRow)

const toToken = ({ credentialVersion, userId, ...row }: typeof TokenRow.Type): OneTimeToken =>
  new OneTimeToken({ ...row, owner: Option.all({ userId, credentialVersion }) })

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(`
    t.instance_id AS "instanceId", t.kind, t.subject, t.token_hash AS "tokenHash", t.user_id AS "userId",
    t.credential_version AS "credentialVersion", t.data, t.expires_at AS "expiresAt"`)

  const ofSubject = ({ instanceId, kind, subject }: Omit<TokensOfSubject, "now">) =>
    sql`t.instance_id = ${instanceId} AND t.subject = ${subject} AND t.kind = ${kind}`

  const isValid = ({ instanceId, now }: Pick<TokensOfSubject, "instanceId" | "now">) => sql`
    t.expires_at > ${time(now)} AND (t.user_id IS NULL OR EXISTS (
      SELECT FROM ${tables.users} u
      WHERE u.instance_id = ${instanceId} AND u.user_id = t.user_id AND u.credential_version = t.credential_version
    ))`

  const isFound = (key: OneTimeTokenKey) =>
    sql`${ofSubject(key)} AND t.token_hash = ${digest(key.tokenHash)} AND ${isValid(key)}`

  /** The row to insert. With an owner it is none, unless the user still has the credentials. */
  const rowOf = ({ data, expiresAt, instanceId, kind, owner, subject, tokenHash }: OneTimeToken, now: DateTime.Utc) => {
    const hash = sql`${digest(tokenHash)}::bytea`
    const content = sql`${Redacted.value(data)}, ${time(expiresAt)}::timestamptz`
    return Option.match(owner, {
      onNone: () => sql`SELECT ${instanceId}, ${subject}, ${hash}, ${kind}, NULL::text, NULL::integer, ${content}`,
      onSome: ({ credentialVersion, userId }) => sql`
        SELECT ${instanceId}, ${subject}, ${hash}, ${kind}, owner.user_id, ${credentialVersion}::integer, ${content}
        FROM (
          SELECT user_id FROM ${tables.users}
          WHERE instance_id = ${instanceId} AND user_id = ${userId} AND credential_version = ${credentialVersion}
            AND disabled_at IS NULL AND (deletion_at IS NULL OR deletion_at > ${time(now)})
          FOR KEY SHARE
        ) AS owner`
    })
  }

  return OneTimeTokenRepository.of({
    put: Effect.fnUntraced(function* (token, { maxPerSubject, now }) {
      // Skips surplus rows that others have locked, so that calls for one subject cannot deadlock.
      return yield* hasRow(sql`
        WITH stored AS (
          INSERT INTO ${tables.oneTimeTokens} (
            instance_id, subject, token_hash, kind, user_id, credential_version, data, expires_at
          )
          ${rowOf(token, now)}
          ON CONFLICT (instance_id, subject, token_hash, kind) DO UPDATE SET
            user_id = EXCLUDED.user_id, credential_version = EXCLUDED.credential_version, data = EXCLUDED.data,
            expires_at = EXCLUDED.expires_at
          RETURNING 1
        ), surplus AS MATERIALIZED (
          SELECT t.token_hash FROM ${tables.oneTimeTokens} t
          WHERE ${ofSubject(token)} AND t.token_hash <> ${digest(token.tokenHash)} AND EXISTS (SELECT FROM stored)
          ORDER BY t.expires_at DESC
          OFFSET ${maxPerSubject - 1}
        ), held AS MATERIALIZED (
          SELECT t.token_hash FROM ${tables.oneTimeTokens} t
          WHERE ${ofSubject(token)} AND t.token_hash = ANY (ARRAY(SELECT token_hash FROM surplus))
          FOR UPDATE SKIP LOCKED
        ), deleted AS (
          DELETE FROM ${tables.oneTimeTokens} t USING held
          WHERE ${ofSubject(token)} AND t.token_hash = held.token_hash
        )
        SELECT FROM stored`)
    }, traced("PostgresOneTimeTokenRepository.put")),

    find: Effect.fnUntraced(function* (key) {
      const row = yield* tokenRow(sql`SELECT ${columns} FROM ${tables.oneTimeTokens} t WHERE ${isFound(key)}`)
      return Option.map(row, toToken)
    }, traced("PostgresOneTimeTokenRepository.find")),

    list: Effect.fnUntraced(function* (of) {
      const found = yield* tokenRows(sql`
        SELECT ${columns} FROM ${tables.oneTimeTokens} t WHERE ${ofSubject(of)} AND ${isValid(of)}`)
      return found.map(toToken)
    }, traced("PostgresOneTimeTokenRepository.list")),

    consume: Effect.fnUntraced(function* (key) {
      const row = yield* tokenRow(sql`
        DELETE FROM ${tables.oneTimeTokens} t WHERE ${isFound(key)} RETURNING ${columns}`)
      return Option.map(row, toToken)
    }, traced("PostgresOneTimeTokenRepository.consume")),

    consumeAll: Effect.fnUntraced(function* (of) {
      // Locks them in a fixed order, as every call for the subject does.
      const consumed = yield* tokenRows(sql`
        WITH held AS MATERIALIZED (
          SELECT t.token_hash FROM ${tables.oneTimeTokens} t WHERE ${ofSubject(of)} ORDER BY t.token_hash FOR UPDATE
        ), consumed AS (
          DELETE FROM ${tables.oneTimeTokens} t USING held
          WHERE ${ofSubject(of)} AND t.token_hash = held.token_hash
          RETURNING t.*
        )
        SELECT ${columns} FROM consumed t WHERE ${isValid(of)}`)
      return consumed.map(toToken)
    }, traced("PostgresOneTimeTokenRepository.consumeAll")),

    deleteAll: Effect.fnUntraced(function* (instanceId, subjects) {
      yield* discard(sql`
        WITH held AS MATERIALIZED (
          SELECT subject, token_hash, kind FROM ${tables.oneTimeTokens}
          WHERE instance_id = ${instanceId} AND subject = ANY (${subjects}::text[])
          ORDER BY subject, token_hash, kind
          FOR UPDATE
        )
        DELETE FROM ${tables.oneTimeTokens} t USING held
        WHERE t.instance_id = ${instanceId} AND t.subject = held.subject AND t.token_hash = held.token_hash
          AND t.kind = held.kind`)
    }, traced("PostgresOneTimeTokenRepository.deleteAll")),

    deleteExpired: Effect.fnUntraced(function* (now, limit) {
      return yield* deleteExpired(db, { table: tables.oneTimeTokens, expiryColumn: "expires_at", until: now, limit })
    }, traced("PostgresOneTimeTokenRepository.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<OneTimeTokenRepository, never, SqlClient> = Layer.effect(OneTimeTokenRepository, make)
