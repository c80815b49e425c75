import { cookiesOf } from "@latchkey/test-support/HttpClient"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Service } from "@latchkey/test-support/Service"
import { headingOf, ownForm, postForm, startWithPages, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }
const elsewhere = { ...ownForm, origin: "https://evil.example", "sec-fetch-site": "cross-site" }
const unknown = `${"t".repeat(42)}A`

describe("Changing the email address on the pages", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages()
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))
  afterEach(() => change({ authConfig: { magic_link: true, password: true } }))
  const change = (patch: InstancePatch) => service.instances((instances) => instances.update(defaultId, patch))
  const pathOf = (link: string) => link.replace(service.origin, "")

  /** Signs up with a verified address, and then with the password. */
  const signedIn = async (browser: Browser, email = newEmail()) => {
    await postForm(browser, "/sign-up", { email, password })
    await postForm(browser, "/sign-in/link", { email })
    await browser.get(await service.lastLink(email), html)
    await postForm(browser, "/sign-out", {})
    await postForm(browser, "/sign-in", { email, password })
    return email
  }

  const requested = async (browser: Browser) => {
    const email = newEmail()
    const reply = await postForm(browser, "/account/email", { email, currentPassword: password })
    expect([reply.status, reply.headers.location]).toEqual([303, "/account?done=email"])
    return { email, path: pathOf(await service.lastEmailChange(email)) }
  }

  test("starts on the account page, asks for the password, and does not tell whether an address is free", async () => {
    const browser = service.browser()
    const email = await signedIn(browser)
    expect((await browser.get("/account", html)).text).toContain('href="/account/email"')
    const page = await browser.get("/account/email", html)
    expect([page.status, headingOf(page)]).toEqual([200, "Change your email address"])
    expect(page.text).toContain(`<strong>${email}</strong>`)
    expect(page.text).toContain('name="currentPassword"')
    const replies = []
    for (const address of [newEmail(), await signedIn(service.browser())]) {
      const posted = await postForm(browser, "/account/email", { email: address, currentPassword: password })
      replies.push([posted.status, posted.headers.location, posted.setCookies])
    }
    expect(replies[0]).toEqual([303, "/account?done=email", []])
    expect(replies[1]).toEqual(replies[0])
    expect((await browser.get("/account?done=email", html)).text).toContain("Check the inbox of your new address.")
  })

  test("shows what is wrong beside the fields, and keeps the new address", async () => {
    const browser = service.browser()
    await signedIn(browser)
    const empty = await postForm(browser, "/account/email", { email: "", currentPassword: "" })
    expect(empty.status).toBe(400)
    expect(empty.text).toContain('id="email-error"')
    expect(empty.text).toContain('id="currentPassword-error"')
    const wrong = await postForm(browser, "/account/email", { email: "new@example.com", currentPassword: "wrong one" })
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain("Your current password is wrong.")
    expect(valuesOf(wrong)["email"]).toBe("new@example.com")
    expect(wrong.text).not.toContain("wrong one")
  })

  test("is confirmed with one button, in the session only", async () => {
    const browser = service.browser()
    const current = await signedIn(browser)
    const { email, path } = await requested(browser)
    const stranger = await service.browser().get(path, html)
    expect([stranger.status, headingOf(stranger)]).toEqual([401, "Sign in first"])
    const page = await browser.get(path, html)
    expect([page.status, headingOf(page), cookiesOf(page)]).toEqual([200, "Change your email address?", []])
    expect(page.text).toContain(`<strong>${current}</strong>`)
    expect(page.text).toContain(`<strong>${email}</strong>`)
    expect(page.text.match(/<button/g)).toHaveLength(1)
    expect(page.text).not.toContain("autofocus")
    const token = valuesOf(page)["token"] ?? ""
    const confirmed = await postForm(browser, "/confirm-email", { token })
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, "/account?done=email-changed"])
    expect((await browser.get("/account?done=email-changed", html)).text).toContain("Your email address is changed.")
    expect((await browser.get(session)).json).toMatchObject({ email, emailVerified: true })
    const used = await browser.get(path, html)
    expect([used.status, headingOf(used)]).toEqual([401, "This link no longer works"])
  })

  test("is used up by neither opening, previewing nor prefetching a link", async () => {
    const browser = service.browser()
    const former = await signedIn(browser)
    const { path } = await requested(browser)
    const open = async (browser: Browser, path: string) => {
      for (const headers of [html, { accept: "*/*" }, { ...html, "sec-purpose": "prefetch" }]) {
        expect(cookiesOf(await browser.get(path, headers))).toEqual([])
      }
      expect(cookiesOf(await browser.send("HEAD", path))).toEqual([])
    }
    await open(browser, path)
    await open(service.browser(), path)
    const token = path.split("token=")[1] ?? ""
    expect((await postForm(browser, "/confirm-email", { token })).status).toBe(303)
    const restore = pathOf(await service.lastEmailRestore(former))
    await open(service.browser(), restore)
    const restored = await postForm(service.browser(), "/restore-email", { token: restore.split("token=")[1] ?? "" })
    expect(restored.status).toBe(200)
  })

  test("says that the address was taken meanwhile", async () => {
    const browser = service.browser()
    await signedIn(browser)
    const { email, path } = await requested(browser)
    await postForm(service.browser(), "/sign-up", { email, password })
    const taken = await postForm(browser, "/confirm-email", { token: path.split("token=")[1] ?? "" })
    expect([taken.status, headingOf(taken)]).toEqual([400, "This email address is taken"])
  })

  test("is restored by the former address with one button, which leads to a new password", async () => {
    const browser = service.browser()
    const former = await signedIn(browser)
    const { path } = await requested(browser)
    await postForm(browser, "/confirm-email", { token: path.split("token=")[1] ?? "" })
    const restore = pathOf(await service.lastEmailRestore(former))
    const owner = service.browser()
    const page = await owner.get(restore, html)
    expect([page.status, headingOf(page)]).toEqual([200, "Restore your email address?"])
    expect(page.text).toContain(`<strong>${former}</strong>`)
    expect(page.text.match(/<button/g)).toHaveLength(1)
    const restored = await postForm(owner, "/restore-email", { token: valuesOf(page)["token"] ?? "" })
    expect([restored.status, headingOf(restored)]).toEqual([200, "Your email address is restored"])
    expect(restored.text).toContain('href="/forgot-password"')
    expect(restored.text).toContain('href="/sign-in"')
    expect(cookiesOf(restored)).toEqual([])
    expect((await browser.get(session)).status).toBe(401)
    const again = await owner.get(restore, html)
    expect([again.status, headingOf(again)]).toEqual([401, "This link no longer works"])
  })

  test("leads to sign-in after restoring on an instance without passwords", async () => {
    const browser = service.browser()
    const former = await signedIn(browser)
    const { path } = await requested(browser)
    await postForm(browser, "/confirm-email", { token: path.split("token=")[1] ?? "" })
    const token = (await service.lastEmailRestore(former)).split("token=")[1] ?? ""
    await change({ authConfig: { password: false } })
    const restored = await postForm(service.browser(), "/restore-email", { token })
    expect(restored.text).toContain('<a class="button" href="/sign-in">')
    expect(restored.text).not.toContain("/forgot-password")
  })

  test("asks users without a password to sign in with a link first, and returns to the form", async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-in/link", { email })
    await browser.get(await service.lastLink(email), html)
    expect((await browser.get("/account/email", html)).text).toContain('name="email"')
    service.advance(10 * 60_000)
    const page = await browser.get("/account/email", html)
    expect(page.text).not.toContain('name="email"')
    expect(valuesOf(page)["return_to"]).toBe(`${service.origin}/account/email`)
    await postForm(browser, "/account/link", { return_to: valuesOf(page)["return_to"] ?? "" })
    const opened = await browser.get(await service.lastLink(email), html)
    expect([opened.status, opened.headers.location]).toEqual([303, `${service.origin}/account/email`])
    expect((await postForm(browser, "/account/email", { email: newEmail() })).status).toBe(303)
  })

  test("sends users without a session to sign-in, and back", async () => {
    for (const reply of [
      await service.browser().get("/account/email", html),
      await postForm(service.browser(), "/account/email", { email: newEmail(), currentPassword: password })
    ]) {
      const location = `/sign-in?return_to=${encodeURIComponent(`${service.origin}/account/email`)}`
      expect([reply.status, reply.headers.location]).toEqual([303, location])
    }
  })

  test("accepts no form of another website", async () => {
    const browser = service.browser()
    const former = await signedIn(browser)
    const { email, path } = await requested(browser)
    const token = path.split("token=")[1] ?? ""
    for (const [form, fields] of [
      ["/account/email", { email, currentPassword: password }],
      ["/confirm-email", { token }],
      ["/restore-email", { token: unknown }]
    ] as const) {
      const reply = await postForm(browser, form, fields, elsewhere)
      expect([reply.status, cookiesOf(reply)], form).toEqual([403, []])
    }
    expect((await browser.get(session)).json).toMatchObject({ email: former })
  })

  test("says so if a link is incomplete or was never issued", async () => {
    for (const path of ["/confirm-email", "/restore-email"]) {
      const browser = service.browser()
      await signedIn(browser)
      const incomplete = await browser.get(path, html)
      expect([incomplete.status, headingOf(incomplete)]).toEqual([400, "This link is incomplete"])
      const never = await postForm(browser, path, { token: unknown })
      expect([never.status, headingOf(never)]).toEqual([401, "This link no longer works"])
    }
  })
})

test("The form to change the email address says so if no email can be sent", async () => {
  const service = await startWithPages({ mailer: "unconfigured" })
  const browser = service.browser()
  await postForm(browser, "/sign-up", { email: newEmail(), password })
  const page = await browser.get("/account/email", html)
  expect(page.text.replaceAll("&#39;", "'")).toContain("so you can't change your email address")
  expect(page.text).not.toContain('name="email"')
  await service.stop()
})
