/** `latchkey serve`: runs the service in production. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Application from "../Application.ts"
import type { CommandError } from "../core/CommandError.ts"
import type { ConfigErrors } from "../core/ConfigErrors.ts"
import * as Settings from "../core/Settings.ts"
import * as Shutdown from "../core/Shutdown.ts"
import type { Environment } from "../core/Variable.ts"
import * as Database from "../database/Database.ts"
import * as Pages from "../http/Pages.ts"
import * as ConfiguredMailer from "../mail/ConfiguredMailer.ts"
import * as RpIdCheck from "../passkey/RpIdCheck.ts"
import * as Logging from "../telemetry/Logging.ts"
import * as Telemetry from "../telemetry/Telemetry.ts"

const announce = ({ baseUrl, host, port }: Settings.Settings) =>
  Effect.annotateLogs(Effect.logInfo("Latchkey is ready"), { baseUrl, host, port })

/** Fails if users would lose their passkeys. Only logs a warning if operators would: they have other ways in. */
const checkPasskeys = ({ baseUrl }: Settings.Settings) =>
  Effect.gen(function* () {
    yield* RpIdCheck.run(baseUrl)
    const warning = yield* RpIdCheck.warningOfOperators(baseUrl)
    if (Option.isSome(warning)) yield* Effect.logWarning(warning.value)
  })

/** Runs until it is interrupted. */
export const serve = (environment: Environment): Effect.Effect<never, CommandError | ConfigErrors> =>
  Effect.gen(function* () {
    const settings = yield* Settings.loadServe(environment)
    const database = Database.layerServer(settings.database, settings.migrateOnStart).pipe(
      Layer.tap((context) => Effect.provide(checkPasskeys(settings), context))
    )
    const application = Application.layer(settings, {
      dispatchEvery: "500 millis",
      routes: Pages.layerRoot(settings)
    }).pipe(Layer.provide(ConfiguredMailer.layer(settings)), Layer.provide(database))
    return yield* Layer.effectDiscard(Effect.zipRight(Settings.warnAboutNames(environment), announce(settings))).pipe(
      Layer.provide(application),
      Layer.provide(Shutdown.layerLogEnd),
      Layer.provide(Layer.provideMerge(Telemetry.layer(settings), Logging.layerJson(settings.logLevel))),
      Layer.launch
    )
  })
