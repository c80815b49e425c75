import { defaultId, type SecondFactorMode } from "@latchkey/domain/instance/Instance"
import { codeAt, setUpApp } from "@latchkey/test-support/authenticatorApp"
import type { Browser } from "@latchkey/test-support/Browser"
import {
  asAdmin,
  completeSignIn,
  endpoints,
  instances,
  jsonType,
  newEmail,
  password,
  reauthenticate,
  secondFactor,
  session,
  signIn,
  signUp,
  validBody
} from "@latchkey/test-support/contract"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { beforeEach, describe, expect, test } from "vitest"

const namesOf = ({ setCookies }: Reply) => setCookies.map((cookie) => cookie.split("=")[0])

onBothMounts("The second factor", (service) => {
  const setMode = (mode: SecondFactorMode) =>
    service().instances((directory) => directory.update(defaultId, { authConfig: { secondFactor: mode } }))
  beforeEach(async () => {
    service().advance(3_600_000)
    await setMode("optional")
  })

  const newUser = async () => {
    const browser = service().browser()
    const credentials = { email: newEmail(), password }
    await browser.post(signUp, credentials)
    return { browser, credentials }
  }

  /** A user with an app, and a second browser that has given the password. */
  const pending = async () => {
    const { browser: owner, credentials } = await newUser()
    const app = await setUpApp(service(), owner)
    service().advance(60_000)
    const browser = service().browser()
    const reply = await browser.post(signIn, credentials)
    return { ...app, browser, credentials, owner, reply, code: () => codeAt(app.secret, service().now()) }
  }

  const userIdOf = async (browser: Browser) => String((await browser.get(session)).json["userId"])

  test.each([
    "\u{1f600}".repeat(100),
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}".repeat(20),
    "\u6f22".repeat(100),
    "\u0639\u0631 ".repeat(33),
    "Acme: Staging",
    "::"
  ])("is set up whatever the name of the instance is: %s", async (name) => {
    const rename = (name: string) => service().instances((directory) => directory.update(defaultId, { name }))
    await rename(name)
    const { browser } = await newUser()
    const reply = await browser.post(`${secondFactor}/totp`, {})
    await rename("Latchkey")
    expect([reply.status, String(reply.json["qrCode"]).slice(0, 5)]).toEqual([200, "<svg "])
    expect(decodeURIComponent(String(reply.json["uri"])).match(/:/g)?.length).toBeLessThan(3)
  })

  test("is asked for after the password: no session, and the cookie of a pending sign-in for ten minutes", async () => {
    const { browser, reply } = await pending()
    expect([reply.status, reply.json]).toEqual([200, { secondFactorRequired: ["totp", "recovery_code"] }])
    expect(namesOf(reply)).toEqual(["__client", "__pending"])
    const cookie = reply.setCookies.find((text) => text.startsWith("__pending=")) ?? ""
    expect(cookie.replace(/=[\w-]{43};/, "=…;")).toBe("__pending=…; Max-Age=600; Path=/; HttpOnly; SameSite=Lax")
    expect((await browser.get(session)).status).toBe(401)
    expect((await browser.get(completeSignIn)).json).toEqual(reply.json)
  })

  test("grants nothing while it is pending: every other endpoint replies as to a visitor", async () => {
    const { browser } = await pending()
    const pendingToken = await browser.cookie("__pending")
    const others = endpoints.filter(({ isAdmin, path }) => !isAdmin && !path.startsWith(completeSignIn))
    let refused = 0
    for (const { method, name, path, readsBody } of others) {
      const replyTo = (headers: Record<string, string>) =>
        service()
          .browser()
          .send(method, path, {
            headers: { ...(readsBody ? jsonType : {}), ...headers },
            ...(readsBody ? { body: JSON.stringify(validBody[name]?.()) } : {})
          })
      const asVisitor = await replyTo({})
      // The cookies stay: a browser would store those of a reply.
      const reply = await replyTo({ cookie: `__client=${await browser.cookie("__client")}; __pending=${pendingToken}` })
      expect([name, reply.status, reply.json["code"]]).toEqual([name, asVisitor.status, asVisitor.json["code"]])
      if (reply.json["code"] === "unauthenticated") refused++
      service().advance(1_000)
    }
    expect(refused).toBeGreaterThan(20)
    expect((await browser.get(session)).status).toBe(401)
    expect((await browser.get(completeSignIn)).json).toEqual({ secondFactorRequired: ["totp", "recovery_code"] })
  })

  test("signs in with the code of the app, at level 2, and clears the cookie", async () => {
    const { browser, code } = await pending()
    const reply = await browser.post(completeSignIn, { code: `${code().slice(0, 3)} ${code().slice(3)}` })
    expect([reply.status, Object.keys(reply.json).sort()]).toEqual([200, ["sessionId", "userId"]])
    expect(namesOf(reply)).toEqual(["__client", "__session", "__pending"])
    expect(reply.setCookies.find((text) => text.startsWith("__pending="))).toContain("Max-Age=0")
    expect((await browser.get(session)).json).toMatchObject({ ...reply.json, amr: ["pwd", "otp", "mfa"], aal: 2 })
    expect((await browser.get(completeSignIn)).json["code"]).toBe("unauthenticated")
  })

  test("signs in with a recovery code, once", async () => {
    const { browser, credentials, recoveryCodes } = await pending()
    const [code = ""] = recoveryCodes
    expect((await browser.post(completeSignIn, { code: code.toUpperCase() })).status).toBe(200)
    expect((await browser.get(session)).json).toMatchObject({ amr: ["pwd", "recovery_code", "mfa"], aal: 2 })
    const other = service().browser()
    await other.post(signIn, credentials)
    expect((await other.post(completeSignIn, { code })).json["code"]).toBe("invalid_token")
    expect((await browser.get(secondFactor)).json).toMatchObject({ recoveryCodes: 9, mode: "optional" })
  })

  test("gets one reply for a code that is wrong, used, or of another time", async () => {
    const { browser, code, secret } = await pending()
    const used = code()
    await browser.post(completeSignIn, { code: used })
    const { browser: other, credentials } = await pending()
    await other.post(signIn, credentials)
    const replies = []
    for (const wrong of ["000000", used, codeAt(secret, service().now() + 90_000)]) {
      replies.push(await other.post(completeSignIn, { code: wrong }))
    }
    for (const reply of replies) {
      expect([reply.status, reply.text, reply.setCookies]).toEqual([401, replies[0]?.text, []])
    }
    expect(replies[0]?.json["code"]).toBe("invalid_token")
  })

  test("reports a code that can be none, without repeating it", async () => {
    const { browser } = await pending()
    for (const code of ["12345", "1234567", "not-a-code", "", 123456, null]) {
      const reply = await browser.post(completeSignIn, { code })
      expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
      expect(JSON.stringify(reply.json["errors"])).not.toContain("not-a-code")
    }
  })

  test("returns unauthenticated without the cookie, with two of them, and on another client", async () => {
    const { browser, code } = await pending()
    const token = await browser.cookie("__pending")
    const client = await browser.cookie("__client")
    const { browser: other } = await pending()
    const otherClient = await other.cookie("__client")
    for (const cookie of [
      `__client=${client}`,
      `__client=${client}; __pending=${token}; __pending=${token}`,
      `__client=${otherClient}; __pending=${token}`,
      `__pending=${token}`
    ]) {
      const reply = await service().browser({ cookie }).post(completeSignIn, { code: code() })
      expect([reply.status, reply.json["code"]], cookie.replace(/=[\w-]+/g, "=…")).toEqual([401, "unauthenticated"])
    }
    expect((await browser.post(completeSignIn, { code: code() })).status).toBe(200)
  })

  test("limits wrong codes with signin_rate_limited and Retry-After", async () => {
    const { browser, code } = await pending()
    for (let tries = 0; tries < 5; tries++) await browser.post(completeSignIn, { code: "000000" })
    const reply = await browser.post(completeSignIn, { code: code() })
    expect([reply.status, reply.json["code"], reply.headers["retry-after"]]).toEqual([
      429,
      "signin_rate_limited",
      "900"
    ])
  })

  test("is set up at sign-in where it is required", async () => {
    const { credentials } = await newUser()
    await setMode("required")
    const browser = service().browser()
    expect((await browser.post(signIn, credentials)).json).toEqual({ secondFactorRequired: ["totp_enrollment"] })
    const { enrollment, qrCode, secret, uri } = (await browser.post(`${completeSignIn}/totp`)).json
    expect(String(uri)).toContain(`secret=${secret}`)
    expect(String(qrCode)).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    const code = codeAt(String(secret), service().now())
    const reply = await browser.post(`${completeSignIn}/totp/confirm`, { enrollment, code })
    expect([reply.status, namesOf(reply)]).toEqual([200, ["__client", "__session", "__pending"]])
    expect(reply.json["recoveryCodes"]).toHaveLength(10)
    expect((await browser.get(session)).json).toMatchObject({ amr: ["pwd", "otp", "mfa"], aal: 2 })
    const stale = await browser.post(`${secondFactor}/totp/confirm`, { enrollment, code })
    expect(stale.json["code"]).toBe("second_factor_exists")
  })

  test("reports an enrollment that has expired as a field", async () => {
    const { browser } = await newUser()
    const { enrollment, secret } = (await browser.post(`${secondFactor}/totp`)).json
    service().advance(30 * 60_000)
    const code = codeAt(String(secret), service().now())
    const reply = await browser.post(`${secondFactor}/totp/confirm`, { enrollment, code })
    expect(reply.json).toMatchObject({ code: "invalid_request", errors: [{ field: "enrollment" }] })
  })

  test("is removed, and its recovery codes renewed, only after a recent authentication with it", async () => {
    const { credentials, owner: browser, code } = await pending()
    service().advance(600_000)
    for (const [method, path] of [
      ["DELETE", `${secondFactor}/totp`],
      ["POST", `${secondFactor}/recovery-codes`]
    ] as const) {
      expect((await browser.send(method, path)).json["code"]).toBe("reauthentication_required")
    }
    expect((await browser.post(reauthenticate, { code: code() })).status).toBe(200)
    const renewed = await browser.post(`${secondFactor}/recovery-codes`)
    expect(renewed.json["recoveryCodes"]).toHaveLength(10)
    expect((await browser.send("DELETE", `${secondFactor}/totp`)).json).toEqual({ ok: true })
    expect((await service().browser().post(signIn, credentials)).json).toHaveProperty("sessionId")
    const again = await browser.send("DELETE", `${secondFactor}/totp`)
    expect([again.status, again.json["code"]]).toEqual([404, "not_found"])
  })

  test("is reset by the admin API, which signs the user out", async () => {
    const { credentials, owner } = await pending()
    const path = `${instances}/default/users/${await userIdOf(owner)}`
    expect((await service().browser(asAdmin).get(path)).json["secondFactorAt"]).toMatch(/^\d{4}-/)
    const reset = () => service().browser(asAdmin).send("DELETE", `${path}/second-factor`)
    expect((await reset()).json).toEqual({ ok: true })
    expect((await owner.get(session)).status).toBe(401)
    expect((await service().browser().post(signIn, credentials)).json).toHaveProperty("sessionId")
    expect([(await reset()).status, (await service().browser(asAdmin).get(path)).json["secondFactorAt"]]).toEqual([
      404,
      null
    ])
  })

  describe("POST /v1/auth/reauthenticate", () => {
    test("issues a new session with new cookies, and a new time", async () => {
      const { browser } = await newUser()
      const before = (await browser.get(session)).json
      const old = await browser.cookie("__session")
      service().advance(3_600_000)
      const reply = await browser.post(reauthenticate, { password })
      expect([reply.status, namesOf(reply)]).toEqual([200, ["__client", "__session"]])
      const after = (await browser.get(session)).json
      expect(Date.parse(String(after["authenticatedAt"])) - Date.parse(String(before["authenticatedAt"]))).toBe(
        3_600_000
      )
      expect(await browser.cookie("__session")).not.toBe(old)
    })

    test("renews no session of level 2 with the password of a user with a second factor, and says what does", async () => {
      const { owner: browser } = await pending()
      service().advance(600_000)
      const reply = await browser.post(reauthenticate, { password })
      expect([reply.status, reply.setCookies]).toEqual([401, []])
      expect(reply.json).toMatchObject({
        code: "reauthentication_required",
        detail: "A password is not enough here: send a code or a passkey."
      })
      const renewed = await browser.post(`${secondFactor}/recovery-codes`)
      expect(renewed.json["code"]).toBe("reauthentication_required")
    })

    test("takes exactly one of password and code", async () => {
      const { browser } = await newUser()
      for (const body of [{}, { password, code: "492817" }]) {
        const reply = await browser.post(reauthenticate, body)
        expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
      }
      expect((await browser.post(reauthenticate, { password: "wrong horse battery" })).json).toMatchObject({
        code: "invalid_credentials",
        detail: "password is wrong."
      })
      expect((await browser.post(reauthenticate, { code: "492817" })).json["code"]).toBe("invalid_token")
    })
  })
})
