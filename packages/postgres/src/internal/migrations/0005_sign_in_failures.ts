/**
 * The failed sign-ins in a row of each address, and of the account that has it; `user_id` is none without an account.
 * There is no foreign key to `users`: checking it would take time for addresses with an account only.
 *
 * - `notice_due_at`: when the owner is to be told; none if not.
 * - `expires_at`: when the row may be deleted; none while it counts for an account.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`
    CREATE TABLE ${schema}.sign_in_failures (
      instance_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      user_id text COLLATE "C",
      failures integer NOT NULL CHECK (failures >= 0),
      notice_due_at timestamptz,
      notified_at timestamptz,
      expires_at timestamptz,
      PRIMARY KEY (instance_id, email)
    )`
  yield* sql`
    CREATE INDEX ON ${schema}.sign_in_failures (notice_due_at) WHERE notice_due_at IS NOT NULL`
  yield* sql`CREATE INDEX ON ${schema}.sign_in_failures (expires_at) WHERE expires_at IS NOT NULL`
})
