/** The whole app: its own routes and Latchkey's, on one server and one database. */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Crypto from "@latchkey/crypto/Crypto"
import * as CleanupJob from "@latchkey/domain/CleanupJob"
import * as Domain from "@latchkey/domain/Domain"
import * as EmailDispatcher from "@latchkey/domain/mail/EmailDispatcher"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Http from "@latchkey/http/Http"
import * as SessionSource from "@latchkey/http/session/SessionSource"
import * as EmailTemplates from "@latchkey/pages/EmailTemplates"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as SimpleWebAuthn from "@latchkey/webauthn/SimpleWebAuthn"
import * as Layer from "effect/Layer"
import * as Database from "./Database.js"
import * as NotesRoutes from "./NotesRoutes.js"
import * as PrintingMailer from "./PrintingMailer.js"

const workers = Layer.mergeAll(
  EmailDispatcher.layerWorker("1 second"), // sends emails
  CleanupJob.layerWorker("1 minute") // deletes expired rows
)

export const layer = (port: number) => {
  const baseUrl = `http://localhost:${port}`
  const server = NodeHttpServer.layerServer(createServer, { host: "127.0.0.1", port })
  // The server listens last, when everything else is ready.
  return Http.serve(NotesRoutes.layer, server).pipe(
    Layer.provide(NodeHttpServer.layerContext),
    Layer.merge(workers),
    Layer.provide(SessionSource.layer),
    Layer.provide(Domain.layer),
    Layer.provide([Postgres.layer, Crypto.layer, SimpleWebAuthn.layer, EmailTemplates.layer, PrintingMailer.layer]),
    Layer.provide(BaseUrl.layer),
    Layer.provide(HttpSettings.layer({ baseUrl })),
    Layer.provide(Migrations.layer),
    Layer.provide(Database.layer)
  )
}
