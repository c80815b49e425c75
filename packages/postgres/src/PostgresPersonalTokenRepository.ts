/** Personal access tokens in the table `personal_tokens`. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/core/Email"
import { traced } from "@latchkey/domain/core/Tracing"
import {
  ActivePersonalToken,
  PersonalToken,
  PersonalTokenRepository
} from "@latchkey/domain/personal-token/PersonalTokenRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { digest, optionalTime, Time, time } from "./internal/columns.ts"
import { database, discard, firstRow, hasRow, rows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const times = {
  createdAt: Time,
  expiresAt: Schema.OptionFromNullOr(Time),
  lastUsedAt: Schema.OptionFromNullOr(Time)
}

const tokenRows = rows(Schema.Struct({ ...PersonalToken.fields, ...times }))
const activeRow = firstRow(
  Schema.Struct({
    ...ActivePersonalToken.fields,
    ...times,
    email: Email,
    claimedAt: Schema.OptionFromNullOr(Time)
  })
)

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(`
    t.token_id AS "id", t.user_id AS "userId", t.name, t.scopes, t.created_at AS "createdAt",
    t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt"`)

  const withUser = sql`
    FROM ${tables.personalTokens} t
    JOIN ${tables.users} u
      ON u.instance_id = t.instance_id AND u.user_id = t.user_id AND u.credential_version = t.credential_version`

  return PersonalTokenRepository.of({
    insert: Effect.fnUntraced(function* ({ token, tokenHash }) {
      const { credentialVersion, id, instanceId, name, scopes, userId } = token
      yield* discard(sql`
        DELETE FROM ${tables.personalTokens}
        WHERE instance_id = ${instanceId} AND user_id = ${userId} AND credential_version <> ${credentialVersion}`)
      yield* discard(sql`
        INSERT INTO ${tables.personalTokens} (
          instance_id, token_id, user_id, token_hash, name, scopes, credential_version, created_at, expires_at,
          last_used_at
        ) VALUES (
          ${instanceId}, ${id}, ${userId}, ${digest(tokenHash)}, ${name}, ${[...scopes]}::text[], ${credentialVersion},
          ${time(token.createdAt)}, ${optionalTime(token.expiresAt)}, ${optionalTime(token.lastUsedAt)}
        )`)
    }, traced("PostgresPersonalTokenRepository.insert")),

    findActive: Effect.fnUntraced(function* ({ instanceId, now, ...sought }) {
      const isSought = "id" in sought ? sql`t.token_id = ${sought.id}` : sql`t.token_hash = ${digest(sought.tokenHash)}`
      const row = yield* activeRow(sql`
        SELECT ${columns}, u.email, u.email_verified_at IS NOT NULL AS "emailVerified", u.claimed_at AS "claimedAt"
        ${withUser}
        WHERE t.instance_id = ${instanceId} AND ${isSought}
          AND (t.expires_at IS NULL OR t.expires_at > ${time(now)})
          AND u.disabled_at IS NULL AND (u.deletion_at IS NULL OR u.deletion_at > ${time(now)})`)
      return Option.map(row, (active) => new ActivePersonalToken(active))
    }, traced("PostgresPersonalTokenRepository.findActive")),

    touch: Effect.fnUntraced(function* (instanceId, id, now) {
      yield* discard(sql`
        UPDATE ${tables.personalTokens} SET last_used_at = ${time(now)}
        WHERE instance_id = ${instanceId} AND token_id = ${id}
          AND (last_used_at IS NULL OR last_used_at < ${time(now)})`)
    }, traced("PostgresPersonalTokenRepository.touch")),

    list: Effect.fnUntraced(function* (instanceId, userId) {
      const found = yield* tokenRows(sql`
        SELECT ${columns}, t.instance_id AS "instanceId", t.credential_version AS "credentialVersion"
        ${withUser}
        WHERE t.instance_id = ${instanceId} AND t.user_id = ${userId}
        ORDER BY t.token_id`)
      return found.map((row) => new PersonalToken(row))
    }, traced("PostgresPersonalTokenRepository.list")),

    delete: Effect.fnUntraced(function* (instanceId, userId, id) {
      return yield* hasRow(sql`
        DELETE FROM ${tables.personalTokens}
        WHERE instance_id = ${instanceId} AND token_id = ${id} AND user_id = ${userId}
        RETURNING 1`)
    }, traced("PostgresPersonalTokenRepository.delete")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, { table: tables.personalTokens, expiryColumn: "expires_at", until, limit })
    }, traced("PostgresPersonalTokenRepository.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<PersonalTokenRepository, never, SqlClient> = Layer.effect(PersonalTokenRepository, make)
