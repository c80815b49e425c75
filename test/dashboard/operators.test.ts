import { defaultId } from "@latchkey/domain/instance/Instance"
import { UserId } from "@latchkey/domain/core/Ids"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"
import { setUpApp } from "@latchkey/test-support/authenticatorApp"
import { instances, newEmail, password, signIn, signUp } from "@latchkey/test-support/contract"
import * as Samples from "@latchkey/testkit/Samples"
import { FormBrowser, invite, signedInAs } from "@latchkey/test-support/operator"
import { operatorScene } from "./support/operatorScene.ts"

const path = "/dashboard/operators"
const keys = "/dashboard/api-keys"

const { operator, service } = operatorScene()

const tokenIn = (text: string) => /\/dashboard\/enter\?token=([\w-]{43})/.exec(text)?.[1] ?? ""

describe("The administrators of the dashboard", () => {
  test("are invited by email, and sign in under their name and role", async () => {
    const email = newEmail()
    const reply = await operator().submit(path, { email, name: "Grace Hopper", role: "support" })
    expect(reply.status).toBe(303)
    const location = reply.headers.location ?? ""
    expect(location).toMatch(/^\/dashboard\/operators\/user_[\w-]+\?done=invited$/)
    expect((await operator().get(location)).text).toContain("The invitation is on its way by email.")
    expect((await operator().get(path)).text).toContain("never signed in")
    const message = (await service().emails()).find(({ to }) => to === email)
    expect(message?.subject).toMatch(/^Your access to the dashboard of 127\.0\.0\.1/)
    const grace = new FormBrowser(service().origin)
    await grace.submit("/dashboard/enter", { token: tokenIn(message?.text ?? "") })
    // A link alone is not enough: the account asks for a passkey or an app.
    expect((await grace.get("/dashboard")).headers.location).toBe("/dashboard/account")
    const account = (await grace.get("/dashboard/account")).text
    for (const text of ["Grace Hopper", email.split("@")[0] ?? "", "support", "a link alone isn&#39;t enough"]) {
      expect(account).toContain(text)
    }
    expect((await grace.get("/dashboard/instances/new")).status).toBe(403)
  })

  test("show the link if the email cannot be sent, once", async () => {
    const error = new MailerError({ reason: "permanent", detail: "refused", cause: new Error("550") })
    await service().run(Effect.flatMap(Sent, ({ failNext }) => failNext(1, error)) as Effect.Effect<void>)
    const reply = await operator().submit(path, { email: newEmail(), name: "<b>Ada</b>", role: "admin" })
    expect(reply.status).toBe(200)
    expect(reply.text).toContain("The email could not be sent.")
    expect(reply.text).toContain("&lt;b&gt;Ada&lt;/b&gt;")
    expect(reply.headers["cache-control"]).toBe("no-store")
    const ada = new FormBrowser(service().origin)
    expect((await ada.submit("/dashboard/enter", { token: tokenIn(reply.text) })).status).toBe(303)
    const id = /\/dashboard\/operators\/(user_[\w-]+)/.exec(reply.text)?.[1] ?? ""
    expect(tokenIn((await operator().get(`${path}/${id}`)).text)).toBe("")
  })

  test("are rejected with what was typed, and the reason", async () => {
    const taken = newEmail()
    await operator().submit(path, { email: taken, name: "Grace", role: "viewer" })
    for (const [fields, reason] of [
      [{ email: "grace", name: "Grace", role: "viewer" }, /email address/],
      [{ email: newEmail(), name: "", role: "viewer" }, /id="name-error"/],
      [{ email: newEmail(), name: "Grace", role: "owner" }, /id="role-error"/],
      [{ email: taken, name: "Grace", role: "viewer" }, /exists already/]
    ] as const) {
      const reply = await operator().submit(path, fields)
      expect(reply.status, JSON.stringify(fields)).toBe(400)
      expect(reply.text).toMatch(reason)
      expect(reply.text).toContain(`value="${fields.email}"`)
    }
  })

  test("get another name and role, are disabled, enabled and deleted after a confirmation", async () => {
    const { browser, id } = await signedInAs(service(), "viewer", newEmail())
    const own = `${path}/${id}`
    expect((await operator().submit(own, { name: "Renamed", role: "admin" })).headers.location).toBe(
      `${own}?done=saved`
    )
    expect((await browser.get("/dashboard/access")).text).toContain("Renamed, role admin")
    await signedInAs(service(), "admin", newEmail())
    for (const [action, status] of [
      ["disable", 303],
      ["enable", 303]
    ] as const) {
      expect((await operator().get(`${own}/${action}`)).text).toContain(`action="${own}/${action}"`)
      const done = await operator().submit(`${own}/${action}`)
      expect([done.status, done.headers.location]).toEqual([status, `${own}?done=${action}`])
    }
    expect((await browser.get("/dashboard")).status).toBe(303)
    expect((await operator().submit(`${own}/delete`)).headers.location).toBe(`${path}?done=delete`)
    expect((await operator().get(own)).status).toBe(404)
  })

  test("without a name keep the role admin: invitations for anyone, and the admin key", async () => {
    const former = new FormBrowser(service().origin)
    await former.submit("/dashboard/enter", { token: (await invite(service())).token })
    expect((await former.get("/dashboard/instances/new")).status).toBe(200)
    expect((await former.get("/dashboard/access")).text).toContain("without a name, role admin")
  })
})

