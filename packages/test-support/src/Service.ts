import { createServer, type Server } from "node:http"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Crypto from "@latchkey/crypto/Crypto"
import type { Email } from "@latchkey/domain/core/Email"
import type { IdentityProviderClient } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import type { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import * as NodeTokenSigner from "@latchkey/crypto/NodeTokenSigner"
import type { SecretKeys } from "@latchkey/domain/core/SecretKeys"
import type { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as Domain from "@latchkey/domain/Domain"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { EmailReportReader } from "@latchkey/domain/mail/EmailReports"
import type { Mailer } from "@latchkey/domain/mail/Mailer"
import type { PasswordBlocklist } from "@latchkey/domain/password/PasswordBlocklist"
import type { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import { WebhookDispatcher } from "@latchkey/domain/webhook/WebhookDispatcher"
import type { WebhookSender } from "@latchkey/domain/webhook/WebhookSender"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as Docs from "@latchkey/http/Docs"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import { Readiness } from "@latchkey/http/core/Readiness"
import * as Http from "@latchkey/http/Http"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemorySecretKeys from "@latchkey/memory/MemorySecretKeys"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as EmailTemplates from "@latchkey/pages/EmailTemplates"
import * as OperatorInvitationEmail from "@latchkey/pages/dashboard/operator/OperatorInvitationEmail"
import * as RequestServer from "@latchkey/server/http/RequestServer"
import { RequestTracing } from "@latchkey/server/http/RequestTracing"
import * as SimpleWebAuthn from "@latchkey/webauthn/SimpleWebAuthn"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Browser } from "./Browser.ts"
import { freePort } from "./freePort.ts"
import { makeMovableClock } from "./MovableClock.ts"
import { isFull } from "./suite.ts"
import * as WebhookReceivers from "./webhookReceivers.ts"

export const adminKey = "test-admin-key-of-at-least-32-characters"

const serveOnRouter = <R>(routes: Layer.Layer<never, never, R>) =>
  HttpLayerRouter.serve(Layer.mergeAll(routes, Http.layerNotFound, Docs.layerRoutes, Dashboard.layerRoutes), {
    disableLogger: true,
    disableListenLog: true
  })
const serveOnLayerRouter = serveOnRouter(Http.layerRoutes)
const serveDirectly = serveOnRouter(Layer.empty)
const serveOnApiBuilder = HttpApiBuilder.serve().pipe(Layer.provide(Http.layerApi))

/** The two ways to mount Latchkey in an app, and that of `serve`: direct routes in front of a router. */
export const mounts = {
  HttpLayerRouter: serveOnLayerRouter,
  HttpApiBuilder: serveOnApiBuilder,
  DirectRoutes: Layer.provide(serveDirectly, Http.layerDirectRoutes)
} as const
export type Mount = keyof typeof mounts

/**
 * The mounts that a rule of HTTP is proved on: one in `npm test`, where test/http/parity compares all, the others in
 * `test:full`.
 */
export const mountsUnderTest = (): ReadonlyArray<Mount> =>
  isFull() ? ["HttpApiBuilder", "DirectRoutes"] : ["HttpLayerRouter"]

/** Serves Latchkey and routes of an app. */
export const serveWith = <R>(routes: Layer.Layer<never, never, R>) =>
  serveOnRouter(Layer.merge(Http.layerRoutes, routes))

/** The server of Node: the platform's own, or with direct routes the one of `serve`. */
const serverOf = (
  mount: Mount | undefined,
  server: () => Server,
  options: { readonly port: number; readonly host: string }
) =>
  mount === "DirectRoutes"
    ? Layer.merge(
        Layer.scoped(
          HttpServer.HttpServer,
          Effect.suspend(() => RequestServer.make(server(), options))
        ),
        NodeHttpServer.layerContext
      )
    : NodeHttpServer.layer(server, options)

/** A layer that serves Latchkey and more, such as its pages. */
export type App = Layer.Layer<never, never, Layer.Layer.Context<(typeof mounts)[Mount]> | Mailer>

export interface ServiceOptions<E> {
  readonly storage: Layer.Layer<Domain.Storage, E>
  readonly mount?: Mount
  /** Replaces `mount`. */
  readonly app?: App
  readonly settings?: Partial<HttpSettings.HttpOptions>
  /** The path below which Latchkey is mounted; the root by default. */
  readonly prefix?: `/${string}`
  /** Receives the log, and may receive spans. Without one, nothing is logged, and `RequestServer` traces no request. */
  readonly logger?: Layer.Layer<never>
  readonly mailer?: "recording" | "unconfigured"
  /** Argon2id and `node:crypto` by default. */
  readonly crypto?: Layer.Layer<IdGenerator | PasswordBlocklist | PasswordHasher | TokenGenerator, unknown>
  /** Keys of a random secret by default. */
  readonly secretKeys?: Layer.Layer<SecretKeys>
  readonly isReady?: Effect.Effect<boolean>
  /** Reads reports about emails. Without it, the service takes none. */
  readonly reports?: Layer.Layer<EmailReportReader, unknown>
  /** Speaks with identity providers. Without it, none can be used. */
  readonly identityProviders?: Layer.Layer<IdentityProviderClient>
  /** Sends to webhooks. Without it, every message succeeds. */
  readonly webhooks?: Layer.Layer<WebhookSender>
  /** The host of its base URL; `127.0.0.1` by default, which can have no passkeys. */
  readonly host?: "127.0.0.1" | "localhost"
  /** `http.createServer` of Node by default. */
  readonly server?: () => Server
}

/** Starts the whole service in this process: HTTP on a real socket, Argon2id, and a clock that the test moves. */
export const startService = async <E>(options: ServiceOptions<E>) => {
  const port = await freePort()
  const origin = `http://${options.host ?? "127.0.0.1"}:${port}`
  const { clock, advance, now } = makeMovableClock()
  const mail =
    options.mailer === "unconfigured"
      ? Layer.merge(MemoryMailer.layerUnconfigured, Layer.succeedContext(nothingSent))
      : MemoryMailer.layer
  const configuredKey = options.settings?.adminApiKey ?? Option.some(Redacted.make(adminKey))
  const settings = HttpSettings.layer({
    baseUrl: origin,
    adminApiKey: configuredKey,
    ...(options.prefix === undefined ? {} : { prefix: options.prefix }),
    ...options.settings
  })

  const domain = Domain.layer.pipe(
    Layer.provideMerge(BaseUrl.layer),
    Layer.provide(EmailTemplates.layer),
    Layer.provide(OperatorInvitationEmail.layer),
    Layer.provide(SimpleWebAuthn.layer),
    Layer.provide(options.identityProviders ?? Layer.empty),
    Layer.provide(options.webhooks ?? WebhookReceivers.make().layer),
    Layer.provide(options.reports ?? Layer.effect(EmailReportReader, EmailReportReader)),
    Layer.provideMerge(mail),
    Layer.provide([options.secretKeys ?? MemorySecretKeys.layer, NodeTokenSigner.layer]),
    Layer.provideMerge(options.storage),
    Layer.provide(options.crypto ?? Crypto.layer)
  )
  const app: App = options.app ?? mounts[options.mount ?? "HttpLayerRouter"]
  const layer = app.pipe(
    Layer.provide(Layer.succeed(RequestTracing, { isSampled: () => options.logger !== undefined })),
    Layer.provide(serverOf(options.mount, options.server ?? createServer, { port, host: "127.0.0.1" })),
    Layer.provideMerge(domain),
    Layer.provide(settings),
    Layer.provide(Layer.succeed(Readiness, { isReady: options.isReady ?? Effect.succeed(true) })),
    Http.withoutQueryTracing,
    Layer.provide(Layer.setClock(clock)),
    Layer.provide(options.logger ?? Logger.minimumLogLevel(LogLevel.None))
  )
  const runtime = ManagedRuntime.make(layer)
  await runtime.runPromise(Effect.void)

  /** Sends every email that is due. */
  const deliver = () =>
    runtime.runPromise(
      Effect.flatMap(EmailDispatcher, ({ dispatch }) =>
        Effect.repeat(dispatch, { until: (count) => count === 0, times: 100 })
      )
    )

  /** Sends every event that is due to its webhook. */
  const deliverEvents = () =>
    runtime.runPromise(
      Effect.flatMap(WebhookDispatcher, ({ dispatch }) =>
        Effect.repeat(dispatch, { until: (count) => count === 0, times: 100 })
      )
    )

  const lastUrl = async (find: (sent: MemoryMailer.Sent["Type"]) => Effect.Effect<Option.Option<string>>) => {
    await deliver()
    const url = new URL(Option.getOrThrow(await runtime.runPromise(Effect.flatMap(MemoryMailer.Sent, find))))
    return `${url.pathname}${url.search}`
  }

  return {
    origin,
    port,
    /** The admin key of the settings. */
    adminKey: configuredKey,
    advance,
    /** The time of the service, in milliseconds. */
    now,
    run: runtime.runPromise,
    browser: (headers?: Record<string, string>) => new Browser(origin, headers),
    deliver,
    deliverEvents,
    emails: () => runtime.runPromise(Effect.flatMap(MemoryMailer.Sent, (_) => _.sent)),
    /** Sends the emails that are due, and returns the path and query of the newest magic link to that address. */
    lastLink: (email: string) => lastUrl(({ lastLinkTo }) => lastLinkTo(email as Email)),
    /** Sends the emails that are due, and returns the newest code to that address. */
    lastCode: async (email: string) => {
      await deliver()
      const code = Effect.flatMap(MemoryMailer.Sent, ({ lastCodeTo }) => lastCodeTo(email as Email))
      return Option.getOrThrow(await runtime.runPromise(code))
    },
    /** The same for the newest link to set a new password. */
    lastResetLink: (email: string) => lastUrl(({ lastResetLinkTo }) => lastResetLinkTo(email as Email)),
    /** The same for the newest invitation. */
    lastInvitation: (email: string) => lastUrl(({ lastInvitationTo }) => lastInvitationTo(email as Email)),
    /** The same for the newest link to complete a sign-up. */
    lastSignUpLink: (email: string) => lastUrl(({ lastSignUpLinkTo }) => lastSignUpLinkTo(email as Email)),
    /** The same for the newest link that changes an address, and for the newest one that restores an address. */
    lastEmailChange: (email: string) => lastUrl(({ lastEmailChangeTo }) => lastEmailChangeTo(email as Email)),
    lastEmailRestore: (email: string) => lastUrl(({ lastEmailRestoreTo }) => lastEmailRestoreTo(email as Email)),
    lastFactorRecovery: (email: string) => lastUrl(({ lastFactorRecoveryTo }) => lastFactorRecoveryTo(email as Email)),
    instances: <A, F>(use: (instances: InstanceDirectory["Type"]) => Effect.Effect<A, F>) =>
      runtime.runPromise(Effect.flatMap(InstanceDirectory, use)),
    stop: () => runtime.dispose()
  }
}

const nothingSent = Context.make(MemoryMailer.Sent, {
  sent: Effect.succeed([]),
  lastTo: () => Effect.succeedNone,
  lastLinkTo: () => Effect.succeedNone,
  lastCodeTo: () => Effect.succeedNone,
  lastResetLinkTo: () => Effect.succeedNone,
  lastInvitationTo: () => Effect.succeedNone,
  lastSignUpLinkTo: () => Effect.succeedNone,
  lastEmailChangeTo: () => Effect.succeedNone,
  lastEmailRestoreTo: () => Effect.succeedNone,
  lastFactorRecoveryTo: () => Effect.succeedNone,
  failNext: () => Effect.void
})

export type Service = Awaited<ReturnType<typeof startService>>
