import { defaultId } from "@latchkey/domain/instance/Instance"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Service } from "@latchkey/test-support/Service"
import { headingOf, postForm, startWithPages, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }
const newPassword = "another horse battery"

describe("A user who has forgotten the password", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages()
    // Recovery by email is not sign-in by email.
    await service.instances((instances) => instances.update(defaultId, { authConfig: { magic_link: false } }))
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))

  const signedUp = async () => {
    const email = newEmail()
    const browser = service.browser()
    await postForm(browser, "/sign-up", { email, password })
    return { browser, email }
  }
  const linkFor = async (email: string, browser = service.browser(), fields = {}) => {
    await postForm(browser, "/forgot-password", { email, ...fields })
    return service.lastResetLink(email)
  }
  const emailOf = async (browser: Browser) => (await browser.get(session)).json["email"]
  const setPassword = (browser: Browser, link: string, text: string) =>
    postForm(browser, "/reset-password", { token: link.slice(-43), password: text })

  test("sets a new one with a link from an email, and goes on to the return URL", async () => {
    const { browser: former, email } = await signedUp()
    const browser = service.browser()
    const returnTo = `${service.origin}/orders`
    const path = `/forgot-password?return_to=${encodeURIComponent(returnTo)}`
    const signIn = await browser.get(`/sign-in?return_to=${encodeURIComponent(returnTo)}`, html)
    expect(signIn.text).toContain(`<a href="${path}">Forgot your password?</a>`)
    expect(valuesOf(await browser.get(path, html))["return_to"]).toBe(returnTo)

    const sent = await postForm(browser, "/forgot-password", { email, return_to: returnTo })
    expect([sent.status, sent.headers["location"]]).toEqual([303, "/forgot-password/sent"])
    expect((await browser.get("/forgot-password/sent", html)).text).toContain(`<strong>${email}</strong>`)

    const link = await service.lastResetLink(email)
    const form = await browser.get(link, html)
    expect([form.status, headingOf(form)]).toEqual([200, "Set a new password"])
    expect(form.text).toContain(`<strong>${email}</strong>`)
    const set = await setPassword(browser, link, newPassword)
    expect([set.status, set.headers["location"]]).toEqual([303, returnTo])
    expect(await emailOf(browser)).toBe(email)
    expect(await emailOf(former)).toBeUndefined()
    expect(await browser.cookie("__link")).toBeUndefined()
  })

  test("sees the same after a request as someone without an account", async () => {
    const known = (await signedUp()).email
    const pages = []
    for (const email of [known, newEmail()]) {
      const browser = service.browser()
      const { headers, status } = await postForm(browser, "/forgot-password", { email })
      const { text } = await browser.get("/forgot-password/sent", html)
      pages.push([status, headers["location"], text.replaceAll(email, "?").replace(/nonce="[^"]*"/g, "")])
    }
    expect(pages[1]).toEqual(pages[0])
  })

  test("uses the link up only by setting a password, not by opening, previewing or prefetching it", async () => {
    const { browser, email } = await signedUp()
    const link = await linkFor(email)
    const other = service.browser()
    await other.send("HEAD", link, { headers: html })
    const prefetch = await other.get(link, { ...html, "sec-purpose": "prefetch" })
    expect([prefetch.status, prefetch.text]).toEqual([204, ""])
    const opened = await other.get(link, html)
    expect([opened.status, opened.setCookies]).toEqual([200, []])
    expect(await emailOf(other)).toBeUndefined()
    expect(await emailOf(browser)).toBe(email)
    expect((await setPassword(other, link, newPassword)).status).toBe(303)
    const used = await other.get(link, html)
    expect([used.status, headingOf(used)]).toEqual([401, "This link no longer works"])
    expect(used.text).toContain('href="/forgot-password"')
    expect((await setPassword(other, link, password)).status).toBe(401)
  })

  test("is told which account it is, if the browser is signed in with another one", async () => {
    const { email: attacker } = await signedUp()
    const { browser, email } = await signedUp()
    const page = await browser.get(await linkFor(attacker), html)
    expect(page.text).toContain(`You're signed in as <strong>${email}</strong>`)
    expect(page.text).toContain(`sets the password of <strong>${attacker}</strong>`)
    expect(await emailOf(browser)).toBe(email)
  })

  test("can try another password after a rejected one", async () => {
    const { email } = await signedUp()
    const browser = service.browser()
    const link = await linkFor(email, browser)
    for (const [text, error] of [
      ["short", "Your password must include at least 8 characters."],
      ["", "Enter a new password."]
    ] as const) {
      const rejected = await setPassword(browser, link, text)
      expect([rejected.status, headingOf(rejected)]).toEqual([400, "Set a new password"])
      expect(rejected.text).toContain(`<span class="error" id="password-error">${error}</span>`)
      expect(rejected.text).toContain(`<strong>${email}</strong>`)
      expect(valuesOf(rejected)).toMatchObject({ token: link.slice(-43), password: undefined })
    }
    expect((await setPassword(browser, link, newPassword)).status).toBe(303)
  })

  test("finds the way from the account page, too", async () => {
    const { browser } = await signedUp()
    const account = await browser.get("/account", html)
    expect(account.text).toContain('Forgot your password? <a href="/forgot-password">')
    expect(account.text).not.toContain("Email me a sign-in link")
  })

  test("learns that there is no way without an email provider", async () => {
    const without = await startWithPages({ mailer: "unconfigured" })
    try {
      expect((await without.browser().get("/sign-in", html)).text).not.toContain("Forgot your password?")
      const page = await without.browser().get("/forgot-password", html)
      expect(page.text).toContain("We can't send emails at the moment")
      expect((await postForm(without.browser(), "/forgot-password", { email: newEmail() })).status).toBe(401)
    } finally {
      await without.stop()
    }
  })
})
