import { defaultId } from "@latchkey/domain/instance/Instance"
import { expect, test } from "vitest"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Service } from "@latchkey/test-support/Service"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import {
  jsonType,
  newEmail,
  password,
  passwordPath,
  session,
  sessions,
  signIn,
  signUp
} from "@latchkey/test-support/contract"

const minute = 60_000
const next = "another horse battery"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

const put = (browser: Browser, body: unknown, headers: Record<string, string> = {}) =>
  browser.send("PUT", passwordPath, { headers: { ...jsonType, ...headers }, body: JSON.stringify(body) })

const revoke = (browser: Browser, id: string, headers: Record<string, string> = {}) =>
  browser.send("DELETE", `${sessions}/${id}`, { headers })

interface ListedSession {
  readonly sessionId: string
  readonly current: boolean
}

const list = async (browser: Browser) => (await browser.get(sessions)).json["sessions"] as ReadonlyArray<ListedSession>

const newUser = async (service: Service, headers?: Record<string, string>) => {
  const email = newEmail()
  const browser = service.browser(headers)
  const { status } = await browser.post(signUp, { email, password })
  expect(status).toBe(200)
  return { email, browser }
}

const signInAgain = async (service: Service, email: string, secret = password) => {
  const browser = service.browser()
  expect((await browser.post(signIn, { email, password: secret })).status).toBe(200)
  return browser
}

const statusOfSession = async (browser: Browser) => (await browser.get(session)).status

onBothMounts("Setting a password", (service) => {
  test("with the current one revokes every other session, and the new password signs in", async () => {
    const { email, browser } = await newUser(service())
    const other = await signInAgain(service(), email)
    const stolen = await browser.jar.getCookieString(service().origin)
    const reply = await put(browser, { password: next, currentPassword: password })
    expect([reply.status, reply.json]).toEqual([200, { ok: true }])
    expect(reply.setCookies.map((cookie) => cookie.split("=", 1)[0])).toEqual(["__client", "__session"])
    expect((await service().browser().get(session, { cookie: stolen })).status).toBe(401)
    expect(reply.headers["cache-control"]).toBe("no-store")
    expect([await statusOfSession(browser), await statusOfSession(other)]).toEqual([200, 401])
    await signInAgain(service(), email, next)
    expect((await service().browser().post(signIn, { email, password })).json["code"]).toBe("invalid_credentials")
  })

  test.each([
    [{ password: next, currentPassword: "not the current one" }, 401, "invalid_credentials"],
    [{ password: next }, 401, "reauthentication_required"],
    [{ password: "sh0rt", currentPassword: password }, 400, "password_too_short"],
    [{ currentPassword: password }, 400, "invalid_request"],
    [{ password: 7, currentPassword: password }, 400, "invalid_request"],
    [{ password: next, currentPassword: null }, 400, "invalid_request"],
    [{ password: "x".repeat(257), currentPassword: password }, 400, "invalid_request"],
    [[], 400, "invalid_request"]
  ])("rejects %j, and changes nothing", async (body, status, code) => {
    const { email, browser } = await newUser(service())
    const other = await signInAgain(service(), email)
    const reply = await put(browser, body)
    expect([reply.status, reply.json["code"]]).toEqual([status, code])
    if (code === "invalid_credentials") expect(reply.json["detail"]).toBe("currentPassword is wrong.")
    expect(reply.text).not.toMatch(/another horse|not the current|sh0rt|xxx/)
    expect([await statusOfSession(browser), await statusOfSession(other)]).toEqual([200, 200])
    await signInAgain(service(), email)
  })

  test("needs no current one within ten minutes of a sign-in with a magic link", async () => {
    const { email } = await newUser(service())
    const late = service().browser()
    await late.post("/v1/auth/sign-in/magic-link", { email })
    expect((await late.get(await service().lastLink(email))).status).toBe(200)
    service().advance(10 * minute)
    expect((await put(late, { password: next })).json["code"]).toBe("reauthentication_required")

    const soon = service().browser()
    await soon.post("/v1/auth/sign-in/magic-link", { email })
    expect((await soon.get(await service().lastLink(email))).status).toBe(200)
    service().advance(9 * minute)
    expect((await put(soon, { password: next })).status).toBe(200)
    await signInAgain(service(), email, next)
  })

  test("right after a link, an allowed origin needs the current one, and the service's own origin does not", async () => {
    const app = "https://app.example.com"
    await service().instances((instances) => instances.update(defaultId, { origins: [app] }))
    const { browser, email } = await newUser(service())
    await browser.post("/v1/auth/sign-in/magic-link", { email })
    expect((await browser.get(await service().lastLink(email))).status).toBe(200)

    const refused = await put(browser, { password: next }, { origin: app, "sec-fetch-site": "same-site" })
    expect([refused.status, refused.json["code"]]).toEqual([401, "reauthentication_required"])
    expect(await statusOfSession(browser)).toBe(200)
    const confirmed = await put(browser, { password: next, currentPassword: password }, { origin: app })
    expect(confirmed.status).toBe(200)

    await browser.post("/v1/auth/sign-in/magic-link", { email })
    expect((await browser.get(await service().lastLink(email))).status).toBe(200)
    const own = await put(browser, { password }, { origin: service().origin, "sec-fetch-site": "same-origin" })
    expect(own.status).toBe(200)
    await signInAgain(service(), email)
  })

  test("without a session is 401", async () => {
    const bare = await put(service().browser(), { password: next, currentPassword: password })
    expect([bare.status, bare.json["code"]]).toEqual([401, "unauthenticated"])
  })

  test("is 403 for a cross-origin page", async () => {
    const { browser } = await newUser(service())
    const reply = await put(
      browser,
      { password: next, currentPassword: password },
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    )
    expect([reply.status, reply.json["code"]]).toEqual([403, "forbidden_origin"])
  })

  test("is limited like a sign-in: wrong current passwords count against the limit of the known client", async () => {
    const { browser } = await newUser(service())
    const statuses: Array<number> = []
    for (let guess = 0; guess < 11; guess++) {
      statuses.push((await put(browser, { password: next, currentPassword: `guess number ${guess}` })).status)
    }
    expect(statuses).toEqual([...new Array(10).fill(401), 429])
    const limited = await put(browser, { password: next, currentPassword: password })
    expect([limited.status, limited.json["code"]]).toEqual([429, "signin_rate_limited"])
    expect(limited.headers["retry-after"]).toMatch(/^[1-9][0-9]*$/)
    expect(await statusOfSession(browser)).toBe(200)
  })
})

