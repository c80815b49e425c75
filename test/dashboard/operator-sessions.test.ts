import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import * as Memory from "@latchkey/memory/Memory"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password, signUp } from "@latchkey/test-support/contract"
import { adminKey, type Service } from "@latchkey/test-support/Service"
import { cookiesOf } from "@latchkey/test-support/HttpClient"
import { cookieOf, FormBrowser, invite, signedIn } from "@latchkey/test-support/operator"

const minute = 60_000
const home = "/dashboard"
const access = "/dashboard/access"
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"

let service: Service
beforeAll(async () => {
  service = await start()
})
afterAll(() => service.stop())
beforeEach(() => service.advance(60 * minute))

const signInWithKey = async (headers: Record<string, string> = {}) => {
  const browser = new FormBrowser(service.origin, headers)
  await browser.submit("/dashboard/sign-in", { key: adminKey })
  return browser
}
const statusOf = async (browser: FormBrowser, path = home) => (await browser.get(path)).status
const audit = () => service.run(Effect.flatMap(AuditLog, (log) => log.list({ before: Option.none(), limit: 20 })))
/** Returns the actions of the forms on a page whose path ends so. */
const actionsIn = (text: string, end: string) =>
  [...text.matchAll(/<form method="post" action="([^"]+)"/g)].flatMap(([, path = ""]) =>
    path.endsWith(end) ? [path] : []
  )

describe("A dashboard session", () => {
  test("expires after thirty minutes without a request", async () => {
    const browser = await signedIn(service)
    service.advance(30 * minute - 1)
    expect(await statusOf(browser)).toBe(200)
    service.advance(30 * minute - 1)
    expect(await statusOf(browser)).toBe(200)
    service.advance(30 * minute)
    expect(await statusOf(browser)).toBe(303)
  })

  test("and an invitation end when the admin key changes", async () => {
    const storage = Layer.succeedContext(await Effect.runPromise(Effect.scoped(Layer.build(Memory.layer))))
    const withKey = (key: Option.Option<string>) =>
      start({
        storage,
        settings: { adminApiKey: Option.map(key, Redacted.make) }
      })
    const before = await withKey(Option.some(adminKey))
    const opened = [await signedIn(before), new FormBrowser(before.origin)]
    await opened[1]?.submit("/dashboard/sign-in", { key: adminKey })
    const { token } = await invite(before)
    const cookies = await Promise.all(opened.map((browser) => browser.jar.getCookieString(`${before.origin}${home}`)))
    const statuses = async (now: Service) => {
      const found = await Promise.all(cookies.map((cookie) => new FormBrowser(now.origin).get(home, { cookie })))
      return found.map(({ status }) => status)
    }
    expect(await statuses(before)).toEqual([200, 200])
    for (const key of [Option.some(`${adminKey}-2`), Option.none()]) {
      const after = await withKey(key)
      expect(await statuses(after)).toEqual([303, 303])
      expect((await new FormBrowser(after.origin).submit("/dashboard/enter", { token })).status).toBe(401)
      await after.stop()
    }
    expect((await new FormBrowser(before.origin).submit("/dashboard/enter", { token })).status).toBe(303)
    await before.stop()
  })

  test("is listed with its device, IP address and times, and can be signed out", async () => {
    const mine = await signInWithKey()
    service.advance(1)
    const other = await signInWithKey({ "user-agent": firefox })
    const page = await mine.get(access)
    expect(page.text).toContain("Firefox on Linux")
    expect(page.text).toContain("This session")
    expect(page.text).toContain("127.0.0.1")
    expect(page.text).toContain("with the admin key")
    const actions = actionsIn(page.text, "/revoke")
    expect(actions.length).toBe(2)
    // The newest first.
    const reply = await mine.submit(actions[0] ?? "")
    expect(reply.headers.location).toBe(`${access}?done=revoked`)
    expect([await statusOf(mine), await statusOf(other)]).toEqual([200, 303])
    expect((await mine.submit(actions[0] ?? "")).status).toBe(404)
  })

  test("can sign itself out, which clears its cookie", async () => {
    const browser = await signInWithKey()
    const [own = ""] = actionsIn((await browser.get(access)).text, "/revoke")
    const reply = await browser.submit(own)
    expect([reply.status, reply.headers.location]).toEqual([303, "/dashboard/sign-in?signed-out=1"])
    expect(cookieOf(reply)).toMatch(/^__dashboard=; Max-Age=0; Path=\/dashboard;/)
    expect(await statusOf(browser)).toBe(303)
  })

  test("can sign out all others", async () => {
    const browsers = [await signInWithKey(), await signInWithKey(), await signInWithKey()]
    const reply = await browsers[1]?.submit(`${access}/revoke-others`)
    expect(reply?.headers.location).toBe(`${access}?done=revoked-others`)
    expect(await Promise.all(browsers.map((browser) => statusOf(browser)))).toEqual([303, 200, 303])
  })

  test("is named with its IP address in the audit log, and so is the reading of a user's page, once", async () => {
    const { json } = await service.browser().post(signUp, { email: newEmail(), password })
    const browser = await signInWithKey()
    const path = `/dashboard/instances/default/users/${json["userId"]}`
    await browser.get(path)
    await browser.get(path)
    await browser.submit(`${path}/disable`)
    await browser.get(path)
    const entries = (await audit()).slice(0, 3)
    expect(entries.map(({ action }) => action)).toEqual(["user_disabled", "user_viewed", "dashboard_opened"])
    const sessions = entries.map((entry) => Option.getOrNull(entry.operatorSessionId))
    expect(new Set(sessions).size).toBe(1)
    expect(sessions[0]).toMatch(/^sess_/)
    expect(entries.map((entry) => Option.getOrNull(entry.ipAddress))).toEqual(Array(3).fill("127.0.0.1"))
    const page = await browser.get("/dashboard/audit")
    expect(page.text).toContain(String(sessions[0]))
    expect(page.text).toContain("127.0.0.1")
  })
})

