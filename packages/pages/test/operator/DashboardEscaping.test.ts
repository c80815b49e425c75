import * as IdentityProviderClient from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as Effect from "effect/Effect"
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

const { dispose, enter, get, submit } = makeDashboard(hostileProvider)

/** The path of an instance whose name is hostile. */
let instance = ""

beforeAll(async () => {
  await enter()
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
