/** The tokens of native clients, which each use replaces. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"
import type { Tables } from "../Table.ts"

export const tables = {} as const satisfies Tables

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = yield* PostgresSchema

  yield* sql`
    ALTER TABLE ${sql.literal(`"${schema}".sessions`)}
      ADD COLUMN former_token_hash bytea,
      ADD COLUMN rotated_at timestamptz`
})
