import { parse as parseUserCode } from "@latchkey/domain/device-sign-in/UserCode"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Browser } from "@latchkey/test-support/Browser"
import {
  device,
  deviceToken,
  newEmail,
  password,
  session,
  sessions,
  signOutAll,
  signUp
} from "@latchkey/test-support/contract"
import * as Devices from "@latchkey/test-support/devices"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import * as Option from "effect/Option"
import { beforeAll, expect, test } from "vitest"

onBothMounts("Signing in a device", (service) => {
  beforeAll(() => Devices.allow(service()))

  const setAudiences = (audiences: ReadonlyArray<string>) =>
    service().instances((directory) => directory.update(defaultId, { tokenConfig: { audiences } }))
  const signedUp = async () => {
    const browser = service().browser()
    const email = newEmail()
    const { userId } = (await browser.post(signUp, { email, password })).json
    return { browser, email, userId }
  }
  const started = async (body: object = {}) => {
    const program = service().browser({ "user-agent": "reports/1.2" })
    const { json, status } = await program.post(device, body)
    const ask = () => program.post(deviceToken, { deviceCode: json["deviceCode"] })
    return { ask, json, program, status }
  }
  const decide = (browser: Browser, decision: "approve" | "deny", userCode: unknown) =>
    Devices.decide(service(), browser, decision, userCode)
  const codeOf = async (reply: ReturnType<Browser["post"]>) => {
    const { json, status } = await reply
    return [status, json["code"]]
  }

  test("begins with two codes, and the page for one of them", async () => {
    const { json, status } = await started({ name: "Reports" })
    const verificationUri = `${service().origin}/device`
    expect([status, json]).toEqual([
      200,
      {
        deviceCode: expect.stringMatching(/^[\w-]{43}$/),
        userCode: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
        verificationUri,
        verificationUriComplete: `${verificationUri}?code=${String(json["userCode"])}`,
        expiresIn: 600,
        interval: 5
      }
    ])
    expect(Option.isSome(parseUserCode(String(json["userCode"])))).toBe(true)
  })

  test("is pending until the user approves it, and then has a session, which is listed, once", async () => {
    const { browser, email, userId } = await signedUp()
    const { ask, json, program } = await started()
    expect(await codeOf(ask())).toEqual([400, "authorization_pending"])
    expect(await codeOf(ask())).toEqual([400, "slow_down"])
    await decide(browser, "approve", json["userCode"])
    service().advance(5000)
    const signedIn = await ask()
    expect([signedIn.status, signedIn.json]).toEqual([200, { userId, sessionId: expect.stringMatching(/^sess_/) }])
    expect((await program.get(session)).json).toMatchObject({ userId, email })
    const listed = (await browser.get(sessions)).json["sessions"] as ReadonlyArray<Record<string, unknown>>
    expect(listed.map(({ userAgent }) => userAgent)).toContain("reports/1.2")
    service().advance(5000)
    expect(await codeOf(ask())).toEqual([401, "invalid_token"])
  })

  test("is a native client, if it says so, with a refresh token in place of cookies", async () => {
    await setAudiences(["https://api.example.com"])
    const { browser, userId } = await signedUp()
    const { json } = await started()
    await decide(browser, "approve", json["userCode"])
    const native = { "x-latchkey-client": "native" }
    const reply = await service().browser().post(deviceToken, { deviceCode: json["deviceCode"] }, native)
    expect([reply.status, reply.setCookies]).toEqual([200, []])
    expect(reply.json).toMatchObject({ userId, refreshToken: expect.stringMatching(/^lkr_/) })
    await setAudiences([])
  })

  test("is refused, expired, or of a user who has signed out everywhere", async () => {
    const { browser } = await signedUp()
    const refused = await started()
    await decide(browser, "deny", refused.json["userCode"])
    expect(await codeOf(refused.ask())).toEqual([400, "access_denied"])
    const approved = await started()
    await decide(browser, "approve", approved.json["userCode"])
    const late = await started()
    await browser.post(signOutAll)
    expect(await codeOf(approved.ask())).toEqual([401, "invalid_token"])
    service().advance(600_000)
    expect(await codeOf(late.ask())).toEqual([401, "invalid_token"])
  })

  test("says the same of device codes that are malformed, unknown, used and expired", async () => {
    const { browser } = await signedUp()
    const [used, expired] = [await started(), await started()]
    await decide(browser, "approve", used.json["userCode"])
    await used.ask()
    service().advance(600_000)
    const unknown = [expired.json["deviceCode"], used.json["deviceCode"], `${"x".repeat(42)}A`, "x"]
    const replies = await Promise.all(
      unknown.map(async (deviceCode) => (await service().browser().post(deviceToken, { deviceCode })).text)
    )
    expect(new Set(replies).size).toBe(1)
    expect(replies[0]).toContain("invalid_token")
  })

  test("is for programs only: a page gets 403, and no code", async () => {
    const { json } = await started()
    for (const headers of [
      { origin: service().origin },
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" }
    ]) {
      expect(await codeOf(service().browser().post(device, {}, headers))).toEqual([403, "forbidden_origin"])
      const { deviceCode } = json
      expect(await codeOf(service().browser().post(deviceToken, { deviceCode }, headers))).toEqual([
        403,
        "forbidden_origin"
      ])
    }
    // As Node's own fetch sends it.
    expect((await service().browser().post(device, {}, { "sec-fetch-mode": "cors" })).status).toBe(200)
  })

  test("is turned off unless the instance has turned it on", async () => {
    const { ask } = await started()
    await Devices.allow(service(), false)
    expect(await codeOf(service().browser().post(device, {}))).toEqual([403, "device_sign_in_disabled"])
    expect(await codeOf(ask())).toEqual([403, "device_sign_in_disabled"])
    await Devices.allow(service())
  })

  test("rejects a name that is empty, too long or has control characters, and limits codes per IP address", async () => {
    for (const name of ["", "x".repeat(101), "a\nb", 7]) {
      expect(await codeOf(service().browser().post(device, { name }))).toEqual([400, "invalid_request"])
    }
    const statuses = await Promise.all(Array.from({ length: 31 }, async () => (await started()).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})
