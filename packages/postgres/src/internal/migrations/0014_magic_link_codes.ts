/**
 * The codes beside magic links: each is a row of `magic_links` whose token no one has, found by the client and the
 * request that it is derived from.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.magic_links ADD COLUMN request_id text COLLATE "C"`
  yield* sql`
    CREATE INDEX magic_links_codes ON ${schema}.magic_links (instance_id, client_hash, request_id)
      WHERE request_id IS NOT NULL`
})