describe("The API keys of the dashboard", () => {
  const keyIn = (text: string) => /<code>(latchkey_[\w-]{43})<\/code>/.exec(text)?.[1] ?? ""
  const use = async (key: string) =>
    (
      await service()
        .browser()
        .get(instances, { authorization: `Bearer ${key}` })
    ).status

  test("are shown once, work at the admin API with their role, and are revoked", async () => {
    const reply = await operator().submit(keys, { name: "Billing sync", role: "viewer", expires: "" })
    const key = keyIn(reply.text)
    expect(reply.headers["cache-control"]).toBe("no-store")
    expect(await use(key)).toBe(200)
    const list = (await operator().get(keys)).text
    expect(list).toContain("Billing sync")
    expect(list).not.toContain(key.slice(9))
    const revocation = /action="(\/dashboard\/api-keys\/apikey_[^"]+\/revoke)"/.exec(list)?.[1] ?? ""
    expect((await operator().submit(revocation)).headers.location).toBe(`${keys}?done=revoked`)
    expect(await use(key)).toBe(401)
  })

  test("work until the end of their last day", async () => {
    const today = new Date(service().now()).toISOString().slice(0, 10)
    const key = keyIn((await operator().submit(keys, { name: "Short", role: "viewer", expires: today })).text)
    const midnight = Date.parse(`${today}T00:00:00Z`) + 86_400_000
    service().advance(midnight - 1 - service().now())
    expect(await use(key)).toBe(200)
    service().advance(1)
    expect(await use(key)).toBe(401)
  })

  test("are rejected with the reason beside the field", async () => {
    for (const [expires, name] of [
      ["2020-01-01", "Past"],
      ["2027-02-30", "No day"],
      ["tomorrow", "No date"]
    ] as const) {
      const reply = await operator().submit(keys, { name, role: "viewer", expires })
      expect([reply.status, keyIn(reply.text)], name).toEqual([400, ""])
      expect(reply.text).toContain('id="expires-error"')
    }
  })
})

describe("The second factor of a user", () => {
  test("is reset by support after a confirmation, and the user is signed out", async () => {
    await service().instances((all) => all.update(defaultId, { authConfig: { secondFactor: "optional" } }))
    const [email, ada] = [newEmail(), service().browser()]
    const { userId } = (await ada.post(signUp, { email, password })).json
    await setUpApp(service(), ada)
    const { browser } = await signedInAs(service(), "support", newEmail())
    const page = `/dashboard/instances/default/users/${String(userId)}`
    expect((await browser.get(page)).text).toContain(`href="${page}/reset-factor"`)
    expect((await browser.get(`${page}/reset-factor`)).text).toContain("Reset the second factor?")
    expect((await browser.submit(`${page}/reset-factor`)).headers.location).toBe(`${page}?done=reset-factor`)
    expect((await browser.get(page)).text).not.toContain("reset-factor")
    expect((await ada.get("/v1/auth/session")).status).toBe(401)
    expect((await service().browser().post(signIn, { email, password })).json).toHaveProperty("sessionId")
    await service().instances((all) => all.update(defaultId, { authConfig: { secondFactor: "off" } }))
  })
})

describe("The passkeys of a user", () => {
  test("are counted, and removed by support after a confirmation, and the user is signed out", async () => {
    const [email, ada] = [newEmail(), service().browser()]
    const { userId } = (await ada.post(signUp, { email, password })).json
    const { browser } = await signedInAs(service(), "support", newEmail())
    const page = `/dashboard/instances/default/users/${String(userId)}`
    const button = `href="${page}/remove-passkeys"`
    expect((await browser.get(page)).text).not.toContain(button)
    const add = () => service().run(Samples.storedPasskey({ instanceId: defaultId, id: UserId.make(String(userId)) }))
    await add()
    await add()
    const shown = (await browser.get(page)).text
    expect(shown).toContain(button)
    expect(shown).toMatch(/<dt>Passkeys<\/dt>\s*<dd>2<\/dd>/)
    const confirmation = (await browser.get(`${page}/remove-passkeys`)).text
    for (const text of ["Remove all passkeys?", email, "first make sure"]) expect(confirmation).toContain(text)
    expect((await ada.get("/v1/auth/session")).status).toBe(200)
    expect((await browser.submit(`${page}/remove-passkeys`)).headers.location).toBe(`${page}?done=remove-passkeys`)
    const after = (await browser.get(`${page}?done=remove-passkeys`)).text
    expect(after).toContain("All passkeys are removed, and the user is signed out on all devices.")
    expect(after).not.toContain(button)
    expect((await ada.get("/v1/auth/session")).status).toBe(401)
    expect((await browser.submit(`${page}/remove-passkeys`)).status).toBe(404)
    expect((await browser.get("/dashboard/audit")).text).toContain("All passkeys of a user removed")
  })

  test("are shown to viewers, who get no button", async () => {
    const { userId } = (await service().browser().post(signUp, { email: newEmail(), password })).json
    await service().run(Samples.storedPasskey({ instanceId: defaultId, id: UserId.make(String(userId)) }))
    const { browser } = await signedInAs(service(), "viewer", newEmail())
    const { text } = await browser.get(`/dashboard/instances/default/users/${String(userId)}`)
    expect(text).toMatch(/<dt>Passkeys<\/dt>\s*<dd>1<\/dd>/)
    expect(text).not.toContain("remove-passkeys")
  })
})
