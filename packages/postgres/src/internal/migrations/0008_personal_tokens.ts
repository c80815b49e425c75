/** What instances set about tokens, and the personal access tokens of users. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"
import type { Tables } from "../Table.ts"
import { distributeWithUsers } from "./distributeWithUsers.ts"

export const tables = {
  personalTokens: { name: "personal_tokens", ofInstance: { key: "token_id", letsInBy: "token_id" } }
} as const satisfies Tables

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = yield* PostgresSchema
  const inSchema = (name: string) => sql.literal(`"${schema}".${name}`)

  yield* sql`ALTER TABLE ${inSchema("instances")} ADD COLUMN token_config jsonb NOT NULL DEFAULT '{}'`

  yield* sql`
    CREATE TABLE ${inSchema("personal_tokens")} (
      instance_id text COLLATE "C" NOT NULL,
      token_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL,
      name text NOT NULL,
      scopes text[] NOT NULL,
      credential_version integer NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz,
      last_used_at timestamptz,
      PRIMARY KEY (instance_id, token_id),
      UNIQUE (instance_id, token_hash)
    )`
  yield* distributeWithUsers("personal_tokens")
  yield* sql`
    ALTER TABLE ${inSchema("personal_tokens")}
      ADD FOREIGN KEY (instance_id, user_id) REFERENCES ${inSchema("users")} ON DELETE CASCADE`
  yield* sql`CREATE INDEX ON ${inSchema("personal_tokens")} (instance_id, user_id)`
  yield* sql`CREATE INDEX ON ${inSchema("personal_tokens")} (expires_at) WHERE expires_at IS NOT NULL`
})
