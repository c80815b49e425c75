/** Layers of a whole app, each by the service that it alone provides. */
export const layers: Readonly<Record<string, string>> = {
  AttemptCounts: "MemoryAttemptCounts.layer",
  AuditLog: "MemoryAuditLog.layer",
  HttpSettings: "HttpSettings.layer({ baseUrl })",
  IdGenerator: "NodeIdGenerator.layer",
  InstanceRepository: "MemoryInstanceRepository.layer",
  MagicLinkOutbox: "MemoryMagicLinkOutbox.layer",
  MagicLinkRepository: "MemoryMagicLinkRepository.layer",
  Mailer: "MemoryMailer.layer",
  OperatorRepository: "MemoryOperatorRepository.layer",
  PasswordHasher: "Argon2PasswordHasher.layer",
  PublicUrls: "PublicUrls.layer(baseUrl)",
  RateLimitStore: "MemoryRateLimitStore.layer",
  Secrets: "NodeTokenGenerator.layer",
  SessionRepository: "MemorySessionRepository.layer",
  Transaction: "MemoryTransaction.layer",
  UserRepository: "MemoryUserRepository.layer"
}

const namespaces = [
  ...["HttpLayerRouter", "HttpServerResponse"].map((name) => `@effect/platform/${name}`),
  "@effect/platform-node/NodeHttpServer",
  ...["Argon2PasswordHasher", "NodeIdGenerator", "NodeTokenGenerator"].map((name) => `@latchkey/crypto/${name}`),
  ...["Domain", "CleanupJob", "MagicLinkDispatcher", "PublicUrls"].map((name) => `@latchkey/domain/${name}`),
  ...["CurrentSession", "Http", "HttpSettings", "SessionMiddleware", "SessionSource"].map((name) => `@latchkey/http/${name}`),
  "@latchkey/memory/MemoryDatabase",
  "@latchkey/memory/MemoryMailer",
  ...["InstanceRepository", "MagicLinkOutbox", "MagicLinkRepository", "RateLimitStore"].map(
    (name) => `@latchkey/memory/Memory${name}`
  ),
  ...["AttemptCounts", "AuditLog", "OperatorRepository"].map((name) => `@latchkey/memory/Memory${name}`),
  ...["SessionRepository", "Transaction", "UserRepository"].map((name) => `@latchkey/memory/Memory${name}`),
  "effect/Effect",
  "effect/Layer"
]

const imports = namespaces.map((path) => `import * as ${path.slice(path.lastIndexOf("/") + 1)} from "${path}"`)

/** What an app provides besides, and may forget as well. */
export type Extra = "SessionSource" | "the protection of a route" | "the use cases"

/**
 * An app with sign-in, a route for signed-in people, and the workers, that leaves out what is named. The types are all
 * that is looked at: it never runs.
 */
export const program = (missing?: string): string => {
  const provided = Object.entries(layers).filter(([name]) => name !== missing)
  const unless = (name: Extra, code: string) => (name === missing ? "" : code)
  return `import { createServer } from "node:http"
${imports.join("\n")}

const baseUrl = "https://auth.example.com"

const hello = HttpLayerRouter.add(
  "GET",
  "/hello",
  Effect.map(CurrentSession.CurrentSession, ({ email }) => HttpServerResponse.text(email))
)${unless("the protection of a route", ".pipe(Layer.provide(SessionMiddleware.router.layer))")}

const app = HttpLayerRouter.serve(
  Layer.mergeAll(
    hello,
    Http.layerRoutes,
    MagicLinkDispatcher.layerWorker("1 second"),
    CleanupJob.layerWorker("1 minute")
  )${unless("SessionSource", ".pipe(Layer.provide(SessionSource.layer))")},
  { disableLogger: true }
).pipe(
  ${unless("the use cases", "Layer.provide(Domain.layer),")}
  Layer.provide([${provided.map(([, layer]) => layer).join(", ")}]),
  Layer.provide(MemoryDatabase.layer),
  Layer.provide(NodeHttpServer.layer(createServer, { port: 3000 }))
)

Effect.runFork(Layer.launch(app))
`
}
