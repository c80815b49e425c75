import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { migrations } from "../../src/internal/migrations/all.ts"
import * as migrator from "../../src/internal/migrator.ts"

/** The migrations of this version. */
export const all = [
  { id: 1, name: "initial" },
  { id: 2, name: "account_limits" },
  { id: 3, name: "dashboard_access" },
  { id: 4, name: "email_outbox" },
  { id: 5, name: "sign_in_failures" },
  { id: 6, name: "user_administration" },
  { id: 7, name: "instance_deletion" },
  { id: 8, name: "password_schemes" },
  { id: 9, name: "ways_in" },
  { id: 10, name: "pending_sign_ups" },
  { id: 11, name: "email_change" },
  { id: 12, name: "account_deletion" },
  { id: 13, name: "languages" },
  { id: 14, name: "magic_link_codes" },
  { id: 15, name: "email_suppressions" },
  { id: 16, name: "custom_emails" },
  { id: 17, name: "window_function" },
  { id: 18, name: "second_factor" },
  { id: 19, name: "passkeys" },
  { id: 20, name: "operators" },
  { id: 21, name: "operator_passkeys" },
  { id: 22, name: "factor_recovery" },
  { id: 23, name: "users_of_emails" },
  { id: 24, name: "restorations" },
  { id: 25, name: "recovery_code_times" },
  { id: 26, name: "one_time_tokens" }
]

/** The migration that the next version adds. */
export const next = [{ id: all.length + 1, name: "next" }]

/** Its name among the migrations. */
export const nextName = `${String(all.length + 1).padStart(4, "0")}_next`

/** Applies what the next version would: the migrations of this version, and one more that runs `statements`. */
export const upgradeWith = (...statements: ReadonlyArray<string>) =>
  migrator.apply({
    ...migrations,
    [nextName]: Effect.flatMap(SqlClient, (sql) =>
      Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
    )
  })

/** Upgrades to a version that changes several tables, and creates one. */
export const upgrade = upgradeWith(
  "ALTER TABLE latchkey.instances ADD COLUMN color text NOT NULL DEFAULT 'blue'",
  "ALTER TABLE latchkey.users ADD COLUMN nickname text",
  "ALTER TABLE latchkey.sessions ADD COLUMN label text NOT NULL DEFAULT ''",
  "ALTER TABLE latchkey.queued_emails ADD COLUMN priority integer NOT NULL DEFAULT 0",
  "CREATE TABLE latchkey.gadgets (instance_id text, gadget_id text, PRIMARY KEY (instance_id, gadget_id))"
)

/** Returns the names of the tables in the schema. */
export const tables = Effect.map(
  Effect.flatMap(
    SqlClient,
    (sql) => sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'latchkey' ORDER BY 1`
  ),
  (rows) => rows.map(({ name }) => name)
)
