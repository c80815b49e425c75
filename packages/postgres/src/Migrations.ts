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

/** @since 0.1.0 */
export type Migration = migrator.Migration
/** @since 0.1.0 */
export type Plan = migrator.Plan

const migrations: migrator.MigrationRecord = {
  "0001_initial": initial.migration
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

/** Applies the migrations when it is built. @since 0.1.0 */
export const layer: Layer.Layer<never, MigrationError, SqlClient> = Layer.effectDiscard(apply)
