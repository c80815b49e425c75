/** The order of the audit log, for those who read it as a feed (decision 0098). */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"
import type { Tables } from "../Table.ts"

export const tables = {} as const satisfies Tables

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const auditLog = sql.literal(`"${yield* PostgresSchema}".audit_log`)

  // What is there comes first. The default is for processes of the version before, which go on for a while.
  yield* sql`ALTER TABLE ${auditLog} ADD COLUMN position bigint NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE ${auditLog} ALTER COLUMN position SET DEFAULT pg_current_xact_id()::text::bigint`
  yield* sql`CREATE INDEX audit_log_position ON ${auditLog} (position, audit_id)`
})
