/** The whole service, composed. */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Crypto from "@latchkey/crypto/Crypto"
import * as NodeTokenSigner from "@latchkey/crypto/NodeTokenSigner"
import * as PwnedPasswords from "@latchkey/crypto/PwnedPasswords"
import * as AttemptStatistics from "@latchkey/domain/audit/AttemptStatistics"
import * as CleanupJob from "@latchkey/domain/CleanupJob"
import * as Domain from "@latchkey/domain/Domain"
import * as EventRetention from "@latchkey/domain/event/EventRetention"
import * as EmailDispatcher from "@latchkey/domain/mail/EmailDispatcher"
import type { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import type { Mailer } from "@latchkey/domain/mail/Mailer"
import { DashboardAccess } from "@latchkey/domain/operator/DashboardAccess"
import type { Sessions } from "@latchkey/domain/session/Sessions"
import * as WebhookDispatcher from "@latchkey/domain/webhook/WebhookDispatcher"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Http from "@latchkey/http/Http"
import * as OpenIdClient from "@latchkey/oidc/OpenIdClient"
import * as HttpWebhookSender from "@latchkey/outgoing/HttpWebhookSender"
import * as OperatorInvitationEmail from "@latchkey/pages/dashboard/operator/OperatorInvitationEmail"
import * as WebhookDisabledEmail from "@latchkey/pages/dashboard/webhook/WebhookDisabledEmail"
import * as EmailTemplates from "@latchkey/pages/EmailTemplates"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Duration from "effect/Duration"
import * as SimpleWebAuthn from "@latchkey/webauthn/SimpleWebAuthn"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { CommandError } from "./core/CommandError.ts"
import type { Settings } from "./core/Settings.ts"
import * as ServerKeys from "./core/ServerKeys.ts"
import * as Shutdown from "./core/Shutdown.ts"
import * as OperatorProvider from "./operator/OperatorProvider.ts"
import * as NodeServer from "./http/NodeServer.ts"
import * as Pages from "./http/Pages.ts"
import * as SenderCheck from "./mail/SenderCheck.ts"
import * as PlainHttpWarning from "./http/PlainHttpWarning.ts"
import { RequestTracing } from "./http/RequestTracing.ts"
import * as StoreReadiness from "./http/StoreReadiness.ts"
import * as ConfiguredReports from "./mail/ConfiguredReports.ts"
import * as Sampler from "./core/Sampler.ts"

/**
 * - `dispatchEvery`: how often to check for emails to send, and for events that webhooks get.
 * - `hints`: what problems say in addition to developers; by default nothing.
 * - `localOrigins`: whether pages on every port of the host of `baseUrl` are allowed; not by default.
 * - `routes`: routes in addition to those of the API and the pages.
 */
export interface Options {
  readonly dispatchEvery: Duration.DurationInput
  readonly hints?: Layer.Layer<never, never, HttpSettings.HttpSettings | InstanceDirectory | PublicUrls | Sessions>
  readonly localOrigins?: boolean
  readonly routes: Layer.Layer<never, never, HttpLayerRouter.HttpRouter>
}

/** The API reference has 3 MB, so it is loaded only if it is served. */
const docs = (settings: Settings) =>
  settings.docs
    ? Layer.unwrapEffect(
        Effect.map(
          Effect.promise(() => import("@latchkey/http/Docs")),
          (Docs) => Docs.layerRoutes
        )
      )
    : Layer.empty

/** Traces the requests that `OTEL_TRACES_SAMPLER` chooses, if there is a collector. */
const tracing = ({ otlpEndpoint, tracesRatio, tracesSampler }: Settings) =>
  Option.isSome(otlpEndpoint)
    ? Layer.succeed(RequestTracing, { isSampled: Sampler.make(tracesSampler, tracesRatio) })
    : Layer.empty

const serve = (settings: Settings, { hints = Layer.empty, routes }: Options) => {
  // The request log of the platform would contain whole URLs, and so the tokens of links.
  const options = { disableLogger: true, disableListenLog: true }
  const others = Layer.mergeAll(Http.layerNotFound, Pages.layerRoutes(settings), docs(settings), routes)
  return HttpLayerRouter.serve(others, options).pipe(
    Layer.provide(Http.layerDirectRoutes),
    Layer.provide(Pages.layerApiPages(settings)),
    Layer.provide(hints),
    Layer.provide(tracing(settings))
  )
}

const warnings = (settings: Settings) => Layer.effectDiscard(PlainHttpWarning.warn(settings))

const workers = (dispatchEvery: Duration.DurationInput) =>
  Layer.mergeAll(
    AttemptStatistics.layerWorker("10 seconds"),
    CleanupJob.layerWorker("1 minute"),
    EmailDispatcher.layerWorker(dispatchEvery),
    WebhookDispatcher.layerWorker(dispatchEvery)
  )

const breachedPasswords = (settings: Settings) =>
  Option.match(settings.pwnedPasswordsUrl, {
    onNone: () => Layer.empty,
    onSome: (url) => PwnedPasswords.layer({ url })
  })

const emailsToOperators = ({ dashboard }: Settings) =>
  dashboard ? Layer.merge(OperatorInvitationEmail.layer, WebhookDisabledEmail.layer) : Layer.empty

const adapters = (settings: Settings, localOrigins: boolean) =>
  Layer.mergeAll(
    Crypto.layerWith({ concurrency: Option.getOrUndefined(settings.hashConcurrency) }),
    ConfiguredReports.layer(settings),
    EmailTemplates.layer,
    EventRetention.layer(Duration.days(settings.eventRetentionDays)),
    Postgres.layer,
    emailsToOperators(settings),
    breachedPasswords(settings),
    ServerKeys.layer(settings),
    OperatorProvider.layer(settings),
    NodeTokenSigner.layer,
    SimpleWebAuthn.layer,
    OpenIdClient.layer({ privateHosts: settings.outgoingPrivateHosts }),
    HttpWebhookSender.layer({ privateHosts: settings.outgoingPrivateHosts }),
    SenderCheck.layer(settings),
    StoreReadiness.layer
  ).pipe(Layer.provideMerge(Layer.provideMerge(BaseUrl.layer, HttpSettings.layer({ ...settings, localOrigins }))))

const toCommandError = (error: { readonly message: string }) =>
  error instanceof CommandError ? error : new CommandError({ message: `Latchkey cannot start: ${error.message}.` })

/**
 * Serves until the layer is released. Once it is built, the service accepts requests. `DashboardAccess` creates
 * invitations to the dashboard.
 */
export const layer = (
  settings: Settings,
  options: Options
): Layer.Layer<DashboardAccess, CommandError, Mailer | SqlClient.SqlClient> =>
  Shutdown.layerOnClose(`${settings.shutdownDelaySeconds} seconds`, Effect.flatten(NodeServer.Drain)).pipe(
    Layer.merge(Layer.service(DashboardAccess)),
    Layer.provide(Layer.mergeAll(serve(settings, options), workers(options.dispatchEvery), warnings(settings))),
    Layer.provide(NodeServer.layer(settings)),
    Layer.provide(Domain.layer),
    Layer.provide(adapters(settings, options.localOrigins ?? false)),
    Layer.provide(Shutdown.layer),
    Layer.mapError(toCommandError)
  )
