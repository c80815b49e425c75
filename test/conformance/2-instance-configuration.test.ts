import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { describe, expect, test } from "vitest"
import { adminKey } from "@latchkey/test-support/Service"
import { errorOf, newEmail, newInstance, requestLink, session, signUp, signUpNew } from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"

const admin = { authorization: `Bearer ${adminKey}` }
const defaultPolicy = {
  minLength: 8,
  requireUppercase: false,
  requireLowercase: false,
  requireNumber: false,
  requireSpecial: false
}

/** For each rule: a password that breaks only this rule, and one that meets all rules. */
const rules = [
  ["minLength", 12, "too_short", "Abcdefgh1.😀", "Abcdefgh1.😀😀"],
  ["requireUppercase", true, "uppercase_required", "abcdefgh1.", "abcdefgH1."],
  ["requireLowercase", true, "lowercase_required", "ABCDEFGH1.", "ABCDEFGh1."],
  ["requireNumber", true, "number_required", "Abcdefghi.", "Abcdefgh1."],
  ["requireSpecial", true, "special_required", "Abcdefgh12", "Abcdefgh1."]
] as const

onEveryStore("2.6 Instance configuration", (fixture) => {
  const change = (id: InstanceId, patch: unknown) =>
    fixture.service.browser().send("PATCH", `/v1/admin/instances/${id}`, {
      headers: { ...admin, "content-type": "application/json" },
      body: JSON.stringify(patch)
    })
  const policy = (id: InstanceId, passwordPolicy: Record<string, unknown>) =>
    change(id, { sessionConfig: { passwordPolicy } })

  test("authConfig.magic_link | boolean | when true the method is enabled, otherwise disabled", async () => {
    const app = await newInstance(fixture.service, { authConfig: { magic_link: false } })
    const ask = () => app.browser().post(requestLink, { email: newEmail() })
    expect(errorOf(await ask())).toEqual([401, "magic_link_disabled"])
    expect((await change(app.id, { authConfig: { magic_link: true } })).json["authConfig"]).toMatchObject({
      password: true,
      magic_link: true
    })
    expect((await ask()).json).toEqual({ ok: true })
    await change(app.id, { authConfig: { magic_link: false } })
    expect(errorOf(await ask())).toEqual([401, "magic_link_disabled"])
    for (const wrong of ["true", 1, null]) {
      expect((await change(app.id, { authConfig: { magic_link: wrong } })).status).toBe(400)
    }
  })

  describe.each(rules)("sessionConfig.passwordPolicy.%s", (setting, value, violation, breaking, meeting) => {
    const attempt = async (app: Awaited<ReturnType<typeof newInstance>>, password: string) =>
      app.browser().post(signUp, { email: newEmail(), password })

    test(`${setting} | ${typeof value === "number" ? "integer" : "boolean"}`, async () => {
      const app = await newInstance(fixture.service)
      for (const wrong of [null, "12", 12.5, [value]])
        expect((await policy(app.id, { [setting]: wrong })).status).toBe(400)
      expect((await policy(app.id, { [setting]: value })).json).toMatchObject({
        sessionConfig: { passwordPolicy: { ...defaultPolicy, [setting]: value } }
      })
    })

    test(`rejects a password that breaks it (${violation}), and accepts one that meets it`, async () => {
      const app = await newInstance(fixture.service)
      await policy(app.id, { [setting]: value })
      const rejected = await attempt(app, breaking)
      expect(errorOf(rejected)).toEqual([400, "password_too_short"])
      expect(rejected.json["violations"]).toEqual([violation])
      expect((await attempt(app, meeting)).status).toBe(200)
    })

    test("does not apply when it is not set", async () => {
      expect((await attempt(await newInstance(fixture.service), breaking)).status).toBe(200)
    })
  })

  test("one response lists every rule that a password breaks", async () => {
    const app = await newInstance(fixture.service)
    await policy(app.id, Object.fromEntries(rules.map(([setting, value]) => [setting, value])))
    const reply = await app.browser().post(signUp, { email: newEmail(), password: "ªªª" })
    expect([...(reply.json["violations"] as ReadonlyArray<string>)].sort()).toEqual(
      rules.map(([, , violation]) => violation).sort()
    )
  })

  describe("every instance has a default policy", () => {
    test("default values: not stated in the contract; decided: 8 characters, nothing else", async () => {
      for (const plan of ["free", "pro"] as const) {
        const app = await newInstance(fixture.service, { plan })
        const { sessionConfig } = await fixture.service.instances((_) => _.get(app.id))
        expect(sessionConfig.passwordPolicy).toEqual(defaultPolicy)
        const reply = await app.browser().post(signUp, { email: newEmail(), password: "aaaaaaa" })
        expect(reply.json["violations"]).toEqual(["too_short"])
        expect((await app.browser().post(signUp, { email: newEmail(), password: "aaaaaaaa" })).status).toBe(200)
      }
    })

    test("minLength: not stated in the contract; decided: from 8 to 64", async () => {
      const app = await newInstance(fixture.service)
      for (const minLength of [8, 64]) expect((await policy(app.id, { minLength })).status).toBe(200)
      for (const minLength of [0, 7, 65]) expect((await policy(app.id, { minLength })).status).toBe(400)
    })
  })

  describe("plans at the lowest tier only get the default; higher tiers can require more", () => {
    test.each(rules)("free cannot set %s, pro can", async (setting, value) => {
      const free = await newInstance(fixture.service, { plan: "free" })
      expect(errorOf(await policy(free.id, { [setting]: value }))).toEqual([400, "plan_does_not_allow"])
      const pro = await newInstance(fixture.service, { plan: "pro" })
      expect((await policy(pro.id, { [setting]: value })).status).toBe(200)
    })

    test("an instance with a custom policy cannot change to free without resetting it", async () => {
      const app = await newInstance(fixture.service)
      await policy(app.id, { requireNumber: true })
      expect(errorOf(await change(app.id, { plan: "free" }))).toEqual([400, "plan_does_not_allow"])
      const passwordPolicy = { requireNumber: false }
      expect((await change(app.id, { plan: "free", sessionConfig: { passwordPolicy } })).status).toBe(200)
    })

    test("not shown in the contract; decided: the default instance is on pro, a created one on free", async () => {
      expect((await fixture.service.instances((_) => _.get(defaultId))).plan).toBe("pro")
      const created = await fixture.service.browser().post("/v1/admin/instances", { name: "Acme" }, admin)
      expect([created.status, created.json["plan"]]).toEqual([201, "free"])
    })
  })

  test("fields of the user and of the session: not shown in the contract; decided: GET /v1/auth/session", async () => {
    const { browser, email, userId, sessionId } = await signUpNew(fixture.service.browser())
    const { json } = await browser.get(session)
    const times = { authenticatedAt: json["authenticatedAt"], expiresAt: json["expiresAt"] }
    const user = { userId, instanceId: "default", email, emailVerified: false, claimedAt: null, amr: ["pwd"], aal: 1 }
    expect(json).toEqual({ ...user, sessionId, ...times })
    const lifetime = Date.parse(String(times.expiresAt)) - Date.parse(String(times.authenticatedAt))
    expect(lifetime).toBe(30 * 24 * 3_600_000)
  })
})
