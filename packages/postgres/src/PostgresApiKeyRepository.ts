/** API keys in the table `api_keys`. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { ApiKeyId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { ApiKey, ApiKeyRepository } from "@latchkey/domain/operator/ApiKeyRepository"
import { Name } from "@latchkey/domain/operator/Operator"
import { Role } from "@latchkey/domain/operator/Role"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { digest, optionalTime, Time, time } from "./internal/columns.ts"
import { database, discard, rows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"
import { deleteInOrder } from "./internal/deleteInOrder.ts"

const keyRows = rows(
  Schema.Struct({
    id: ApiKeyId,
    name: Name,
    role: Role,
    createdAt: Time,
    expiresAt: Schema.OptionFromNullOr(Time),
    lastUsedAt: Schema.OptionFromNullOr(Time)
  })
)

const keysOf = (statement: Parameters<typeof keyRows>[0]) =>
  Effect.map(keyRows(statement), (found) => found.map((row) => new ApiKey(row)))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(`
    key_id AS "id", name, role, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt"`)

  return ApiKeyRepository.of({
    insert: Effect.fnUntraced(function* ({ apiKey, tokenHash }) {
      yield* discard(sql`
        INSERT INTO ${tables.apiKeys} (key_id, token_hash, name, role, created_at, expires_at, last_used_at)
        VALUES (
          ${apiKey.id}, ${digest(tokenHash)}, ${apiKey.name}, ${apiKey.role}, ${time(apiKey.createdAt)},
          ${optionalTime(apiKey.expiresAt)}, ${optionalTime(apiKey.lastUsedAt)}
        )`)
    }, traced("PostgresApiKeyRepository.insert")),

    findActive: Effect.fnUntraced(function* (tokenHash, now) {
      const found = yield* keysOf(sql`
        SELECT ${columns} FROM ${tables.apiKeys}
        WHERE token_hash = ${digest(tokenHash)} AND (expires_at IS NULL OR expires_at > ${time(now)})`)
      return Arr.head(found)
    }, traced("PostgresApiKeyRepository.findActive")),

    touch: Effect.fnUntraced(function* (id, now) {
      yield* discard(sql`
        UPDATE ${tables.apiKeys} SET last_used_at = ${time(now)}
        WHERE key_id = ${id} AND (last_used_at IS NULL OR last_used_at < ${time(now)})`)
    }, traced("PostgresApiKeyRepository.touch")),

    list: Effect.fnUntraced(function* (limit) {
      return yield* keysOf(sql`SELECT ${columns} FROM ${tables.apiKeys} ORDER BY key_id DESC LIMIT ${limit}`)
    }, traced("PostgresApiKeyRepository.list")),

    revoke: Effect.fnUntraced(function* (id) {
      return Arr.head(yield* keysOf(sql`DELETE FROM ${tables.apiKeys} WHERE key_id = ${id} RETURNING ${columns}`))
    }, traced("PostgresApiKeyRepository.revoke")),

    revokeAll: deleteInOrder(db, tables.apiKeys, "key_id")().pipe(traced("PostgresApiKeyRepository.revokeAll")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, {
        table: tables.apiKeys,
        expiryColumn: "expires_at",
        sharedKey: "key_id",
        until,
        limit
      })
    }, traced("PostgresApiKeyRepository.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<ApiKeyRepository, never, SqlClient> = Layer.effect(ApiKeyRepository, make)
