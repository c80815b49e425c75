/** `latchkey dev`: runs the service for development, without any setup. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { CommandError } from "../core/CommandError.ts"
import type { ConfigErrors } from "../core/ConfigErrors.ts"
import * as Settings from "../core/Settings.ts"
import type { Environment } from "../core/Variable.ts"
import * as Database from "../database/Database.ts"
import * as DataFolder from "../development/DataFolder.ts"
import * as Logging from "../telemetry/Logging.ts"
import * as Telemetry from "../telemetry/Telemetry.ts"

const database = (settings: Settings.DevSettings, folder: DataFolder.DataFolder) =>
  Option.match(settings.database, {
    onNone: () => Database.layerEmbedded(folder),
    onSome: (server) => Database.layerServer(server, settings.migrateOnStart)
  })

/** Runs until it is interrupted. Keeps its data in `directory`. */
export const dev = (environment: Environment, directory: string): Effect.Effect<never, CommandError | ConfigErrors> =>
  Effect.gen(function* () {
    const settings = yield* Settings.loadDev(environment)
    const folder = yield* DataFolder.open(directory)
    const keys = { adminApiKey: yield* DataFolder.adminKey(folder), secretKey: yield* DataFolder.secretKey(folder) }
    const loading = yield* Effect.fork(Effect.promise(() => import("./DevService.ts")))
    const service = Effect.map(Fiber.join(loading), ({ layer }) => layer(settings, folder, keys))
    return yield* Layer.unwrapEffect(Effect.zipRight(Settings.warnAboutNames(environment), service)).pipe(
      Layer.provide(database(settings, folder)),
      Layer.provide(Layer.provideMerge(Telemetry.layer(settings), Logging.layerPretty(settings.logLevel))),
      Layer.launch
    )
  })