onBothMounts("The sessions of a user", (service) => {
  test("are listed, newest first, with method, times and user agent", async () => {
    const { email, browser } = await newUser(service(), { "user-agent": firefox })
    service().advance(minute)
    const other = await signInAgain(service(), email)
    const listed = await list(browser)
    expect(listed.map(({ current }) => current)).toEqual([false, true])
    expect(listed[1]).toEqual({
      sessionId: expect.stringMatching(/^sess_/),
      current: true,
      method: "password",
      userAgent: firefox,
      deviceName: null,
      authenticatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastSeenAt: expect.stringMatching(/^\d{4}-.*Z$/),
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/)
    })
    expect((await list(other)).map(({ current }) => current)).toEqual([true, false])
  })

  test("can be revoked one by one, and revoking the current one clears the cookie", async () => {
    const { email, browser } = await newUser(service())
    service().advance(minute)
    const other = await signInAgain(service(), email)
    const [, mine] = (await list(other)).map(({ sessionId }) => sessionId)
    const first = await revoke(other, mine ?? "")
    expect([first.status, first.json, first.setCookies]).toEqual([200, { ok: true }, []])
    expect([await statusOfSession(browser), await statusOfSession(other)]).toEqual([401, 200])
    const [last] = await list(other)
    const own = await revoke(other, last?.sessionId ?? "")
    expect(own.status).toBe(200)
    expect(own.setCookies.join()).toMatch(/^__session=;/)
    expect(await other.cookie("__session")).toBeUndefined()
    expect(await statusOfSession(other)).toBe(401)
  })

  test("of another user cannot be revoked, nor told from unknown ones", async () => {
    const victim = await newUser(service())
    const [target] = await list(victim.browser)
    const { browser } = await newUser(service())
    const unknown = "sess_01890000-0000-7000-8000-000000000000"
    const replies = await Promise.all([
      revoke(browser, target?.sessionId ?? ""),
      revoke(browser, unknown),
      revoke(browser, "nonsense")
    ])
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect([replies[0].status, replies[0].json["code"]]).toEqual([404, "not_found"])
    expect(await statusOfSession(victim.browser)).toBe(200)
  })

  test("require a session, and a page that is not cross-origin", async () => {
    const { browser } = await newUser(service())
    const [mine] = await list(browser)
    const signedOut = service().browser()
    expect((await signedOut.get(sessions)).json["code"]).toBe("unauthenticated")
    expect((await revoke(signedOut, mine?.sessionId ?? "")).json["code"]).toBe("unauthenticated")
    expect((await revoke(signedOut, "nonsense")).json["code"]).toBe("unauthenticated")
    const evil = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    expect((await revoke(browser, mine?.sessionId ?? "", evil)).json["code"]).toBe("forbidden_origin")
    expect(await statusOfSession(browser)).toBe(200)
  })
})
