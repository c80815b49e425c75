/** `latchkey doctor`: checks whether `serve` would work on this machine. */
import { availableParallelism } from "node:os"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as AppCheck from "../app/AppCheck.ts"
import * as Check from "../core/Check.ts"
import { CommandError } from "../core/CommandError.ts"
import * as MemoryLimit from "../core/MemoryLimit.ts"
import * as Misspelled from "../core/Misspelled.ts"
import * as Settings from "../core/Settings.ts"
import type { Environment } from "../core/Variable.ts"
import * as DatabaseChecks from "../database/DatabaseChecks.ts"
import * as ProxyCheck from "../http/ProxyCheck.ts"
import * as BounceCheck from "../mail/BounceCheck.ts"
import * as EmailCheck from "../mail/EmailCheck.ts"
import * as HashingCheck from "../password/HashingCheck.ts"
import * as Logging from "../telemetry/Logging.ts"
import type { Output } from "./Migrate.ts"

/** What this process may use of the machine. */
export interface Machine {
  readonly cores: number
  readonly memory: MemoryLimit.Memory
}

const thisMachine = Effect.sync((): Machine => ({ cores: availableParallelism(), memory: MemoryLimit.make() }))

/** Checks the names of variables beside settings that are valid. */
export const checkNames = (environment: Environment): Check.Finding => {
  const misspelled = Misspelled.find(environment, Settings.names)
  if (misspelled.length === 0) return Check.ok("valid")
  const texts = misspelled.map((found) => `${found.name} ${Misspelled.describe(found)}`)
  return Check.warning(`valid, but ${texts.join(" ")}`)
}

/** Runs all checks. If settings are wrong, it can only check the settings and the database. */
export const examine = (environment: Environment, machine: Machine): Effect.Effect<ReadonlyArray<Check.Check>> =>
  Effect.gen(function* () {
    const settings = yield* Effect.either(Settings.loadServe(environment))
    const database = yield* Effect.option(Settings.loadDatabase(environment))
    const mayMigrate = yield* Effect.orElseSucceed(Settings.loadMigrateOnStart(environment), () => false)
    const settingsCheck = yield* Check.run("settings", Effect.as(settings, checkNames(environment)))
    const remoteChecks = Effect.all(
      [
        Option.isSome(database)
          ? DatabaseChecks.run(database.value, mayMigrate, Either.getRight(settings))
          : Effect.succeed([]),
        Either.isRight(settings)
          ? Effect.map(
              Effect.all(
                [ProxyCheck.run(settings.right), EmailCheck.run(settings.right), BounceCheck.run(settings.right)],
                {
                  concurrency: "unbounded"
                }
              ),
              (checks) => checks.flat()
            )
          : Effect.succeed([])
      ],
      { concurrency: "unbounded" }
    )
    const checks = [settingsCheck, ...(yield* remoteChecks).flat()]
    if (Either.isLeft(settings)) return checks
    const isReadable = checks.some(({ name, ok }) => name === "migrations" && ok)
    const shares = isReadable ? yield* HashingCheck.sharesIn(settings.right.database) : []
    // Last and alone, because it uses every core.
    return [...checks, yield* HashingCheck.run(settings.right, machine, shares)]
  })

/** Runs the checks of an app, with the instances of the database. */
const examineApp = (environment: Environment, app: string): Effect.Effect<ReadonlyArray<Check.Check>, CommandError> =>
  Effect.gen(function* () {
    const origin = yield* AppCheck.parseOrigin(app)
    const settings = yield* Effect.either(Settings.loadServe(environment))
    const settingsCheck = yield* Check.run("settings", Effect.as(settings, checkNames(environment)))
    if (Either.isLeft(settings)) return [settingsCheck]
    const instances = yield* AppCheck.readInstances(settings.right.database)
    return [settingsCheck, ...(yield* AppCheck.run(settings.right, instances, origin))]
  })

const marks: Readonly<Record<Check.Result, string>> = { ok: "ok  ", warning: "WARN", failed: "FAIL" }

const toLine = ({ detail, name, result }: Check.Check): string => `${marks[result]}  ${name.padEnd(11)}  ${detail}`

/** `app`: the origin of an app to check in the place of this machine. */
export interface Options extends Output {
  readonly app?: string
}

/** Prints the result of every check, and fails if one of them failed. */
export const doctor = (environment: Environment, output: Options): Effect.Effect<void, CommandError> =>
  Effect.gen(function* () {
    const checks = yield* output.app === undefined
      ? examine(environment, yield* thisMachine)
      : examineApp(environment, output.app)
    const ok = checks.every((check) => check.ok)
    yield* Console.log(output.json ? JSON.stringify({ ok, checks }, undefined, 2) : checks.map(toLine).join("\n"))
    if (!ok) return yield* new CommandError({ message: "one or more checks failed" })
  }).pipe(Effect.provide(Logging.layerCommand))
