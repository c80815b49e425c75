import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import { setUpApp } from "@latchkey/test-support/authenticatorApp"
import {
  asAdmin,
  completeSignIn,
  factorRecovery,
  instances,
  newEmail,
  password,
  secondFactor,
  session,
  signIn,
  signInFactorRecovery,
  signUp
} from "@latchkey/test-support/contract"
import { loseApp, requestRecovery } from "@latchkey/test-support/factorRecovery"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { beforeEach, describe, expect, test } from "vitest"

const hour = 3_600_000
const confirm = `${factorRecovery}/confirm`
const cancel = `${factorRecovery}/cancel`

onBothMounts("Recovery of lost factors", (service) => {
  const setUp = (authConfig: Partial<Instance["authConfig"]>) =>
    service().instances((directory) => directory.update(defaultId, { authConfig }))
  beforeEach(async () => {
    service().advance(24 * hour)
    await setUp({ secondFactor: "optional", factorRecovery: "email", factorRecoveryHours: 72 })
  })

  const at = (millis: number) => new Date(service().now() + millis).toISOString()

  const newCredentials = () => ({ email: newEmail(), password })
  const lost = () => loseApp(service(), newCredentials())
  const requested = async () => {
    const credentials = newCredentials()
    const app = await requestRecovery(service(), credentials)
    return { ...app, credentials }
  }

  test("is requested while signing in, and says when it can be completed", async () => {
    const { browser, reply } = await requested()
    const times = { requestedAt: at(0), availableAt: at(72 * hour), expiresAt: at(240 * hour) }
    expect([reply.status, reply.json, reply.setCookies]).toEqual([200, times, []])
    expect((await browser.get(signInFactorRecovery)).json).toEqual({ isAvailable: true, open: times })
    service().advance(60_000)
    expect((await browser.post(signInFactorRecovery)).json).toEqual(times)
    expect((await browser.get(completeSignIn)).status).toBe(200)
  })

  test("removes the app with the token of the email after the waiting time, once, and does not sign in", async () => {
    const { credentials, owner, reply, token } = await requested()
    const reader = service().browser()
    service().advance(72 * hour - 1)
    const early = await reader.post(confirm, { token })
    expect([early.status, early.json]).toEqual([
      409,
      {
        type: "urn:latchkey:problem:factor_recovery_too_early",
        title: "The waiting time of the recovery has not ended",
        status: 409,
        detail: "The waiting time of the recovery has not ended.",
        code: "factor_recovery_too_early",
        availableAt: reply.json["availableAt"]
      }
    ])
    service().advance(1)
    const confirmed = await reader.post(confirm, { token })
    expect([confirmed.status, confirmed.json, confirmed.setCookies]).toEqual([200, { ok: true }, []])
    expect((await reader.post(confirm, { token })).json["code"]).toBe("invalid_token")
    expect((await owner.get(session)).status).toBe(401)
    expect((await reader.post(signIn, credentials)).json).toHaveProperty("sessionId")
    expect((await reader.get(secondFactor)).json).toMatchObject({ confirmedAt: null, recoveryCodes: 0 })
  })

  test("is cancelled with the token, without a session", async () => {
    const { browser, token } = await requested()
    const cancelled = await service().browser().post(cancel, { token })
    expect([cancelled.status, cancelled.json]).toEqual([200, { ok: true }])
    expect((await service().browser().post(cancel, { token })).json["code"]).toBe("invalid_token")
    expect((await browser.get(signInFactorRecovery)).json).toEqual({ isAvailable: true, open: null })
  })

  test("is requested, shown and cancelled by a signed-in user who would need the app", async () => {
    const { owner } = await lost()
    expect((await owner.post(factorRecovery)).json["code"]).toBe("factor_recovery_not_needed")
    service().advance(600_000)
    const status = () => owner.get(secondFactor).then(({ json }) => json["recovery"])
    expect(await status()).toEqual({ isAvailable: true, open: null })
    const { json, status: code } = await owner.post(factorRecovery)
    expect([code, await status()]).toEqual([200, { isAvailable: true, open: json }])
    expect((await owner.send("DELETE", factorRecovery)).json).toEqual({ ok: true })
    expect(await status()).toEqual({ isAvailable: true, open: null })
    expect((await owner.send("DELETE", factorRecovery)).json).toEqual({ ok: true })
  })

  test("is not available without a verified address", async () => {
    const owner = service().browser()
    const credentials = { email: newEmail(), password }
    await owner.post(signUp, credentials)
    await setUpApp(service(), owner)
    const browser = service().browser()
    await browser.post(signIn, credentials)
    expect((await browser.get(signInFactorRecovery)).json).toEqual({ isAvailable: false, open: null })
    const reply = await browser.post(signInFactorRecovery)
    expect([reply.status, reply.json["code"]]).toEqual([403, "email_not_verified"])
  })

  test.each([
    ["turned off", { factorRecovery: "off" }],
    ["beside a required second factor", { secondFactor: "required" }]
  ] as const)("has no effect %s", async (_, authConfig) => {
    const { browser, owner, token } = await requested()
    await setUp(authConfig)
    const replies = [
      await browser.post(signInFactorRecovery),
      await owner.post(factorRecovery),
      await service().browser().post(confirm, { token })
    ]
    for (const { json, status } of replies) {
      expect([status, json["code"]]).toEqual([401, "factor_recovery_disabled"])
    }
    expect((await browser.get(signInFactorRecovery)).json).toEqual({ isAvailable: false, open: null })
    expect((await owner.get(secondFactor)).json["recovery"]).toEqual({ isAvailable: false, open: null })
  })

  test("requires the first factor: without a pending sign-in or a session it is 401", async () => {
    const browser = service().browser()
    const replies = [
      await browser.get(signInFactorRecovery),
      await browser.post(signInFactorRecovery),
      await browser.post(factorRecovery),
      await browser.send("DELETE", factorRecovery)
    ]
    expect(replies.map(({ json }) => json["code"])).toEqual(Array(4).fill("unauthenticated"))
  })

  test("is begun and cancelled in a session by Latchkey's own pages and programs only", async () => {
    const { owner } = await lost()
    service().advance(600_000)
    const headers = { origin: "https://app.example" }
    await service().instances((directory) => directory.update(defaultId, { origins: ["https://app.example"] }))
    service().advance(60_000)
    expect((await owner.post(factorRecovery, undefined, headers)).json["code"]).toBe("forbidden_origin")
    expect((await owner.send("DELETE", factorRecovery, { headers })).json["code"]).toBe("forbidden_origin")
    await service().instances((directory) => directory.update(defaultId, { origins: [] }))
  })

  describe("in the settings", () => {
    const patch = (authConfig: unknown) =>
      service()
        .browser()
        .send("PATCH", `${instances}/default`, {
          headers: { "content-type": "application/json", ...asAdmin },
          body: JSON.stringify({ authConfig })
        })

    test("waits 24 to 720 hours", async () => {
      for (const factorRecoveryHours of [24, 720, 72]) {
        expect((await patch({ factorRecoveryHours })).json["authConfig"]).toMatchObject({ factorRecoveryHours })
      }
      for (const factorRecoveryHours of [23, 721]) {
        const { json, status } = await patch({ factorRecoveryHours })
        const reason = "must be a whole number of hours from 24 to 720"
        expect([status, json["errors"]]).toEqual([400, [{ field: "authConfig.factorRecoveryHours", reason }]])
      }
      for (const factorRecoveryHours of [72.5, "72", null]) {
        expect((await patch({ factorRecoveryHours })).status).toBe(400)
      }
    })

    test("is off or email", async () => {
      for (const mode of ["off", "email"]) {
        expect((await patch({ factorRecovery: mode })).json["authConfig"]).toMatchObject({ factorRecovery: mode })
      }
      expect((await patch({ factorRecovery: "sms" })).status).toBe(400)
    })
  })
})
