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
  signInWithLink,
  signOut,
  signOutAll,
  signUpNew,
  storedUser
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"

onEveryStore("3 States and transitions: sessions", (fixture) => {
  const sessionsOf = async (userId: unknown) =>
    ((await fixture.contents())["sessions"] ?? []).filter((row) => row.includes(String(userId)))

  describe("POST /v1/auth/sign-out | ends the session of this client", () => {
    test("revokes the session of this client", async () => {
      const { browser, userId } = await signUpNew(fixture.service.browser())
      expect((await browser.post(signOut)).status).toBe(200)
      expect(await isSignedIn(browser)).toBe(false)
      expect(await sessionsOf(userId)).toEqual([])
    })

    test("keeps the sessions of other clients and users", async () => {
      const { browser, email, userId } = await signUpNew(fixture.service.browser())
      const other = await signInAgain(fixture.service.browser(), email)
      const otherUser = await signUpNew(fixture.service.browser())
      await browser.post(signOut)
      expect(await isSignedIn(other.browser)).toBe(true)
      expect(await isSignedIn(otherUser.browser)).toBe(true)
      expect(await sessionsOf(userId)).toHaveLength(1)
    })

    test("a copy of the cookies is no longer valid", async () => {
      const { browser } = await signUpNew(fixture.service.browser())
      const cookie = `__client=${await browser.cookie("__client")}; __session=${await browser.cookie("__session")}`
      expect((await fixture.service.browser().get(session, { cookie })).status).toBe(200)
      await browser.post(signOut)
      expect((await fixture.service.browser().get(session, { cookie })).status).toBe(401)
    })
  })

  describe("POST /v1/auth/sign-out/all | ends every session of the user", () => {
    test("revokes every session, regardless of device and sign-in method", async () => {
      const { browser, email, userId } = await signUpNew(fixture.service.browser())
      const withLink = await signInWithLink(fixture.service, browser, email)
      const others = [
        await signInAgain(fixture.service.browser(), email),
        await signInAgain(fixture.service.browser(), email)
      ]
      expect(await sessionsOf(userId)).toHaveLength(3)
      expect((await withLink.browser.post(signOutAll)).status).toBe(200)
      for (const device of [browser, ...others.map((one) => one.browser)]) expect(await isSignedIn(device)).toBe(false)
    })

    test("keeps the sessions of other users", async () => {
      const { browser } = await signUpNew(fixture.service.browser())
      const otherUser = await signUpNew(fixture.service.browser())
      await browser.post(signOutAll)
      expect(await isSignedIn(otherUser.browser)).toBe(true)
    })

    test("the user can sign in again", async () => {
      const { browser, email, userId } = await signUpNew(fixture.service.browser())
      await browser.post(signOutAll)
      expect((await signInAgain(browser, email)).userId).toBe(userId)
      expect(await isSignedIn(browser)).toBe(true)
    })
  })

  describe("not shown in the contract; decided: how sessions expire", () => {
    test("a session expires 7 days after it was last seen, to the millisecond", async () => {
      const { browser } = await signUpNew(fixture.service.browser())
      fixture.service.advance(7 * day - 1)
      expect(await isSignedIn(browser)).toBe(true)
      fixture.service.advance(7 * day - 1)
      expect(await isSignedIn(browser)).toBe(true)
      fixture.service.advance(7 * day)
      expect(await isSignedIn(browser)).toBe(false)
    })

    test("a session expires 30 days after sign-in, to the millisecond, even if it is used every day", async () => {
      const { browser } = await signUpNew(fixture.service.browser())
      for (let index = 0; index < 29; index++) {
        fixture.service.advance(day)
        expect(await isSignedIn(browser)).toBe(true)
      }
      fixture.service.advance(day - 1)
      expect(await isSignedIn(browser)).toBe(true)
      fixture.service.advance(1)
      expect(await isSignedIn(browser)).toBe(false)
    })

    test("each instance configures both lifetimes", async () => {
      const sessionConfig = { absoluteLifetimeSeconds: 3600, idleLifetimeSeconds: 600 }
      const app = await newInstance(fixture.service, { sessionConfig })
      const { browser } = await signUpNew(app.browser())
      fixture.service.advance(600_000)
      expect(await isSignedIn(browser)).toBe(false)
      const { email } = await signUpNew(app.browser())
      const again = await signInAgain(browser, email)
      for (let index = 0; index < 7; index++) {
        fixture.service.advance(500_000)
        expect(await isSignedIn(again.browser)).toBe(true)
      }
      fixture.service.advance(100_000)
      expect(await isSignedIn(again.browser)).toBe(false)
    })

    test("a new sign-in on the same client revokes the previous session", async () => {
      const { browser, email, userId } = await signUpNew(fixture.service.browser())
      const cookie = `__client=${await browser.cookie("__client")}; __session=${await browser.cookie("__session")}`
      const { sessionId } = await signInAgain(browser, email)
      expect((await fixture.service.browser().get(session, { cookie })).status).toBe(401)
      const [only, ...rest] = await sessionsOf(userId)
      expect(only).toContain(String(sessionId))
      expect(rest).toEqual([])
    })
  })

  describe("not shown in the contract; decided: the first verification of an email address", () => {
    test("revokes the sessions and deletes the password of a user who signed up without verifying the address", async () => {
      const attacker = await signUpNew(fixture.service.browser())
      const owner = await signInWithLink(fixture.service, fixture.service.browser(), attacker.email)
      expect(owner.userId).toBe(attacker.userId)
      expect(await isSignedIn(attacker.browser)).toBe(false)
      expect(await isSignedIn(owner.browser)).toBe(true)
      const attempt = await fixture.service.browser().post(signIn, { email: attacker.email, password })
      expect(errorOf(attempt)).toEqual([401, "invalid_credentials"])
      expect(Option.isNone((await storedUser(fixture.service, attacker.email)).passwordHash)).toBe(true)
    })

    test("keeps the password, and no other session, if the verifying client is signed in to that account", async () => {
      const { browser, email } = await signUpNew(fixture.service.browser())
      const other = await signInAgain(fixture.service.browser(), email)
      await browser.get(await askForLink(fixture.service, browser, email))
      expect((await browser.get(session)).json["emailVerified"]).toBe(true)
      expect(await isSignedIn(other.browser)).toBe(false)
      await signInAgain(fixture.service.browser(), email)
    })

    test("happens once: a verified account keeps its password and its sessions", async () => {
      const { browser, email } = await signUpNew(fixture.service.browser())
      await signInWithLink(fixture.service, browser, email)
      await signInWithLink(fixture.service, fixture.service.browser(), email)
      expect(await isSignedIn(browser)).toBe(true)
      await signInAgain(fixture.service.browser(), email)
    })
  })
})
