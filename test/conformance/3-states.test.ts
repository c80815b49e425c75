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
  signInByLink,
  storedLink,
  storedUser,
  tokenOf,
  verify
} from "./actions.ts"
import { onEveryStore } from "./support.ts"

const asPage = { accept: "text/html" }

onEveryStore("3 States and transitions: magic-link token", (the) => {
  const mailsTo = async (email: string) => (await the.service.mails()).filter(({ to }) => to === email)
  const rowsOf = async (table: string, text: unknown) =>
    ((await the.contents())[table] ?? []).filter((row) => row.includes(String(text)))

  describe("issued | POST /v1/auth/sign-in/magic-link | feature enabled | issued (hash stored) | email is sent", () => {
    test("hash stored, and an email with the link is sent", async () => {
      const email = newEmail()
      const link = await askForLink(the.service, the.service.browser(), email)
      expect(Option.isSome(await storedLink(the.service, tokenOf(link)))).toBe(true)
      expect(await mailsTo(email)).toHaveLength(1)
    })

    test("feature not enabled: no token, no email", async () => {
      const app = await newInstance(the.service, { authConfig: { magic_link: false } })
      const email = newEmail()
      expect((await app.browser().post(requestLink, { email })).status).toBe(401)
      await the.service.deliver()
      expect(await mailsTo(email)).toEqual([])
      expect(await rowsOf("magic_links", email)).toEqual([])
      expect(await rowsOf("magic_link_requests", email)).toEqual([])
    })

    test("feature switched off before the email is sent: no token, no email", async () => {
      const app = await newInstance(the.service)
      const email = newEmail()
      expect((await app.browser().post(requestLink, { email })).status).toBe(200)
      await the.service.instances((_) => _.update(app.id, { authConfig: { magic_link: false } }))
      await the.service.deliver()
      expect(await mailsTo(email)).toEqual([])
      expect(await rowsOf("magic_links", email)).toEqual([])
    })

    test("asked for again while one is issued: both are valid", async () => {
      const email = newEmail()
      const links = []
      for (let index = 0; index < 2; index++) links.push(await askForLink(the.service, the.service.browser(), email))
      for (const link of links) expect(Option.isSome(await storedLink(the.service, tokenOf(link)))).toBe(true)
      expect(new Set(links).size).toBe(2)
    })
  })

  describe("issued | GET /v1/auth/magic-link/verify | token valid, within 15 minutes, not yet used | consumed", () => {
    test("record wiped", async () => {
      const email = newEmail()
      const link = await askForLink(the.service, the.service.browser(), email)
      expect((await the.service.browser().get(link)).status).toBe(200)
      expect(Option.isNone(await storedLink(the.service, tokenOf(link)))).toBe(true)
      expect(await rowsOf("magic_links", email)).toEqual([])
      expect(await rowsOf("magic_link_requests", email)).toEqual([])
    })

    test("user and session created", async () => {
      const email = newEmail()
      const link = await askForLink(the.service, the.service.browser(), email)
      expect(await rowsOf("users", email)).toEqual([])
      const { json } = await the.service.browser().get(link)
      const user = await storedUser(the.service, email)
      expect(user.id).toBe(json["userId"])
      expect(Option.isSome(user.emailVerifiedAt)).toBe(true)
      expect(await rowsOf("sessions", json["sessionId"])).toHaveLength(1)
    })

    test("the user is created once, however many links follow", async () => {
      const email = newEmail()
      const first = await signInByLink(the.service, the.service.browser(), email)
      const second = await signInByLink(the.service, the.service.browser(), email)
      expect(second.userId).toBe(first.userId)
      expect(await rowsOf("users", email)).toHaveLength(1)
    })

    test("cookies set", async () => {
      const { browser, reply } = await signInByLink(the.service, the.service.browser())
      expect(setCookieNames(reply)).toEqual(["__client", "__session"])
      expect(await isSignedIn(browser)).toBe(true)
    })

    test("ids returned", async () => {
      const { browser, userId, sessionId } = await signInByLink(the.service, the.service.browser())
      expect((await browser.get(session)).json).toMatchObject({ userId, sessionId })
    })
  })

  describe("issued | time | 15 minutes elapsed | expired | later verification fails with invalid_token", () => {
    const afterIssue = async (milliseconds: number) => {
      const link = await askForLink(the.service, the.service.browser(), newEmail())
      the.service.advance(milliseconds)
      return the.service.browser().get(link)
    }

    test.each([0, 15 * minute - second, 15 * minute - 1])("after %i ms it is valid", async (milliseconds) => {
      expect((await afterIssue(milliseconds)).status).toBe(200)
    })

    test.each([15 * minute, 15 * minute + 1, 15 * minute + second, day])("after %i ms it is expired", async (time) => {
      expect(errorOf(await afterIssue(time))).toEqual([401, "invalid_token"])
    })

    test("an expired one signs nobody in, by the page and by its button neither", async () => {
      const browser = the.service.browser()
      const link = await askForLink(the.service, browser, newEmail())
      the.service.advance(15 * minute)
      expect((await browser.get(link, asPage)).status).toBe(401)
      expect(errorOf(await browser.post(verify, { token: tokenOf(link) }))).toEqual([401, "invalid_token"])
      expect(await isSignedIn(browser)).toBe(false)
    })

    test("not shown in the contract; decided: counted from the making of the token, not from the request", async () => {
      const browser = the.service.browser()
      const email = newEmail()
      await browser.post(requestLink, { email })
      the.service.advance(4 * minute)
      const link = await the.service.lastLink(email)
      the.service.advance(15 * minute - 1)
      expect((await browser.get(link)).status).toBe(200)
    })
  })

  describe("consumed | GET /v1/auth/magic-link/verify | any | consumed | fails with invalid_token", () => {
    test("in the same browser, in another, as a page, by the button, and when time has passed", async () => {
      const { browser, email } = await signInByLink(the.service, the.service.browser())
      const link = await the.service.lastLink(email)
      for (const again of [browser, the.service.browser()]) {
        expect(errorOf(await again.get(link))).toEqual([401, "invalid_token"])
        expect(errorOf(await again.post(verify, { token: tokenOf(link) }))).toEqual([401, "invalid_token"])
        expect((await again.get(link, asPage)).status).toBe(401)
      }
      the.service.advance(15 * minute)
      expect(errorOf(await browser.get(link))).toEqual([401, "invalid_token"])
    })

    test("and neither makes a session nor ends one", async () => {
      const { browser, email } = await signInByLink(the.service, the.service.browser())
      const before = (await the.contents())["sessions"]
      const reply = await browser.get(await the.service.lastLink(email))
      expect(reply.setCookies).toEqual([])
      expect((await the.contents())["sessions"]).toEqual(before)
      expect(await isSignedIn(browser)).toBe(true)
    })

    test("twenty at once: exactly one consumes it", async () => {
      const email = newEmail()
      const link = await askForLink(the.service, the.service.browser(), email)
      const replies = await Promise.all(Array.from({ length: 20 }, () => the.service.browser().get(link)))
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
    test("consuming one link wipes every other link of its address", async () => {
      const email = newEmail()
      const other = await askForLink(the.service, the.service.browser(), email)
      await signInByLink(the.service, the.service.browser(), email)
      expect(errorOf(await the.service.browser().get(other))).toEqual([401, "invalid_token"])
      expect(await rowsOf("magic_links", email)).toEqual([])
    })

    test("five links of one address at once: exactly one signs in", async () => {
      const email = newEmail()
      const links = []
      for (let index = 0; index < 5; index++) links.push(await askForLink(the.service, the.service.browser(), email))
      const replies = await Promise.all(links.map((link) => the.service.browser().get(link)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    })

    test("HEAD, prefetch and a page in a browser that did not ask leave it issued", async () => {
      const link = await askForLink(the.service, the.service.browser(), newEmail())
      const stranger = the.service.browser()
      expect((await stranger.send("HEAD", link)).status).toBe(204)
      for (const headers of [{ "sec-purpose": "prefetch" }, { purpose: "prefetch" }]) {
        expect((await stranger.get(link, headers)).setCookies).toEqual([])
      }
      expect((await stranger.get(link, asPage)).setCookies).toEqual([])
      expect(Option.isSome(await storedLink(the.service, tokenOf(link)))).toBe(true)
      expect((await stranger.get(link)).status).toBe(200)
    })
  })
})
