/** Identity providers, as settings of instances, and the accounts that users have there. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"
import type { Tables } from "../Table.ts"
import { distributeWithUsers } from "./distributeWithUsers.ts"

export const tables = {
  identities: { name: "identities", ofInstance: { key: "identity_id", letsInBy: null } }
} as const satisfies Tables

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = yield* PostgresSchema
  const inSchema = (name: string) => sql.literal(`"${schema}".${name}`)

  yield* sql`ALTER TABLE ${inSchema("instances")} ADD COLUMN identity_providers jsonb NOT NULL DEFAULT '[]'`

  yield* sql`
    CREATE TABLE ${inSchema("identities")} (
      instance_id text COLLATE "C" NOT NULL,
      issuer text COLLATE "C" NOT NULL,
      subject text COLLATE "C" NOT NULL,
      identity_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      label text,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,
      PRIMARY KEY (instance_id, issuer, subject),
      UNIQUE (instance_id, identity_id)
    )`
  yield* distributeWithUsers("identities")
  yield* sql`
    ALTER TABLE ${inSchema("identities")}
      ADD FOREIGN KEY (instance_id, user_id) REFERENCES ${inSchema("users")} ON DELETE CASCADE`
  yield* sql`CREATE INDEX ON ${inSchema("identities")} (instance_id, user_id)`
})
