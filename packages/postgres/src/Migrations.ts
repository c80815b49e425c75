/**
 * Creates the tables and keeps them up to date. Migrations only ever add, so that the previous version keeps working
 * while a new one is rolled out.
 */
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MigratedSchemas } from "./internal/database.ts"
import * as EventClock from "./internal/eventClock.ts"
import * as distribution from "./internal/distribution.ts"
import { migrations } from "./internal/migrations/all.ts"
import * as migrator from "./internal/migrator.ts"
import type { MigrationError } from "./MigrationError.ts"
import * as UsedSchemas from "./internal/usedSchemas.ts"
import { PostgresSchema } from "./PostgresSchema.ts"

/** One migration. Ids count up from 1. */
export interface Migration {
  readonly id: number
  readonly name: string
}

/**
 * How a database and this program differ.
 *
 * - `pending`: what `apply` would apply, in this order.
 * - `unknown`: what the database has and this program does not know, because another version has migrated it: a newer
 *   one, or one from before the first release.
 */
export interface Plan {
  readonly pending: ReadonlyArray<Migration>
  readonly unknown: ReadonlyArray<Migration>
}

/**
 * Creates the schema and applies all pending migrations, in one transaction. Returns what it applied. Any number of
 * processes may call it concurrently. Applies nothing below the newest migration that the database has. Fails with
 * `MigrationError`, and then changes nothing. Sets the clock of events forward in a restored database.
 */
export const apply: Effect.Effect<ReadonlyArray<Migration>, MigrationError, SqlClient> = Effect.tap(
  migrator.apply(migrations),
  migrator.orMigrationError(EventClock.advance)
)

/**
 * Returns what `apply` would do, and what this program does not know. Changes nothing, even if the database is empty.
 * Fails with `MigrationError`.
 */
export const plan: Effect.Effect<Plan, MigrationError, SqlClient> = migrator.plan(migrations)

/**
 * Distributes the tables over a Citus cluster, in one transaction: those with rows of instances by instance, and the
 * others as copies on every node. Leaves those that are distributed already. Returns the names of the others. Call it
 * after `apply`, and after each migration that adds a table. Fails with `MigrationError`, and then changes nothing.
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
 */
export const layer: Layer.Layer<never, MigrationError, SqlClient> = Layer.effect(MigratedSchemas, applyAndReport)
