/**
 * When a user will be deleted, and for how long an instance keeps accounts that their owners have asked to delete. The
 * audit log gets an index by user, for the download of what is stored about one.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.users ADD COLUMN deletion_at timestamptz`
  yield* sql`
    CREATE INDEX users_deletion_at ON ${schema}.users (deletion_at, instance_id, user_id)
      WHERE deletion_at IS NOT NULL`

  // A missing setting has its default.
  yield* sql`ALTER TABLE ${schema}.instances ADD COLUMN account_config jsonb NOT NULL DEFAULT '{}'`

  yield* sql`
    CREATE INDEX audit_log_user_id ON ${schema}.audit_log (instance_id, user_id, audit_id)
      WHERE user_id IS NOT NULL`
})
