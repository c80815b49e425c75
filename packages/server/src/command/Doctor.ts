/**
 * `latchkey doctor`: whether `serve` would work here.
 *
 * @since 0.1.0
 */
import { availableParallelism } from "node:os"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Check from "./Check.ts"
import { CommandError } from "../core/CommandError.ts"
import * as DatabaseChecks from "../database/DatabaseChecks.ts"
import * as HashingCheck from "../password/HashingCheck.ts"
import * as Logging from "../core/Logging.ts"
import * as MailCheck from "../mail/MailCheck.ts"
import * as MemoryLimit from "../core/MemoryLimit.ts"
import type { Output } from "./Migrate.ts"
import * as ProxyCheck from "../http/ProxyCheck.ts"
import type { Environment } from "../core/SettingReader.ts"
import * as Settings from "../core/Settings.ts"

/** What the machine gives to a process. @since 0.1.0 */
export interface Machine {
  readonly cores: number
  readonly memory: MemoryLimit.Memory
}

const here = Effect.sync((): Machine => ({ cores: availableParallelism(), memory: MemoryLimit.make() }))

/** Without its settings nothing but the database can be looked at. @since 0.1.0 */
export const examine = (environment: Environment, machine: Machine): Effect.Effect<ReadonlyArray<Check.Check>> =>
  Effect.gen(function* () {
    const settings = yield* Effect.either(Settings.loadServe(environment))
    const database = yield* Effect.option(Settings.loadDatabase(environment))
    const mayMigrate = Either.isRight(settings) && settings.right.migrateOnStart
    const first = yield* Check.run("settings", Effect.as(settings, Check.ok("complete")))
    const elsewhere = Effect.all(
      [
        Option.isSome(database) ? DatabaseChecks.run(database.value, mayMigrate) : Effect.succeed([]),
        Either.isRight(settings)
          ? Effect.all([ProxyCheck.run(settings.right), MailCheck.run(settings.right)], { concurrency: "unbounded" })
          : Effect.succeed([])
      ],
      { concurrency: "unbounded" }
    )
    return [
      first,
      ...(yield* elsewhere).flat(),
      // Last and alone: it takes every core for a moment.
      ...(Either.isRight(settings) ? [yield* HashingCheck.run(settings.right, machine)] : [])
    ]
  })

const marks: Readonly<Record<Check.Result, string>> = { ok: "ok  ", warning: "WARN", failed: "FAIL" }

const line = ({ detail, name, result }: Check.Check): string => `${marks[result]}  ${name.padEnd(11)}  ${detail}`

/** Fails when something is wrong, after it has told what. @since 0.1.0 */
export const doctor = (environment: Environment, output: Output): Effect.Effect<void, CommandError> =>
  Effect.gen(function* () {
    const checks = yield* examine(environment, yield* here)
    const ok = checks.every((check) => check.ok)
    yield* Console.log(output.json ? JSON.stringify({ ok, checks }, undefined, 2) : checks.map(line).join("\n"))
    if (!ok) return yield* new CommandError({ message: "something is wrong; see above." })
  }).pipe(Effect.provide(Logging.layerCommand))
