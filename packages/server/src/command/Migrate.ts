/** `latchkey migrate`: lists and applies the migrations that a new version needs. */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { PostgresSchema } from "@latchkey/postgres/PostgresSchema"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CommandError } from "../core/CommandError.ts"
import type { ConfigErrors } from "../core/ConfigErrors.ts"
import * as Settings from "../core/Settings.ts"
import type { Environment } from "../core/Variable.ts"
import * as Database from "../database/Database.ts"
import * as DatabaseFailure from "../database/DatabaseFailure.ts"
import * as ServerDatabase from "../database/ServerDatabase.ts"
import * as Logging from "../telemetry/Logging.ts"

/** `json`: print JSON for programs instead of text. */
export interface Output {
  readonly json: boolean
}

type Plan = (environment: Environment, output: Output) => Effect.Effect<void, CommandError | ConfigErrors>

const print = (output: Output, result: unknown, text: string) =>
  Console.log(output.json ? JSON.stringify(result, undefined, 2) : text)

const onDatabase = (
  environment: Environment,
  command: Effect.Effect<void, CommandError | SqlError, SqlClient.SqlClient>
): Effect.Effect<void, CommandError | ConfigErrors> =>
  Effect.flatMap(Settings.loadDatabase(environment), (settings) =>
    command.pipe(
      Effect.provide(ServerDatabase.layerWithoutTimeouts(settings)),
      Effect.provide(Layer.merge(Layer.succeed(PostgresSchema, settings.schema), Logging.layerCommand)),
      Effect.catchTag("SqlError", (error) => DatabaseFailure.unreachable(settings.url)(error))
    )
  )

/** Prints what `apply` would do. */
export const plan: Plan = (environment, output) =>
  onDatabase(
    environment,
    Effect.gen(function* () {
      yield* Database.checkVersion
      const pending = yield* Database.pending
      const text = pending.length === 0 ? "The database is up to date." : `Pending: ${Database.names(pending)}.`
      yield* print(output, { pending }, text)
    })
  )

/** `citus`: distribute the tables over a Citus cluster. */
export interface ApplyOptions extends Output {
  readonly citus: boolean
}

/** Applies the pending migrations, and prints which. Distributes the tables if that is asked for. */
export const apply = (
  environment: Environment,
  options: ApplyOptions
): Effect.Effect<void, CommandError | ConfigErrors> =>
  onDatabase(
    environment,
    Effect.gen(function* () {
      yield* Database.checkVersion
      const applied = yield* Database.migrate
      const text = applied.length === 0 ? "The database is up to date." : `Applied: ${Database.names(applied)}.`
      if (!options.citus) return yield* print(options, { applied }, text)
      const distributed = yield* Database.distribute
      const tables =
        distributed.length === 0 ? "The tables are distributed." : `Distributed: ${distributed.join(", ")}.`
      yield* print(options, { applied, distributed }, `${text}\n${tables}`)
    })
  )
