import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as initial from "../../src/internal/migrations/0001_initial.ts"
import * as accountLimits from "../../src/internal/migrations/0002_account_limits.ts"
import * as dashboardAccess from "../../src/internal/migrations/0003_dashboard_access.ts"
import * as emailOutbox from "../../src/internal/migrations/0004_email_outbox.ts"
import * as signInFailures from "../../src/internal/migrations/0005_sign_in_failures.ts"
import * as userAdministration from "../../src/internal/migrations/0006_user_administration.ts"
import * as instanceDeletion from "../../src/internal/migrations/0007_instance_deletion.ts"
import * as passwordSchemes from "../../src/internal/migrations/0008_password_schemes.ts"
import * as waysIn from "../../src/internal/migrations/0009_ways_in.ts"
import * as pendingSignUps from "../../src/internal/migrations/0010_pending_sign_ups.ts"
import * as emailChange from "../../src/internal/migrations/0011_email_change.ts"
import * as accountDeletion from "../../src/internal/migrations/0012_account_deletion.ts"
import * as languages from "../../src/internal/migrations/0013_languages.ts"
import * as magicLinkCodes from "../../src/internal/migrations/0014_magic_link_codes.ts"
import * as emailSuppressions from "../../src/internal/migrations/0015_email_suppressions.ts"
import * as customEmails from "../../src/internal/migrations/0016_custom_emails.ts"
import * as windowFunction from "../../src/internal/migrations/0017_window_function.ts"
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
  { id: 17, name: "window_function" }
]

/** The migration that the next version adds. */
export const next = [{ id: 18, name: "next" }]

/** Each migration of this version by its name, in their order. */
export const migrations: migrator.MigrationRecord = {
  "0001_initial": initial.migration,
  "0002_account_limits": accountLimits.migration,
  "0003_dashboard_access": dashboardAccess.migration,
  "0004_email_outbox": emailOutbox.migration,
  "0005_sign_in_failures": signInFailures.migration,
  "0006_user_administration": userAdministration.migration,
  "0007_instance_deletion": instanceDeletion.migration,
  "0008_password_schemes": passwordSchemes.migration,
  "0009_ways_in": waysIn.migration,
  "0010_pending_sign_ups": pendingSignUps.migration,
  "0011_email_change": emailChange.migration,
  "0012_account_deletion": accountDeletion.migration,
  "0013_languages": languages.migration,
  "0014_magic_link_codes": magicLinkCodes.migration,
  "0015_email_suppressions": emailSuppressions.migration,
  "0016_custom_emails": customEmails.migration,
  "0017_window_function": windowFunction.migration
}

/** Applies what the next version would: the migrations of this version, and one more that runs `statements`. */
export const upgradeWith = (...statements: ReadonlyArray<string>) =>
  migrator.apply({
    ...migrations,
    "0018_next": Effect.flatMap(SqlClient, (sql) =>
      Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
    )
  })

/** Upgrades to a version that changes several tables, and creates one. */
export const upgrade = upgradeWith(
  "ALTER TABLE latchkey.instances ADD COLUMN color text NOT NULL DEFAULT 'blue'",
  "ALTER TABLE latchkey.users ADD COLUMN nickname text",
  "ALTER TABLE latchkey.sessions ADD COLUMN label text NOT NULL DEFAULT ''",
  "ALTER TABLE latchkey.queued_emails ADD COLUMN priority integer NOT NULL DEFAULT 0",
  "CREATE TABLE latchkey.passkeys (instance_id text, passkey_id text, PRIMARY KEY (instance_id, passkey_id))"
)

/** Returns the names of the tables in the schema. */
export const tables = Effect.map(
  Effect.flatMap(
    SqlClient,
    (sql) => sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'latchkey' ORDER BY 1`
  ),
  (rows) => rows.map(({ name }) => name)
)
