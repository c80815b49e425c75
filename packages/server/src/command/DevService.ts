/** The service of `latchkey dev`. A separate module, so that the database starts while it loads. */
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Application from "../Application.ts"
import { CommandError } from "../core/CommandError.ts"
import type * as Settings from "../core/Settings.ts"
import { localOriginsBeside } from "@latchkey/http/core/SettingRules"
import * as DatabaseFailure from "../database/DatabaseFailure.ts"
import * as Pages from "../http/Pages.ts"
import * as ConfiguredMailer from "../mail/ConfiguredMailer.ts"
import * as DashboardInvitation from "../operator/DashboardInvitation.ts"
import type * as DataFolder from "../development/DataFolder.ts"
import * as DevelopmentInbox from "../development/DevelopmentInbox.ts"
import * as DevelopmentInstance from "../development/DevelopmentInstance.ts"
import * as DevelopmentRoutes from "../development/DevelopmentRoutes.ts"
import * as SetUpHints from "../development/SetUpHints.ts"
import * as StartupBanner from "../development/StartupBanner.ts"

/** The development inbox exists only if no email is sent. */
const email = (settings: Settings.DevSettings) =>
  Option.isNone(settings.emailFrom)
    ? {
        mailer: DevelopmentInbox.layer,
        routes: DevelopmentRoutes.layer(settings).pipe(Layer.provide(DevelopmentInbox.layer))
      }
    : { mailer: ConfiguredMailer.layer(settings), routes: Pages.layerRoot(settings) }

const describeData = (settings: Settings.DevSettings, folder: DataFolder.DataFolder): string =>
  Option.match(settings.database, {
    onNone: () => `${folder.path} (${folder.isNew ? "new" : "existing data"})`,
    onSome: ({ url }) => DatabaseFailure.place(url)
  })

const warnIfReachable = (host: string) =>
  ["127.0.0.1", "::1", "localhost"].includes(host)
    ? Effect.void
    : Effect.logWarning(
        "HOST is not loopback: anyone who can reach this port can read the development inbox and sign in as any user"
      )

/** Pages on other ports of this machine, such as those of Vite, are the developer's. */
const isLocal = (baseUrl: string): boolean => localOriginsBeside.isValid(true, baseUrl)

const invitation = (settings: Settings.DevSettings) =>
  Effect.mapError(
    DashboardInvitation.create(settings),
    ({ message }) => new CommandError({ message: `Latchkey cannot start: ${message}.` })
  )

/** Host and port of an origin. */
const hostOf = (origin: string): string => {
  const { hostname, port, protocol } = new URL(origin)
  return `${hostname}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}`
}

const developmentInstance = (options: DevelopmentInstance.Options) =>
  Layer.mapError(
    DevelopmentInstance.layer(options),
    ({ message }) => new CommandError({ message: `Latchkey cannot start: ${message}.` })
  )

/**
 * Serves until the layer is released, and prints how to use the service. `keys` are those of the folder, each of which
 * counts unless the settings have one.
 */
export const layer = (
  configured: Settings.DevSettings,
  folder: DataFolder.DataFolder,
  keys: Readonly<Record<"adminApiKey" | "secretKey", Redacted.Redacted>>
): Layer.Layer<never, CommandError, SqlClient.SqlClient> => {
  const settings = {
    ...configured,
    adminApiKey: Option.orElseSome(configured.adminApiKey, () => keys.adminApiKey),
    secretKey: Option.orElseSome(configured.secretKey, () => keys.secretKey),
    // The development provider is at this port.
    outgoingPrivateHosts: [...configured.outgoingPrivateHosts, hostOf(configured.baseUrl)]
  }
  const isEmbedded = Option.isNone(settings.database)
  const hasProvider = isEmbedded && Option.isNone(settings.emailFrom)
  const printBanner = Effect.gen(function* () {
    const banner = StartupBanner.render({
      baseUrl: settings.baseUrl,
      docs: settings.docs,
      localOrigins: isLocal(settings.baseUrl),
      pages: settings.pages,
      dashboard: settings.dashboard ? Option.some(yield* invitation(settings)) : Option.none(),
      adminKey: Option.isSome(configured.adminApiKey) ? "the value of ADMIN_API_KEY" : Redacted.value(keys.adminApiKey),
      hasInbox: Option.isNone(settings.emailFrom),
      hasProvider,
      data: describeData(settings, folder),
      cookieJar: folder.cookieJar
    })
    yield* Console.log(banner)
    yield* warnIfReachable(settings.host)
  })
  const { mailer, routes } = email(settings)
  const options = {
    dispatchEvery: "250 millis",
    hints: SetUpHints.layer,
    localOrigins: isLocal(settings.baseUrl),
    routes
  } as const
  const application = Application.layer(settings, options).pipe(
    Layer.provide(isEmbedded ? developmentInstance({ baseUrl: settings.baseUrl, hasProvider }) : Layer.empty)
  )
  return Layer.effectDiscard(printBanner).pipe(Layer.provide(application), Layer.provide(mailer))
}
