/**
 * The scheme of each password hash, so that its share is cheap to find, and a key for each instance. Both serve the
 * decoys of addresses without an account.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

/** As `PasswordScheme.ofHash`. */
const scheme = String.raw`
  CASE
    WHEN password_hash ~ '\$2b\$[0-9]{2}\$[^$]{53}$' THEN left(password_hash, -54)
    ELSE regexp_replace(password_hash, '\$[^$]*\$[^$]*$', '')
  END`

/** 64 random hexadecimal digits, 244 random bits: the server generates UUIDs with its cryptographic random source. */
const randomKey = "replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`
    ALTER TABLE ${schema}.users
      ADD COLUMN password_scheme text COLLATE "C" GENERATED ALWAYS AS (${sql.literal(scheme)}) STORED`
  yield* sql`
    CREATE INDEX users_password_scheme ON ${schema}.users (instance_id, password_scheme)
      WHERE password_scheme IS NOT NULL`
  // Each row gets its own key, also those of the previous version, which does not know the column.
  yield* sql`ALTER TABLE ${schema}.instances ADD COLUMN decoy_key text NOT NULL DEFAULT ${sql.literal(randomKey)}`
})
