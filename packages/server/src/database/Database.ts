/** The database of the service, checked and migrated before anything uses it. */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as DatabaseFacts from "@latchkey/postgres/DatabaseFacts"
import * as Distributed from "@latchkey/postgres/Distributed"
import * as Migrations from "@latchkey/postgres/Migrations"
import { PostgresSchema } from "@latchkey/postgres/PostgresSchema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CommandError } from "../core/CommandError.ts"
import type { DatabaseSettings } from "../core/Settings.ts"
import type { DataFolder } from "../development/DataFolder.ts"
import * as DatabaseFailure from "./DatabaseFailure.ts"
import * as ServerDatabase from "./ServerDatabase.ts"

const maxNames = 5

/** Returns the names of migrations, such as `0001_initial`. Of more than five it names the first and the last. */
export const names = (migrations: ReadonlyArray<Migrations.Migration>): string => {
  const all = migrations.map(({ id, name }) => `${String(id).padStart(4, "0")}_${name}`)
  return all.length <= maxNames ? all.join(", ") : `${all[0]} to ${all.at(-1)} (${all.length} migrations)`
}

const foreign = (unknown: ReadonlyArray<Migrations.Migration>): string =>
  `The database was migrated by another version of Latchkey: it has ${names(unknown)}. Use that version or a later one.`

const toCommandError = ({ message }: { readonly message: string }) => new CommandError({ message })

/** Fails if the server is older than the oldest PostgreSQL that Latchkey supports. */
export const checkVersion: Effect.Effect<void, CommandError | SqlError, SqlClient.SqlClient> = Effect.flatMap(
  DatabaseFacts.version,
  (version) =>
    version >= DatabaseFacts.oldestVersion
      ? Effect.void
      : new CommandError({
          message: `The database is PostgreSQL ${version}. Latchkey requires ${DatabaseFacts.oldestVersion} or newer.`
        })
)

/** Returns the pending migrations. Fails if the database has migrations that this version does not know. */
export const pending: Effect.Effect<
  ReadonlyArray<Migrations.Migration>,
  CommandError,
  SqlClient.SqlClient
> = Migrations.plan.pipe(
  Effect.mapError(toCommandError),
  Effect.flatMap(({ pending, unknown }) =>
    unknown.length === 0 ? Effect.succeed(pending) : new CommandError({ message: foreign(unknown) })
  )
)

/** Distributes the tables that are not distributed yet over a Citus cluster, and returns their names. */
export const distribute: Effect.Effect<ReadonlyArray<string>, CommandError, SqlClient.SqlClient> = Effect.mapError(
  Migrations.distribute,
  toCommandError
)

/** Applies the pending migrations, and returns those that it applied. Distributes new tables if the others are. */
export const migrate: Effect.Effect<
  ReadonlyArray<Migrations.Migration>,
  CommandError | SqlError,
  SqlClient.SqlClient
> = Effect.zipRight(pending, Effect.mapError(Migrations.apply, toCommandError)).pipe(
  Effect.zipLeft(Effect.whenEffect(distribute, Distributed.read))
)

/** Applies pending migrations if allowed. Fails if the database cannot be used by this version of Latchkey. */
export const prepare = (mayMigrate: boolean): Effect.Effect<void, CommandError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    yield* checkVersion
    const missing = yield* pending
    // Distributing may have failed after the migrations.
    if (missing.length === 0) return yield* mayMigrate ? Effect.whenEffect(distribute, Distributed.read) : Effect.void
    if (!mayMigrate) {
      const message = `The database has pending migrations: ${names(missing)}. Run "latchkey migrate apply" first.`
      return yield* new CommandError({ message })
    }
    const applied = yield* migrate
    if (applied.length > 0) yield* Effect.logInfo("Migrations applied", names(applied))
  })

/** A PostgreSQL server, and the schema in it. */
export const layerServer = (
  settings: DatabaseSettings,
  mayMigrate: boolean
): Layer.Layer<Distributed.Distributed | PostgresSchema | SqlClient.SqlClient, CommandError> => {
  const describe = DatabaseFailure.unreachable(settings.url)
  const schema = Layer.succeed(PostgresSchema, settings.schema)
  return Effect.zipRight(prepare(mayMigrate), Distributed.read).pipe(
    Effect.provide(Layer.merge(schema, ServerDatabase.layerWithoutTimeouts(settings))),
    Effect.map((isDistributed) =>
      Layer.mergeAll(schema, Layer.succeed(Distributed.Distributed, isDistributed), ServerDatabase.layer(settings))
    ),
    Layer.unwrapEffect,
    // Test one connection of the pool: its timeouts, which the migrations did not use, may be rejected by PgBouncer.
    Layer.tap((context) => Effect.provide(DatabaseFacts.version, context)),
    Layer.mapError((error) => (error._tag === "SqlError" ? describe(error) : error))
  )
}

/** The embedded database of a data folder. Its 27 MB are loaded only if it is used. */
export const layerEmbedded = (folder: DataFolder): Layer.Layer<SqlClient.SqlClient, CommandError> =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("./EmbeddedDatabase.ts")),
      (EmbeddedDatabase) => Layer.provideMerge(Layer.effectDiscard(prepare(true)), EmbeddedDatabase.layer(folder))
    )
  ).pipe(Layer.mapError((error) => (error._tag === "SqlError" ? DatabaseFailure.corrupt(folder.database) : error)))
