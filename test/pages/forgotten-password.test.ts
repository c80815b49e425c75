import { cookiesOf, withoutNonces } from "@latchkey/test-support/HttpClient"
import { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Service } from "@latchkey/test-support/Service"
import { makeWatchedHasher } from "@latchkey/test-support/WatchedHasher"
import { headingOf, postForm, startWithPages, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }
const hasher = makeWatchedHasher()
const newPassword = "another horse battery"

describe("A user who has forgotten the password", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages({ crypto: hasher.layer })
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
      pages.push([status, headers["location"], withoutNonces(text.replaceAll(email, "?"))])
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
    expect([opened.status, cookiesOf(opened)]).toEqual([200, []])
    expect(await emailOf(other)).toBeUndefined()
    expect(await emailOf(browser)).toBe(email)
    expect((await setPassword(other, link, newPassword)).status).toBe(303)
    const used = await service.browser().get(link, html)
    expect([used.status, headingOf(used)]).toEqual([401, "This link no longer works"])
    expect(used.text).toContain('href="/forgot-password"')
    const again = await setPassword(service.browser(), link, password)
    expect([again.status, headingOf(again)]).toEqual([401, "This link no longer works"])
    for (const { text } of [used, again]) expect(text).toContain("it may have been saved. Try to sign in with it.")
  })

  test("is told which account it is, if the browser is signed in with another one", async () => {
    const { email: attacker } = await signedUp()
    const { browser, email } = await signedUp()
    const page = await browser.get(await linkFor(attacker), html)
    expect(page.text).toContain(`You're signed in as <bdi><strong>${email}</strong></bdi>`)
    expect(page.text).toContain(`sets the password of <bdi><strong>${attacker}</strong></bdi>`)
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

  test("can try as many rejected passwords as the limit allows uses of links", async () => {
    const { email } = await signedUp()
    const link = await linkFor(email)
    const limit = 4
    await service.instances((instances) =>
      instances.update(defaultId, { rateLimits: { magicLinkVerifyPerIp: { limit, windowSeconds: 60 } } })
    )
    const statuses = []
    for (let index = 0; index < limit + 1; index++) {
      statuses.push((await setPassword(service.browser(), link, index % 2 === 0 ? "short" : "")).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 429])
    await service.instances((instances) => instances.update(defaultId, { rateLimits: {} }))
  })

  test("keeps the form while the service has too many passwords to hash", async () => {
    const { email } = await signedUp()
    const link = await linkFor(email)
    const overload = new HasherOverloaded({ retryAfterSeconds: 7 })
    const reply = await hasher.failingDuring(overload, () => setPassword(service.browser(), link, newPassword))
    expect([reply.status, reply.headers["retry-after"], headingOf(reply)]).toEqual([503, "7", "Set a new password"])
    expect(reply.text).toContain("The service is temporarily unavailable. Try again in 7 seconds.")
    expect(reply.text).toContain(`<strong>${email}</strong>`)
    expect(valuesOf(reply)).toMatchObject({ token: link.slice(-43), password: undefined })
    expect((await setPassword(service.browser(), link, newPassword)).status).toBe(303)
  })

  test("verifies the address with the link where sign-in links are turned off", async () => {
    const { browser, email } = await signedUp()
    const returnTo = encodeURIComponent(`${service.origin}/orders`)
    const page = await browser.get(`/account/verify?return_to=${returnTo}`, html)
    expect(page.text).toContain(
      `To verify it, <a href="/forgot-password?return_to=${returnTo}">set a new password with a link by email</a>.`
    )
    await setPassword(browser, await linkFor(email, browser), newPassword)
    expect((await browser.get(session)).json).toMatchObject({ email, emailVerified: true })
  })

  test("finds the way from the account page, too", async () => {
    const { browser } = await signedUp()
    for (const magic_link of [true, false]) {
      await service.instances((instances) => instances.update(defaultId, { authConfig: { magic_link } }))
      const account = await browser.get("/account", html)
      expect(account.text).toContain(
        'Forgot your password? <a href="/forgot-password">Set a new one with a link by email</a>'
      )
      expect(account.text).not.toContain("Email me a sign-in link")
    }
  })

  test("learns that there is no way without an email provider", async () => {
    const without = await startWithPages({ mailer: "unconfigured" })
    try {
      expect((await without.browser().get("/sign-in", html)).text).not.toContain("Forgot your password?")
      const page = await without.browser().get("/forgot-password", html)
      expect(page.text.replaceAll("&#39;", "'")).toContain("We can't send emails at the moment")
      expect((await postForm(without.browser(), "/forgot-password", { email: newEmail() })).status).toBe(401)
      const link = await without.browser().get(`/reset-password?token=${"a".repeat(42)}A`, html)
      expect([link.status, headingOf(link)]).toEqual([401, "This link doesn't work"])
      expect(link.text.replaceAll("&#39;", "'")).toContain(
        "<p>We can't send emails at the moment, so you can't set a new password.</p>"
      )
      const browser = without.browser()
      await postForm(browser, "/sign-up", { email: newEmail(), password })
      const verify = await browser.get("/account/verify", html)
      expect(verify.text.replaceAll("&#39;", "'")).toContain(
        "<p>We can't send emails at the moment, so you can't verify it.</p>"
      )
    } finally {
      await without.stop()
    }
  })
})
