import { cookiesOf, withoutNonces } from "@latchkey/test-support/HttpClient"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { signInWithLink } from "@latchkey/test-support/actions"
import { newEmail, password } from "@latchkey/test-support/contract"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Service } from "@latchkey/test-support/Service"
import { headingOf, postForm, startWithPages } from "./support/app.ts"

const html = { accept: "text/html" }
const passwordField = 'type="password"'

describe("The pages of an instance with fewer ways in", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages()
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))
  const change = (patch: InstancePatch) => service.instances((instances) => instances.update(defaultId, patch))
  afterEach(() => change({ authConfig: { password: true }, signUp: { mode: "open", refusedDomains: [] } }))

  const get = (path: string, browser: Browser = service.browser()) => browser.get(path, html)
  const expectNoTelling = async (addresses: ReadonlyArray<string>) => {
    for (const address of addresses) {
      const browser = service.browser()
      await postForm(browser, "/sign-in/link", { email: address })
      const shown = `If there&#39;s an account for <bdi><strong>${address}</strong></bdi>, we&#39;re sending a sign-in link.`
      expect((await get("/check-your-email", browser)).text.replaceAll("'", "&#39;")).toContain(shown)
    }
  }
  const signedUp = async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-up", { email, password })
    return { browser, email }
  }

  describe.each(["closed", "invitation"] as const)("with the sign-up mode %s", (mode) => {
    test("have no form to sign up, and no link to one, and sign in as ever", async () => {
      const { email } = await signedUp()
      await change({ signUp: { mode } })
      const signIn = await get("/sign-in")
      expect(signIn.text).not.toContain("/sign-up")
      expect(signIn.text).toContain(passwordField)
      const signUp = await get("/sign-up")
      expect([signUp.status, headingOf(signUp)]).toEqual([200, "Sign-up is closed"])
      expect(signUp.text).not.toContain("<form")
      expect(signUp.text).toContain('href="/sign-in"')
      expect((await postForm(service.browser(), "/sign-in", { email, password })).status).toBe(303)
    })

    test("answer a form that was open before alike for every address", async () => {
      const { email } = await signedUp()
      await change({ signUp: { mode } })
      const replies = []
      for (const address of [email, newEmail()]) {
        const reply = await postForm(service.browser(), "/sign-up", { email: address, password })
        replies.push({ setCookies: cookiesOf(reply), status: reply.status, text: withoutNonces(reply.text) })
      }
      expect(replies[0]).toMatchObject({ status: 403, setCookies: [] })
      expect(replies[1]).toEqual(replies[0])
    })

    test("do not tell after a request for a link whether the address has an account", async () => {
      const { email } = await signedUp()
      await change({ signUp: { mode } })
      await expectNoTelling([email, newEmail()])
      expect((await get("/check-your-email")).text).toContain("your email address")
    })
  })

  test("do not tell after a request for a link whether an address of a refused domain has an account", async () => {
    const { email } = await signedUp()
    await change({ signUp: { refusedDomains: ["example.com"] } })
    await expectNoTelling([email, newEmail()])
    expect((await get("/check-your-email")).text).not.toContain("If there")
  })

  test("ask a user without a password for none to confirm who they are, but offer a link", async () => {
    const { browser } = await signInWithLink(service, service.browser())
    const page = await get("/reauthenticate", browser)
    expect(page.text).not.toContain(passwordField)
    expect(page.text).toContain(">Email me a sign-in link</button>")
  })

  describe("without passwords", () => {
    test("have no field for one: the button on the sign-in and sign-up pages requests a link", async () => {
      await change({ authConfig: { password: false } })
      for (const path of ["/sign-in", "/sign-up"]) {
        const page = await get(path)
        expect(page.text).not.toContain(passwordField)
        expect(page.text).not.toContain("/forgot-password")
        expect(page.text).toContain('action="/sign-in/link"')
        expect(page.text.match(/<button/g)).toHaveLength(1)
        expect(page.text).toContain(">Email me a sign-in link</button>")
      }
    })

    test("show an error of the address again on the page that requested the link", async () => {
      await change({ authConfig: { password: false } })
      const form = { email: "ada@", source: "sign-up" }
      const page = await postForm(service.browser(), "/sign-in/link", form)
      expect([page.status, headingOf(page)]).toEqual([400, "Sign up for Latchkey"])
      expect(page.text).toContain('value="ada@"')
    })

    test("answer forms that were open before: a password does not sign in, sign up, or change", async () => {
      const { browser, email } = await signedUp()
      await change({ authConfig: { password: false } })
      for (const path of ["/sign-in", "/sign-up"]) {
        const reply = await postForm(service.browser(), path, { email, password })
        expect([reply.status, cookiesOf(reply)]).toEqual([401, []])
        expect(reply.text).toContain("Sign in with a link.")
      }
      const changed = await postForm(browser, "/account/password", {
        currentPassword: password,
        password: `${password}!`
      })
      expect([changed.status, headingOf(changed)]).toEqual([401, "Your account"])
    })

    test("have no password on the account page, and no page to set a forgotten one", async () => {
      const { browser, email } = await signedUp()
      await postForm(browser, "/forgot-password", { email })
      const link = await service.lastResetLink(email)
      await change({ authConfig: { password: false } })
      expect((await get("/account", browser)).text).not.toContain("password-part")
      const forgotten = await get("/forgot-password")
      expect(forgotten.text).not.toContain("<form")
      expect(forgotten.text.replaceAll("&#39;", "'")).toContain("You can't use a password here. Sign in with a link.")
      const opened = await get(link)
      expect([opened.status, headingOf(opened)]).toEqual([401, "This link doesn't work"])
    })

    test("ask no user for one to confirm who they are, but offer a link", async () => {
      const { browser } = await signedUp()
      expect((await get("/reauthenticate", browser)).text).toContain(passwordField)
      await change({ authConfig: { password: false } })
      const page = await get("/reauthenticate", browser)
      expect(page.text).not.toContain(passwordField)
      expect(page.text).toContain(">Email me a sign-in link</button>")
    })

    test("offer no new password after a first verification that removed one", async () => {
      const { email } = await signedUp()
      const browser = service.browser()
      await postForm(browser, "/sign-in/link", { email })
      await change({ authConfig: { password: false } })
      const opened = await get(await service.lastLink(email), browser)
      expect([opened.status, headingOf(opened)]).toEqual([200, "You're signed in"])
      expect(opened.text).not.toContain("Set a new password")
      expect(opened.text).toContain(">Continue</a>")
    })
  })
})

describe("The pages of an instance without passwords, while no email can be sent", () => {
  test("say so", async () => {
    const service = await startWithPages({ mailer: "unconfigured" })
    try {
      await service.instances((instances) => instances.update(defaultId, { authConfig: { password: false } }))
      const page = await service.browser().get("/sign-in", html)
      expect(page.text).not.toContain("<form")
      expect(page.text.replaceAll("&#39;", "'")).toContain("We can't send emails at the moment, so you can't sign in.")
    } finally {
      await service.stop()
    }
  })
})