describe("The admin API", () => {
  test("is named with the IP address in the audit log", async () => {
    const headers = { authorization: `Bearer ${adminKey}` }
    await service.browser().post("/v1/admin/instances", { name: "Named" }, headers)
    const [entry] = await audit()
    expect(entry).toMatchObject({ actor: "admin_api", action: "instance_created" })
    expect(entry?.ipAddress).toEqual(Option.some("127.0.0.1"))
  })
})

describe("An invitation", () => {
  test("is listed and can be withdrawn", async () => {
    const { token } = await invite(service)
    const browser = await signInWithKey()
    const page = await browser.get(access)
    expect(page.text).toContain("on the command line")
    const [withdraw = ""] = actionsIn(page.text, "/withdraw")
    expect((await browser.submit(withdraw)).headers.location).toBe(`${access}?done=withdrawn`)
    expect((await new FormBrowser(service.origin).submit("/dashboard/enter", { token })).status).toBe(401)
    expect((await browser.submit(withdraw)).status).toBe(404)
    expect((await browser.get(access)).text).toContain("No open invitations")
    expect((await audit())[0]).toMatchObject({ action: "operator_invitation_withdrawn" })
  })
})

describe("The dashboard cookie behind https", () => {
  test("is read under the name __Host-dashboard only", async () => {
    const secure = await start({ settings: { baseUrl: "https://auth.example.com" } })
    const headers = { host: "auth.example.com", origin: "https://auth.example.com" }
    const reply = await new FormBrowser(secure.origin).submit("/dashboard/sign-in", { key: adminKey }, headers)
    const cookies = cookiesOf(reply).map((cookie) => cookie.split(";")[0])
    const open = (cookie: string) => new FormBrowser(secure.origin).get(home, { cookie, host: "auth.example.com" })
    expect((await open(cookies.join("; "))).status).toBe(200)
    expect((await open(cookies.join("; ").replaceAll("__Host-", "__"))).status).toBe(303)
    await secure.stop()
  })
})
