/**
 * `latchkey dev`: the whole service for development, with nothing to set up.
 *
 * @since 0.1.0
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Application from "./Application.ts"
import type { CommandError } from "./CommandError.ts"
import * as Database from "./Database.ts"
import * as DatabaseFailure from "./DatabaseFailure.ts"
import * as DataFolder from "./DataFolder.ts"
import * as DevelopmentInbox from "./DevelopmentInbox.ts"
import * as DevelopmentInboxRoutes from "./DevelopmentInboxRoutes.ts"
import * as Greeting from "./Greeting.ts"
import * as Logging from "./Logging.ts"
import type { Environment } from "./Setting.ts"
import * as Settings from "./Settings.ts"
import type { SettingsRejected } from "./SettingsRejected.ts"

const database = (settings: Settings.DevSettings, folder: DataFolder.DataFolder) =>
  Option.match(settings.database, {
    onNone: () => Database.layerEmbedded(folder),
    onSome: (server) => Database.layerServer(server, settings.migrateOnStart)
  })

const whereDataIs = (settings: Settings.DevSettings, folder: DataFolder.DataFolder): string =>
  Option.match(settings.database, {
    onNone: () =>
      folder.isNew ? `${folder.path} (new)` : `${folder.path} (what you did before is still there)`,
    onSome: ({ url }) => DatabaseFailure.place(url)
  })

/** Keeps its data under `directory`. Never ends by itself. @since 0.1.0 */
export const dev = (
  environment: Environment,
  directory: string
): Effect.Effect<never, CommandError | SettingsRejected> =>
  Effect.gen(function* () {
    const given = yield* Settings.loadDev(environment)
    const folder = yield* DataFolder.open(directory)
    const made = yield* DataFolder.adminKey(folder)
    const settings = { ...given, adminApiKey: Option.orElseSome(given.adminApiKey, () => made) }
    const greeting = Greeting.render({
      baseUrl: settings.baseUrl,
      adminKey: Option.isSome(given.adminApiKey) ? "the one in ADMIN_API_KEY" : Redacted.value(made),
      data: whereDataIs(settings, folder),
      cookieJar: folder.cookieJar
    })
    const application = Application.layer(settings, {
      dispatchEvery: "250 millis",
      routes: DevelopmentInboxRoutes.layer.pipe(Layer.provide(DevelopmentInbox.layer))
    }).pipe(Layer.provide(DevelopmentInbox.layer), Layer.provide(database(settings, folder)))
    return yield* Layer.effectDiscard(Console.log(greeting)).pipe(
      Layer.provide(application),
      Layer.provide(Logging.layerPretty(settings.logLevel)),
      Layer.launch
    )
  })
