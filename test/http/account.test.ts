import { expect, test } from "vitest"
import type { Browser } from "../support/Browser.ts"
import type { Service } from "../support/Service.ts"
import { onBothMounts } from "./support/conformance.ts"
import { jsonType, newEmail, password, passwordPath, session, sessions, signIn, signUp } from "./support/contract.ts"

const minute = 60_000
const next = "another horse battery"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

const put = (browser: Browser, body: unknown, headers: Record<string, string> = {}) =>
  browser.send("PUT", passwordPath, { headers: { ...jsonType, ...headers }, body: JSON.stringify(body) })

const end = (browser: Browser, id: string, headers: Record<string, string> = {}) =>
  browser.send("DELETE", `${sessions}/${id}`, { headers })

interface SessionSummaryResponse {
  readonly sessionId: string
  readonly current: boolean
}

const list = async (browser: Browser) => (await browser.get(sessions)).json["sessions"] as ReadonlyArray<SessionSummaryResponse>

const newcomer = async (service: Service, headers?: Record<string, string>) => {
  const email = newEmail()
  const browser = service.browser(headers)
  const { status } = await browser.post(signUp, { email, password })
  expect(status).toBe(200)
  return { email, browser }
}

const alsoSignedIn = async (service: Service, email: string, secret = password) => {
  const browser = service.browser()
  expect((await browser.post(signIn, { email, password: secret })).status).toBe(200)
  return browser
}

const statusOfSession = async (browser: Browser) => (await browser.get(session)).status

onBothMounts("setting a password", (service) => {
  test("takes the current one, ends the other sessions, and the new one signs in", async () => {
    const { email, browser } = await newcomer(service())
    const other = await alsoSignedIn(service(), email)
    const stolen = await browser.jar.getCookieString(service().origin)
    const reply = await put(browser, { password: next, currentPassword: password })
    expect([reply.status, reply.json]).toEqual([200, { ok: true }])
    expect(reply.setCookies.map((cookie) => cookie.split("=", 1)[0])).toEqual(["__client", "__session"])
    expect((await service().browser().get(session, { cookie: stolen })).status).toBe(401)
    expect(reply.headers["cache-control"]).toBe("no-store")
    expect([await statusOfSession(browser), await statusOfSession(other)]).toEqual([200, 401])
    await alsoSignedIn(service(), email, next)
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
  ])("refuses %j, and changes nothing", async (body, status, code) => {
    const { email, browser } = await newcomer(service())
    const other = await alsoSignedIn(service(), email)
    const reply = await put(browser, body)
    expect([reply.status, reply.json["code"]]).toEqual([status, code])
    if (code === "invalid_credentials") expect(reply.json["detail"]).toBe("currentPassword is wrong.")
    expect(reply.text).not.toMatch(/another horse|not the current|sh0rt|xxx/)
    expect([await statusOfSession(browser), await statusOfSession(other)]).toEqual([200, 200])
    await alsoSignedIn(service(), email)
  })

  test("by a link of the last ten minutes resets a forgotten one, and later no more", async () => {
    const { email } = await newcomer(service())
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
    await alsoSignedIn(service(), email, next)
  })

  test("needs a session, and says so to whatever comes without", async () => {
    const bare = await put(service().browser(), { password: next, currentPassword: password })
    expect([bare.status, bare.json["code"]]).toEqual([401, "unauthenticated"])
  })

  test("is refused from foreign pages", async () => {
    const { browser } = await newcomer(service())
    const reply = await put(
      browser,
      { password: next, currentPassword: password },
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    )
    expect([reply.status, reply.json["code"]]).toEqual([403, "forbidden_origin"])
  })

  test("is limited like a sign-in: guesses at the current one fill the budget of the browser", async () => {
    const { browser } = await newcomer(service())
    const statuses: Array<number> = []
    for (let guess = 0; guess < 11; guess++) {
      statuses.push((await put(browser, { password: next, currentPassword: `guess number ${guess}` })).status)
    }
    expect(statuses).toEqual([...new Array(10).fill(401), 429])
    const refused = await put(browser, { password: next, currentPassword: password })
    expect([refused.status, refused.json["code"]]).toEqual([429, "signin_rate_limited"])
    expect(refused.headers["retry-after"]).toMatch(/^[1-9][0-9]*$/)
    expect(await statusOfSession(browser)).toBe(200)
  })
})

onBothMounts("one's sessions", (service) => {
  test("are listed, newest first, with what tells them apart", async () => {
    const { email, browser } = await newcomer(service(), { "user-agent": firefox })
    service().advance(minute)
    const other = await alsoSignedIn(service(), email)
    const mine = await list(browser)
    expect(mine.map(({ current }) => current)).toEqual([false, true])
    expect(mine[1]).toEqual({
      sessionId: expect.stringMatching(/^sess_/),
      current: true,
      method: "password",
      userAgent: firefox,
      authenticatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastSeenAt: expect.stringMatching(/^\d{4}-.*Z$/),
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/)
    })
    expect((await list(other)).map(({ current }) => current)).toEqual([true, false])
  })

  test("end one by one; the cookie goes with one's own", async () => {
    const { email, browser } = await newcomer(service())
    service().advance(minute)
    const other = await alsoSignedIn(service(), email)
    const [, mine] = (await list(other)).map(({ sessionId }) => sessionId)
    const foreign = await end(other, mine ?? "")
    expect([foreign.status, foreign.json, foreign.setCookies]).toEqual([200, { ok: true }, []])
    expect([await statusOfSession(browser), await statusOfSession(other)]).toEqual([401, 200])
    const [last] = await list(other)
    const own = await end(other, last?.sessionId ?? "")
    expect(own.status).toBe(200)
    expect(own.setCookies.join()).toMatch(/^__session=;/)
    expect(await other.cookie("__session")).toBeUndefined()
    expect(await statusOfSession(other)).toBe(401)
  })

  test("of others cannot be ended, nor told from none", async () => {
    const victim = await newcomer(service())
    const [target] = await list(victim.browser)
    const { browser } = await newcomer(service())
    const unknown = "sess_01890000-0000-7000-8000-000000000000"
    const replies = await Promise.all([
      end(browser, target?.sessionId ?? ""),
      end(browser, unknown),
      end(browser, "nonsense")
    ])
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect([replies[0].status, replies[0].json["code"]]).toEqual([404, "not_found"])
    expect(await statusOfSession(victim.browser)).toBe(200)
  })

  test("are for who is signed in, and for pages of one's own", async () => {
    const { browser } = await newcomer(service())
    const [mine] = await list(browser)
    const stranger = service().browser()
    expect((await stranger.get(sessions)).json["code"]).toBe("unauthenticated")
    expect((await end(stranger, mine?.sessionId ?? "")).json["code"]).toBe("unauthenticated")
    expect((await end(stranger, "nonsense")).json["code"]).toBe("unauthenticated")
    const evil = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    expect((await end(browser, mine?.sessionId ?? "", evil)).json["code"]).toBe("forbidden_origin")
    expect(await statusOfSession(browser)).toBe(200)
  })
})
