import { parse as parseUserCode } from "@latchkey/domain/device-sign-in/UserCode"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Browser } from "@latchkey/test-support/Browser"
import {
  device,
  deviceDecision,
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
import { makeRecorder } from "@latchkey/test-support/Recorder"
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
    expect(listed.map(({ deviceName, userAgent }) => [deviceName, userAgent])).toEqual([
      [null, ""],
      ["", "reports/1.2"]
    ])
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

const app = "https://app.example.com"
const ofApp = { origin: app, "sec-fetch-site": "cross-site" }
const unknown = "BCDF-GHJK"

const recorder = makeRecorder()

onBothMounts(
  "A page of an app that decides about devices",
  (service) => {
    beforeAll(async () => {
      await Devices.allow(service())
      await service().instances((directory) => directory.update(defaultId, { origins: [app] }))
    })

    const signedUp = async () => {
      const browser = service().browser()
      await browser.post(signUp, { email: newEmail(), password })
      return browser
    }
    const started = async (body: object = { name: "Acme CLI" }) => {
      const program = service().browser({ "user-agent": "acme/2.1" })
      const { json } = await program.post(device, body)
      const ask = () => program.post(deviceToken, { deviceCode: json["deviceCode"] })
      return { ask, userCode: String(json["userCode"]) }
    }
    const look = (browser: Browser, userCode: string, headers = {}) =>
      browser.get(`${device}?userCode=${encodeURIComponent(userCode)}`, headers)
    const decide = (browser: Browser, userCode: unknown, approve: unknown, headers: Record<string, string> = ofApp) =>
      browser.post(deviceDecision, { userCode, approve }, headers)
    const codeOf = async (sent: ReturnType<Browser["get"]>) => {
      const { json, status } = await sent
      return [status, json["code"]]
    }

    test("sees what asks, and lets it sign in, on an allowed origin", async () => {
      const browser = await signedUp()
      const { ask, userCode } = await started()
      const seen = await look(browser, userCode.toLowerCase().replace("-", " "), ofApp)
      expect([seen.status, seen.json]).toEqual([
        200,
        {
          userCode,
          name: "Acme CLI",
          userAgent: "acme/2.1",
          ipAddress: "127.0.0.1",
          requestedAt: new Date(service().now()).toISOString(),
          needsReauthentication: false
        }
      ])
      expect(seen.headers).toMatchObject({ "access-control-allow-origin": app, "cache-control": "no-store" })
      expect((await look(browser, (await started({})).userCode)).json["name"]).toBeNull()
      expect((await decide(browser, userCode, true)).json).toEqual({ ok: true })
      expect((await ask()).status).toBe(200)
      expect(await codeOf(decide(browser, userCode, true))).toEqual([401, "invalid_token"])
    })

    test("refuses it, which no later approval changes", async () => {
      const browser = await signedUp()
      const { ask, userCode } = await started()
      expect((await decide(browser, userCode, false)).json).toEqual({ ok: true })
      expect(await codeOf(decide(browser, userCode, true))).toEqual([401, "invalid_token"])
      expect(await codeOf(ask())).toEqual([400, "access_denied"])
    })

    test("needs a session, and one that is recent to approve", async () => {
      const browser = await signedUp()
      service().advance(600_000)
      const { ask, userCode } = await started()
      expect((await look(browser, userCode)).json["needsReauthentication"]).toBe(true)
      expect(await codeOf(decide(browser, userCode, true))).toEqual([401, "reauthentication_required"])
      for (const sent of [look(service().browser(), userCode), decide(service().browser(), userCode, false)]) {
        expect(await codeOf(sent)).toEqual([401, "unauthenticated"])
      }
      expect(await codeOf(ask())).toEqual([400, "authorization_pending"])
      expect((await decide(browser, userCode, false)).status).toBe(200)
    })

    test("is on the service, on an allowed origin, or a program, and on no other origin", async () => {
      const browser = await signedUp()
      const { ask, userCode } = await started()
      const evil = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
      for (const approve of [true, false]) {
        expect(await codeOf(decide(browser, userCode, approve, evil))).toEqual([403, "forbidden_origin"])
      }
      expect((await look(browser, userCode, evil)).headers).not.toHaveProperty("access-control-allow-origin")
      expect(await codeOf(ask())).toEqual([400, "authorization_pending"])
      for (const headers of [{ origin: service().origin }, {}]) {
        expect((await decide(browser, (await started()).userCode, true, headers)).status).toBe(200)
      }
    })

    test("shares the limit of wrong codes with the page, and with everything that tries a code", async () => {
      const browser = await signedUp()
      const { userCode } = await started()
      for (let count = 0; count < 2; count++) {
        expect(await codeOf(look(browser, unknown))).toEqual([401, "invalid_token"])
        expect(await codeOf(decide(browser, unknown, count === 0))).toEqual([401, "invalid_token"])
      }
      // As the page does.
      await expect(Devices.decide(service(), browser, "approve", unknown)).rejects.toThrow()
      for (const sent of [look(browser, userCode), decide(browser, userCode, true), decide(browser, userCode, false)]) {
        const { headers, json, status } = await sent
        expect([status, json["code"], headers["retry-after"]]).toEqual([429, "signin_rate_limited", "60"])
      }
      service().advance(60_000)
      expect((await look(browser, userCode)).status).toBe(200)
    })

    test("says that a code is malformed before it counts a try, and nothing is decided without an answer", async () => {
      const browser = await signedUp()
      const { ask, userCode } = await started()
      for (const malformed of ["", "WDJB-MJH", "WDJB-MJHT1"]) {
        expect(await codeOf(look(browser, malformed))).toEqual([400, "invalid_request"])
        expect(await codeOf(decide(browser, malformed, true))).toEqual([400, "invalid_request"])
      }
      for (const approve of [undefined, null, "true", 1]) {
        expect(await codeOf(decide(browser, userCode, approve))).toEqual([400, "invalid_request"])
      }
      expect(await codeOf(ask())).toEqual([400, "authorization_pending"])
      expect((await look(browser, userCode)).status).toBe(200)
    })

    test("gets 403 where devices are turned off", async () => {
      const browser = await signedUp()
      const { userCode } = await started()
      await Devices.allow(service(), false)
      for (const sent of [look(browser, userCode), decide(browser, userCode, false)]) {
        expect(await codeOf(sent)).toEqual([403, "device_sign_in_disabled"])
      }
      await Devices.allow(service())
    })

    test("leaves no code in the log", async () => {
      const browser = await signedUp()
      const { userCode } = await started()
      await look(browser, userCode)
      await decide(browser, userCode, true)
      const logged = recorder.lines().join("\n")
      expect(logged).toContain("device_approve")
      for (const secret of [userCode, userCode.replace("-", "")]) expect(logged).not.toContain(secret)
    })
  },
  () => ({ logger: recorder.layer })
)
