import { withoutNonces } from "@latchkey/test-support/HttpClient"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import { DashboardAccess } from "@latchkey/domain/operator/DashboardAccess"
import * as Http from "@latchkey/http/Http"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Pages from "@latchkey/pages/Pages"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password, session, signUp } from "@latchkey/test-support/contract"
import { adminKey, type Service } from "@latchkey/test-support/Service"
import { cookieOf, FormBrowser, invite, ownForm, signedIn, signedInAs } from "@latchkey/test-support/operator"

const hour = 3_600_000
const home = "/dashboard"
const signIn = "/dashboard/sign-in"
const enter = "/dashboard/enter"

let service: Service
beforeAll(async () => {
  service = await start()
})
afterAll(() => service.stop())
beforeEach(() => service.advance(hour))

const newBrowser = () => new FormBrowser(service.origin)

describe("The dashboard cookie", () => {
  test("ends with the browser session, and is sent to the dashboard only", async () => {
    const reply = await newBrowser().submit(signIn, { key: adminKey })
    expect(cookieOf(reply)).toMatch(/^__dashboard=[\w-]{43}; Path=\/dashboard; HttpOnly; SameSite=Strict$/)
  })

  test("is ignored if there are two of them", async () => {
    const browser = newBrowser()
    await browser.submit(signIn, { key: adminKey })
    const cookie = await browser.jar.getCookieString(`${service.origin}${home}`)
    expect((await newBrowser().get(home, { cookie })).status).toBe(200)
    for (const one of cookie.split("; ")) {
      expect((await newBrowser().get(home, { cookie: `${cookie}; ${one}` })).status).toBe(303)
      expect((await newBrowser().get(home, { cookie: one })).status).toBe(303)
    }
    expect((await newBrowser().get(home, { cookie: `__dashboard=x; ${cookie}` })).status).toBe(303)
  })

  test("is independent of the cookies of users", async () => {
    const user = service.browser()
    await user.post(signUp, { email: newEmail(), password })
    const value = await user.cookie("__session")
    expect((await user.get(home)).status).toBe(303)
    expect((await newBrowser().get(home, { cookie: `__dashboard=${value}` })).status).toBe(303)

    const token = cookieOf(await newBrowser().submit(signIn, { key: adminKey })).split(/[=;]/)[1]
    const asUser = await newBrowser().get(session, { cookie: `__session=${token}; __client=${token}` })
    expect(asUser.status).toBe(401)
    const asKey = await newBrowser().get("/v1/admin/instances", { authorization: `Bearer ${token}` })
    expect(asKey.status).toBe(401)
  })
})

describe("The way of a sign-in on the page of sessions", () => {
  test.each([
    ["passkey", "with a passkey"],
    ["identity_provider", "with a sign-in provider"],
    ["identity_provider_mfa", "with a sign-in provider"]
  ])("is that of the session: %s", async (method, text) => {
    await signedInAs(service, "viewer", newEmail(), method)
    const page = (await (await signedIn(service)).get("/dashboard/access")).text
    const row = page.split("<tr").find((one) => one.includes("The viewer"))
    expect(row).toContain(text)
  })
})

