/**
 * The addresses that users had before they changed them: reserved until `expires_at`. `credential_version` orders the
 * changes of a user. The tokens of the links that restore an address are in `magic_links`.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`
    CREATE TABLE ${schema}.former_emails (
      instance_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      credential_version integer NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, email),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.former_emails (instance_id, user_id)`
  yield* sql`CREATE INDEX ON ${schema}.former_emails (expires_at) WHERE expires_at IS NOT NULL`
})
