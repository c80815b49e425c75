import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Service } from "@latchkey/test-support/Service"
import { appPage, headingOf, home, postForm, startBesideApp, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }

describe.each([["", "/"] as const, ["/auth", "/auth"] as const])("Navigation below the prefix '%s'", (prefix, path) => {
  let service: Service
  beforeAll(async () => {
    service = await startBesideApp(prefix === "" ? {} : { prefix })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))

  const signUp = async (browser: Browser, more: Record<string, string> = {}) => {
    const email = newEmail()
    return { email, reply: await postForm(browser, `${prefix}/sign-up`, { email, password, ...more }) }
  }
  const requestLink = async (browser: Browser, fields: Record<string, string>) => {
    const reply = await postForm(browser, `${prefix}/sign-in/link`, fields)
    return { reply, link: await service.lastLink(fields["email"] ?? "") }
  }

  test("leads home after signing up or in, or to the return URL", async () => {
    const browser = service.browser()
    const { email, reply } = await signUp(browser)
    expect([reply.status, reply.headers.location, reply.text]).toEqual([303, home, ""])
    expect((await browser.get(`${prefix}${session}`)).json["email"]).toBe(email)
    const again = await postForm(service.browser(), `${prefix}/sign-in`, { email, password, return_to: appPage })
    expect([again.status, again.headers.location]).toEqual([303, appPage])
    expect((await signUp(service.browser(), { return_to: appPage })).reply.headers.location).toBe(appPage)
  })

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "https:evil.example"
  ])("never leads to %s, from a form, a query or a link", async (evil) => {
    const page = await service.browser().get(`${prefix}/sign-in?return_to=${encodeURIComponent(evil)}`, html)
    expect(page.text).not.toContain("evil.example")
    expect(page.headers["content-security-policy"]).toContain("form-action 'self' https://www.example.com;")
    expect((await signUp(service.browser(), { return_to: evil })).reply.headers.location).toBe(home)
    const browser = service.browser()
    const email = newEmail()
    const { link } = await requestLink(browser, { email, return_to: evil })
    expect((await browser.get(link, html)).headers.location).toBe(home)
  })

  test("keeps the return URL from page to page, and allows its origin for the form", async () => {
    const query = `return_to=${encodeURIComponent(appPage)}`
    const page = await service.browser().get(`${prefix}/sign-in?${query}`, html)
    expect(valuesOf(page)["return_to"]).toBe(appPage)
    expect(page.text).toContain(`href="${prefix}/sign-up?${query}"`)
    expect(page.headers["content-security-policy"]).toContain("form-action 'self' https://app.example.com;")
    const wrong = await postForm(service.browser(), `${prefix}/sign-in`, {
      email: "a@b.example",
      password,
      return_to: appPage
    })
    expect([wrong.status, valuesOf(wrong)["return_to"]]).toEqual([401, appPage])
  })

  test("leads to the return URL on the device that requested a link, and clears its cookie", async () => {
    const browser = service.browser()
    const email = newEmail()
    const { link, reply } = await requestLink(browser, { email, return_to: appPage })
    expect([reply.status, reply.headers.location]).toEqual([303, `${prefix}/check-your-email`])
    const cookies = await browser.jar.getCookies(`${service.origin}${prefix}/sign-in`)
    expect(cookies.map(({ httpOnly, key, path, sameSite }) => [key, path, httpOnly, sameSite])).toContainEqual([
      "__link",
      path,
      true,
      "lax"
    ])
    const opened = await browser.get(link, html)
    expect([opened.status, opened.headers.location]).toEqual([303, appPage])
    expect(await browser.jar.getCookieString(`${service.origin}${prefix}/sign-in`)).not.toContain("__link")
    expect((await browser.get(`${prefix}${session}`)).json["email"]).toBe(email)
  })

  test("checks the return URL of a forged cookie", async () => {
    const browser = service.browser()
    const email = newEmail()
    const { link } = await requestLink(browser, { email })
    const forged = Buffer.from(`${email}\nhttps://evil.example/`).toString("base64url")
    await browser.jar.setCookie(`__link=${forged}; Path=${path}`, `${service.origin}${prefix}/`)
    expect((await browser.get(`${prefix}/check-your-email`, html)).text).not.toContain("evil.example")
    expect((await browser.get(link, html)).headers.location).toBe(home)
  })

  test("leads home on another device", async () => {
    const email = newEmail()
    const { link } = await requestLink(service.browser(), { email, return_to: appPage })
    const other = service.browser()
    const page = await other.get(link, html)
    const pressed = await postForm(other, `${prefix}/v1/auth/magic-link/verify`, {
      token: valuesOf(page)["token"] ?? ""
    })
    expect([pressed.status, pressed.headers.location]).toEqual([303, home])
  })

  test("leads from the account page to sign-in and back without a session", async () => {
    const email = (await signUp(service.browser())).email
    const browser = service.browser()
    const away = await browser.get(`${prefix}/account`, html)
    const account = `${service.origin}${prefix}/account`
    const signIn = `${prefix}/sign-in?return_to=${encodeURIComponent(account)}`
    expect([away.status, away.headers.location]).toEqual([303, signIn])
    const form = valuesOf(await browser.get(signIn, html))
    const back = await postForm(browser, `${prefix}/sign-in`, { email, password, return_to: form["return_to"] ?? "" })
    expect([back.status, back.headers.location]).toEqual([303, account])
    const page = await browser.get(`${prefix}/account`, html)
    expect([page.status, headingOf(page)]).toEqual([200, "Your account"])
  })

  test.each(["/sign-in", "/sign-up"])("offers a signed-in user on %s to continue or to sign out", async (path) => {
    const browser = service.browser()
    const { email } = await signUp(browser)
    const page = await browser.get(`${prefix}${path}?return_to=${encodeURIComponent(appPage)}`, html)
    expect([page.status, headingOf(page)]).toEqual([200, "You're signed in"])
    expect(page.text).toContain(`<strong>${email}</strong>`)
    expect(page.text).toContain(`href="${appPage}"`)
    expect(page.text).toContain(`action="${prefix}/sign-out"`)
    const out = await postForm(browser, `${prefix}/sign-out`, {})
    expect([out.status, out.headers.location]).toEqual([303, `${prefix}/signed-out`])
    expect(headingOf(await browser.get(`${prefix}/signed-out`, html))).toBe("You're signed out")
    expect((await browser.get(`${prefix}${session}`)).status).toBe(401)
  })

  test("leads from every path that accepts forms to a page", async () => {
    const browser = service.browser()
    await signUp(browser)
    for (const [from, to] of [
      ["/sign-in/link", "/sign-in"],
      ["/account/password", "/account"],
      ["/sign-out", "/account"],
      ["/signed-out", "/account"]
    ]) {
      const reply = await browser.get(`${prefix}${from}`, html)
      expect([from, reply.status, reply.headers.location]).toEqual([from, 303, `${prefix}${to}`])
    }
    expect((await browser.get(`${prefix}${session}`)).status).toBe(200)
  })
})
