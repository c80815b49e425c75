// The pages on a store in memory, which shows their CPU time without queries.
import { createServer } from "node:http"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Crypto from "@latchkey/crypto/Crypto"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import * as Domain from "@latchkey/domain/Domain"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import { Readiness } from "@latchkey/http/core/Readiness"
import * as Http from "@latchkey/http/Http"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as EmailTemplates from "@latchkey/pages/EmailTemplates"
import * as Pages from "@latchkey/pages/Pages"
import * as DateTime from "effect/DateTime"
import * as SimpleWebAuthn from "@latchkey/webauthn/SimpleWebAuthn"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { hoursOfChart, outcomesOfChart } from "./Pages.ts"

const environment = process.env
const port = Number(environment["PORT"])
const baseUrl = `http://localhost:${port}`

const fillChart = Effect.gen(function* () {
  const counts = yield* AttemptCounts
  const now = DateTime.startOf(yield* DateTime.now, "hour")
  const numbers = Array.from({ length: hoursOfChart }, (_, index) => DateTime.subtract(now, { hours: index + 1 }))
  yield* counts.add(
    numbers.flatMap((hour) =>
      outcomesOfChart.map((outcome) => ({ instanceId: defaultId, hour, attempt: "sign_in", outcome, count: 1000 }))
    )
  )
})

const app = HttpLayerRouter.serve(
  Layer.mergeAll(Http.layerRoutes, Pages.layerRoutes, Dashboard.layerRoutes).pipe(
    Layer.provide(Pages.layerMagicLinkPages)
  ),
  { disableLogger: true, disableListenLog: true }
)

const settings = HttpSettings.layer({
  baseUrl,
  trustedProxies: ["127.0.0.0/8"],
  adminApiKey: Option.some(Redacted.make(environment["ADMIN_KEY"] ?? ""))
})

const domain = Domain.layer.pipe(
  Layer.provideMerge(BaseUrl.layer),
  Layer.provideMerge(Layer.mergeAll(Memory.layer, MemoryMailer.layer, settings)),
  Layer.provide([Crypto.layer, EmailTemplates.layer, SimpleWebAuthn.layer])
)

const services = Layer.mergeAll(app, Layer.effectDiscard(fillChart)).pipe(
  Layer.provide(NodeHttpServer.layer(createServer, { port, host: "127.0.0.1" })),
  Layer.provide(domain),
  Layer.provide(Layer.succeed(Readiness, { isReady: Effect.succeed(true) })),
  // As in `latchkey serve` without an OTLP endpoint.
  Layer.provide(Layer.setTracerEnabled(false)),
  Layer.tap(() => Effect.sync(() => process.send?.("ready")))
)

process.once("disconnect", () => process.exit())
process.once("SIGTERM", () => process.exit())
Effect.runFork(Layer.launch(services))
