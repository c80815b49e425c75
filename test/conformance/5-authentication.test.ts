import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import type { Browser } from "@latchkey/test-support/Browser"
import { send } from "@latchkey/test-support/HttpClient"
import {
  askForLink,
  errorOf,
  isSignedIn,
  newEmail,
  password,
  requestLink,
  session,
  setCookieNames,
  setCookieOf,
  sha256,
  signIn,
  signInAgain,
  signInWithLink,
  signOut,
  signOutAll,
  signUp,
  signUpNew,
  wrongPassword
} from "@latchkey/test-support/actions"
import { onEveryStore, type Fixture } from "./support.ts"

const methods = (fixture: Fixture) =>
  [
    ["sign-up", (browser: Browser) => signUpNew(browser)],
    ["sign-in", async (browser: Browser) => signInAgain(browser, (await signUpNew(fixture.service.browser())).email)],
    ["magic-link verify", (browser: Browser) => signInWithLink(fixture.service, browser)]
  ] as const

onEveryStore("5 Authentication", (fixture) => {
  const cookiesOf = async (browser: Browser) => ({
    client: `__client=${await browser.cookie("__client")}`,
    session: `__session=${await browser.cookie("__session")}`
  })

  describe("performed without a prior session", () => {
    test("sign-up, sign-in, magic-link request and magic-link verify", async () => {
      const email = newEmail()
      const post = (path: string, body: unknown) => fixture.service.browser().post(path, body)
      expect((await post(signUp, { email, password })).status).toBe(200)
      expect((await post(signIn, { email, password })).status).toBe(200)
      expect((await post(requestLink, { email })).status).toBe(200)
      expect((await fixture.service.browser().get(await fixture.service.lastLink(email))).status).toBe(200)
    })

    test("an invalid, malformed or revoked session does not prevent them", async () => {
      const { browser, email } = await signUpNew(fixture.service.browser())
      const revoked = Object.values(await cookiesOf(browser)).join("; ")
      await browser.post(signOut)
      for (const cookie of [
        revoked,
        "__session=x; __client=y",
        `__session=${"a".repeat(42)}A`,
        "__session=a; __session=b"
      ]) {
        const reply = await fixture.service.browser({ cookie }).post(signIn, { email, password })
        expect(reply.status).toBe(200)
      }
    })
  })

  describe("successful authentication yields two cookies: __client and __session", () => {
    test.each(methods(fixture))("%s", async (_, authenticate) => {
      const { browser, reply } = await authenticate(fixture.service.browser())
      expect(setCookieNames(reply)).toEqual(["__client", "__session"])
      expect(await isSignedIn(browser)).toBe(true)
    })

    test("failed authentication yields none", async () => {
      const { email } = await signUpNew(fixture.service.browser())
      const reply = await fixture.service.browser().post(signIn, { email, password: wrongPassword })
      expect(reply.setCookies).toEqual([])
    })
  })

  describe("email + password", () => {
    test("credentials are verified against the real hash", async () => {
      const { email } = await signUpNew(fixture.service.browser())
      await signInAgain(fixture.service.browser(), email)
      for (const wrong of [wrongPassword, password.toUpperCase(), ` ${password}`, password.slice(0, -1)]) {
        const reply = await fixture.service.browser().post(signIn, { email, password: wrong })
        expect(errorOf(reply)).toEqual([401, "invalid_credentials"])
      }
    })

    test("or a dummy hash: unknown email and wrong password have the same response, including cookies", async () => {
      const { browser, email } = await signUpNew(fixture.service.browser())
      const cookie = Object.values(await cookiesOf(browser)).join("; ")
      const attempts = [
        { email, password: wrongPassword },
        { email: newEmail(), password: wrongPassword },
        { email: newEmail(), password }
      ]
      for (const headers of [{}, { cookie }]) {
        const replies = await Promise.all(
          attempts.map((attempt) => fixture.service.browser(headers).post(signIn, attempt))
        )
        const seen = replies.map(({ status, text, setCookies, headers: { date: _, ...others } }) => ({
          status,
          text,
          setCookies,
          others
        }))
        expect(seen[0]).toMatchObject({ status: 401, setCookies: [] })
        expect(seen[1]).toEqual(seen[0])
        expect(seen[2]).toEqual(seen[0])
      }
    })
  })

  test("magic link: possession of a valid token proves control of the email address", async () => {
    const { browser, email } = await signUpNew(fixture.service.browser())
    expect((await browser.get(session)).json["emailVerified"]).toBe(false)
    const verified = await signInWithLink(fixture.service, fixture.service.browser(), email)
    expect((await verified.browser.get(session)).json).toMatchObject({ email, emailVerified: true })
    await askForLink(fixture.service, fixture.service.browser(), newEmail())
    const unverified = await signUpNew(fixture.service.browser())
    expect((await unverified.browser.get(session)).json["emailVerified"]).toBe(false)
  })

  describe("whether the sign-out endpoints require the cookies: not shown in the contract; decided", () => {
    test("sign-out does not: it succeeds without a session", async () => {
      for (const headers of [{}, { cookie: "__session=x" }]) {
        const reply = await fixture.service.browser(headers).post(signOut)
        expect([reply.status, reply.json]).toEqual([200, { ok: true }])
      }
    })

    test("sign-out/all does: 401 unauthenticated without an active session, or with only one of the two cookies", async () => {
      const { browser } = await signUpNew(fixture.service.browser())
      const cookies = await cookiesOf(browser)
      for (const cookie of ["", cookies.client, cookies.session]) {
        expect(errorOf(await fixture.service.browser({ cookie }).post(signOutAll))).toEqual([401, "unauthenticated"])
      }
      expect(await isSignedIn(browser)).toBe(true)
    })
  })

  describe("cookies: not shown in the contract; decided", () => {
    test("both are 32 random bytes, and the store holds their SHA-256", async () => {
      const { reply } = await signUpNew(fixture.service.browser())
      const stored = JSON.stringify(await fixture.contents())
      for (const name of ["__client", "__session"]) {
        const { value } = setCookieOf(reply, name)
        expect(Buffer.from(value, "base64url")).toHaveLength(32)
        expect(stored).toContain(sha256(value))
      }
    })

    test.each(methods(fixture))("%s issues new values of both", async (_, authenticate) => {
      const { browser } = await signUpNew(fixture.service.browser())
      const before = await cookiesOf(browser)
      await authenticate(browser)
      const after = await cookiesOf(browser)
      expect(after.client).not.toBe(before.client)
      expect(after.session).not.toBe(before.session)
      expect(
        (await fixture.service.browser().get(session, { cookie: `${before.client}; ${after.session}` })).status
      ).toBe(401)
    })

    test("a session is active only together with its own client's cookie, and __client alone grants nothing", async () => {
      const ada = await cookiesOf((await signUpNew(fixture.service.browser())).browser)
      const grace = await cookiesOf((await signUpNew(fixture.service.browser())).browser)
      const statusWith = async (cookie: string) => (await fixture.service.browser().get(session, { cookie })).status
      expect(await statusWith(`${ada.client}; ${ada.session}`)).toBe(200)
      for (const cookie of [ada.client, ada.session, `${grace.client}; ${ada.session}`]) {
        expect(await statusWith(cookie)).toBe(401)
      }
    })

    test("two cookies of one name: not signed in", async () => {
      const { client, session: active } = await cookiesOf((await signUpNew(fixture.service.browser())).browser)
      for (const cookie of [`${client}; ${active}; ${active}`, `${client}; __client=x; ${active}`]) {
        expect((await fixture.service.browser().get(session, { cookie })).status).toBe(401)
      }
    })

    test("attributes and lifetimes over http: 400 days and 30 days, this host only, HttpOnly, SameSite=Lax", async () => {
      const { reply } = await signUpNew(fixture.service.browser())
      const common = ["httponly", "path=/", "samesite=lax"]
      expect(setCookieOf(reply, "__client").attributes).toEqual([...common, "max-age=34560000"].sort())
      expect(setCookieOf(reply, "__session").attributes).toEqual([...common, "max-age=2592000"].sort())
    })
  })
})

