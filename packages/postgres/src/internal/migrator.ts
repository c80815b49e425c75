import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { MigrationError } from "../MigrationError.ts"
import { uncheckedDatabase } from "./database.ts"
import { describe, isLockTimeout } from "./failures.ts"
import { tables as declaredTables } from "./migrations/all.ts"

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

type Failure = SqlError | Migrator.MigrationError

const toMigrationError = (error: Failure): MigrationError =>
  error instanceof SqlError
    ? new MigrationError({ migration: null, reason: describe(error) })
    : new MigrationError({
        migration: fileName(error.message),
        reason: error.cause instanceof SqlError ? describe(error.cause) : error.message
      })

/** The migrator dies if a migration fails, and the client dies if a commit fails. */
const failing = <A, R>(self: Effect.Effect<A, Failure, R>): Effect.Effect<A, Failure, R> =>
  Effect.catchAllDefect(self, (defect) =>
    defect instanceof SqlError || defect instanceof Migrator.MigrationError ? Effect.fail(defect) : Effect.die(defect)
  )

/** Turns failures of the database into `MigrationError`. */
export const orMigrationError = <A, R>(self: Effect.Effect<A, Failure, R>) =>
  Effect.mapError(failing(self), toMigrationError)

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

const appliedMigrations = Effect.gen(function* () {
  const { sql, schema, tables } = yield* uncheckedDatabase
  const [found] = yield* sql<{ missing: boolean }>`SELECT to_regclass(${`${schema}.migrations`}) IS NULL AS missing`
  if (found?.missing === true) return []
  return yield* sql<Migration>`SELECT migration_id AS id, name FROM ${tables.migrations} ORDER BY migration_id`
})

const compare = Effect.fnUntraced(function* (migrations: MigrationRecord) {
  const known = Arr.map(yield* Migrator.fromRecord(migrations), ([id, name]): Migration => ({ id, name }))
  const applied = yield* appliedMigrations
  const newest = applied.at(-1)?.id ?? 0
  const knownNames = new Map(known.map(({ id, name }) => [id, name]))
  return {
    pending: known.filter(({ id }) => id > newest),
    unknown: applied.filter(({ id, name }) => knownNames.get(id) !== name).map(({ id, name }) => ({ id, name }))
  }
})

/** Compares the database with `migrations`. Changes nothing. */
export const plan = (migrations: MigrationRecord) => orMigrationError(compare(migrations))

/** The most that a migration waits for a lock, and requests behind it. After a second, PostgreSQL ends deadlocks. */
const lockMillis = 300

/** How long to wait for a vacuum. PostgreSQL cancels an automatic one for what waits a second. Requests go on. */
const vacuumMillis = 5000

/**
 * Ends automatic vacuums, and keeps others away. A migration does not wait long enough for PostgreSQL to cancel them.
 */
const keepVacuumsAway = Effect.gen(function* () {
  const { sql, schema } = yield* uncheckedDatabase
  const names = ["migrations", ...Object.values(declaredTables).map(({ name }) => name)]
  const existing = yield* sql<{ readonly name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = to_regnamespace(${schema}) AND relkind = 'r' AND relname = ANY (${names})
    ORDER BY relname`
  const tables = sql.literal(existing.map(({ name }) => `"${schema}"."${name}"`).join(", "))
  yield* sql`LOCK TABLE ${tables} IN SHARE UPDATE EXCLUSIVE MODE`
})

const isLocked = (error: unknown): boolean =>
  error instanceof SqlError ? isLockTimeout(error) : error instanceof Migrator.MigrationError && isLocked(error.cause)

const pauses = Schedule.jittered(Schedule.union(Schedule.exponential("500 millis"), Schedule.spaced("5 seconds")))

/** Repeats a transaction that did not get a lock in time. Between attempts, requests use the tables. */
const untilUnused = <A, R>(attempt: Effect.Effect<A, Failure, R>): Effect.Effect<A, Failure, R> =>
  attempt.pipe(
    Effect.tapError((error) =>
      isLocked(error)
        ? Effect.logWarning("Migrations wait for a transaction that uses a table, such as a backup")
        : Effect.void
    ),
    Effect.retry({ schedule: pauses, while: isLocked })
  )

/**
 * Applies all pending migrations, or none. Returns what it applied. Concurrent processes take turns.
 *
 * A migration that waited for one table while it has locked another would make requests wait, or be in a deadlock with
 * one. It therefore gives up soon, releases all locks, and tries again until it succeeds.
 */
export const apply = (
  migrations: MigrationRecord
): Effect.Effect<ReadonlyArray<Migration>, MigrationError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { sql, schema } = yield* uncheckedDatabase
    const table = `${schema}.migrations`
    const setLockTimeout = (millis: number) => sql`SELECT set_config('lock_timeout', ${`${millis}`}, true)`
    const run = Effect.gen(function* () {
      // Without the timeouts of the connection, the role or the database, which are meant for requests.
      yield* sql`
        SELECT set_config(name, '0', true) FROM pg_settings
        WHERE name IN (
          'statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout'
        )`
      yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${table}, 0))`
      yield* prepare
      yield* setLockTimeout(vacuumMillis)
      const { pending } = yield* compare(migrations)
      // The migrator would lock its own table, and the start of a process would wait for a backup.
      if (pending.length === 0) return []
      yield* keepVacuumsAway
      yield* setLockTimeout(lockMillis)
      return yield* Migrator.make({})({ loader: Migrator.fromRecord(migrations), table })
    })
    const attempt = run.pipe(sql.withTransaction, Effect.provideService(SqlClient.SqlClient, sql), failing)
    const applied = yield* untilUnused(attempt)
    return Arr.map(applied, ([id, name]): Migration => ({ id, name }))
  }).pipe(orMigrationError)
