import { cookiesOf } from "@latchkey/test-support/HttpClient"
import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import {
  askForLink,
  day,
  errorOf,
  isSignedIn,
  minute,
  newEmail,
  newInstance,
  requestLink,
  second,
  session,
  setCookieNames,
  signInWithLink,
  storedLink,
  storedUser,
  tokenOf,
  verify
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"

const asPage = { accept: "text/html" }

onEveryStore("3 States and transitions: magic-link token", (fixture) => {
  const emailsTo = async (email: string) => (await fixture.service.emails()).filter(({ to }) => to === email)
  const rowsOf = async (table: string, text: unknown) =>
    ((await fixture.contents())[table] ?? []).filter((row) => row.includes(String(text)))

  describe("issued | POST /v1/auth/sign-in/magic-link | feature enabled | issued (hash stored) | email is sent", () => {
    test("hash stored, and an email with the link is sent", async () => {
      const email = newEmail()
      const link = await askForLink(fixture.service, fixture.service.browser(), email)
      expect(Option.isSome(await storedLink(fixture.service, tokenOf(link)))).toBe(true)
      expect(await emailsTo(email)).toHaveLength(1)
    })

    test("feature not enabled: stores no token and sends no email", async () => {
      const app = await newInstance(fixture.service, { authConfig: { magic_link: false } })
      const email = newEmail()
      expect((await app.browser().post(requestLink, { email })).status).toBe(401)
      await fixture.service.deliver()
      expect(await emailsTo(email)).toEqual([])
      expect(await rowsOf("magic_links", email)).toEqual([])
      expect(await rowsOf("queued_emails", email)).toEqual([])
    })

    test("feature turned off before the email is sent: stores no token and sends no email", async () => {
      const app = await newInstance(fixture.service)
      const email = newEmail()
      expect((await app.browser().post(requestLink, { email })).status).toBe(200)
      await fixture.service.instances((_) => _.update(app.id, { authConfig: { magic_link: false } }))
      await fixture.service.deliver()
      expect(await emailsTo(email)).toEqual([])
      expect(await rowsOf("magic_links", email)).toEqual([])
    })

    test("requested again while one is issued: both are valid", async () => {
      const email = newEmail()
      const links = []
      for (let index = 0; index < 2; index++)
        links.push(await askForLink(fixture.service, fixture.service.browser(), email))
      for (const link of links) expect(Option.isSome(await storedLink(fixture.service, tokenOf(link)))).toBe(true)
      expect(new Set(links).size).toBe(2)
    })
  })

  describe("issued | GET /v1/auth/magic-link/verify | token valid, within 15 minutes, not yet used | consumed", () => {
    test("the record is wiped", async () => {
      const email = newEmail()
      const link = await askForLink(fixture.service, fixture.service.browser(), email)
      expect((await fixture.service.browser().get(link)).status).toBe(200)
      expect(Option.isNone(await storedLink(fixture.service, tokenOf(link)))).toBe(true)
      expect(await rowsOf("magic_links", email)).toEqual([])
      expect(await rowsOf("queued_emails", email)).toEqual([])
    })

    test("a verified user and a session are created", async () => {
      const email = newEmail()
      const link = await askForLink(fixture.service, fixture.service.browser(), email)
      expect(await rowsOf("users", email)).toEqual([])
      const { json } = await fixture.service.browser().get(link)
      const user = await storedUser(fixture.service, email)
      expect(user.id).toBe(json["userId"])
      expect(Option.isSome(user.emailVerifiedAt)).toBe(true)
      expect(await rowsOf("sessions", json["sessionId"])).toHaveLength(1)
    })

    test("a second link signs in the user that the first one created", async () => {
      const email = newEmail()
      const first = await signInWithLink(fixture.service, fixture.service.browser(), email)
      const second = await signInWithLink(fixture.service, fixture.service.browser(), email)
      expect(second.userId).toBe(first.userId)
      expect(await rowsOf("users", email)).toHaveLength(1)
    })

    test("both cookies are set, and sign in", async () => {
      const { browser, reply } = await signInWithLink(fixture.service, fixture.service.browser())
      expect(setCookieNames(reply)).toEqual(["__client", "__session"])
      expect(await isSignedIn(browser)).toBe(true)
    })

    test("the ids of the user and the session are returned", async () => {
      const { browser, userId, sessionId } = await signInWithLink(fixture.service, fixture.service.browser())
      expect((await browser.get(session)).json).toMatchObject({ userId, sessionId })
    })
  })

  describe("issued | time | 15 minutes elapsed | expired | later verification fails with invalid_token", () => {
    const verifyAfter = async (milliseconds: number) => {
      const link = await askForLink(fixture.service, fixture.service.browser(), newEmail())
      fixture.service.advance(milliseconds)
      return fixture.service.browser().get(link)
    }

    test.each([0, 15 * minute - second, 15 * minute - 1])("after %i ms it is valid", async (milliseconds) => {
      expect((await verifyAfter(milliseconds)).status).toBe(200)
    })

    test.each([15 * minute, 15 * minute + 1, 15 * minute + second, day])("after %i ms it is expired", async (time) => {
      expect(errorOf(await verifyAfter(time))).toEqual([401, "invalid_token"])
    })

    test("an expired link does not sign in, neither as a page nor by its button", async () => {
      const browser = fixture.service.browser()
      const link = await askForLink(fixture.service, browser, newEmail())
      fixture.service.advance(15 * minute)
      expect((await browser.get(link, asPage)).status).toBe(401)
      expect(errorOf(await browser.post(verify, { token: tokenOf(link) }))).toEqual([401, "invalid_token"])
      expect(await isSignedIn(browser)).toBe(false)
    })

    test("not shown in the contract; decided: the lifetime begins when the token is issued, not at the request", async () => {
      const browser = fixture.service.browser()
      const email = newEmail()
      await browser.post(requestLink, { email })
      fixture.service.advance(4 * minute)
      const link = await fixture.service.lastLink(email)
      fixture.service.advance(15 * minute - 1)
      expect((await browser.get(link)).status).toBe(200)
    })
  })

  describe("consumed | GET /v1/auth/magic-link/verify | any | consumed | fails with invalid_token", () => {
    test("on the same client, on another one, as a page, by the button, and after 15 minutes", async () => {
      const { browser, email } = await signInWithLink(fixture.service, fixture.service.browser())
      const link = await fixture.service.lastLink(email)
      for (const again of [browser, fixture.service.browser()]) {
        expect(errorOf(await again.get(link))).toEqual([401, "invalid_token"])
        expect(errorOf(await again.post(verify, { token: tokenOf(link) }))).toEqual([401, "invalid_token"])
        expect((await again.get(link, asPage)).status).toBe(401)
      }
      fixture.service.advance(15 * minute)
      expect(errorOf(await browser.get(link))).toEqual([401, "invalid_token"])
    })

    test("neither creates nor revokes a session", async () => {
      const { browser, email } = await signInWithLink(fixture.service, fixture.service.browser())
      const before = (await fixture.contents())["sessions"]
      const reply = await browser.get(await fixture.service.lastLink(email))
      expect(reply.setCookies).toEqual([])
      expect((await fixture.contents())["sessions"]).toEqual(before)
      expect(await isSignedIn(browser)).toBe(true)
    })

    test("twenty concurrent requests: exactly one consumes it", async () => {
      const email = newEmail()
      const link = await askForLink(fixture.service, fixture.service.browser(), email)
      const replies = await Promise.all(Array.from({ length: 20 }, () => fixture.service.browser().get(link)))
      const winners = replies.filter(({ status }) => status === 200)
      const losers = replies.filter(({ status }) => status !== 200)
      expect(winners).toHaveLength(1)
      expect(losers.map(errorOf)).toEqual(Array.from({ length: 19 }, () => [401, "invalid_token"]))
      expect(losers.flatMap(({ setCookies }) => setCookies)).toEqual([])
      expect(await rowsOf("users", email)).toHaveLength(1)
      expect(await rowsOf("sessions", winners[0]?.json["userId"])).toHaveLength(1)
    })
  })

  describe("not shown in the contract; decided: what consumes, and what does not", () => {
    test("consuming one link deletes every other link to the same address", async () => {
      const email = newEmail()
      const other = await askForLink(fixture.service, fixture.service.browser(), email)
      await signInWithLink(fixture.service, fixture.service.browser(), email)
      expect(errorOf(await fixture.service.browser().get(other))).toEqual([401, "invalid_token"])
      expect(await rowsOf("magic_links", email)).toEqual([])
    })

    test("five concurrent links to the same address: exactly one signs in", async () => {
      const email = newEmail()
      const links = []
      for (let index = 0; index < 5; index++)
        links.push(await askForLink(fixture.service, fixture.service.browser(), email))
      const replies = await Promise.all(links.map((link) => fixture.service.browser().get(link)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    })

    test("HEAD, prefetch and the page on a client that did not request it do not consume it", async () => {
      const link = await askForLink(fixture.service, fixture.service.browser(), newEmail())
      const other = fixture.service.browser()
      expect((await other.send("HEAD", link)).status).toBe(204)
      for (const headers of [{ "sec-purpose": "prefetch" }, { purpose: "prefetch" }]) {
        expect((await other.get(link, headers)).setCookies).toEqual([])
      }
      expect(cookiesOf(await other.get(link, asPage))).toEqual([])
      expect(Option.isSome(await storedLink(fixture.service, tokenOf(link)))).toBe(true)
      expect((await other.get(link)).status).toBe(200)
    })
  })
})
