/**
 * `latchkey doctor`: whether `serve` would work here.
 *
 * @since 0.1.0
 */
import * as PostgresSchema from "@latchkey/postgres/PostgresSchema"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { CommandError } from "./CommandError.ts"
import * as Database from "./Database.ts"
import * as DatabaseFacts from "@latchkey/postgres/DatabaseFacts"
import * as DatabaseFailure from "./DatabaseFailure.ts"
import * as Logging from "./Logging.ts"
import type { Output } from "./Migrate.ts"
import * as ServerDatabase from "./ServerDatabase.ts"
import type { Environment } from "./Setting.ts"
import * as Settings from "./Settings.ts"

/** One thing that was looked at, and what was found. @since 0.1.0 */
export interface Check {
  readonly name: "settings" | "database" | "migrations" | "clock"
  readonly ok: boolean
  readonly detail: string
}

// Beyond this, sessions and links end noticeably early or late on one of several servers.
const toleratedMillis = 2_000

const check = <R>(
  name: Check["name"],
  finding: Effect.Effect<string, { readonly message: string }, R>
): Effect.Effect<Check, never, R> =>
  Effect.match(finding, {
    onFailure: ({ message }) => ({ name, ok: false, detail: message }),
    onSuccess: (detail) => ({ name, ok: true, detail })
  })

const migrations = (mayMigrate: boolean) =>
  Effect.flatMap(Database.pending, (pending) => {
    if (pending.length === 0) return Effect.succeed("up to date")
    const names = Database.names(pending)
    return mayMigrate
      ? Effect.succeed(`applied at the next start: ${names}`)
      : new CommandError({ message: `pending: ${names}. Run "latchkey migrate apply"` })
  })

const clock = Effect.flatMap(DatabaseFacts.clockDifference, (difference) => {
  const detail = `${Math.abs(difference)} ms ${difference < 0 ? "behind" : "ahead of"} this program's`
  return Math.abs(difference) <= toleratedMillis ? Effect.succeed(detail) : new CommandError({ message: detail })
})

const reach = ({ url }: Settings.DatabaseSettings) =>
  Database.checkVersion.pipe(
    Effect.zipRight(DatabaseFacts.version),
    Effect.catchTag("SqlError", (error) => DatabaseFailure.unreachable(url)(error)),
    Effect.map((version) => `${DatabaseFailure.place(url)}, PostgreSQL ${version}`)
  )

/** When the database cannot be used, the other checks would only say so again. */
const checkDatabase = (settings: Settings.DatabaseSettings, mayMigrate: boolean) =>
  Effect.gen(function* () {
    const database = yield* check("database", reach(settings))
    if (!database.ok) return [database]
    return [database, yield* check("migrations", migrations(mayMigrate)), yield* check("clock", clock)]
  }).pipe(Effect.provide(Layer.merge(PostgresSchema.layer(settings.schema), ServerDatabase.layerPatient(settings))))

const examine = (environment: Environment): Effect.Effect<ReadonlyArray<Check>> =>
  Effect.gen(function* () {
    const settings = yield* Effect.either(Settings.loadServe(environment))
    const database = yield* Effect.option(Settings.loadDatabase(environment))
    const mayMigrate = Either.isRight(settings) && settings.right.migrateOnStart
    return [
      yield* check("settings", Effect.as(settings, "complete")),
      ...(Option.isSome(database) ? yield* checkDatabase(database.value, mayMigrate) : [])
    ]
  })

const line = ({ detail, name, ok }: Check): string => `${ok ? "ok  " : "FAIL"}  ${name.padEnd(10)}  ${detail}`

/** Fails when something is wrong, after it has told what. @since 0.1.0 */
export const doctor = (environment: Environment, output: Output): Effect.Effect<void, CommandError> =>
  Effect.gen(function* () {
    const checks = yield* examine(environment)
    const ok = checks.every((check) => check.ok)
    yield* Console.log(output.json ? JSON.stringify({ ok, checks }, undefined, 2) : checks.map(line).join("\n"))
    if (!ok) return yield* new CommandError({ message: "something is wrong; see above." })
  }).pipe(Effect.provide(Logging.layerCommand))
