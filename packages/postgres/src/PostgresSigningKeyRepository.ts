/** Signing keys in the table `signing_keys`. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { SigningKey, SigningKeyRepository } from "@latchkey/domain/access-token/SigningKeyRepository"
import { SealedText } from "@latchkey/domain/core/SecretKeys"
import { traced } from "@latchkey/domain/core/Tracing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Time, time } from "./internal/columns.ts"
import { countRows, database, hasRow, rows } from "./internal/database.ts"

const keyRows = rows(Schema.Struct({ ...SigningKey.fields, privateKey: SealedText, createdAt: Time, activeFrom: Time }))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const { sql, tables } = yield* database

  return SigningKeyRepository.of({
    list: Effect.fnUntraced(function* (instanceId) {
      const found = yield* keyRows(sql`
        SELECT
          instance_id AS "instanceId", number, key_id AS "id", public_key AS "publicKey",
          private_key AS "privateKey", created_at AS "createdAt", active_from AS "activeFrom"
        FROM ${tables.signingKeys} WHERE instance_id = ${instanceId}
        ORDER BY number DESC`)
      return found.map((row) => new SigningKey(row))
    }, traced("PostgresSigningKeyRepository.list")),

    insert: Effect.fnUntraced(function* ({ activeFrom, createdAt, id, instanceId, number, privateKey, publicKey }) {
      const { box, keyId } = privateKey
      return yield* hasRow(sql`
        INSERT INTO ${tables.signingKeys} (
          instance_id, number, key_id, public_key, private_key, created_at, active_from
        ) VALUES (
          ${instanceId}, ${number}, ${id}, ${publicKey}, ${JSON.stringify({ keyId, box })}::jsonb,
          ${time(createdAt)}, ${time(activeFrom)}
        )
        ON CONFLICT (instance_id, number) DO NOTHING
        RETURNING 1`)
    }, traced("PostgresSigningKeyRepository.insert")),

    deleteUpTo: Effect.fnUntraced(function* (instanceId, number) {
      return yield* countRows(sql`
        DELETE FROM ${tables.signingKeys} WHERE instance_id = ${instanceId} AND number <= ${number} RETURNING 1`)
    }, traced("PostgresSigningKeyRepository.deleteUpTo"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<SigningKeyRepository, never, SqlClient> = Layer.effect(SigningKeyRepository, make)
