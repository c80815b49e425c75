/** The indexes of the lists that operators see, by what they filter. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"
import type { Tables } from "../Table.ts"

export const tables = {} as const satisfies Tables

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = yield* PostgresSchema
  const inSchema = (name: string) => sql.literal(`"${schema}".${name}`)

  for (const [name, condition] of [
    ["users_unverified", "email_verified_at IS NULL"],
    ["users_disabled", "disabled_at IS NOT NULL"],
    ["users_deleting", "deletion_at IS NOT NULL"]
  ] as const) {
    yield* sql`
      CREATE INDEX ${sql.literal(name)} ON ${inSchema("users")} (instance_id, created_at, user_id)
        WHERE ${sql.literal(condition)}`
  }

  yield* sql`
    CREATE INDEX email_deliveries_unsent ON ${inSchema("email_deliveries")} (instance_id, requested_at, request_id)
      WHERE state <> 'sent'`
  yield* sql`
    CREATE INDEX email_deliveries_reported ON ${inSchema("email_deliveries")} (instance_id, requested_at, request_id)
      WHERE report IS NOT NULL`

  // The entries of a user are listed for all instances, too.
  yield* sql`DROP INDEX ${inSchema("audit_log_user_id")}`
  for (const column of ["action", "actor", "operator_id", "user_id"]) {
    yield* sql`
      CREATE INDEX ON ${inSchema("audit_log")} (${sql.literal(column)}, audit_id)
        WHERE ${sql.literal(column)} IS NOT NULL`
  }
})
