import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as Domain from "@latchkey/domain/Domain"
import * as IdentityProviderClient from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import * as Dashboard from "../../src/Dashboard.ts"
import * as EmailTemplates from "../../src/EmailTemplates.ts"
import { hostile } from "../support/samples.ts"

const baseUrl = "http://localhost:3000"
const adminKey = "admin-key-of-at-least-32-characters"

/** An adapter that reads hostile metadata. */
const hostileProvider = IdentityProviderClient.layer(
  Effect.succeed({
    ...IdentityProviderClient.none,
    isConfigured: true,
    check: () => Effect.succeed([{ what: hostile, ok: false, detail: hostile }])
  })
)

const services = Domain.layer.pipe(
  Layer.provide(Layer.mergeAll(Memory.layer, EmailTemplates.layer, MemoryMailer.layer)),
  Layer.provide(
    Layer.mergeAll(
      InsecurePasswordBlocklist.layer,
      InsecurePasswordHasher.layer,
      MemoryIdGenerator.layer,
      MemoryTokenGenerator.layer
    )
  ),
  Layer.provide(hostileProvider),
  Layer.provideMerge(BaseUrl.layer),
  Layer.provideMerge(HttpSettings.layer({ baseUrl, adminApiKey: Option.some(Redacted.make(adminKey)) }))
)

const { dispose, handler } = HttpLayerRouter.toWebHandler(
  Dashboard.layerRoutes.pipe(
    Layer.provide(services),
    Layer.provide(HttpServer.layerContext),
    Layer.provide(Logger.minimumLogLevel(LogLevel.None))
  ),
  { disableLogger: true }
)

let cookie = ""

const get = (path: string) => handler(new Request(`${baseUrl}${path}`, { headers: { host: "localhost:3000", cookie } }))

const submit = (path: string, fields: Record<string, string>) => {
  const headers = { host: "localhost:3000", origin: "null", "sec-fetch-site": "same-origin", cookie }
  return handler(new Request(`${baseUrl}${path}`, { method: "POST", headers, body: new URLSearchParams(fields) }))
}

/** The path of an instance whose name is hostile. */
let instance = ""

beforeAll(async () => {
  const entered = await submit("/dashboard/sign-in", { key: adminKey })
  cookie = (entered.headers.get("set-cookie") ?? "").split(";", 1).join("")
  const created = await submit("/dashboard/instances/new", { name: hostile, plan: "free" })
  instance = created.headers.get("location") ?? ""
  const provider = { name: hostile, id: "acme", issuer: "https://id.example.com", clientId: "latchkey" }
  await submit(`${instance}/add-sign-in-provider/oidc`, provider)
})
afterAll(() => dispose())

const pages: Readonly<Record<string, () => Promise<Response>>> = {
  instances: () => get("/dashboard"),
  "an instance": () => get(instance),
  settings: () => get(`${instance}/settings/general`),
  "rejected settings": () => submit(`${instance}/settings/general`, { name: hostile.repeat(4) }),
  "sign-in providers": () => get(`${instance}/sign-in-providers`),
  "a sign-in provider": () => get(`${instance}/sign-in-providers/acme`),
  "a checked sign-in provider": () => submit(`${instance}/sign-in-providers/acme/check`, {}),
  "a sign-in provider to delete": () => get(`${instance}/sign-in-providers/acme/delete`),
  "a rejected sign-in provider": () =>
    submit(`${instance}/add-sign-in-provider/oidc`, { name: hostile, issuer: hostile }),
  users: () => get(`${instance}/users?q=${encodeURIComponent(hostile)}`),
  invitations: () => get(`${instance}/invitations`),
  "a rejected invitation": () => submit(`${instance}/invitations`, { email: hostile }),
  emails: () => get(`${instance}/emails`),
  "the audit log": () => get("/dashboard/audit"),
  "a rejected instance": () => submit("/dashboard/instances/new", { name: hostile.repeat(4) }),
  "the sign-in page": () => get(`/dashboard/sign-in?to=${encodeURIComponent(hostile)}`)
}

describe("Pages of the dashboard", () => {
  test.each(Object.keys(pages))("escape every value: %s", async (name) => {
    const text = (await (await pages[name]?.())?.text()) ?? ""
    expect(text).toContain("<h1>")
    expect(text).toMatch(/&quot;&gt;&lt;script&gt;/)
    expect(text).not.toMatch(/<script(?! src="\/dashboard\/pages-)|<b x|alert\('/)
  })
})
