/** The dashboard over a store in memory, without a server. */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as Domain from "@latchkey/domain/Domain"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Dashboard from "../../src/Dashboard.ts"
import * as OperatorInvitationEmail from "../../src/dashboard/operator/OperatorInvitationEmail.ts"
import * as EmailTemplates from "../../src/EmailTemplates.ts"

const baseUrl = "http://localhost:3000"
const adminKey = "admin-key-of-at-least-32-characters"

/** Makes the dashboard. `parts`: what takes the place of a default. */
export const makeDashboard = (parts: Layer.Layer<never>) => {
  const services = Domain.layer.pipe(
    Layer.provide(
      Layer.mergeAll(Memory.layer, EmailTemplates.layer, MemoryMailer.layer, OperatorInvitationEmail.layer)
    ),
    Layer.provide(
      Layer.mergeAll(
        InsecurePasswordBlocklist.layer,
        InsecurePasswordHasher.layer,
        MemoryIdGenerator.layer,
        MemoryTokenGenerator.layer
      )
    ),
    Layer.provideMerge(BaseUrl.layer),
    Layer.provideMerge(HttpSettings.layer({ baseUrl, adminApiKey: Option.some(Redacted.make(adminKey)) }))
  )
  const { dispose, handler } = HttpLayerRouter.toWebHandler(
    Dashboard.layerRoutes.pipe(
      Layer.provide(services),
      Layer.provide(parts),
      Layer.provide(HttpServer.layerContext),
      Layer.provide(Logger.minimumLogLevel(LogLevel.None))
    ),
    { disableLogger: true }
  )
  let cookie = ""

  /** Requests a page. */
  const get = (path: string) =>
    handler(new Request(`${baseUrl}${path}`, { headers: { host: "localhost:3000", cookie } }))

  /** Submits a form. */
  const submit = (path: string, fields: Record<string, string>) => {
    const headers = { host: "localhost:3000", origin: "null", "sec-fetch-site": "same-origin", cookie }
    return handler(new Request(`${baseUrl}${path}`, { method: "POST", headers, body: new URLSearchParams(fields) }))
  }

  /** Signs the operator in. */
  const enter = async () => {
    const entered = await submit("/dashboard/sign-in", { key: adminKey })
    cookie = entered.headers
      .getSetCookie()
      .map((header) => header.split(";", 1).join(""))
      .join("; ")
  }

  return { dispose, enter, get, submit }
}
