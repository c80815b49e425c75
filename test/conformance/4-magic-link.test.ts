import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import {
  askForLink,
  errorOf,
  isSignedIn,
  minute,
  newEmail,
  newInstance,
  requestLink,
  session,
  setCookieNames,
  signInWithLink,
  signUpNew,
  storedLink,
  tokenOf,
  verify
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"

const neverIssued = `${"a".repeat(42)}A`
const asPage = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

onEveryStore("4 Endpoints: magic link", (fixture) => {
  const anonymous = () => fixture.service.browser()
  const emailsTo = async (email: string) => (await fixture.service.emails()).filter(({ to }) => to === email)

  describe("4.5 POST /v1/auth/sign-in/magic-link", () => {
    test("Body: email (string): a form is unsupported_media_type", async () => {
      expect((await anonymous().post(requestLink, { email: newEmail() })).status).toBe(200)
      const headers = { "content-type": "application/x-www-form-urlencoded" }
      const form = await anonymous().send("POST", requestLink, { headers, body: `email=${newEmail()}` })
      expect(errorOf(form)).toEqual([415, "unsupported_media_type"])
    })

    test("Effect: stores the token hash and sends an email containing the verify link", async () => {
      const email = newEmail()
      const link = await askForLink(fixture.service, anonymous(), email)
      expect(Option.isSome(await storedLink(fixture.service, tokenOf(link)))).toBe(true)
      const [sent, ...others] = await emailsTo(email)
      expect(sent?.text).toContain(`${fixture.service.origin}${link}`)
      expect(others).toEqual([])
    })

    test("Success: { ok: true }, returned whether or not the email is registered", async () => {
      const { email } = await signUpNew(anonymous())
      const replies = [
        await anonymous().post(requestLink, { email }),
        await anonymous().post(requestLink, { email: newEmail() })
      ]
      for (const reply of replies) expect([reply.status, reply.text]).toEqual([200, '{"ok":true}'])
      const [registered, unregistered] = replies.map(({ headers }) => Object.keys(headers).sort())
      expect(unregistered).toEqual(registered)
      expect(replies.map(setCookieNames)).toEqual([["__client"], ["__client"]])
    })

    test("Success: stores the same for both, and sends both the same email", async () => {
      const { email } = await signUpNew(anonymous())
      const addresses = [email, newEmail()]
      for (const address of addresses) await anonymous().post(requestLink, { email: address })
      const requests = (await fixture.contents())["queued_emails"] ?? []
      const queued = addresses.map((address) => requests.filter((row) => row.includes(address)))
      expect(queued.map(({ length }) => length)).toEqual([1, 1])
      const shapes = queued.map(([row = ""], index) =>
        row.replaceAll(addresses[index] ?? "", "").replace(/[0-9a-f]{64}|_[0-9a-f-]{36}/g, "")
      )
      expect(shapes[1]).toBe(shapes[0])
      await fixture.service.deliver()
      const textsTo = async (address: string) =>
        (await emailsTo(address)).map(({ subject, text }) => [subject, text.replace(/token=[\w-]+/, "")])
      const [registered, unregistered] = await Promise.all(addresses.map(textsTo))
      expect(registered).toHaveLength(1)
      expect(unregistered).toEqual(registered)
    })

    test("Error: 401 magic_link_disabled when authConfig.magic_link is not true", async () => {
      const app = await newInstance(fixture.service, { authConfig: { magic_link: false } })
      const { email } = await signUpNew(app.browser())
      for (const address of [email, newEmail()]) {
        const reply = await app.browser().post(requestLink, { email: address })
        expect(errorOf(reply)).toEqual([401, "magic_link_disabled"])
      }
    })
  })

  describe("4.6 GET /v1/auth/magic-link/verify", () => {
    test("Query parameter: token (string, required): without one, and with two, a request is invalid_request", async () => {
      for (const query of ["", "?", "?Token=x", `?token=${neverIssued}&token=${neverIssued}`]) {
        const reply = await anonymous().get(`${verify}${query}`)
        expect(errorOf(reply)).toEqual([400, "invalid_request"])
        expect(reply.json["errors"]).toEqual([{ field: "token", reason: expect.any(String) }])
      }
    })

    test("Query parameter: URL-encoded when sent: it is decoded", async () => {
      const token = tokenOf(await askForLink(fixture.service, anonymous(), newEmail()))
      const encoded = Array.from(token, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join("")
      expect((await anonymous().get(`${verify}?token=${encoded}`)).status).toBe(200)
    })

    test("Success: sets the session cookies", async () => {
      const link = await askForLink(fixture.service, anonymous(), newEmail())
      const browser = anonymous()
      expect(setCookieNames(await browser.get(link))).toEqual(["__client", "__session"])
      expect(await isSignedIn(browser)).toBe(true)
    })

    test("Success: responds with the ids of the created user and session; decided: { userId, sessionId }", async () => {
      const email = newEmail()
      const browser = anonymous()
      const reply = await browser.get(await askForLink(fixture.service, browser, email))
      expect(Object.keys(reply.json).sort()).toEqual(["sessionId", "userId"])
      expect((await browser.get(session)).json).toMatchObject({ ...reply.json, email, emailVerified: true })
    })

    test("Error: 401 invalid_token (token consumed, expired or never issued), one response for all", async () => {
      const { email } = await signInWithLink(fixture.service, anonymous())
      const consumed = await fixture.service.lastLink(email)
      const expired = await askForLink(fixture.service, anonymous(), newEmail())
      fixture.service.advance(15 * minute)
      const links = [consumed, expired, `${verify}?token=${neverIssued}`, `${verify}?token=`, `${verify}?token=x%00`]
      const replies = await Promise.all(links.map((link) => anonymous().get(link)))
      expect(replies.map(errorOf)).toEqual(links.map(() => [401, "invalid_token"]))
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      expect(replies.flatMap(({ setCookies }) => setCookies)).toEqual([])
    })

    test("Error: 401 magic_link_disabled, which does not consume the link", async () => {
      const app = await newInstance(fixture.service)
      const link = await askForLink(fixture.service, app.browser(), newEmail())
      const toggle = (magic_link: boolean) =>
        fixture.service.instances((_) => _.update(app.id, { authConfig: { magic_link } }))
      await toggle(false)
      expect(errorOf(await app.browser().get(link))).toEqual([401, "magic_link_disabled"])
      await toggle(true)
      expect((await app.browser().get(link)).status).toBe(200)
    })

    test("The application's landing route calls it with cookies included and without caching", async () => {
      const origin = "https://app.example.com"
      const app = await newInstance(fixture.service, { origins: [origin] })
      const link = await askForLink(fixture.service, app.browser(), newEmail())
      const browser = app.browser({ origin, "sec-fetch-site": "cross-site", "cache-control": "no-cache" })
      const reply = await browser.get(link)
      expect(reply.status).toBe(200)
      expect(reply.headers["access-control-allow-origin"]).toBe(origin)
      expect(reply.headers["access-control-allow-credentials"]).toBe("true")
      expect(reply.headers["cache-control"]).toBe("no-store")
      expect(reply.headers["etag"]).toBeUndefined()
    })

    test("a non-success response is treated as an expired link: it is never 2xx or 3xx, and does not sign in", async () => {
      for (const headers of [{}, asPage]) {
        const browser = anonymous()
        expect((await browser.get(`${verify}?token=${neverIssued}`, headers)).status).toBe(401)
        expect(await isSignedIn(browser)).toBe(false)
      }
    })
  })

  describe("4.6 as a page in a browser: not shown in the contract; decided", () => {
    test("the client that requested the link is signed in and redirected to the application's main page", async () => {
      const redirectUrl = "https://app.example.com/home"
      const app = await newInstance(fixture.service, { redirectUrl })
      const browser = app.browser()
      const reply = await browser.get(await askForLink(fixture.service, browser, newEmail()), asPage)
      expect([reply.status, reply.headers.location]).toEqual([303, redirectUrl])
      expect(await isSignedIn(browser)).toBe(true)
    })

    test("without a redirectUrl it is redirected to the root of the base URL", async () => {
      const browser = anonymous()
      const reply = await browser.get(await askForLink(fixture.service, browser, newEmail()), asPage)
      expect([reply.status, reply.headers.location]).toEqual([303, `${fixture.service.origin}/`])
    })

    test("another client gets a page with one button, which signs in", async () => {
      const email = newEmail()
      const link = await askForLink(fixture.service, anonymous(), email)
      const other = anonymous()
      const page = await other.get(link, asPage)
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
      expect(page.text).toContain(email)
      expect(page.text.match(/<button/g)).toHaveLength(1)
      expect(page.text).toContain(`<form method="post" action="${verify}">`)
      expect(page.text).toContain(`<input type="hidden" name="token" value="${tokenOf(link)}">`)
      expect(await isSignedIn(other)).toBe(false)
      const pressed = await other.send("POST", verify, {
        headers: { ...asPage, "content-type": "application/x-www-form-urlencoded", origin: fixture.service.origin },
        body: `token=${tokenOf(link)}`
      })
      expect([pressed.status, pressed.headers.location]).toEqual([303, `${fixture.service.origin}/`])
      expect(await isSignedIn(other)).toBe(true)
    })
  })
})
