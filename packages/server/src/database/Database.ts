/**
 * The database of the service, checked and brought up to date before anything uses it.
 *
 * @since 0.1.0
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as PostgresSchema from "@latchkey/postgres/PostgresSchema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CommandError } from "../core/CommandError.ts"
import * as DatabaseFacts from "@latchkey/postgres/DatabaseFacts"
import * as DatabaseFailure from "./DatabaseFailure.ts"
import type { DataFolder } from "./DataFolder.ts"
import * as ServerDatabase from "./ServerDatabase.ts"
import type { DatabaseSettings } from "../core/Settings.ts"

/** Names of migrations, for people. @since 0.1.0 */
export const names = (migrations: ReadonlyArray<Migrations.Migration>): string =>
  migrations.map(({ id, name }) => `${String(id).padStart(4, "0")}_${name}`).join(", ")

const tooNew = (newer: ReadonlyArray<Migrations.Migration>): string =>
  `The database is newer than this program: it has ${names(newer)}. Use the version of Latchkey that it was last used with, or a later one.`

const toCommandError = ({ message }: { readonly message: string }) => new CommandError({ message })

/** Fails when the server is older than the oldest PostgreSQL that Latchkey works with. @since 0.1.0 */
export const checkVersion: Effect.Effect<void, CommandError | SqlError, SqlClient.SqlClient> = Effect.flatMap(
  DatabaseFacts.version,
  (version) =>
    version >= DatabaseFacts.oldestVersion
      ? Effect.void
      : new CommandError({
          message: `The database is PostgreSQL ${version}; Latchkey needs ${DatabaseFacts.oldestVersion} or newer.`
        })
)

/** What is pending. Fails when the database is newer than this program. @since 0.1.0 */
export const pending: Effect.Effect<
  ReadonlyArray<Migrations.Migration>,
  CommandError,
  SqlClient.SqlClient
> = Migrations.plan.pipe(
  Effect.mapError(toCommandError),
  Effect.flatMap(({ newer, pending }) =>
    newer.length === 0 ? Effect.succeed(pending) : new CommandError({ message: tooNew(newer) })
  )
)

/** Applies what is pending, and answers what was applied. @since 0.1.0 */
export const migrate: Effect.Effect<
  ReadonlyArray<Migrations.Migration>,
  CommandError,
  SqlClient.SqlClient
> = Effect.zipRight(pending, Effect.mapError(Migrations.apply, toCommandError))

/** Fails when the database is of no use to this program. Applies what is pending if it may. @since 0.1.0 */
export const prepare = (mayMigrate: boolean): Effect.Effect<void, CommandError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    yield* checkVersion
    const missing = yield* pending
    if (missing.length === 0) return
    if (!mayMigrate) {
      const message = `The database lacks ${names(missing)}. Run "latchkey migrate apply" first.`
      return yield* new CommandError({ message })
    }
    const applied = yield* migrate
    if (applied.length > 0) yield* Effect.logInfo("Migrations applied", names(applied))
  })

/** A PostgreSQL server, and the schema in it. @since 0.1.0 */
export const layerServer = (
  settings: DatabaseSettings,
  migrate: boolean
): Layer.Layer<PostgresSchema.PostgresSchema | SqlClient.SqlClient, CommandError> => {
  const describe = DatabaseFailure.unreachable(settings.url)
  const schema = PostgresSchema.layer(settings.schema)
  return prepare(migrate).pipe(
    Effect.provide(Layer.merge(schema, ServerDatabase.layerPatient(settings))),
    Effect.as(Layer.merge(schema, ServerDatabase.layer(settings))),
    Layer.unwrapEffect,
    // The pool asks for more than the connection that the migrations came through: PgBouncer may refuse it.
    Layer.tap((context) => Effect.provide(DatabaseFacts.version, context)),
    Layer.mapError((error) => (error._tag === "SqlError" ? describe(error) : error))
  )
}

/** The embedded database of a data folder. Its 27 MB are loaded only when it is used. @since 0.1.0 */
export const layerEmbedded = (folder: DataFolder): Layer.Layer<SqlClient.SqlClient, CommandError> =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("./EmbeddedDatabase.ts")),
      (EmbeddedDatabase) => Layer.provideMerge(Layer.effectDiscard(prepare(true)), EmbeddedDatabase.layer(folder))
    )
  ).pipe(Layer.mapError((error) => (error._tag === "SqlError" ? DatabaseFailure.broken(folder.database) : error)))
