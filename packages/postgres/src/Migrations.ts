/**
 * Creates the tables and keeps them up to date. Migrations only ever add, so that the previous version keeps working
 * while a new one is rolled out.
 *
 * @since 0.1.0
 */
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as initial from "./internal/migrations/0001_initial.ts"
import * as accountLimits from "./internal/migrations/0002_account_limits.ts"
import * as dashboardAccess from "./internal/migrations/0003_dashboard_access.ts"
import * as emailOutbox from "./internal/migrations/0004_email_outbox.ts"
import * as signInFailures from "./internal/migrations/0005_sign_in_failures.ts"
import * as userAdministration from "./internal/migrations/0006_user_administration.ts"
import * as instanceDeletion from "./internal/migrations/0007_instance_deletion.ts"
import * as passwordSchemes from "./internal/migrations/0008_password_schemes.ts"
import * as waysIn from "./internal/migrations/0009_ways_in.ts"
import * as pendingSignUps from "./internal/migrations/0010_pending_sign_ups.ts"
import * as emailChange from "./internal/migrations/0011_email_change.ts"
import * as accountDeletion from "./internal/migrations/0012_account_deletion.ts"
import * as languages from "./internal/migrations/0013_languages.ts"
import * as magicLinkCodes from "./internal/migrations/0014_magic_link_codes.ts"
import * as emailSuppressions from "./internal/migrations/0015_email_suppressions.ts"
import * as customEmails from "./internal/migrations/0016_custom_emails.ts"
import * as windowFunction from "./internal/migrations/0017_window_function.ts"
import { MigratedSchemas } from "./internal/database.ts"
import * as distribution from "./internal/distribution.ts"
import * as migrator from "./internal/migrator.ts"
import type { MigrationError } from "./MigrationError.ts"
import * as UsedSchemas from "./internal/usedSchemas.ts"
import { PostgresSchema } from "./PostgresSchema.ts"

/** One migration. Ids count up from 1. @since 0.1.0 */
export interface Migration {
  readonly id: number
  readonly name: string
}

/**
 * How a database and this program differ.
 *
 * - `pending`: what `apply` would apply, in this order.
 * - `newer`: what the database has and this program does not know, because a newer version has migrated it.
 *
 * @since 0.1.0
 */
export interface Plan {
  readonly pending: ReadonlyArray<Migration>
  readonly newer: ReadonlyArray<Migration>
}

const migrations: migrator.MigrationRecord = {
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

/**
 * Creates the schema and applies all pending migrations, in one transaction. Returns what it applied. Any number of
 * processes may call it concurrently. Leaves a database that is newer than this program unchanged. Fails with
 * `MigrationError`, and then changes nothing.
 *
 * @since 0.1.0
 */
export const apply: Effect.Effect<ReadonlyArray<Migration>, MigrationError, SqlClient> = migrator.apply(migrations)

/**
 * Returns what `apply` would do, and whether the database is newer than this program. Changes nothing, even if the
 * database is empty. Fails with `MigrationError`.
 *
 * @since 0.1.0
 */
export const plan: Effect.Effect<Plan, MigrationError, SqlClient> = migrator.plan(migrations)

/**
 * Distributes the tables over a Citus cluster, in one transaction: those with rows of instances by instance, and the
 * others as copies on every node. Leaves those that are distributed already. Returns the names of the others. Call it
 * after `apply`, and after each migration that adds a table. Fails with `MigrationError`, and then changes nothing.
 *
 * @since 0.1.0
 */
export const distribute: Effect.Effect<ReadonlyArray<string>, MigrationError, SqlClient> = distribution.distribute

const report = (applied: ReadonlyArray<Migration>, schema: string) =>
  applied.length === 0
    ? Effect.void
    : Effect.logInfo(
        `Latchkey's tables are in the schema "${schema}". Migrations applied`,
        applied.map(({ id, name }) => `${String(id).padStart(4, "0")}_${name}`).join(", ")
      )

const applyAndReport = Effect.gen(function* () {
  const client = yield* SqlClient
  const schema = yield* UsedSchemas.read(PostgresSchema)
  yield* report(yield* apply, schema)
  return [...(yield* MigratedSchemas), { client, schema }]
})

/**
 * Applies the migrations when the layer is built, and logs which: provide it to everything that uses the tables. Fails
 * with `MigrationError`, and then changes nothing. A store that it is provided to dies if it uses another schema.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<never, MigrationError, SqlClient> = Layer.effect(MigratedSchemas, applyAndReport)
