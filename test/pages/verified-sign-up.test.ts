import { cookiesOf, withoutNonces } from "@latchkey/test-support/HttpClient"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newEmail, password, requestLink, session } from "@latchkey/test-support/contract"
import type { Service } from "@latchkey/test-support/Service"
import { headingOf, ownForm, postForm, startWithPages, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }

describe("A sign-up whose email address is verified first", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages()
  })
  afterAll(() => service.stop())
  const change = (patch: InstancePatch) => service.instances((instances) => instances.update(defaultId, patch))
  beforeEach(async () => {
    service.advance(3_600_000)
    await change({ signUp: { mode: "open", verification: "before" } })
  })
  afterEach(() => change({ authConfig: { password: true, magic_link: true } }))

  /** Signs up in a new browser. Returns it, and the link of the email. */
  const signedUp = async (fields: Record<string, string> = {}) => {
    const browser = service.browser()
    const { email = newEmail() } = fields
    const reply = await postForm(browser, "/sign-up", { ...fields, email, password })
    return { browser, email, reply, link: await service.lastSignUpLink(email) }
  }
  const tokenIn = (link: string) => new URL(link, service.origin).searchParams.get("token") ?? ""
  const press = (browser: ReturnType<Service["browser"]>, link: string, headers = ownForm) =>
    postForm(browser, "/sign-up/verify", { token: tokenIn(link) }, headers)

  test("leads to a page that asks to look for the email, and signs no one in", async () => {
    const { browser, email, reply } = await signedUp()
    expect([reply.status, reply.headers.location]).toEqual([303, "/sign-up/sent"])
    expect((await browser.get(session)).status).toBe(401)
    const page = await browser.get("/sign-up/sent", html)
    expect([page.status, headingOf(page)]).toEqual([200, "Check your email"])
    expect(page.text).toContain(`<strong>${email}</strong>`)
    expect((await service.browser().get("/sign-up/sent", html)).text).toContain("your email address")
  })

  test("shows the same page for an address that has an account", async () => {
    const owner = service.browser()
    const email = newEmail()
    await owner.post(requestLink, { email })
    await owner.get(await service.lastLink(email))
    const pages = []
    for (const address of [email, newEmail()]) {
      const browser = service.browser()
      const reply = await postForm(browser, "/sign-up", { email: address, password })
      const page = await browser.get("/sign-up/sent", html)
      pages.push([reply.status, reply.headers.location, withoutNonces(page.text.replaceAll(address, "…"))])
    }
    expect(pages[1]).toEqual(pages[0])
  })

  test("shows one button behind the link, which creates the account with the password in the same browser", async () => {
    const { browser, email, link } = await signedUp()
    const page = await browser.get(link, html)
    expect([page.status, headingOf(page), cookiesOf(page)]).toEqual([200, "Join Latchkey?", []])
    expect(page.text).toContain(`<strong>${email}</strong>`)
    expect(page.text.match(/<button/g)).toHaveLength(1)
    expect(page.text).not.toContain("autofocus")
    expect(page.text).not.toContain("The password")
    const verified = await postForm(browser, "/sign-up/verify", { token: valuesOf(page)["token"] ?? "" })
    expect([verified.status, verified.headers.location]).toEqual([303, `${service.origin}/`])
    expect((await browser.get(session)).json).toMatchObject({ email, emailVerified: true })
    const signedIn = await postForm(service.browser(), "/sign-in", { email, password })
    expect(signedIn.status).toBe(303)
  })

  test("says in another browser that the password is not used, and leads to set one", async () => {
    const { email, link } = await signedUp()
    const browser = service.browser()
    expect((await browser.get(link, html)).text.replaceAll("&#39;", "'")).toContain(
      "The password from the sign-up isn't used here"
    )
    const verified = await press(browser, link)
    expect([verified.status, headingOf(verified)]).toEqual([200, "Your account is ready"])
    expect(verified.text).toContain('href="/account#password-part"')
    expect((await postForm(service.browser(), "/sign-in", { email, password })).status).toBe(401)
    const own = "another horse battery"
    const set = await postForm(browser, "/account/password", { password: own })
    expect(set.headers.location).toBe("/account?done=password")
    expect((await postForm(service.browser(), "/sign-in", { email, password: own })).status).toBe(303)
  })

  test("says that the password of an unverified account was removed", async () => {
    await change({ signUp: { verification: "after" } })
    const email = newEmail()
    await postForm(service.browser(), "/sign-up", { email, password })
    await change({ signUp: { verification: "before" } })
    const { browser, link } = await signedUp({ email })
    const verified = await press(browser, link)
    expect(headingOf(verified)).toBe("You're signed in")
    expect(verified.text).toContain("We removed the unverified password")
  })

  test("is used up only by the button, not by opening, previewing or prefetching the link", async () => {
    const { browser, link } = await signedUp()
    for (const headers of [html, { accept: "*/*" }, { ...html, "sec-purpose": "prefetch" }]) {
      expect(cookiesOf(await service.browser().get(link, headers))).toEqual([])
    }
    expect(cookiesOf(await service.browser().send("HEAD", link))).toEqual([])
    expect((await press(browser, link)).status).toBe(303)
  })

  test("goes on to the return URL of the sign-up", async () => {
    const { browser, link } = await signedUp({ return_to: `${service.origin}/account` })
    expect((await press(browser, link)).headers.location).toBe(`${service.origin}/account`)
  })

  test("names the account that the browser is signed in with", async () => {
    const { browser, email: current, link } = await signedUp()
    await press(browser, link)
    const other = await signedUp()
    const page = await browser.get(other.link, html)
    expect(page.text).toContain(`signed in as <bdi><strong>${current}</strong></bdi>`)
    expect(page.text).toContain(`<strong>${other.email}</strong>`)
  })

  test("says so if the link was used or never issued, and leads to the sign-up", async () => {
    const { browser, link } = await signedUp()
    await press(browser, link)
    for (const opened of [
      await service.browser().get(link, html),
      await service.browser().get(`/sign-up/verify?token=${"t".repeat(42)}A`, html),
      await press(service.browser(), link)
    ]) {
      expect([opened.status, headingOf(opened)]).toEqual([401, "This link no longer works"])
      expect(opened.text).not.toContain("<form")
      expect(opened.text).toContain('href="/sign-up"')
    }
    const incomplete = await service.browser().get("/sign-up/verify", html)
    expect([incomplete.status, headingOf(incomplete)]).toEqual([400, "This link is incomplete"])
  })

  test("says why the link does nothing once sign-up is closed or passwords are off", async () => {
    const { link } = await signedUp()
    await change({ authConfig: { password: false } })
    const off = await service.browser().get(link, html)
    expect([off.status, headingOf(off)]).toEqual([401, "This link doesn't work"])
    await change({ authConfig: { password: true }, signUp: { mode: "closed" } })
    const closed = await service.browser().get(link, html)
    expect([closed.status, headingOf(closed)]).toEqual([403, "Sign-up is closed"])
  })

  test("is not completed by a form of another website", async () => {
    const { browser, link } = await signedUp()
    const elsewhere = { ...ownForm, origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    const reply = await press(browser, link, elsewhere)
    expect([reply.status, cookiesOf(reply)]).toEqual([403, []])
    expect((await press(browser, link)).status).toBe(303)
  })
})
