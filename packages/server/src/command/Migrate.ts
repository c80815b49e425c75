/**
 * `latchkey migrate`: what a new version changes in the database, and changing it.
 *
 * @since 0.1.0
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as PostgresSchema from "@latchkey/postgres/PostgresSchema"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CommandError } from "../core/CommandError.ts"
import * as Database from "../database/Database.ts"
import * as DatabaseFailure from "../database/DatabaseFailure.ts"
import * as Logging from "../core/Logging.ts"
import * as ServerDatabase from "../database/ServerDatabase.ts"
import type { Environment } from "../core/SettingReader.ts"
import * as Settings from "../core/Settings.ts"
import type { SettingsRejected } from "../core/SettingsRejected.ts"

/** - `json`: answer for programs. @since 0.1.0 */
export interface Output {
  readonly json: boolean
}

type Command = (environment: Environment, output: Output) => Effect.Effect<void, CommandError | SettingsRejected>

const print = (output: Output, answer: unknown, text: string) =>
  Console.log(output.json ? JSON.stringify(answer, undefined, 2) : text)

const onDatabase = (
  environment: Environment,
  command: Effect.Effect<void, CommandError | SqlError, SqlClient.SqlClient>
): Effect.Effect<void, CommandError | SettingsRejected> =>
  Effect.flatMap(Settings.loadDatabase(environment), (settings) =>
    command.pipe(
      Effect.provide(ServerDatabase.layerPatient(settings)),
      Effect.provide(Layer.merge(PostgresSchema.layer(settings.schema), Logging.layerCommand)),
      Effect.catchTag("SqlError", (error) => DatabaseFailure.unreachable(settings.url)(error))
    )
  )

/** Shows what `apply` would do. @since 0.1.0 */
export const plan: Command = (environment, output) =>
  onDatabase(
    environment,
    Effect.gen(function* () {
      yield* Database.checkVersion
      const pending = yield* Database.pending
      const text = pending.length === 0 ? "The database is up to date." : `Pending: ${Database.names(pending)}.`
      yield* print(output, { pending }, text)
    })
  )

/** Applies what is pending. @since 0.1.0 */
export const apply: Command = (environment, output) =>
  onDatabase(
    environment,
    Effect.gen(function* () {
      yield* Database.checkVersion
      const applied = yield* Database.migrate
      const text = applied.length === 0 ? "The database is up to date." : `Applied: ${Database.names(applied)}.`
      yield* print(output, { applied }, text)
    })
  )
