import { ApiKeyId } from "@latchkey/domain/core/Ids"
import { ApiKey, ApiKeyRepository } from "@latchkey/domain/operator/ApiKeyRepository"
import { Name } from "@latchkey/domain/operator/Operator"
import { Role } from "@latchkey/domain/operator/Role"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, firstOf, millis, optionalMillis, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const Row = Schema.Struct({
  id: ApiKeyId,
  name: Name,
  role: Role,
  createdAt: Time,
  expiresAt: Schema.OptionFromNullOr(Time),
  lastUsedAt: Schema.OptionFromNullOr(Time)
})
const first = (rows: ReadonlyArray<unknown>) => Option.map(firstOf(Row)(rows), (row) => new ApiKey(row))
const every = (rows: ReadonlyArray<unknown>) => allOf(Row)(rows).map((row) => new ApiKey(row))

const columns = `key_id AS "id", name, role, created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt"`

export const layer: Layer.Layer<ApiKeyRepository, never, SqliteDatabase> = Layer.effect(
  ApiKeyRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    ApiKeyRepository.of({
      insert: ({ apiKey, tokenHash }) =>
        use(({ run }) => {
          run(
            `INSERT INTO api_keys (key_id, token_hash, name, role, created_at, expires_at, last_used_at)
             VALUES (?, ?, ?, ?, ?, ?, ?)`,
            apiKey.id,
            tokenHash,
            apiKey.name,
            apiKey.role,
            millis(apiKey.createdAt),
            optionalMillis(apiKey.expiresAt),
            optionalMillis(apiKey.lastUsedAt)
          )
        }),

      findActive: (tokenHash, now) =>
        use(({ all }) =>
          first(
            all(
              `SELECT ${columns} FROM api_keys WHERE token_hash = ? AND (expires_at IS NULL OR expires_at > ?)`,
              tokenHash,
              millis(now)
            )
          )
        ),

      touch: (id, now) =>
        use(({ run }) => {
          run(`UPDATE api_keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE key_id = ?`, millis(now), id)
        }),

      list: (limit) =>
        use(({ all }) => every(all(`SELECT ${columns} FROM api_keys ORDER BY key_id DESC LIMIT ?`, limit))),

      revoke: (id) => use(({ all }) => first(all(`DELETE FROM api_keys WHERE key_id = ? RETURNING ${columns}`, id))),

      revokeAll: use(({ run }) => run(`DELETE FROM api_keys`)),

      deleteExpired: (until, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM api_keys WHERE rowid IN (SELECT rowid FROM api_keys WHERE expires_at <= ? LIMIT ?)`,
            millis(until),
            limit
          )
        )
    })
  )
)
