import { defaultId } from "@latchkey/domain/instance/Instance"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Browser } from "@latchkey/test-support/Browser"
import { account, newEmail, password, session } from "@latchkey/test-support/contract"
import type { Reply } from "@latchkey/test-support/HttpClient"
import type { Service } from "@latchkey/test-support/Service"
import { headingOf, postForm, startWithPages } from "./support/app.ts"

const html = { accept: "text/html" }
const day = 86_400_000
const confirmed = { currentPassword: password }

describe("The pages about the deletion of an account", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages()
  })
  afterAll(() => service.stop())
  const setGrace = (deletionGraceDays: number) =>
    service.instances((directory) => directory.update(defaultId, { accountConfig: { deletionGraceDays } }))
  beforeEach(async () => {
    service.advance(3_600_000)
    await setGrace(7)
  })

  const signedUp = async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-up", { email, password })
    return { browser, email }
  }
  const open = (browser: Browser, path = "/account/delete") => browser.get(path, html)
  const deletionOf = async (browser: Browser) => (await browser.get(account)).json["deletionAt"]
  const errorIn = ({ text }: Reply) => /id="currentPassword-error">([^<]*)</.exec(text)?.[1]
  const where = ({ headers, status }: Reply) => [status, headers.location]
  const signInLink = async (browser: Browser, email: string) => {
    await postForm(browser, "/sign-in/link", { email })
    return browser.get(await service.lastLink(email), html)
  }

  test("lead from the account page to what will happen and when, with the download", async () => {
    const { browser, email } = await signedUp()
    const own = await open(browser, "/account")
    expect(own.text).toContain('<a class="button quiet bad small" href="/account/delete">Delete your account</a>')
    expect(own.text).toContain('<a class="button quiet small" href="/account/data">Download your data</a>')
    const page = await open(browser)
    expect([page.status, headingOf(page)]).toEqual([200, "Delete your account?"])
    expect(page.text).toContain(`<strong>${email}</strong>`)
    expect(page.text).toContain("after 7 days")
    expect(page.text).toContain('You can <a href="/account/data">download your data</a> first.')
    await setGrace(0)
    expect((await open(browser)).text).toContain("deleted immediately")
  })

  test("offer the download after a recent sign-in, and else confirm first who the user is", async () => {
    const { browser } = await signedUp()
    const data = await open(browser, "/account/data")
    expect([data.status, headingOf(data)]).toEqual([200, "Download your data"])
    const link = '<a class="button" href="/v1/auth/account/export" download>Download your data</a>'
    expect(data.text).toContain(link)
    expect((await browser.get("/v1/auth/account/export")).status).toBe(200)
    service.advance(600_000)
    expect((await browser.get("/v1/auth/account/export")).json["code"]).toBe("reauthentication_required")
    const later = await open(browser, "/account/data")
    expect(later.status).toBe(303)
    const target = new URL(later.headers.location ?? "", service.origin)
    expect(target.pathname).toBe("/reauthenticate")
    const confirmed = await postForm(browser, `${target.pathname}${target.search}`, {
      password,
      return_to: target.searchParams.get("return_to") ?? ""
    })
    expect(where(confirmed)).toEqual([303, `${service.origin}/account/data`])
    expect((await open(browser, "/account/data")).text).toContain(link)
    const visitor = await open(service.browser(), "/account/data")
    expect(visitor.status).toBe(303)
    expect(new URL(visitor.headers.location ?? "", service.origin).pathname).toBe("/sign-in")
  })

  test("schedule the deletion with the current password, say when, and keep the account again", async () => {
    const { browser } = await signedUp()
    const empty = await postForm(browser, "/account/delete", { currentPassword: "" })
    expect([empty.status, errorIn(empty)]).toEqual([400, "Enter your current password."])
    const wrong = await postForm(browser, "/account/delete", { currentPassword: "a wrong password" })
    expect([wrong.status, errorIn(wrong)]).toEqual([401, "Your current password is wrong."])
    expect(await deletionOf(browser)).toBeNull()
    expect(where(await postForm(browser, "/account/delete", confirmed))).toEqual([303, "/account/delete"])
    const at = String(await deletionOf(browser))
    for (const path of ["/account/delete", "/account"]) {
      const page = await open(browser, path)
      expect(page.text).toContain(`<time datetime="${at}">`)
      expect(page.text).toMatch(
        /<form method="post" action="\/account\/delete\/cancel"><input[^>]*><button>Keep my account/
      )
    }
    const kept = await postForm(browser, "/account/delete/cancel", {})
    expect(where(kept)).toEqual([303, "/account?done=keep"])
    expect((await open(browser, "/account?done=keep")).text).toContain("We keep your account.")
    expect(await deletionOf(browser)).toBeNull()
  })

  test("come first after every sign-in while the deletion is scheduled, and then lead to the return URL", async () => {
    const { browser, email } = await signedUp()
    await postForm(browser, "/account/delete", confirmed)
    const returnTo = `${service.origin}/orders`
    const other = service.browser()
    const signedIn = await postForm(other, "/sign-in", { email, password, return_to: returnTo })
    const next = `/account/delete?return_to=${encodeURIComponent(returnTo)}`
    expect(where(signedIn)).toEqual([303, next])
    const page = await open(other, next)
    expect(headingOf(page)).toBe("Your account will be deleted")
    expect(page.text).toContain(`<a href="${returnTo}">Continue without keeping it</a>`)
    expect(await deletionOf(other)).not.toBeNull()
  })

  test("come after a sign-in link, too, and require no password then", async () => {
    const { browser, email } = await signedUp()
    await signInLink(browser, email)
    const page = await open(browser)
    expect(page.text).not.toContain('id="currentPassword"')
    expect(where(await postForm(browser, "/account/delete", {}))).toEqual([303, "/account/delete"])
    for (const one of [browser, service.browser()]) {
      expect(where(await signInLink(one, email))).toEqual([303, "/account/delete"])
    }
  })

  test("offer a new link to a user without a password, who signed in too long ago, and lead back", async () => {
    const browser = service.browser()
    const email = newEmail()
    await signInLink(browser, email)
    service.advance(11 * 60_000)
    const page = await open(browser)
    expect(page.text).toContain("Email me a sign-in link")
    expect(page.text).not.toContain("Delete my account")
    expect(page.text).toContain(`name="return_to" value="${service.origin}/account/delete"`)
    const late = await postForm(browser, "/account/delete", {})
    expect([late.status, await deletionOf(browser)]).toEqual([401, null])
    expect(late.text).toContain("You signed in too long ago. Request a new link.")
  })

  test("say that the account is deleted immediately without days of grace, signed out", async () => {
    await setGrace(0)
    const { browser } = await signedUp()
    expect(where(await postForm(browser, "/account/delete", confirmed))).toEqual([303, "/account/deleted"])
    expect((await browser.get(session)).status).toBe(401)
    const page = await open(browser, "/account/deleted")
    expect([page.status, headingOf(page)]).toEqual([200, "Your account is deleted"])
  })

  test("lead to sign-in without a session, and back; a due account is signed out", async () => {
    const back = encodeURIComponent(`${service.origin}/account/delete`)
    const toSignIn = [303, `/sign-in?return_to=${back}`]
    for (const [method, path] of [
      ["get", "/account/delete"],
      ["post", "/account/delete"],
      ["post", "/account/delete/cancel"]
    ] as const) {
      const browser = service.browser()
      const reply = await (method === "get" ? open(browser, path) : postForm(browser, path, {}))
      expect(where(reply), `${method} ${path}`).toEqual(toSignIn)
    }
    const { browser } = await signedUp()
    await postForm(browser, "/account/delete", confirmed)
    service.advance(7 * day)
    expect(where(await postForm(browser, "/account/delete/cancel", {}))).toEqual(toSignIn)
  })

  test("do nothing for a form on a page of another site", async () => {
    const { browser } = await signedUp()
    const foreign = { ...html, origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    for (const path of ["/account/delete", "/account/delete/cancel"]) {
      expect((await postForm(browser, path, confirmed, foreign)).status).toBe(403)
    }
    expect(await deletionOf(browser)).toBeNull()
  })
})
