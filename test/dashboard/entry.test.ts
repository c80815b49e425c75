import { cookiesOf } from "@latchkey/test-support/HttpClient"
import * as Option from "effect/Option"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { adminKey, type Service } from "@latchkey/test-support/Service"
import { cookieOf, FormBrowser, invite, signedIn } from "@latchkey/test-support/operator"

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

describe("An invitation", () => {
  test("opens the dashboard with its button, and not before", async () => {
    const { path, token } = await invite(service)
    const browser = newBrowser()
    await browser.send("HEAD", path)
    await browser.get(path, { "sec-purpose": "prefetch" })
    const page = await browser.get(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`<form method="post" action="${enter}">`)
    expect(cookiesOf(page)).toEqual([])
    const reply = await browser.submit(enter, { token })
    expect([reply.status, reply.headers.location]).toEqual([303, home])
    expect((await browser.get(home)).status).toBe(200)
  })

  test("works once, also for concurrent requests", async () => {
    const { token } = await invite(service)
    const replies = await Promise.all(Array.from({ length: 5 }, () => newBrowser().submit(enter, { token })))
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 401, 401, 401, 401])
    const again = await newBrowser().submit(enter, { token })
    expect(again.text).toContain("Link expired or already used")
    expect(again.text).not.toContain(token)
  })

  test("works for one hour", async () => {
    const early = await invite(service)
    service.advance(hour - 1)
    expect((await newBrowser().submit(enter, { token: early.token })).status).toBe(303)
    const late = await invite(service)
    service.advance(hour)
    expect((await newBrowser().submit(enter, { token: late.token })).status).toBe(401)
  })

  test.each(["", "?token=", "?token=short", `?token=${"A".repeat(43)}&token=${"A".repeat(43)}`, '?token="><b>'])(
    "with a malformed token shows no button: %s",
    async (query) => {
      const reply = await newBrowser().get(`${enter}${query}`)
      expect(reply.status).toBe(401)
      expect(reply.text).not.toMatch(/<button|<b>/)
    }
  )

  test("cannot be guessed: wrong ones are limited per IP address, right ones are not counted", async () => {
    for (let count = 0; count < 40; count++) await signedIn(service)
    const token = "A".repeat(43)
    const statuses: Array<number> = []
    for (let count = 0; count < 31; count++) statuses.push((await newBrowser().submit(enter, { token })).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
    const refused = await newBrowser().submit(enter, { token: (await invite(service)).token })
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "60"])
    expect(refused.text).toContain("Try again in 60 seconds.")
  })
})

describe("The admin key", () => {
  test("opens the dashboard", async () => {
    const browser = newBrowser()
    const page = await browser.get(signIn)
    expect(page.text).toContain("ADMIN_API_KEY")
    expect(page.text).toContain("latchkey admin invite")
    const reply = await browser.submit(signIn, { key: adminKey, return_to: "" })
    expect([reply.status, reply.headers.location]).toEqual([303, home])
    expect((await browser.get(home)).status).toBe(200)
  })

  test.each(["", "wrong", `${adminKey} `, adminKey.toUpperCase()])("is rejected: %j", async (key) => {
    const browser = newBrowser()
    const reply = await browser.submit(signIn, { key, return_to: "/dashboard/audit" })
    expect(reply.status).toBe(401)
    expect(reply.text).toContain("Wrong admin key.")
    expect(reply.text).toContain('aria-invalid="true"')
    expect(reply.text).toContain(`value="${service.origin}/dashboard/audit"`)
    if (key !== "") expect(reply.text).not.toContain(`value="${key}"`)
    expect(cookiesOf(reply)).toEqual([])
    expect((await browser.get(home)).headers.location).toBe(`${signIn}?return_to=%2Fdashboard`)
  })

  test("cannot be guessed: wrong ones are limited per IP address, and then the right one, too", async () => {
    const statuses: Array<number> = []
    for (let count = 0; count < 31; count++) statuses.push((await newBrowser().submit(signIn, { key: "no" })).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
    expect((await newBrowser().submit(signIn, { key: adminKey })).status).toBe(429)
  })

  test("does not open the dashboard if none is configured", async () => {
    const keyless = await start({ settings: { adminApiKey: Option.none() } })
    const browser = new FormBrowser(keyless.origin)
    const page = await browser.get(signIn)
    expect(page.text).not.toContain("<form")
    expect(page.text).toContain("latchkey admin invite")
    expect((await browser.submit(signIn, { key: "" })).status).toBe(401)
    expect((await (await signedIn(keyless)).get(home)).status).toBe(200)
    await keyless.stop()
  })
})

describe("After signing in", () => {
  test("a browser returns to the page that it opened first", async () => {
    const browser = newBrowser()
    const opened = "/dashboard/instances/default/users?q=ada%40example.com"
    const first = await browser.get(opened)
    expect(first.status).toBe(303)
    const page = await browser.get(first.headers.location ?? "")
    expect(page.text).toContain(`name="return_to" value="${service.origin}${opened.replace("&", "&amp;")}"`)
    expect((await browser.submit(signIn, { key: adminKey, return_to: opened })).headers.location).toBe(opened)
  })

  test.each([
    "https://evil.example/dashboard",
    "//evil.example/dashboard",
    "/\\evil.example/dashboard",
    "/dashboard/../v1/auth/session",
    "/dashboard/%2e%2e/v1/auth/session",
    "/dashboardish",
    "javascript:alert(1)",
    "/v1/auth/session",
    ""
  ])("a browser goes to the dashboard only: %s", async (to) => {
    const reply = await newBrowser().submit(signIn, { key: adminKey, return_to: to })
    expect(reply.headers.location).toBe(home)
  })

  test("the session expires after twelve hours, and is revoked by signing out", async () => {
    const browser = await signedIn(service)
    for (let half = 1; half <= 24; half++) {
      service.advance(hour / 2 - 1)
      expect((await browser.get(home)).status).toBe(200)
    }
    service.advance(23)
    expect((await browser.get(home)).status).toBe(200)
    service.advance(1)
    expect((await browser.get(home)).status).toBe(303)

    const other = await signedIn(service)
    await other.submit(signIn, { key: adminKey })
    const cookie = await other.jar.getCookieString(`${service.origin}${home}`)
    const out = await other.submit("/dashboard/sign-out")
    expect(out.headers.location).toBe(`${signIn}?signed-out=1`)
    expect(cookieOf(out)).toMatch(/^__dashboard=; Max-Age=0; Path=\/dashboard;/)
    expect((await newBrowser().get(home, { cookie })).status).toBe(303)
  })

  test("the previous session of the browser is revoked", async () => {
    const browser = await signedIn(service)
    const cookies = await browser.jar.getCookieString(`${service.origin}${home}`)
    await browser.submit(signIn, { key: adminKey })
    expect((await newBrowser().get(home, { cookie: cookies })).status).toBe(303)
    expect((await browser.get(home)).status).toBe(200)
  })
})
