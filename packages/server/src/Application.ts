/**
 * The whole service, put together.
 *
 * @since 0.1.0
 */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Crypto from "@latchkey/crypto/Crypto"
import * as Domain from "@latchkey/domain/Domain"
import * as AttemptStatistics from "@latchkey/domain/audit/AttemptStatistics"
import * as CleanupJob from "@latchkey/domain/CleanupJob"
import * as MagicLinkDispatcher from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import type { Mailer } from "@latchkey/domain/mail/Mailer"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import * as PublicUrls from "@latchkey/domain/instance/PublicUrls"
import * as Http from "@latchkey/http/Http"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Postgres from "@latchkey/postgres/Postgres"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { CommandError } from "./CommandError.ts"
import * as NodeServer from "../http/NodeServer.ts"
import * as Pages from "../http/Pages.ts"
import * as RequestServices from "../http/RequestServices.ts"
import type { Settings } from "./Settings.ts"
import * as Shutdown from "./Shutdown.ts"
import * as StoreReadiness from "../http/StoreReadiness.ts"

/** - `dispatchEvery`: how often the mail outbox is looked into. @since 0.1.0 */
export interface Options {
  readonly dispatchEvery: Duration.DurationInput
  /** Routes besides those of the contract. */
  readonly routes: Layer.Layer<never, never, HttpLayerRouter.HttpRouter>
}

/** The page at `/docs` weighs 3 MB: it is loaded only where it is shown. */
const docs = (settings: Settings) =>
  settings.docs
    ? Layer.unwrapEffect(
        Effect.map(
          Effect.promise(() => import("@latchkey/http/core/Docs")),
          (Docs) => Docs.layerRoutes
        )
      )
    : Layer.empty

const traced = (settings: Settings) =>
  Option.isSome(settings.otlpEndpoint) ? Http.withoutQueryTracing : HttpMiddleware.withTracerDisabledWhen(() => true)

// The platform's own request log holds whole URLs, and so the tokens of links.
const served = (settings: Settings, routes: Options["routes"]) =>
  Layer.unwrapEffect(
    Effect.map(Effect.context<Pages.PageServices>(), (services) => {
      const ofPages = Layer.succeedContext(services)
      const all = Layer.mergeAll(
        Layer.mergeAll(Http.layerRoutes, Http.layerNotFound, Layer.provide(Pages.layerRoutes(settings), ofPages)).pipe(
          Layer.provide(Layer.provide(Pages.layerLook(settings), ofPages))
        ),
        docs(settings),
        routes
      )
      const serving = HttpLayerRouter.serve(all, { disableLogger: true, disableListenLog: true })
      return serving.pipe(traced(settings), RequestServices.only)
    })
  )

const workers = (dispatchEvery: Duration.DurationInput) =>
  Layer.mergeAll(
    AttemptStatistics.layerWorker("10 seconds"),
    MagicLinkDispatcher.layerWorker(dispatchEvery),
    CleanupJob.layerWorker("1 minute")
  )

const adapters = (settings: Settings) =>
  Layer.mergeAll(
    Crypto.layerWith({ concurrency: Option.getOrUndefined(settings.hashConcurrency) }),
    Postgres.layer,
    HttpSettings.layer(settings),
    PublicUrls.layer(settings.baseUrl),
    StoreReadiness.layer
  )

const toCommandError = (error: { readonly message: string }) =>
  error instanceof CommandError ? error : new CommandError({ message: `Latchkey cannot start: ${error.message}.` })

/**
 * Serves until it is closed. By the time it is built it accepts requests. `Operators` makes invitations to the
 * dashboard.
 *
 * @since 0.1.0
 */
export const layer = (
  settings: Settings,
  { dispatchEvery, routes }: Options
): Layer.Layer<OperatorSessions, CommandError, Mailer | SqlClient.SqlClient> =>
  Shutdown.layerOnClose(`${settings.shutdownDelaySeconds} seconds`, Effect.flatten(NodeServer.Drain)).pipe(
    Layer.merge(Layer.service(OperatorSessions)),
    Layer.provide(Layer.mergeAll(served(settings, routes), workers(dispatchEvery))),
    Layer.provide(NodeServer.layer(settings)),
    Layer.provide(Domain.layer),
    Layer.provide(adapters(settings)),
    Layer.provide(Shutdown.layer),
    Layer.mapError(toCommandError)
  )
