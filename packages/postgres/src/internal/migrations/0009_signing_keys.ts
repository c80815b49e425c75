/** Keys that access tokens are signed with. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"
import type { Tables } from "../Table.ts"

export const tables = {
  signingKeys: { name: "signing_keys", ofInstance: { key: "number", letsInBy: null } }
} as const satisfies Tables

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = yield* PostgresSchema

  // The number is in the key, so that of several processes one creates the next key.
  yield* sql`
    CREATE TABLE ${sql.literal(`"${schema}".signing_keys`)} (
      instance_id text COLLATE "C" NOT NULL,
      number integer NOT NULL,
      key_id text NOT NULL,
      public_key text NOT NULL,
      private_key jsonb NOT NULL,
      created_at timestamptz NOT NULL,
      active_from timestamptz NOT NULL,
      PRIMARY KEY (instance_id, number)
    )`
})
