/**
 * Operators see who can use the dashboard: more is stored about invitations and dashboard sessions, and about who made
 * an entry of the audit log.
 *
 * The new columns are optional, so that the previous version can insert rows beside this one. This version ignores rows
 * without an id. Invitations and dashboard sessions from before the upgrade therefore end.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`
    ALTER TABLE ${schema}.operator_invitations
      ADD COLUMN invitation_id text COLLATE "C",
      ADD COLUMN created_by text,
      ADD COLUMN created_at timestamptz`
  yield* sql`
    CREATE UNIQUE INDEX ON ${schema}.operator_invitations (invitation_id) WHERE invitation_id IS NOT NULL`

  yield* sql`
    ALTER TABLE ${schema}.operator_sessions
      ADD COLUMN operator_session_id text COLLATE "C",
      ADD COLUMN method text,
      ADD COLUMN ip_address text,
      ADD COLUMN user_agent text,
      ADD COLUMN authenticated_at timestamptz,
      ADD COLUMN last_seen_at timestamptz`
  yield* sql`
    CREATE UNIQUE INDEX ON ${schema}.operator_sessions (operator_session_id) WHERE operator_session_id IS NOT NULL`

  yield* sql`
    ALTER TABLE ${schema}.audit_log
      ADD COLUMN operator_session_id text COLLATE "C",
      ADD COLUMN ip_address text`
})
