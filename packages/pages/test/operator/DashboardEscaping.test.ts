import * as IdentityProviderClient from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as WebhookSender from "@latchkey/domain/webhook/WebhookSender"
import * as MemorySecretKeys from "@latchkey/memory/MemorySecretKeys"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { makeDashboard } from "../support/dashboard.ts"
import { hostile } from "../support/samples.ts"

/** An adapter that reads hostile metadata. */
const hostileProvider = IdentityProviderClient.layer(
  Effect.succeed({
    ...IdentityProviderClient.none,
    isConfigured: true,
    check: () => Effect.succeed([{ what: hostile, ok: false, detail: hostile }])
  })
)

/** An adapter that says something hostile. */
const hostileSender = WebhookSender.layer(
  Effect.succeed({
    isConfigured: true,
    isAllowed: () => true,
    send: () => Effect.fail(new WebhookSender.WebhookUnreachable({ reason: "network", detail: hostile }))
  })
)

const { dispose, enter, get, submit } = makeDashboard(
  Layer.mergeAll(hostileProvider, hostileSender, MemorySecretKeys.layer)
)

/** The path of an instance whose name is hostile, and of one of its webhooks. */
let instance = ""
let webhook = ""

beforeAll(async () => {
  await enter()
  const created = await submit("/dashboard/instances/new", { name: hostile, plan: "free" })
  instance = created.headers.get("location") ?? ""
  const provider = { name: hostile, id: "acme", issuer: "https://id.example.com", clientId: "latchkey" }
  await submit(`${instance}/add-sign-in-provider/oidc`, provider)
  const added = await submit(`${instance}/webhooks`, { url: `https://example.com/?${hostile.replaceAll(" ", "")}` })
  webhook = `${instance}/webhooks/${/webhook_[0-9a-f-]{36}/.exec(await added.text())?.[0]}`
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
  webhooks: () => get(`${instance}/webhooks`),
  "a webhook": () => get(webhook),
  "a tested webhook": () => submit(`${webhook}/test`, {}),
  "a rejected webhook": () => submit(`${instance}/webhooks`, { url: hostile, types: hostile }),
  "the secret of a webhook": () => get(`${webhook}/secret`),
  "a webhook to delete": () => get(`${webhook}/delete`),
  users: () => get(`${instance}/users?q=${encodeURIComponent(hostile)}`),
  invitations: () => get(`${instance}/invitations`),
  "a rejected invitation": () => submit(`${instance}/invitations`, { email: hostile }),
  emails: () => get(`${instance}/emails`),
  "the audit log": () => get("/dashboard/audit"),
  "a rejected instance": () => submit("/dashboard/instances/new", { name: hostile.repeat(4) }),
  "the sign-in page": () => submit("/dashboard/sign-in", { key: "wrong", form: hostile })
}

describe("Pages of the dashboard", () => {
  test.each(Object.keys(pages))("escape every value: %s", async (name) => {
    const text = (await (await pages[name]?.())?.text()) ?? ""
    expect(text).toContain("<h1>")
    expect(text).toMatch(/&quot;&gt;&lt;script&gt;/)
    expect(text).not.toMatch(/<script(?! src="\/dashboard\/pages-)|<b x|alert\('/)
  })
})