onEveryStore(
  "5 Cookie attributes with an https base URL: not shown in the contract; decided",
  (fixture) => {
    test.each(methods(fixture))("%s sets them with Secure", async (_, authenticate) => {
      const { reply } = await authenticate(fixture.service.browser())
      for (const name of ["__client", "__session"]) expect(setCookieOf(reply, name).attributes).toContain("secure")
      expect(reply.headers["strict-transport-security"]).toMatch(/^max-age=\d+/)
    })
  },
  { settings: { baseUrl: "https://auth.example.com" } }
)

onEveryStore(
  "5 Cookie attributes with COOKIE_DOMAIN and COOKIE_SAME_SITE: not shown in the contract; decided",
  (fixture) => {
    test("the configured values apply when cookies are set and when they are cleared", async () => {
      const host = "auth.example.com"
      const headers = { host, "content-type": "application/json" }
      const body = JSON.stringify({ email: newEmail(), password })
      const reply = await send("POST", `${fixture.service.origin}${signUp}`, { headers, body })
      const cleared = await send("POST", `${fixture.service.origin}${signOut}`, { headers: { host } })
      const expected = ["domain=example.com", "httponly", "path=/", "samesite=none", "secure"]
      for (const [from, name] of [
        [reply, "__client"],
        [reply, "__session"],
        [cleared, "__session"]
      ] as const) {
        const attributes = setCookieOf(from, name).attributes.filter((one) => !one.startsWith("max-age="))
        expect(attributes).toEqual(expected)
      }
    })
  },
  {
    settings: {
      baseUrl: "https://auth.example.com",
      cookieDomain: Option.some("example.com"),
      cookieSameSite: "none"
    }
  }
)
