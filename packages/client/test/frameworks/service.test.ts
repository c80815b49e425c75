/** What the kit of each framework does with Latchkey itself. */
import {
  accessToken,
  newEmail,
  password,
  reauthenticate,
  sessions,
  signUp,
  tokens
} from "@latchkey/test-support/contract"
import { freePort } from "@latchkey/test-support/freePort"
import { send } from "@latchkey/test-support/HttpClient"
import { start as startService } from "@latchkey/test-support/HttpService"
import type { Service } from "@latchkey/test-support/Service"
import { audience, turnOn } from "@latchkey/test-support/tokens"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { ExampleApp } from "./ExampleApp.ts"
import { frameworksUnderTest } from "./frameworks.ts"

const hour = 3_600_000
const page = { accept: "text/html" }

describe.each(frameworksUnderTest())("The kit for $name, with Latchkey", ({ start }) => {
  let service: Service
  let app: ExampleApp

  beforeAll(async () => {
    service = await startService()
    await turnOn(service)
    const port = await freePort()
    app = await start({
      port,
      url: service.origin,
      appUrl: `http://127.0.0.1:${port}`,
      audience,
      personalTokens: true,
      log: () => undefined
    })
  })
  afterAll(async () => {
    await app.stop()
    await service.stop()
  })

  const signedIn = async () => {
    const browser = service.browser()
    const email = newEmail()
    const { userId } = (await browser.post(signUp, { email, password })).json
    const cookie = await browser.jar.getCookieString(service.origin)
    return { browser, cookie, email, userId }
  }
  const call = (method: string, path: string, headers: Record<string, string>) =>
    send(method, app.origin + path, { headers })
  const statusOf = async (path: string, headers: Record<string, string>) => (await call("GET", path, headers)).status

  test("lets a user in until the sign-out, and a copy of the cookies is worthless then", async () => {
    const { browser, cookie, email } = await signedIn()
    expect((await call("GET", "/orders", { cookie })).text).toBe(`Orders of ${email}`)
    const { headers, setCookies, status } = await call("POST", "/sign-out", { cookie })
    expect([status, headers.location]).toEqual([303, `${app.origin}/`])
    for (const setCookie of setCookies) await browser.jar.setCookie(setCookie, service.origin)
    expect([await browser.cookie("__session"), await browser.cookie("basket")]).toEqual([undefined, "full"])
    expect(await browser.cookie("__client")).toBeDefined()
    expect(await statusOf("/orders", { cookie })).toBe(401)
    expect((await call("GET", "/", { cookie })).text).toBe("Hello, visitor")
  })

  test("refuses a session that was revoked elsewhere", async () => {
    const { browser, cookie } = await signedIn()
    expect(await statusOf("/orders", { cookie })).toBe(200)
    await browser.send("DELETE", `${sessions}/${(await browser.get("/v1/auth/session")).json["sessionId"]}`)
    expect(await statusOf("/orders", { cookie })).toBe(401)
  })

  test("sends a user to authenticate again an hour after the sign-in, and lets them in afterwards", async () => {
    service.advance(-hour)
    const { browser, cookie, email } = await signedIn()
    service.advance(hour)
    const { headers, status } = await call("GET", "/transfer", { cookie, ...page })
    const returnTo = encodeURIComponent(`${app.origin}/transfer`)
    expect([status, headers.location]).toEqual([303, `${service.origin}/reauthenticate?return_to=${returnTo}`])
    expect((await browser.post(reauthenticate, { password })).status).toBe(200)
    const renewed = { cookie: await browser.jar.getCookieString(service.origin) }
    expect((await call("GET", "/transfer", renewed)).text).toBe(`Sent by ${email}`)
  })

  test("takes access tokens and personal access tokens with the scope, and no others", async () => {
    const { browser, userId } = await signedIn()
    const bearer = (token: unknown) => ({ authorization: `Bearer ${token}` })
    const access = (await browser.post(accessToken, { audience })).json["accessToken"]
    const personal = async (scopes: ReadonlyArray<string>) =>
      (await browser.post(tokens, { name: "Backup", scopes })).json["token"]

    expect((await call("GET", "/reports", bearer(access))).json).toEqual({ type: "access_token", userId })
    const token = await personal(["reports:read"])
    expect((await call("GET", "/reports", bearer(token))).json).toEqual({ type: "personal_token", userId })
    const weak = await call("GET", "/reports", bearer(await personal([])))
    expect([weak.status, weak.json["code"]]).toEqual([403, "insufficient_scope"])
    expect(weak.headers["www-authenticate"]).toBe('Bearer error="insufficient_scope", scope="reports:read"')
    for (const wrong of [`${access}x`, `lk_${"a".repeat(40)}`, "nonsense"]) {
      expect(await statusOf("/reports", bearer(wrong)), wrong).toBe(401)
    }
    // A token is for callers only.
    expect(await statusOf("/orders", bearer(access))).toBe(401)
  })

  test("replies with 503 while Latchkey is down, and lets the same user in afterwards", async () => {
    const { cookie, email } = await signedIn()
    const port = await freePort()
    const url = `http://127.0.0.1:${await freePort()}`
    const cutOff = await start({ port, url, appUrl: `http://127.0.0.1:${port}`, log: () => undefined })
    const replies = [
      await send("GET", `${cutOff.origin}/orders`, { headers: { cookie, ...page } }),
      await send("POST", `${cutOff.origin}/sign-out`, { headers: { cookie } }),
      await send("GET", `${cutOff.origin}/`, { headers: { cookie } })
    ]
    await cutOff.stop()
    expect(replies.map(({ headers, status }) => [status, headers["retry-after"]])).toEqual(Array(3).fill([503, "2"]))
    expect((await call("GET", "/orders", { cookie })).text).toBe(`Orders of ${email}`)
  })
})
