/**
 * The tables, made and kept up to date. Migrations only ever add, so that the version before goes on working while a
 * new one is rolled out.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as migrator from "./internal/migrator.ts"
import type { MigrationError } from "./MigrationError.ts"
import * as initial from "./internal/migrations/0001_initial.ts"
import * as pages from "./internal/migrations/0002_pages.ts"

/** One step: `id` counts up from 1, and `name` says what it is about. @since 0.1.0 */
export interface Migration {
  readonly id: number
  readonly name: string
}

/** How a database and this program differ. @since 0.1.0 */
export interface Plan {
  /** What `apply` would apply, in that order. */
  readonly pending: ReadonlyArray<Migration>
  /** What the database has and this program does not know: a newer version was here. */
  readonly newer: ReadonlyArray<Migration>
}

const migrations: migrator.MigrationRecord = {
  "0001_initial": initial.migration,
  "0002_pages": pages.migration
}

/**
 * Makes the schema and applies what is pending, in one transaction, and answers what was applied. Any number of
 * processes may do it at once. A database that is newer than this program is left as it is.
 *
 * @since 0.1.0
 */
export const apply: Effect.Effect<ReadonlyArray<Migration>, MigrationError, SqlClient> = migrator.apply(migrations)

/**
 * What `apply` would do, and whether the database is newer than this program. Changes nothing, also where there is
 * nothing yet.
 *
 * @since 0.1.0
 */
export const plan: Effect.Effect<Plan, MigrationError, SqlClient> = migrator.plan(migrations)

/**
 * Applies the migrations when it is built: provide it to whatever uses the tables. Fails with `MigrationError`, and
 * changes nothing then.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<never, MigrationError, SqlClient> = Layer.effectDiscard(apply)
