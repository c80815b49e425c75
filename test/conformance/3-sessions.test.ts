import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import {
  askForLink,
  day,
  errorOf,
  isSignedIn,
  newInstance,
  password,
  session,
  signIn,
  signInAgain,
  signInByLink,
  signOut,
  signOutAll,
  signUpNew,
  storedUser
} from "./actions.ts"
import { onEveryStore } from "./support.ts"

onEveryStore("3 States and transitions: sessions", (the) => {
  const sessionsOf = async (userId: unknown) =>
    ((await the.contents())["sessions"] ?? []).filter((row) => row.includes(String(userId)))

  describe("POST /v1/auth/sign-out | ends the session of this client", () => {
    test("of this client", async () => {
      const { browser, userId } = await signUpNew(the.service.browser())
      expect((await browser.post(signOut)).status).toBe(200)
      expect(await isSignedIn(browser)).toBe(false)
      expect(await sessionsOf(userId)).toEqual([])
    })

    test("and of no other", async () => {
      const { browser, email, userId } = await signUpNew(the.service.browser())
      const other = await signInAgain(the.service.browser(), email)
      const somebodyElse = await signUpNew(the.service.browser())
      await browser.post(signOut)
      expect(await isSignedIn(other.browser)).toBe(true)
      expect(await isSignedIn(somebodyElse.browser)).toBe(true)
      expect(await sessionsOf(userId)).toHaveLength(1)
    })

    test("for good: the cookie of before signs nobody in", async () => {
      const { browser } = await signUpNew(the.service.browser())
      const cookie = `__client=${await browser.cookie("__client")}; __session=${await browser.cookie("__session")}`
      expect((await the.service.browser().get(session, { cookie })).status).toBe(200)
      await browser.post(signOut)
      expect((await the.service.browser().get(session, { cookie })).status).toBe(401)
    })
  })

  describe("POST /v1/auth/sign-out/all | ends every session of the user", () => {
    test("on every device, however it was signed in", async () => {
      const { browser, email, userId } = await signUpNew(the.service.browser())
      const byLink = await signInByLink(the.service, browser, email)
      const others = [await signInAgain(the.service.browser(), email), await signInAgain(the.service.browser(), email)]
      expect(await sessionsOf(userId)).toHaveLength(3)
      expect((await byLink.browser.post(signOutAll)).status).toBe(200)
      expect(await sessionsOf(userId)).toEqual([])
      for (const device of [browser, ...others.map((one) => one.browser)]) expect(await isSignedIn(device)).toBe(false)
    })

    test("and of no other user", async () => {
      const { browser } = await signUpNew(the.service.browser())
      const somebodyElse = await signUpNew(the.service.browser())
      await browser.post(signOutAll)
      expect(await isSignedIn(somebodyElse.browser)).toBe(true)
    })

    test("after it the user signs in again as before", async () => {
      const { browser, email, userId } = await signUpNew(the.service.browser())
      await browser.post(signOutAll)
      expect((await signInAgain(browser, email)).userId).toBe(userId)
      expect(await isSignedIn(browser)).toBe(true)
    })
  })

  describe("not shown in the contract; decided: how else a session ends", () => {
    test("7 days after it was last seen, to the millisecond", async () => {
      const { browser } = await signUpNew(the.service.browser())
      the.service.advance(7 * day - 1)
      expect(await isSignedIn(browser)).toBe(true)
      the.service.advance(7 * day - 1)
      expect(await isSignedIn(browser)).toBe(true)
      the.service.advance(7 * day)
      expect(await isSignedIn(browser)).toBe(false)
    })

    test("30 days after it was made, to the millisecond, though it is used every day", async () => {
      const { browser } = await signUpNew(the.service.browser())
      for (let index = 0; index < 29; index++) {
        the.service.advance(day)
        expect(await isSignedIn(browser)).toBe(true)
      }
      the.service.advance(day - 1)
      expect(await isSignedIn(browser)).toBe(true)
      the.service.advance(1)
      expect(await isSignedIn(browser)).toBe(false)
    })

    test("both lifetimes are the instance's", async () => {
      const sessionConfig = { absoluteLifetimeSeconds: 3600, idleLifetimeSeconds: 600 }
      const app = await newInstance(the.service, { sessionConfig })
      const { browser } = await signUpNew(app.browser())
      the.service.advance(600_000)
      expect(await isSignedIn(browser)).toBe(false)
      const { email } = await signUpNew(app.browser())
      const again = await signInAgain(browser, email)
      for (let index = 0; index < 7; index++) {
        the.service.advance(500_000)
        expect(await isSignedIn(again.browser)).toBe(true)
      }
      the.service.advance(100_000)
      expect(await isSignedIn(again.browser)).toBe(false)
    })

    test("when the same browser signs in once more", async () => {
      const { browser, email, userId } = await signUpNew(the.service.browser())
      const cookie = `__client=${await browser.cookie("__client")}; __session=${await browser.cookie("__session")}`
      const { sessionId } = await signInAgain(browser, email)
      expect((await the.service.browser().get(session, { cookie })).status).toBe(401)
      const [only, ...rest] = await sessionsOf(userId)
      expect(only).toContain(String(sessionId))
      expect(rest).toEqual([])
    })
  })

  describe("not shown in the contract; decided: the first proof of an address", () => {
    test("ends the sessions and drops the password of whoever signed up with it unproven", async () => {
      const squatter = await signUpNew(the.service.browser())
      const owner = await signInByLink(the.service, the.service.browser(), squatter.email)
      expect(owner.userId).toBe(squatter.userId)
      expect(await isSignedIn(squatter.browser)).toBe(false)
      expect(await isSignedIn(owner.browser)).toBe(true)
      const attempt = await the.service.browser().post(signIn, { email: squatter.email, password })
      expect(errorOf(attempt)).toEqual([401, "invalid_credentials"])
      expect(Option.isNone((await storedUser(the.service, squatter.email)).passwordHash)).toBe(true)
    })

    test("leaves both where the browser that proves it is signed in to that account", async () => {
      const { browser, email } = await signUpNew(the.service.browser())
      const other = await signInAgain(the.service.browser(), email)
      await browser.get(await askForLink(the.service, browser, email))
      expect((await browser.get(session)).json["emailVerified"]).toBe(true)
      expect(await isSignedIn(other.browser)).toBe(true)
      await signInAgain(the.service.browser(), email)
    })

    test("is the last: a proven account keeps its password and its sessions", async () => {
      const { browser, email } = await signUpNew(the.service.browser())
      await signInByLink(the.service, browser, email)
      await signInByLink(the.service, the.service.browser(), email)
      expect(await isSignedIn(browser)).toBe(true)
      await signInAgain(the.service.browser(), email)
    })
  })
})
