/**
 * Who can create an account, and invitations to create one: one per address. `email_id` is the last email of an
 * invitation. The tokens of its links are in `magic_links`.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  // A missing setting has its default.
  yield* sql`ALTER TABLE ${schema}.instances ADD COLUMN sign_up_config jsonb NOT NULL DEFAULT '{}'`

  yield* sql`
    CREATE TABLE ${schema}.invitations (
      instance_id text COLLATE "C" NOT NULL,
      invitation_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      email_id text COLLATE "C" NOT NULL,
      PRIMARY KEY (instance_id, invitation_id),
      UNIQUE (instance_id, email)
    )`
  yield* sql`CREATE INDEX ON ${schema}.invitations (expires_at) WHERE expires_at IS NOT NULL`
})
