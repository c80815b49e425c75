/**
 * `latchkey dev`: the whole service for development, with nothing to set up.
 *
 * @since 0.1.0
 */
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Application from "../core/Application.ts"
import { CommandError } from "../core/CommandError.ts"
import * as Database from "../database/Database.ts"
import * as DatabaseFailure from "../database/DatabaseFailure.ts"
import * as DataFolder from "../database/DataFolder.ts"
import * as DevelopmentInbox from "../mail/DevelopmentInbox.ts"
import * as DevelopmentRoutes from "../development/DevelopmentRoutes.ts"
import * as StartupBanner from "../development/StartupBanner.ts"
import * as Logging from "../core/Logging.ts"
import * as OutgoingMail from "../mail/OutgoingMail.ts"
import * as Pages from "../http/Pages.ts"
import type { Environment } from "../core/SettingReader.ts"
import * as Settings from "../core/Settings.ts"
import type { SettingsRejected } from "../core/SettingsRejected.ts"
import * as Telemetry from "../core/Telemetry.ts"

const database = (settings: Settings.DevSettings, folder: DataFolder.DataFolder) =>
  Option.match(settings.database, {
    onNone: () => Database.layerEmbedded(folder),
    onSome: (server) => Database.layerServer(server, settings.migrateOnStart)
  })

/** The inbox is there only while it is what catches the mail. */
const mail = (settings: Settings.DevSettings) =>
  Option.isNone(settings.emailFrom)
    ? {
        mailer: DevelopmentInbox.layer,
        routes: DevelopmentRoutes.layer(settings).pipe(Layer.provide(DevelopmentInbox.layer))
      }
    : { mailer: OutgoingMail.layer(settings), routes: Pages.layerRoot(settings) }

const whereDataIs = (settings: Settings.DevSettings, folder: DataFolder.DataFolder): string =>
  Option.match(settings.database, {
    onNone: () => (folder.isNew ? `${folder.path} (new)` : `${folder.path} (what you did before is still there)`),
    onSome: ({ url }) => DatabaseFailure.place(url)
  })

const warnOfVisitors = (host: string) =>
  ["127.0.0.1", "::1", "localhost"].includes(host)
    ? Effect.void
    : Effect.logWarning("Whoever can reach this machine can read the development inbox, and so sign in as anybody")

const invitation = ({ baseUrl }: Settings.DevSettings) =>
  Effect.flatMap(OperatorSessions, ({ invite }) => invite("command_line")).pipe(
    Effect.map((token) => Dashboard.invitationUrl({ baseUrl, token })),
    Effect.mapError(({ message }) => new CommandError({ message: `Latchkey cannot start: ${message}.` }))
  )

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
    const greet = Effect.gen(function* () {
      const greeting = StartupBanner.render({
        baseUrl: settings.baseUrl,
        docs: settings.docs,
        pages: settings.pages,
        dashboard: settings.dashboard ? Option.some(yield* invitation(settings)) : Option.none(),
        adminKey: Option.isSome(given.adminApiKey) ? "the one in ADMIN_API_KEY" : Redacted.value(made),
        catchesMail: Option.isNone(settings.emailFrom),
        data: whereDataIs(settings, folder),
        cookieJar: folder.cookieJar
      })
      yield* Console.log(greeting)
      yield* warnOfVisitors(settings.host)
    })
    const { mailer, routes } = mail(settings)
    const application = Application.layer(settings, { dispatchEvery: "250 millis", routes }).pipe(
      Layer.provide(mailer),
      Layer.provide(database(settings, folder))
    )
    return yield* Layer.effectDiscard(greet).pipe(
      Layer.provide(application),
      Layer.provide(Layer.provideMerge(Telemetry.layer(settings), Logging.layerPretty(settings.logLevel))),
      Layer.launch
    )
  })
