import { cookiesOf, withoutNonces } from "@latchkey/test-support/HttpClient"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import type { Service } from "@latchkey/test-support/Service"
import { appPage, headingOf, home, postForm, startBesideApp } from "./support/app.ts"

const html = { accept: "text/html" }
const path = "/check-your-email"
const codePath = "/sign-in/code"

describe("The page “Check your email” of an instance with codes", () => {
  let service: Service
  beforeAll(async () => {
    service = await startBesideApp()
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    service.advance(3_600_000)
    await set(true)
  })

  const set = (magicLinkCodes: boolean) =>
    service.instances((instances) => instances.update(defaultId, { emailConfig: { magicLinkCodes } }))

  const requested = async (more: Record<string, string> = {}, email = newEmail()) => {
    const browser = service.browser()
    const reply = await postForm(browser, "/sign-in/link", { email, ...more })
    expect([reply.status, reply.headers.location]).toEqual([303, path])
    return { browser, email, code: await service.lastCode(email) }
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")

  test("has a field that devices fill in from the email", async () => {
    const { browser } = await requested()
    const page = await browser.get(path, html)
    expect(headingOf(page)).toBe("Check your email")
    const [field = ""] = /<input id="code"[^>]*>/.exec(page.text) ?? []
    for (const attribute of ['type="text"', 'autocomplete="one-time-code"', 'inputmode="numeric"', 'name="code"']) {
      expect(field).toContain(attribute)
    }
    expect(field).not.toMatch(/maxlength|pattern/)
    expect(page.text).toContain(`<form method="post" action="${codePath}"`)
  })

  test("has no field on an instance without codes", async () => {
    await set(false)
    const browser = service.browser()
    await postForm(browser, "/sign-in/link", { email: newEmail() })
    expect((await browser.get(path, html)).text).not.toContain(codePath)
  })

  test("signs in with the code, and goes on to the return URL, which the policy of the page allows", async () => {
    const { browser, code, email } = await requested({ return_to: appPage })
    const page = await browser.get(path, html)
    expect(page.headers["content-security-policy"]).toContain("form-action 'self' https://app.example.com")
    const reply = await postForm(browser, codePath, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect([reply.status, reply.headers.location]).toEqual([303, appPage])
    expect((await browser.get(session)).json).toMatchObject({ email, emailVerified: true })
  })

  test("says to a browser that lost the response that the code may have worked", async () => {
    const { browser, code } = await requested()
    const cookie = await browser.jar.getCookieString(service.origin)
    expect((await postForm(browser, codePath, { code })).status).toBe(303)
    const again = await postForm(service.browser({ cookie }), codePath, { code })
    expect([again.status, cookiesOf(again)]).toEqual([401, []])
    expect(again.text).toContain("you&#39;ve already sent this code, it may have worked.")
  })

  test("goes to the home of the instance without a return URL", async () => {
    const { browser, code } = await requested()
    expect((await postForm(browser, codePath, { code })).headers.location).toBe(home)
  })

  test("tells the user that an unverified password was removed, as a link does", async () => {
    const email = newEmail()
    await postForm(service.browser(), "/sign-up", { email, password })
    const { browser, code } = await requested({}, email)
    const reply = await postForm(browser, codePath, { code })
    expect([reply.status, headingOf(reply)]).toEqual([200, "You're signed in"])
    expect((await browser.get(session)).status).toBe(200)
  })

  test.each(["", "12345", "1234567", "abcdef"])(
    "says what is wrong with %j, counts no try, and keeps the address and the return URL",
    async (text) => {
      const { browser, code, email } = await requested({ return_to: appPage })
      for (let times = 0; times < 6; times++) {
        const reply = await postForm(browser, codePath, { code: text })
        expect(reply.status).toBe(400)
        expect(reply.text).toContain("Enter the six digits of the code from the email.")
        expect(reply.text).toContain(`<strong>${email}</strong>`)
      }
      expect((await postForm(browser, codePath, { code })).headers.location).toBe(appPage)
    }
  )

  test("gives one answer to a wrong code and to the right one after five wrong ones, and the link still works", async () => {
    const { browser, code, email } = await requested()
    const link = await service.lastLink(email)
    const replies = []
    for (let times = 0; times < 5; times++) replies.push(await postForm(browser, codePath, { code: wrong(code) }))
    replies.push(await postForm(browser, codePath, { code }))
    for (const reply of replies) {
      const { status, text } = reply
      expect([status, cookiesOf(reply)]).toEqual([401, []])
      expect(withoutNonces(text)).toBe(withoutNonces(replies[0]?.text ?? ""))
      expect(text).toContain("doesn&#39;t work")
      expect(text).not.toContain(code)
    }
    expect((await browser.get(link, html)).headers.location).toBe(home)
  })

  test("says when there were too many attempts from one network", async () => {
    const { browser } = await requested()
    let reply = await postForm(browser, codePath, { code: "492817" })
    for (let times = 0; times < 40 && reply.status !== 429; times++) {
      reply = await postForm(browser, codePath, { code: "492817" })
    }
    expect([reply.status, headingOf(reply)]).toEqual([429, "Check your email"])
    expect(reply.headers["retry-after"]).toMatch(/^\d+$/)
  })

  test("leads from the address of the form to the page", async () => {
    const reply = await service.browser().get(codePath, html)
    expect([reply.status, reply.headers.location]).toEqual([303, path])
  })

  test("does nothing for a form of another site", async () => {
    const { browser, code } = await requested()
    const foreign = { ...html, origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    expect((await postForm(browser, codePath, { code }, foreign)).status).toBe(403)
    expect((await postForm(browser, codePath, { code })).status).toBe(303)
  })
})
