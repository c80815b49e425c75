/**
 * `latchkey serve`: the service for production.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Application from "../core/Application.ts"
import type { CommandError } from "../core/CommandError.ts"
import * as Database from "../database/Database.ts"
import * as Logging from "../core/Logging.ts"
import * as OutgoingMail from "../mail/OutgoingMail.ts"
import * as Pages from "../http/Pages.ts"
import type { Environment } from "../core/SettingReader.ts"
import * as Settings from "../core/Settings.ts"
import type { SettingsRejected } from "../core/SettingsRejected.ts"
import * as Telemetry from "../core/Telemetry.ts"

const announce = ({ baseUrl, host, port }: Settings.Settings) =>
  Effect.annotateLogs(Effect.logInfo("Latchkey is ready"), { baseUrl, host, port })

/** Never ends by itself. @since 0.1.0 */
export const serve = (environment: Environment): Effect.Effect<never, CommandError | SettingsRejected> =>
  Effect.gen(function* () {
    const settings = yield* Settings.loadServe(environment)
    const database = Database.layerServer(settings.database, settings.migrateOnStart)
    const application = Application.layer(settings, {
      dispatchEvery: "500 millis",
      routes: Pages.layerRoot(settings)
    }).pipe(Layer.provide(OutgoingMail.layer(settings)), Layer.provide(database))
    return yield* Layer.effectDiscard(announce(settings)).pipe(
      Layer.provide(application),
      Layer.provide(Layer.provideMerge(Telemetry.layer(settings), Logging.layerJson(settings.logLevel))),
      Layer.launch
    )
  })
