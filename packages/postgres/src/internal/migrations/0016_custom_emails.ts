/**
 * The texts that instances have in the place of the default ones, by the kind of email and the language.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`
    CREATE TABLE ${schema}.custom_emails (
      instance_id text COLLATE "C" NOT NULL,
      kind text COLLATE "C" NOT NULL,
      language text COLLATE "C" NOT NULL,
      subject text NOT NULL,
      text text NOT NULL,
      html text NOT NULL,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, kind, language)
    )`
})
