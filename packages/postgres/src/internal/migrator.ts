import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { MigrationError } from "../MigrationError.ts"
import { uncheckedDatabase } from "./database.ts"
import { describe } from "./failures.ts"

interface Migration {
  readonly id: number
  readonly name: string
}

/** Migrations by `<id>_<name>`. Ids count up from 1: a migration with an id below the newest would never be applied. */
export type MigrationRecord = Readonly<Record<string, Effect.Effect<void, SqlError, SqlClient.SqlClient>>>

const fileName = (message: string): string | null => {
  const [, id, name] = /"(\d+)_(.+)"/.exec(message) ?? []
  return id === undefined ? null : `${id.padStart(4, "0")}_${name}`
}

const toMigrationError = (error: SqlError | Migrator.MigrationError): MigrationError =>
  error instanceof SqlError
    ? new MigrationError({ migration: null, reason: describe(error) })
    : new MigrationError({
        migration: fileName(error.message),
        reason: error.cause instanceof SqlError ? describe(error.cause) : error.message
      })

/** The migrator dies if a migration fails, and the client dies if a commit fails. */
const orMigrationError = <A, R>(self: Effect.Effect<A, SqlError | Migrator.MigrationError, R>) =>
  self.pipe(
    Effect.mapError(toMigrationError),
    Effect.catchAllDefect((defect) =>
      defect instanceof SqlError || defect instanceof Migrator.MigrationError
        ? toMigrationError(defect)
        : Effect.die(defect)
    )
  )

/** Creates the schema, and the table in which the migrator records what was applied, where they are missing. */
const prepare = Effect.gen(function* () {
  const { sql, schema, tables } = yield* uncheckedDatabase
  const [found] = yield* sql<{ missing: boolean }>`SELECT to_regnamespace(${schema}) IS NULL AS missing`
  // A role without the right to create schemas can use an existing one, but not "CREATE SCHEMA IF NOT EXISTS".
  if (found?.missing === true) yield* sql`CREATE SCHEMA ${sql.literal(`"${schema}"`)}`
  // With the columns of Effect's migrator. It would find out by an error that the table is missing, and the error would
  // end the transaction.
  yield* sql`
    CREATE TABLE IF NOT EXISTS ${tables.migrations} (
      migration_id integer PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      name text NOT NULL
    )`
})

/** Applies all pending migrations, or none. Returns what it applied. Concurrent processes take turns. */
export const apply = (
  migrations: MigrationRecord
): Effect.Effect<ReadonlyArray<Migration>, MigrationError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { sql, schema } = yield* uncheckedDatabase
    const table = `${schema}.migrations`
    const run = Effect.gen(function* () {
      // Without the timeouts of the connection, which are meant for requests.
      yield* sql`SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`
      yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${table}, 0))`
      yield* prepare
      return yield* Migrator.make({})({ loader: Migrator.fromRecord(migrations), table })
    })
    const applied = yield* run.pipe(sql.withTransaction, Effect.provideService(SqlClient.SqlClient, sql))
    return Arr.map(applied, ([id, name]): Migration => ({ id, name }))
  }).pipe(orMigrationError)

const appliedMigrations = Effect.gen(function* () {
  const { sql, schema, tables } = yield* uncheckedDatabase
  const [found] = yield* sql<{ missing: boolean }>`SELECT to_regclass(${`${schema}.migrations`}) IS NULL AS missing`
  if (found?.missing === true) return []
  return yield* sql<Migration>`SELECT migration_id AS id, name FROM ${tables.migrations} ORDER BY migration_id`
})

/** Compares the database with `migrations`. Changes nothing. */
export const plan = (migrations: MigrationRecord) =>
  Effect.gen(function* () {
    const known = Arr.map(yield* Migrator.fromRecord(migrations), ([id, name]): Migration => ({ id, name }))
    const applied = yield* appliedMigrations
    const newest = applied.at(-1)?.id ?? 0
    const knownIds = new Set(known.map(({ id }) => id))
    return {
      pending: known.filter(({ id }) => id > newest),
      newer: applied.filter(({ id }) => !knownIds.has(id)).map(({ id, name }) => ({ id, name }))
    }
  }).pipe(orMigrationError)
