import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { oidc } from "@latchkey/domain/instance/IdentityProvider"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { OperatorIdentityProviders } from "@latchkey/domain/instance/OperatorInstance"
import { asAdmin, newEmail, session } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import * as GoodProvider from "@latchkey/test-support/oidc/GoodProvider"
import { layerAtRealTime } from "@latchkey/test-support/oidc/openIdClient"
import { addOperator, FormBrowser } from "@latchkey/test-support/operator"
import type { Service } from "@latchkey/test-support/Service"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { passkeysOf } from "@latchkey/test-support/operatorPasskeys"

const home = "/dashboard"
const signIn = "/dashboard/sign-in"
const withCompany = `${signIn}/with/company`
const callback = "/dashboard/v1/auth/identity-providers/callback"
const html = { accept: "text/html" }
/** What a browser sends that comes from another site. It sends no strict cookies with it. */
const fromOtherSite = { ...html, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }

const hidden = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name = "", value = ""]) => [
      name,
      value.replaceAll("&amp;", "&")
    ])
  )

describe("The company account of an administrator", () => {
  const stops: Array<() => unknown> = []
  let provider: GoodProvider.GoodProvider
  let service: Service

  beforeAll(async () => {
    provider = await GoodProvider.start((stop) => stops.push(stop))
    const company = oidc({
      id: "company",
      name: "Acme",
      issuer: provider.issuer,
      clientId: "dashboard",
      clientSecret: null,
      emailTrust: "authoritative",
      trustsMfa: true
    })
    const providers = Layer.succeed(OperatorIdentityProviders, [company])
    service = await start({
      host: "localhost",
      identityProviders: Layer.merge(layerAtRealTime([provider.origin]), providers)
    })
    const redirectUris = [`${service.origin}${callback}`]
    provider.register({ redirectUris, authentication: "none", clientId: "dashboard" })
  })
  afterAll(async () => {
    for (const stop of [service.stop, ...stops]) await stop()
  })
  beforeEach(() => service.advance(3_600_000))

  const { add, signInWith } = passkeysOf(() => service)

  /** Says what the provider knows about someone. */
  const knownAs = (email: string, email_verified = true) => {
    const login = email.split("@", 1).join("")
    provider.users.set(login, { email, email_verified })
    return login
  }

  /** Presses the button, signs in on the provider's pages, and comes back through the page that sends strict cookies. */
  const continueWith = async (login: string, browser = new FormBrowser(service.origin), to = "") => {
    const query = to === "" ? "" : `?${new URLSearchParams({ return_to: `${service.origin}${to}` })}`
    const begun = await browser.get(`${withCompany}${query}`, html)
    expect(begun.status).toBe(303)
    const { url } = await provider.signIn(begun.headers.location ?? "", login)
    const back = await new FormBrowser(service.origin).get(url.slice(service.origin.length), fromOtherSite)
    expect(back.status).toBe(200)
    expect(back.setCookies.join()).not.toMatch(/__dashboard=/)
    return { browser, reply: await browser.submit(callback, hidden(back.text), html) }
  }

  const operator = async (id: string) => (await service.browser().get(`/v1/admin/operators/${id}`, asAdmin)).json

  test("has a button on the sign-in page, which leads to the page that they wanted", async () => {
    const page = await new FormBrowser(service.origin).get(`${signIn}?return_to=%2Fdashboard%2Faudit`)
    const wanted = encodeURIComponent(`${service.origin}/dashboard/audit`)
    expect(page.text).toContain(`href="${withCompany}?return_to=${wanted}"`)
    expect(page.text).toContain("Continue with Acme")
  })

  test("signs in someone who was invited, without the link, and asks for a passkey before anything else", async () => {
    const email = newEmail()
    const { id } = await addOperator(service, "support", email)
    expect((await operator(id))["joinedAt"]).toBeNull()
    const { browser, reply } = await continueWith(knownAs(email))
    expect([reply.status, reply.headers.location]).toEqual([303, `${service.origin}${home}`])
    expect((await operator(id))["joinedAt"]).not.toBeNull()
    expect((await browser.get(home)).headers.location).toBe("/dashboard/account")
    const { keys } = await add(browser)
    await signInWith(keys, browser)
    expect((await browser.get(home)).status).toBe(200)
    expect((await browser.get("/dashboard/instances/new")).status).toBe(403)
    const entries = await service.run(
      Effect.flatMap(AuditLog, (log) =>
        log.list({ before: Option.none(), limit: 5, filter: { action: "dashboard_opened" } })
      )
    )
    expect(entries.map(({ detail, operatorId }) => [detail, Option.getOrNull(operatorId)]).slice(0, 2)).toEqual([
      ["passkey", id],
      ["identity provider", id]
    ])
  })

  test("has no button beside a form that is kept: coming back from the provider, it would be lost", async () => {
    const email = newEmail()
    await addOperator(service, "admin", email)
    const { browser } = await continueWith(knownAs(email))
    const { keys } = await add(browser)
    await signInWith(keys, browser)
    service.advance(10 * 60_000)
    const path = "/dashboard/access/revoke-others"
    expect((await browser.get(`${signIn}?again=1`)).text).toContain("Continue with Acme")
    const asked = await browser.submit(path)
    expect([asked.status, asked.text.includes(`value="${service.origin}${path}"`)]).toEqual([401, true])
    expect(asked.text).not.toContain("Continue with Acme")
  })

  test("asks an administrator who has a passkey for it, and leads on", async () => {
    const email = newEmail()
    await addOperator(service, "viewer", email)
    const login = knownAs(email)
    const { browser } = await continueWith(login)
    const { keys } = await add(browser)
    const again = await continueWith(login, new FormBrowser(service.origin), "/dashboard/audit")
    expect(again.reply.headers.location).toBe(`${service.origin}/dashboard/audit`)
    const asked = await again.browser.get("/dashboard/audit")
    expect(asked.headers.location).toBe(`${signIn}?again=1&return_to=%2Fdashboard%2Faudit`)
    await signInWith(keys, again.browser)
    expect((await again.browser.get("/dashboard/audit")).status).toBe(200)
  })

  test.each([
    ["was not invited", true],
    ["has an address that the provider has not verified", false]
  ])("lets no one in who %s, and adds no one", async (_, isVerified) => {
    const email = newEmail()
    if (!isVerified) await addOperator(service, "admin", email)
    const before = (await service.browser().get("/v1/admin/operators", asAdmin)).text
    const { browser, reply } = await continueWith(knownAs(email, isVerified))
    expect([reply.status, reply.setCookies.join().includes("__dashboard=")]).not.toEqual([303, true])
    expect((await browser.get(home)).headers.location).toMatch(/^\/dashboard\/sign-in/)
    expect((await service.browser().get("/v1/admin/operators", asAdmin)).text).toBe(before)
  })

  test("lets no one in who is disabled", async () => {
    const email = newEmail()
    const { id } = await addOperator(service, "viewer", email)
    const login = knownAs(email)
    await continueWith(login)
    const body = JSON.stringify({ disabled: true })
    const headers = { ...asAdmin, "content-type": "application/json" }
    await service.browser().send("PATCH", `/v1/admin/operators/${id}`, { headers, body })
    const { browser } = await continueWith(login)
    expect((await browser.get(home)).headers.location).toMatch(/^\/dashboard\/sign-in/)
  })

  test("is none of the users' instance: its address signs no one in there, and theirs no one in here", async () => {
    const email = newEmail()
    await addOperator(service, "admin", email)
    const { browser } = await continueWith(knownAs(email))
    const cookie = await browser.jar.getCookieString(`${service.origin}${home}`)
    const [, token = ""] = /__dashboard=([\w-]{43})/.exec(cookie) ?? []
    const [, client = ""] = /__dashboard_client=([\w-]{43})/.exec(cookie) ?? []
    const asUser = { cookie: `__session=${token}; __client=${client}` }
    expect((await service.browser().get(session, asUser)).status).toBe(401)
    expect((await service.browser().get("/sign-in/with/company", html)).status).not.toBe(303)
    const { json } = await service.browser().get(`/v1/admin/instances/${defaultId}/identity-providers`, asAdmin)
    expect(JSON.stringify(json)).not.toContain("company")
  })
})
