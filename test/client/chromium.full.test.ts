import { createServer } from "node:http"
import type { createClient } from "@latchkey/client"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { executablePath, sharedBrowser, closePages } from "@latchkey/test-support/chromium"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password } from "@latchkey/test-support/contract"
import type { Service } from "@latchkey/test-support/Service"
import { startApp } from "./support/app.ts"

declare global {
  interface Window {
    readonly createClient: typeof createClient
  }
}

const skipped = executablePath === undefined ? " (skipped: no Chromium on the PATH)" : ""

describe.skipIf(executablePath === undefined)(`The client in Chromium${skipped}`, () => {
  let browser: Browser
  let service: Service
  let app: Awaited<ReturnType<typeof startApp>>
  const requests: Array<string> = []
  const opened: Array<BrowserContext> = []

  beforeAll(async () => {
    app = await startApp(() => service.origin)
    service = await start({
      settings: { allowedOrigins: [app.origin] },
      server: () => createServer().on("request", ({ method, url }) => requests.push(`${method} ${url}`))
    })
    browser = await sharedBrowser(executablePath ?? "")
  })
  afterAll(async () => {
    await closePages(browser)
    await service.stop()
    await app.stop()
  })
  beforeEach(() => {
    service.advance(3_600_000)
    requests.splice(0)
  })
  afterEach(() => Promise.all(opened.splice(0).map((context) => context.close())))

  const open = async (origin = app.origin): Promise<Page> => {
    const context = await browser.newContext()
    opened.push(context)
    const page = await context.newPage()
    await load(page, origin)
    return page
  }
  const load = async (page: Page, origin = app.origin) => {
    await page.goto(origin)
    await page.waitForFunction(() => "createClient" in window)
  }
  const signUp = (page: Page, baseUrl: string | undefined, credentials: { email: string; password: string }) =>
    page.evaluate(({ baseUrl, credentials }) => window.createClient({ baseUrl }).signUp(credentials), {
      baseUrl,
      credentials
    })
  const session = (page: Page, baseUrl: string | undefined) =>
    page.evaluate((baseUrl) => window.createClient({ baseUrl }).session(), baseUrl)
  const signOut = (page: Page, baseUrl: string | undefined) =>
    page.evaluate((baseUrl) => window.createClient({ baseUrl }).signOut(), baseUrl)

  test("signs in from a page of another origin, and the session survives a reload", async () => {
    const page = await open()
    const email = newEmail()
    const signedUp = await signUp(page, service.origin, { email, password })
    expect(signedUp).toEqual({ ok: true, data: { userId: expect.any(String), sessionId: expect.any(String) } })
    await load(page)
    expect(await session(page, service.origin)).toMatchObject({ ok: true, data: { email } })
    expect(await page.evaluate(() => document.cookie)).toBe("")
    expect(await signOut(page, service.origin)).toEqual({ ok: true, data: { ok: true } })
    expect(await session(page, service.origin)).toMatchObject({ problem: { code: "unauthenticated" } })
  })

  test("causes preflights only for requests with JSON", async () => {
    const page = await open()
    await session(page, service.origin)
    await signOut(page, service.origin)
    expect(requests).toEqual(["GET /v1/auth/session", "POST /v1/auth/sign-out"])
    requests.splice(0)
    await signUp(page, service.origin, { email: newEmail(), password })
    const path = "/v1/auth/sign-up/email-password"
    expect(requests).toEqual([`OPTIONS ${path}`, `POST ${path}`])
  })

  test("reads Retry-After across origins", async () => {
    const page = await open()
    const email = newEmail()
    const wait = await page.evaluate(
      async ({ baseUrl, email }) => {
        const { requestMagicLink } = window.createClient({ baseUrl })
        for (let times = 0; times < 6; times++) {
          const result = await requestMagicLink({ email })
          if (!result.ok && result.problem.code === "magic_link_rate_limited") return result.problem.retryAfterSeconds
        }
        return undefined
      },
      { baseUrl: service.origin, email }
    )
    expect(wait).toBe(900)
  })

  test.each([undefined, "", "/auth"])("calls Latchkey on the page's own origin, at %s", async (baseUrl) => {
    const page = await open()
    const email = newEmail()
    expect(await signUp(page, baseUrl, { email, password })).toMatchObject({ ok: true })
    expect(await session(page, baseUrl)).toMatchObject({ ok: true, data: { email } })
    expect(requests).toEqual(["POST /v1/auth/sign-up/email-password", "GET /v1/auth/session"])
  })

  test("gets network_error on a page whose origin is not allowed", async () => {
    const page = await open(`http://localhost:${app.port}`)
    const codes = await page.evaluate(
      async ({ baseUrl, credentials }) => {
        const client = window.createClient({ baseUrl })
        const results = [await client.signIn(credentials), await client.session(), await client.signOut()]
        return results.map((result) => (result.ok ? "ok" : result.problem.code))
      },
      { baseUrl: service.origin, credentials: { email: newEmail(), password } }
    )
    expect(codes).toEqual(["network_error", "network_error", "network_error"])
    expect(await page.context().cookies()).toEqual([])
  })

  test("aborts with its signal, and does not follow redirects", async () => {
    const page = await open()
    const results = await page.evaluate(async () => {
      const { session } = window.createClient()
      return [await session({ signal: AbortSignal.abort() }), await session({ signal: AbortSignal.timeout(10_000) })]
    })
    expect(results[0]).toEqual({ ok: false, problem: { code: "aborted" } })
    expect(results[1]).toMatchObject({ ok: false, problem: { code: "unauthenticated" } })
    await page.route("**/v1/auth/session", (route) => route.fulfill({ status: 302, headers: { location: "/" } }))
    expect(await session(page, undefined)).toEqual({ ok: false, problem: { code: "unexpected_reply", status: 0 } })
  })
})