describe("Every path of the dashboard", () => {
  const pages = [
    ["GET", home],
    ["GET", "/dashboard/audit"],
    ["GET", "/dashboard/access"],
    ["GET", "/dashboard/instances/new"],
    ["GET", "/dashboard/instances/default"],
    ["GET", "/dashboard/instances/default/settings"],
    ["GET", "/dashboard/instances/default/users"],
    ["GET", "/dashboard/instances/default/emails"],
    ["POST", "/dashboard/instances/new"],
    ["POST", "/dashboard/access/revoke-others"],
    ["POST", "/dashboard/access/sessions/sess_01980000-0000-7000-8000-000000000000/revoke"],
    ["POST", "/dashboard/access/invitations/opinv_01980000-0000-7000-8000-000000000000/withdraw"],
    ["POST", "/dashboard/instances/default/settings/general"],
    ["POST", "/dashboard/instances/default/settings/password-trial"],
    ["POST", "/dashboard/instances/default/users/user_01980000-0000-7000-8000-000000000000/disable"]
  ] as const

  test.each(pages)("requires a session: %s %s", async (method, path) => {
    const browser = newBrowser()
    const reply = method === "GET" ? await browser.get(path) : await browser.submit(path, { name: "Changed" })
    expect(reply.status).toBe(303)
    expect(reply.headers.location).toMatch(/^\/dashboard\/sign-in/)
  })

  test.each([...pages, ["GET", signIn], ["GET", enter], ["POST", enter], ["POST", signIn]] as const)(
    "is served on the host of the base URL only: %s %s",
    async (method, path) => {
      const browser = await signedIn(service)
      const cookie = await browser.jar.getCookieString(`${service.origin}${home}`)
      const headers = { ...(method === "POST" ? ownForm : {}), cookie, host: `localhost:${service.port}` }
      const reply = await newBrowser().send(method, path, { headers, ...(method === "POST" ? { body: "name=x" } : {}) })
      expect([reply.status, reply.headers["content-type"]]).toEqual([404, "application/problem+json"])
    }
  )

  const crossOrigin = [
    { origin: "https://evil.example" },
    { origin: "https://app.example.com", "sec-fetch-site": "same-site" },
    { origin: "null" },
    { origin: "null", "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" }
  ]
  test.each(crossOrigin)("accepts forms from its own pages only, not from %j", async (headers) => {
    // An origin that is allowed to call with the cookies of users.
    await service.instances((instances) =>
      instances.update("default" as never, { origins: ["https://app.example.com"] })
    )
    const browser = await signedIn(service)
    const type = { "content-type": ownForm["content-type"] }
    const post = (path: string, body: string) =>
      browser.send("POST", path, { headers: { ...type, ...headers } as Record<string, string>, body })
    for (const [path, body] of [
      ["/dashboard/instances/new", "name=Forged&plan=free"],
      [enter, `token=${(await invite(service)).token}`],
      [signIn, `key=${adminKey}`],
      ["/dashboard/sign-out", ""]
    ] as const) {
      expect((await post(path, body)).status, path).toBe(403)
    }
    expect((await browser.get(home)).text).not.toContain("Forged")
  })

  test.each([
    ["same-site", 403],
    ["same-origin", 400]
  ])("accepts a form with its own origin only from the same origin: %s is %i", async (site, status) => {
    const browser = await signedIn(service)
    const headers = { origin: service.origin, "sec-fetch-site": site }
    expect((await browser.submit("/dashboard/instances/new", { name: "" }, headers)).status).toBe(status)
  })

  test("cannot be read by an origin that is allowed to call the API", async () => {
    const origin = "https://app.example.com"
    await service.instances((instances) => instances.update("default" as never, { origins: [origin] }))
    const browser = await signedIn(service)
    const reply = await browser.get(home, { origin, "sec-fetch-site": "same-site" })
    expect(reply.headers).not.toHaveProperty("access-control-allow-origin")
    const api = await browser.get(session, { origin })
    expect(api.headers["access-control-allow-origin"]).toBe(origin)
  })

  test("looks on another host like a path that does not exist", async () => {
    const routes = Layer.mergeAll(Http.layerRoutes, Http.layerNotFound, Dashboard.layerRoutes)
    const app = HttpLayerRouter.serve(Layer.provide(routes, Pages.layerNotFoundPage), {
      disableLogger: true,
      disableListenLog: true
    })
    const withPages = await start({ app })
    const headers = { accept: "text/html", host: `localhost:${withPages.port}` }
    const [there, nowhere] = await Promise.all(
      ["/dashboard", "/dashboards"].map((path) => withPages.browser().get(path, headers))
    )
    expect([there?.status, there?.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"])
    const withoutNonce = (reply: typeof there) => withoutNonces(reply?.text ?? "")
    expect(withoutNonce(there)).toBe(withoutNonce(nowhere))
    await withPages.stop()
  })

  test("is below the prefix", async () => {
    const mounted = await start({ prefix: "/auth" })
    const browser = new FormBrowser(mounted.origin)
    const first = await browser.get("/dashboard")
    expect(first.status).toBe(404)
    const redirected = await browser.get("/auth/dashboard/audit")
    expect(redirected.headers.location).toBe("/auth/dashboard/sign-in?return_to=%2Fauth%2Fdashboard%2Faudit")
    const reply = await browser.submit("/auth/dashboard/sign-in", { key: adminKey, return_to: "/auth/dashboard/audit" })
    expect(reply.headers.location).toBe("/auth/dashboard/audit")
    expect(cookieOf(reply)).toContain("Path=/auth/dashboard;")
    const page = await browser.get("/auth/dashboard/audit")
    expect(page.text).toContain('href="/auth/dashboard"')
    await mounted.stop()
  })

  test("has a Secure and strict cookie of its host only behind https, whatever the settings say about users' cookies", async () => {
    const secure = await start({
      settings: {
        baseUrl: "https://auth.example.com",
        cookieSameSite: "none",
        cookieDomain: Option.some("example.com")
      }
    })
    const token = await secure.run(
      Effect.flatMap(DashboardAccess, ({ invite }) => invite({ actor: "program", adminKey: secure.adminKey }))
    )
    const reply = await new FormBrowser(secure.origin).submit(
      enter,
      { token: Redacted.value(token) },
      { host: "auth.example.com", origin: "https://auth.example.com" }
    )
    expect([reply.status, cookieOf(reply)]).toEqual([
      303,
      expect.stringMatching(/^__Host-dashboard=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    ])
    await secure.stop()
  })
})
