import { defaultId } from "@latchkey/domain/instance/Instance"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newEmail, password, session, signOut } from "@latchkey/test-support/contract"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Service } from "@latchkey/test-support/Service"
import { appPage, headingOf, home, postForm, startBesideApp, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }
const returnTo = `return_to=${encodeURIComponent(appPage)}`

describe("On an instance that requires a verified email address", () => {
  let service: Service
  beforeAll(async () => {
    service = await startBesideApp()
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    service.advance(3_600_000)
    await change({ requireVerifiedEmail: true })
  })

  const change = (sessionConfig: { readonly requireVerifiedEmail: boolean }) =>
    service.instances((instances) => instances.update(defaultId, { sessionConfig }))

  const signedUp = async (more: Record<string, string> = {}) => {
    const browser = service.browser()
    const email = newEmail()
    const reply = await postForm(browser, "/sign-up", { email, password, ...more })
    expect(reply.status).toBe(303)
    return { browser, email, location: reply.headers.location ?? "" }
  }

  /** Requests a link with the button of the page, and opens it in the same browser. */
  const verify = async (browser: Browser, email: string, path: string) => {
    const page = await browser.get(path, html)
    const { return_to = "" } = valuesOf(page)
    const requested = await postForm(browser, "/account/link", { return_to: return_to.replaceAll("&amp;", "&") })
    expect([requested.status, requested.headers.location]).toEqual([303, "/check-your-email"])
    return browser.get(await service.lastLink(email), html)
  }

  test("sign-up leads to “Verify your email”, and the link to the return URL", async () => {
    const { browser, email, location } = await signedUp({ return_to: appPage })
    expect(location).toBe(`/account/verify?${returnTo}`)
    const page = await browser.get(location, html)
    expect([page.status, headingOf(page)]).toEqual([200, "Verify your email"])
    expect(page.text).toContain(`<strong>${email}</strong>`)
    expect(page.text).toContain(">Verify email</button>")
    expect((await browser.get(session)).json["code"]).toBe("email_not_verified")
    expect((await verify(browser, email, location)).headers.location).toBe(appPage)
    expect((await browser.get(session)).json).toMatchObject({ email, emailVerified: true })
    expect((await browser.get(location, html)).headers.location).toBe(appPage)
  })

  test("sign-in leads there, too, until the address is verified", async () => {
    const { browser, email } = await signedUp()
    await browser.post(signOut)
    const again = await postForm(browser, "/sign-in", { email, password, return_to: appPage })
    expect(again.headers.location).toBe(`/account/verify?${returnTo}`)
    expect((await browser.get(`/sign-in?${returnTo}`, html)).headers.location).toBe(`/account/verify?${returnTo}`)
    await verify(browser, email, "/account/verify")
    const verified = await postForm(service.browser(), "/sign-in", { email, password, return_to: appPage })
    expect(verified.headers.location).toBe(`/account/verify?${returnTo}`)
    expect((await browser.get(`/account/verify?${returnTo}`, html)).headers.location).toBe(appPage)
    expect((await browser.get("/account/verify", html)).headers.location).toBe(home)
  })

  test("the page leads to sign-in without a session, to no other site, and is there for users whom an app sends", async () => {
    const { browser } = await signedUp()
    expect((await service.browser().get(`/account/verify?${returnTo}`, html)).headers.location).toBe(
      `/sign-in?${returnTo}`
    )
    const evil = await browser.get("/account/verify?return_to=https%3A%2F%2Fevil.example%2F", html)
    expect([evil.status, evil.text.includes("evil.example")]).toEqual([200, false])
    await change({ requireVerifiedEmail: false })
    expect(headingOf(await browser.get(`/account/verify?${returnTo}`, html))).toBe("Verify your email")
  })

  test("the account page stays open", async () => {
    const { browser } = await signedUp()
    const page = await browser.get("/account", html)
    expect([page.status, headingOf(page)]).toEqual([200, "Your account"])
  })
})
