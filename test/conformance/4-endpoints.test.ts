import { describe, expect, test } from "vitest"
import {
  askForLink,
  errorOf,
  isSignedIn,
  newEmail,
  newInstance,
  password,
  session,
  setCookieNames,
  setCookieOf,
  signIn,
  signInAgain,
  signOut,
  signOutAll,
  signUp,
  signUpNew,
  wrongPassword
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"

const form = "application/x-www-form-urlencoded"

onEveryStore("4 Endpoints: sign-up, sign-in, sign-out", (fixture) => {
  const anonymous = () => fixture.service.browser()
  const rowsOf = async (table: string, text: unknown) =>
    ((await fixture.contents())[table] ?? []).filter((row) => row.includes(String(text)))
  const onlyOnce = { limit: 1, windowSeconds: 60 }

  /** Expects that the endpoint refuses a valid body with any other content type. */
  const expectJsonOnly = async (path: string, values: Readonly<Record<string, string>>) => {
    const json = JSON.stringify(values)
    for (const [type, body] of [
      [form, new URLSearchParams(values).toString()],
      ["text/plain", json],
      [undefined, json]
    ]) {
      const headers: Record<string, string> = type === undefined ? {} : { "content-type": type }
      const reply = await anonymous().send("POST", path, { headers, body: body ?? "" })
      expect(errorOf(reply)).toEqual([415, "unsupported_media_type"])
    }
    const headers = { "content-type": "application/json; charset=utf-8" }
    expect((await anonymous().send("POST", path, { headers, body: json })).status).toBe(200)
  }

  describe("4.1 POST /v1/auth/sign-up/email-password", () => {
    test("Body (JSON, content-type: application/json): email (string), password (string): only JSON is accepted", async () => {
      await expectJsonOnly(signUp, { email: newEmail(), password })
    })

    test("Success: session response { userId, sessionId }", async () => {
      const reply = await anonymous().post(signUp, { email: newEmail(), password })
      expect(reply.status).toBe(200)
      expect(reply.json).toEqual({ userId: expect.any(String), sessionId: expect.any(String) })
    })

    test("Success: creates user and session", async () => {
      const email = newEmail()
      expect(await rowsOf("users", email)).toEqual([])
      const { userId, sessionId } = await signUpNew(anonymous(), email)
      const [user, ...otherUsers] = await rowsOf("users", email)
      expect(user).toContain(userId)
      expect(otherUsers).toEqual([])
      const [created, ...otherSessions] = await rowsOf("sessions", userId)
      expect(created).toContain(sessionId)
      expect(otherSessions).toEqual([])
    })

    test("Success: sets __client and __session cookies", async () => {
      const { browser, reply } = await signUpNew(anonymous())
      expect(setCookieNames(reply)).toEqual(["__client", "__session"])
      expect(await isSignedIn(browser)).toBe(true)
    })

    test("Error: 400 password_too_short (policy failure); nothing is created", async () => {
      const email = newEmail()
      const reply = await anonymous().post(signUp, { email, password: "short" })
      expect(errorOf(reply)).toEqual([400, "password_too_short"])
      expect(reply.setCookies).toEqual([])
      expect(await rowsOf("users", email)).toEqual([])
    })

    test("Error: 400 email_already_exists; the account is unchanged", async () => {
      const { browser, email } = await signUpNew(anonymous())
      const reply = await anonymous().post(signUp, { email, password: wrongPassword })
      expect(errorOf(reply)).toEqual([400, "email_already_exists"])
      expect(reply.setCookies).toEqual([])
      expect(await isSignedIn(browser)).toBe(true)
      expect((await anonymous().post(signIn, { email, password: wrongPassword })).status).toBe(401)
      await signInAgain(anonymous(), email)
    })

    test("Error: 400 email_already_exists for all but one of five concurrent sign-ups", async () => {
      const email = newEmail()
      const replies = await Promise.all(Array.from({ length: 5 }, () => anonymous().post(signUp, { email, password })))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
      expect(await rowsOf("users", email)).toHaveLength(1)
    })

    test("Error: 429 signup_rate_limited", async () => {
      const app = await newInstance(fixture.service, { rateLimits: { signUpPerIp: onlyOnce } })
      await signUpNew(app.browser())
      const reply = await app.browser().post(signUp, { email: newEmail(), password })
      expect(errorOf(reply)).toEqual([429, "signup_rate_limited"])
    })
  })

  describe("4.2 POST /v1/auth/sign-in/email-password", () => {
    test("Body: email (string), password (string): only JSON is accepted", async () => {
      const { email } = await signUpNew(anonymous())
      await expectJsonOnly(signIn, { email, password })
    })

    test("Success: session response { userId, sessionId }", async () => {
      const { email, userId } = await signUpNew(anonymous())
      const reply = await anonymous().post(signIn, { email, password })
      expect(reply.status).toBe(200)
      expect(reply.json).toEqual({ userId, sessionId: expect.any(String) })
    })

    test("Success: sets __client and __session cookies", async () => {
      const { email } = await signUpNew(anonymous())
      const { browser, reply } = await signInAgain(anonymous(), email)
      expect(setCookieNames(reply)).toEqual(["__client", "__session"])
      expect(await isSignedIn(browser)).toBe(true)
    })

    test("Error: 401 invalid_credentials; no session is created", async () => {
      const { email, userId } = await signUpNew(anonymous())
      const browser = anonymous()
      const reply = await browser.post(signIn, { email, password: wrongPassword })
      expect(errorOf(reply)).toEqual([401, "invalid_credentials"])
      expect(await browser.cookie("__session")).toBeUndefined()
      expect(await rowsOf("sessions", userId)).toHaveLength(1)
    })

    test("Error: 429 signin_rate_limited", async () => {
      const app = await newInstance(fixture.service, { rateLimits: { signInPerIp: onlyOnce } })
      const { email } = await signUpNew(app.browser())
      await signInAgain(app.browser(), email)
      const reply = await app.browser().post(signIn, { email, password })
      expect(errorOf(reply)).toEqual([429, "signin_rate_limited"])
    })

    test("Clients send the request with credentials included so that cookies are stored: allowed origins may", async () => {
      const origin = "https://app.example.com"
      const app = await newInstance(fixture.service, { origins: [origin] })
      const { email } = await signUpNew(app.browser())
      const reply = await app.browser({ origin }).post(signIn, { email, password })
      expect(reply.headers["access-control-allow-origin"]).toBe(origin)
      expect(reply.headers["access-control-allow-credentials"]).toBe("true")
      const preflight = await app.browser({ origin, "access-control-request-method": "POST" }).send("OPTIONS", signIn)
      expect(preflight.status).toBe(204)
      expect(preflight.headers["access-control-allow-origin"]).toBe(origin)
      expect(preflight.headers["access-control-allow-credentials"]).toBe("true")
    })

    test("not shown in the contract; decided: requests from any other origin are refused", async () => {
      const { email } = await signUpNew(anonymous())
      const reply = await fixture.service.browser({ origin: "https://other.example" }).post(signIn, { email, password })
      expect(errorOf(reply)).toEqual([403, "forbidden_origin"])
      expect(reply.headers["access-control-allow-origin"]).toBeUndefined()
    })
  })

  test("4.3 POST /v1/auth/sign-out: ends the session for this client", async () => {
    const { browser, email } = await signUpNew(anonymous())
    const other = await signInAgain(anonymous(), email)
    await browser.post(signOut)
    expect([await isSignedIn(browser), await isSignedIn(other.browser)]).toEqual([false, true])
  })

  test("4.4 POST /v1/auth/sign-out/all: ends every session for the user", async () => {
    const { browser, email } = await signUpNew(anonymous())
    const other = await signInAgain(anonymous(), email)
    await browser.post(signOutAll)
    expect([await isSignedIn(browser), await isSignedIn(other.browser)]).toEqual([false, false])
  })

  describe.each([
    ["4.3", signOut],
    ["4.4", signOutAll]
  ])("%s payloads: not shown in the contract; decided for %s", (_, path) => {
    test("needs no body, and returns { ok: true }", async () => {
      const reply = await (await signUpNew(anonymous())).browser.post(path)
      expect([reply.status, reply.json]).toEqual([200, { ok: true }])
    })

    test("ignores a body", async () => {
      expect((await (await signUpNew(anonymous())).browser.post(path, { everywhere: false })).status).toBe(200)
    })

    test("clears __session and keeps __client", async () => {
      const { browser, reply: signedIn } = await signUpNew(anonymous())
      const client = await browser.cookie("__client")
      const reply = await browser.post(path)
      expect(setCookieNames(reply)).toEqual(["__session"])
      const { value, attributes } = setCookieOf(reply, "__session")
      const withoutAge = (all: ReadonlyArray<string>) => all.filter((one) => !one.startsWith("max-age="))
      expect([value, attributes.includes("max-age=0")]).toEqual(["", true])
      expect(withoutAge(attributes)).toEqual(withoutAge(setCookieOf(signedIn, "__session").attributes))
      expect(await browser.cookie("__session")).toBeUndefined()
      expect(await browser.cookie("__client")).toBe(client)
    })
  })

  test("GET /v1/auth/session: not in the contract; decided: returns the session, or 401 unauthenticated", async () => {
    const { browser, email } = await signUpNew(anonymous())
    expect((await browser.get(session)).json["email"]).toBe(email)
    expect(errorOf(await anonymous().get(session))).toEqual([401, "unauthenticated"])
    await browser.get(await askForLink(fixture.service, browser, email))
    expect((await browser.get(session)).json["emailVerified"]).toBe(true)
  })
})
