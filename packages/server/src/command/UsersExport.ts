/** `latchkey users export`: writes all users of an instance. */
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { Instance } from "@latchkey/domain/instance/Instance"
import * as UserExport from "@latchkey/domain/operator/UserExport"
import * as UserRecord from "@latchkey/http/account/UserRecord"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { amount } from "../account/amount.ts"
import * as NamedInstance from "../account/NamedInstance.ts"
import * as UserFile from "../account/UserFile.ts"
import { CommandError } from "../core/CommandError.ts"
import type { ConfigErrors } from "../core/ConfigErrors.ts"
import * as Settings from "../core/Settings.ts"
import type { Environment } from "../core/Variable.ts"
import * as Database from "../database/Database.ts"
import * as Logging from "../telemetry/Logging.ts"

export interface Options {
  readonly instance: string
  readonly withHashes: boolean
}

const services = (database: Settings.DatabaseSettings) =>
  UserExport.layer.pipe(
    Layer.provide(NodeIdGenerator.layer),
    Layer.provideMerge(Postgres.layer),
    Layer.provide(Database.layerServer(database, false))
  )

const failed = (error: PersistenceError) =>
  new CommandError({ message: `The export failed: ${error.detail ?? error.message}. Nothing complete was written.` })

const linesOf = (users: ReadonlyArray<UserExport.ExportedUser>): string =>
  users.map((user) => `${JSON.stringify(UserRecord.encode(user))}\n`).join("")

interface Counts {
  readonly users: number
  readonly withFactors: number
}

/** Writes every user, and returns how many there are, and how many of them have what does not move. */
const writeAll = (instance: Instance, { withHashes }: Options, write: UserFile.Write) =>
  Effect.flatMap(UserExport.UserExport, ({ pages }) =>
    pages({ instance, withHashes, by: { actor: "command_line" } }).pipe(
      Stream.mapError(failed),
      // The next page is read while this one is written.
      Stream.buffer({ capacity: 1 }),
      Stream.runFoldEffect({ users: 0, withFactors: 0 }, (counts: Counts, users) =>
        Effect.as(write(linesOf(users)), {
          users: counts.users + users.length,
          withFactors: counts.withFactors + users.filter(UserExport.hasFactors).length
        })
      )
    )
  )

const warning = (place: string) =>
  `latchkey: ${place} has password hashes, from which passwords can be guessed. Keep it secret, and delete it after use.`

const factorWarning = (count: number) =>
  `latchkey: ${amount(count, "user")} with a second factor or passkeys, which do not move. Their records have secondFactor or passkeys.`

/** Writes the users to `file`, or to standard output without one. Needs no running service. */
export const exportUsers = (
  environment: Environment,
  file: string | undefined,
  options: Options
): Effect.Effect<void, CommandError | ConfigErrors> =>
  Effect.gen(function* () {
    const settings = yield* Settings.loadDatabase(environment)
    if (options.withHashes) yield* Console.error(warning(file ?? "The output"))
    const { users, withFactors } = yield* NamedInstance.find(options.instance).pipe(
      Effect.flatMap((instance) => {
        const write = (to: UserFile.Write) => writeAll(instance, options, to)
        return file === undefined ? write(UserFile.toStream(process.stdout)) : UserFile.replace(file, write)
      }),
      Effect.provide(services(settings))
    )
    if (withFactors > 0) yield* Console.error(factorWarning(withFactors))
    if (file !== undefined) yield* Console.log(`Exported ${amount(users, "user")} to ${file}.`)
  }).pipe(Effect.provide(Logging.layerCommand))
