/** The name of a user, and what the app and the user keep with it. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"
import type { Tables } from "../Table.ts"

export const tables = {} as const satisfies Tables

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = yield* PostgresSchema

  // The objects are text: `jsonb` would change the order of their members, and their numbers.
  yield* sql`
    ALTER TABLE ${sql.literal(`"${schema}".users`)}
      ADD COLUMN name text,
      ADD COLUMN metadata text NOT NULL DEFAULT '{}',
      ADD COLUMN user_metadata text NOT NULL DEFAULT '{}'`
})
