import { defaultId } from "@latchkey/domain/instance/Instance"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newEmail, password, session, verify } from "@latchkey/test-support/contract"
import type { Browser } from "@latchkey/test-support/Browser"
import { cookiesOf, withoutNonces, type Reply } from "@latchkey/test-support/HttpClient"
import type { Service } from "@latchkey/test-support/Service"
import { headingOf, ownForm, postForm, startWithPages, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }

/** Returns the text of a page as a user reads it. */
const textOf = ({ text }: Reply): string =>
  text
    .replace(/<(style|script|title)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ")

/** Returns the values that the form with this action sends. */
const formOf = ({ text }: Reply, action: string): Record<string, string> | undefined => {
  const [, fields] = new RegExp(`<form method="post" action="${action}"[^>]*>([\\s\\S]*?)</form>`).exec(text) ?? []
  if (fields === undefined) return undefined
  return Object.fromEntries(
    [...fields.matchAll(/type="hidden" name="((?!page_view)[^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value.replaceAll("&#x2F;", "/")]
    )
  )
}

describe("The pages lead on", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages()
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))

  const returnTo = () => `${service.origin}/orders`
  const signedUp = async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-up", { email, password })
    return { browser, email }
  }
  const linkFor = async (email: string, browser = service.browser()) => {
    await postForm(browser, "/sign-in/link", { email })
    return service.lastLink(email)
  }
  const emailOf = async (browser: Browser) => (await browser.get(session)).json["email"]

  describe("from sign-up with a taken address", () => {
    test("to sign-in with the address filled in, without the address in a URL", async () => {
      const { email } = await signedUp()
      const taken = await postForm(service.browser(), "/sign-up", { email, password, return_to: returnTo() })
      const values = formOf(taken, "/sign-in/email")
      expect(values).toEqual({ email, return_to: returnTo() })
      expect(taken.text).not.toMatch(new RegExp(`(href|action)="[^"]*${email}`))
      const page = await postForm(service.browser(), "/sign-in/email", values ?? {})
      expect([page.status, headingOf(page)]).toEqual([200, "Sign in to Latchkey"])
      expect(cookiesOf(page).map((cookie) => cookie.replace(/=.*/, ""))).toEqual(["__client"])
      expect(valuesOf(page)).toMatchObject({ email, return_to: returnTo(), password: undefined })
      expect(page.text).toMatch(/id="password"[^>]* autofocus>/)
    })

    test("and offers no sign-in after other problems", async () => {
      const short = await postForm(service.browser(), "/sign-up", { email: newEmail(), password: "short" })
      expect([short.status, formOf(short, "/sign-in/email")]).toEqual([400, undefined])
    })

    test("to a message if the user is signed in meanwhile", async () => {
      const { browser, email } = await signedUp()
      expect(headingOf(await postForm(browser, "/sign-in/email", { email }))).toBe("You're signed in")
      const reply = await browser.get("/sign-in/email", html)
      expect([reply.status, reply.headers.location]).toEqual([303, "/sign-in"])
    })
  })

  describe("from a limited request for a link to the same page, with the time to wait", () => {
    const limit = async (email: string) => {
      for (let times = 0; times < 5; times++) await postForm(service.browser(), "/sign-in/link", { email })
    }
    const expectLimited = (reply: Reply, heading: string) => {
      expect([reply.status, headingOf(reply)]).toEqual([429, heading])
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0)
      expect(textOf(reply)).toContain("Too many links requested. Try again in 15 minutes. Earlier links still work.")
    }

    test("from sign-in and sign-up, with what was typed", async () => {
      const email = newEmail()
      await limit(email)
      for (const [source, heading] of [
        ["", "Sign in to Latchkey"],
        ["sign-up", "Sign up for Latchkey"]
      ] as const) {
        const reply = await postForm(service.browser(), "/sign-in/link", { email, source, return_to: returnTo() })
        expectLimited(reply, heading)
        expect(valuesOf(reply)).toMatchObject({ email, return_to: returnTo() })
      }
    })

    test("from “check your email”, with the button and the address to change", async () => {
      const browser = service.browser()
      const email = newEmail()
      await postForm(browser, "/sign-in/link", { email, return_to: returnTo() })
      await limit(email)
      const values = formOf(await browser.get("/check-your-email", html), "/sign-in/link")
      const reply = await postForm(browser, "/sign-in/link", values ?? {})
      expectLimited(reply, "Check your email")
      expect(textOf(reply)).not.toContain("We're sending")
      expect(formOf(reply, "/sign-in/link")).toEqual(values)
      const change = formOf(reply, "/sign-in/email")
      const page = await postForm(browser, "/sign-in/email", change ?? {})
      expect(valuesOf(page)).toMatchObject({ email, return_to: returnTo() })
      expect(page.text).toMatch(/id="email"[^>]* autofocus data-select>/)
    })

    test("from a link that no longer works, whether or not the address is known", async () => {
      const email = newEmail()
      const browser = service.browser()
      const link = await linkFor(email, browser)
      await limit(email)
      service.advance(60_000)
      await service.browser().get(link)
      for (const [client, typed] of [
        [browser, email],
        [service.browser(), undefined]
      ] as const) {
        const rejected = await client.get(link, html)
        const values = formOf(rejected, "/sign-in/link") ?? {}
        expect([rejected.status, values["email"]]).toEqual([401, typed])
        const reply = await postForm(client, "/sign-in/link", { email, ...values })
        expect([reply.status, headingOf(reply)]).toEqual([429, "Get a new link"])
        expect(textOf(reply)).toContain("Try again in 14 minutes.")
        expect(valuesOf(reply)["email"]).toBe(email)
      }
      const empty = await postForm(service.browser(), "/sign-in/link", { email: "", source: "rejected-link" })
      expect([empty.status, headingOf(empty)]).toEqual([400, "Get a new link"])
      expect(empty.text).toContain('id="email-error">Enter your email address.')
    })

    test("from the account", async () => {
      const { browser, email } = await signedUp()
      await limit(email)
      expectLimited(await postForm(browser, "/account/link", {}), "Your account")
    })

    test("and the pages do not reveal who has an account", async () => {
      const { email: known } = await signedUp()
      const unknown = newEmail()
      for (const source of ["", "sign-up", "check-your-email", "rejected-link"]) {
        const pageFor = async (email: string) => {
          const browser = service.browser()
          const request = () => postForm(browser, "/sign-in/link", { email, source })
          for (let times = 0; times < 5; times++) await request()
          const { headers, status, text } = await request()
          const nonce = /nonce="([^"]*)"/.exec(text)?.[1] ?? ""
          const policy = String(headers["content-security-policy"]).replace(nonce, "")
          return [status, headers["retry-after"], policy, withoutNonces(text).replaceAll(email, "?")]
        }
        service.advance(3_600_000)
        expect(await pageFor(known), source).toEqual(await pageFor(unknown))
      }
    })
  })

  describe("from a link on another device", () => {
    test("after saying whom it signs in, with the whole address and without focus on the button", async () => {
      const email = newEmail()
      const page = await service.browser().get(await linkFor(email), html)
      expect(textOf(page)).toContain(`You're about to sign in on this device as ${email}.`)
      expect(page.text).not.toContain("autofocus")
    })

    test("after saying that it switches to another account, if the browser is signed in", async () => {
      const { browser, email } = await signedUp()
      const other = newEmail()
      const link = await linkFor(other)
      const page = await browser.get(link, html)
      expect(textOf(page)).toContain(`You're signed in as ${email}. Continuing switches to ${other}.`)
      expect(page.text).not.toContain("autofocus")
      expect(await emailOf(browser)).toBe(email)
      await postForm(browser, verify, formOf(page, verify) ?? {})
      expect(await emailOf(browser)).toBe(other)
    })

    test("without speaking of a switch if it is the same account", async () => {
      const { browser, email } = await signedUp()
      const page = await browser.get(await linkFor(email), html)
      expect(textOf(page)).toContain(`You're about to sign in on this device as ${email}.`)
      expect(textOf(page)).not.toContain("switches")
    })
  })

  describe("from the first verification of an address", () => {
    const removed = "We removed the unverified password and signed out all other devices"

    test("to a new password, if it removed the password, and on to the return URL", async () => {
      const { browser: former, email } = await signedUp()
      const owner = service.browser()
      await postForm(owner, "/sign-in/link", { email, return_to: returnTo() })
      const page = await owner.get(await service.lastLink(email), html)
      expect([page.status, headingOf(page)]).toEqual([200, "You're signed in"])
      expect(textOf(page)).toContain(removed)
      expect(page.text).toContain('href="/account#password-part"')
      expect(page.text).toContain(`href="${returnTo()}"`)
      expect([await emailOf(owner), await emailOf(former)]).toEqual([email, undefined])
      expect(textOf(await owner.get("/account", html))).toContain("Set a password")
    })

    test("with the same words after a confirmation on another device", async () => {
      const { email } = await signedUp()
      const owner = service.browser()
      const page = await owner.get(await linkFor(email), html)
      expect(textOf(await postForm(owner, verify, formOf(page, verify) ?? {}))).toContain(removed)
      expect(await emailOf(owner)).toBe(email)
    })

    test("without those words if there was no password, or the user had signed in here", async () => {
      const fresh = service.browser()
      const [{ browser, email }, unknown] = [await signedUp(), newEmail()]
      const replies = [
        await fresh.get(await linkFor(unknown, fresh), html),
        await browser.get(await linkFor(email, browser), html)
      ]
      expect(replies.map(({ headers, status }) => [status, headers.location])).toEqual([
        [303, `${service.origin}/`],
        [303, `${service.origin}/`]
      ])
    })
  })

  describe("from the account to a verified address", () => {
    test("by a link to the user's own address, which keeps the password in the same browser", async () => {
      const { browser, email } = await signedUp()
      const before = await browser.get("/account", html)
      expect(textOf(before)).toContain(`You're signed in as ${email} Not verified`)
      expect(before.text).toContain(">Verify email</button>")
      const stranger = newEmail()
      const reply = await postForm(browser, "/account/link", { email: stranger })
      expect([reply.status, reply.headers.location]).toEqual([303, "/check-your-email"])
      await service.deliver()
      expect((await service.emails()).some(({ to }) => to === stranger)).toBe(false)
      const opened = await browser.get(await service.lastLink(email), html)
      expect([opened.status, opened.headers.location]).toEqual([303, `${service.origin}/account`])
      const after = await browser.get("/account", html)
      expect(textOf(after)).toContain(`You're signed in as ${email} Verified`)
      expect(after.text).not.toContain("Verify email")
      expect((await postForm(service.browser(), "/sign-in", { email, password })).status).toBe(303)
    })

    test("but not while sign-in links are unavailable", async () => {
      const { browser } = await signedUp()
      const enable = (magic_link: boolean) =>
        service.instances((instances) => instances.update(defaultId, { authConfig: { magic_link } }))
      await enable(false)
      try {
        const page = await browser.get("/account", html)
        expect(textOf(page)).toContain("Not verified")
        expect(page.text).not.toContain("Verify email")
        const reply = await postForm(browser, "/account/link", {})
        expect([reply.status, headingOf(reply)]).toEqual([401, "Your account"])
        expect(textOf(reply)).toContain("Sign-in links are unavailable.")
      } finally {
        await enable(true)
      }
    })

    test("and to sign-in without a session", async () => {
      const reply = await postForm(service.browser(), "/account/link", { email: newEmail() })
      expect(reply.headers.location).toMatch(/^\/sign-in\?return_to=/)
      expect((await service.browser().get("/account/link", html)).headers.location).toBe("/account")
    })
  })

  const paths = ["/sign-in", "/sign-up", "/check-your-email", "/signed-out", "/account", verify, "/no-such-page"]

  test.each(paths)("to terms, privacy and support, if the instance has them: %s", async (path) => {
    const { browser } = await signedUp()
    const linksOf = async () => {
      const { text } = await (path === "/account" ? browser : service.browser()).get(path, html)
      const [, nav = ""] = /<nav[^>]*>([\s\S]*)<\/nav>/.exec(text) ?? []
      return [...nav.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, url, name]) => [name, url])
    }
    const link = (branding: Record<"privacyUrl" | "supportUrl" | "termsUrl", string | null>) =>
      service.instances((instances) => instances.update(defaultId, { branding }))
    expect(await linksOf()).toEqual([])
    await link({ termsUrl: "https://acme.example/terms?a=1", privacyUrl: null, supportUrl: "mailto:help@acme.example" })
    try {
      expect(await linksOf()).toEqual([
        ["Terms", "https://acme.example/terms?a=1"],
        ["Support", "mailto:help@acme.example"]
      ])
    } finally {
      await link({ termsUrl: null, privacyUrl: null, supportUrl: null })
    }
  })

  test.each(paths)("no search engine lists, and no phone capitalizes what is typed: %s", async (path) => {
    const { browser } = await signedUp()
    const { text } = await (path === "/account" ? browser : service.browser()).get(path, html)
    expect(text).toContain('<meta name="robots" content="noindex">')
    for (const [input] of text.matchAll(/<input [^>]*type="(?:email|password)"[^>]*>/g)) {
      expect(input).toContain(' autocapitalize="none" spellcheck="false"')
    }
  })

  test.each(["/sign-in/email", "/account/link"])("but not for a form of another website: %s", async (path) => {
    const { browser, email } = await signedUp()
    const reply = await postForm(browser, path, { email }, { ...ownForm, "sec-fetch-site": "cross-site" })
    expect([reply.status, headingOf(reply)]).toEqual([403, "Request blocked"])
  })
})
