/** The layers of a whole app, by the service that only that layer provides. */
export const layers: Readonly<Record<string, string>> = {
  AccountNoticeTemplate: "PlainEmailTemplates.layerAccountNotice",
  ApiKeyRepository: "MemoryApiKeyRepository.layer",
  AttemptCounts: "MemoryAttemptCounts.layer",
  AuditLog: "MemoryAuditLog.layer",
  CustomEmailFormat: "PlainEmailTemplates.layerCustomEmailFormat",
  CustomEmailRepository: "MemoryCustomEmailRepository.layer",
  EmailChangeTemplate: "PlainEmailTemplates.layerEmailChange",
  EmailOutbox: "MemoryEmailOutbox.layer",
  EmailSuppressions: "MemoryEmailSuppressions.layer",
  EventLog: "MemoryEventLog.layer",
  FactorRecoveryRepository: "MemoryFactorRecoveryRepository.layer",
  FactorRecoveryTemplate: "PlainEmailTemplates.layerFactorRecovery",
  FormerEmails: "MemoryFormerEmails.layer",
  HttpSettings: "HttpSettings.layer({ baseUrl })",
  IdentityRepository: "MemoryIdentityRepository.layer",
  IdGenerator: "NodeIdGenerator.layer",
  InstanceRemoval: "MemoryInstanceRemoval.layer",
  InstanceRepository: "MemoryInstanceRepository.layer",
  InvitationRepository: "MemoryInvitationRepository.layer",
  InvitationTemplate: "PlainEmailTemplates.layerInvitation",
  Languages: "PlainEmailTemplates.layerLanguages",
  MagicLinkRepository: "MemoryMagicLinkRepository.layer",
  MagicLinkTemplate: "PlainEmailTemplates.layerMagicLink",
  MailDeliveryLog: "MemoryMailDeliveryLog.layer",
  Mailer: "MemoryMailer.layer",
  OneTimeTokenRepository: "MemoryOneTimeTokenRepository.layer",
  PasswordBlocklist: "CommonPasswordBlocklist.layer",
  PasswordHasher: "Argon2PasswordHasher.layer",
  PasswordResetTemplate: "PlainEmailTemplates.layerPasswordReset",
  PasskeyRepository: "MemoryPasskeyRepository.layer",
  PendingSignUpTemplate: "PlainEmailTemplates.layerPendingSignUp",
  PersonalData: "MemoryPersonalData.layer",
  PersonalTokenRepository: "MemoryPersonalTokenRepository.layer",
  PublicUrls: "BaseUrl.layer",
  RateLimitStore: "MemoryRateLimitStore.layer",
  SecondFactorRepository: "MemorySecondFactorRepository.layer",
  SessionRepository: "MemorySessionRepository.layer",
  SignInFailures: "MemorySignInFailures.layer",
  SigningKeyRepository: "MemorySigningKeyRepository.layer",
  TokenGenerator: "NodeTokenGenerator.layer",
  Transaction: "MemoryTransaction.layer",
  UserRepository: "MemoryUserRepository.layer",
  WebhookQueue: "MemoryWebhookQueue.layer",
  WebhookRepository: "MemoryWebhookRepository.layer"
}

const namespaces = [
  "@effect/platform-node/NodeHttpServer",
  "@effect/platform/HttpLayerRouter",
  "@effect/platform/HttpServerResponse",
  "@latchkey/crypto/Argon2PasswordHasher",
  "@latchkey/crypto/CommonPasswordBlocklist",
  "@latchkey/crypto/NodeIdGenerator",
  "@latchkey/crypto/NodeTokenGenerator",
  "@latchkey/domain/CleanupJob",
  "@latchkey/domain/Domain",
  "@latchkey/domain/mail/EmailDispatcher",
  "@latchkey/http/Http",
  "@latchkey/http/core/BaseUrl",
  "@latchkey/http/core/HttpSettings",
  "@latchkey/http/session/CurrentSession",
  "@latchkey/http/session/SessionMiddleware",
  "@latchkey/http/session/SessionSource",
  "@latchkey/memory/MemoryDatabase",
  "@latchkey/memory/PlainEmailTemplates",
  "effect/Effect",
  "effect/Layer",
  ...Object.values(layers).flatMap((layer) => {
    const [name = ""] = layer.split(".")
    return name.startsWith("Memory") ? [`@latchkey/memory/${name}`] : []
  })
]

const imports = namespaces.map((path) => `import * as ${path.slice(path.lastIndexOf("/") + 1)} from "${path}"`)

/** What an app provides in addition, and may omit, too. */
export type Extra = "SessionSource" | "the session middleware" | "the use cases"

/**
 * Returns the source of an app with sign-in, a route that requires a session, and the workers, without `missing`. It is
 * compiled and never run.
 */
export const program = (...missing: ReadonlyArray<string>): string => {
  const provided = Object.entries(layers).filter(([name]) => !missing.includes(name) && name !== "HttpSettings")
  const unless = (name: Extra, code: string) => (missing.includes(name) ? "" : code)
  return `import { createServer } from "node:http"
${imports.join("\n")}

const baseUrl = "https://auth.example.com"

const hello = HttpLayerRouter.add(
  "GET",
  "/hello",
  Effect.map(CurrentSession.CurrentSession, ({ email }) => HttpServerResponse.text(email))
)${unless("the session middleware", ".pipe(Layer.provide(SessionMiddleware.router.layer))")}

const app = Http.serve(
  Layer.mergeAll(
    hello,
    Http.layerRoutes,
    EmailDispatcher.layerWorker("1 second"),
    CleanupJob.layerWorker("1 minute")
  )${unless("SessionSource", ".pipe(Layer.provide(SessionSource.layer))")},
  NodeHttpServer.layerServer(createServer, { port: 3000 })
).pipe(
  ${unless("the use cases", "Layer.provide(Domain.layer),")}
  Layer.provide([${provided.map(([, layer]) => layer).join(", ")}]),
  Layer.provide(MemoryDatabase.layer),
  ${missing.includes("HttpSettings") ? "" : `Layer.provide(${layers["HttpSettings"]}),`}
  Layer.provide(NodeHttpServer.layerContext)
)

Effect.runFork(Layer.launch(app))
`
}
