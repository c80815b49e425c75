import { none, SecretKeys } from "@latchkey/domain/core/SecretKeys"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { start } from "@latchkey/test-support/HttpService"
import { signedIn } from "@latchkey/test-support/operator"
import * as Layer from "effect/Layer"
import { describe, expect, test } from "vitest"
import { operatorScene } from "./support/operatorScene.ts"
import { cases } from "./support/settingCases.ts"
import { fieldsIn, filled, noticeIn } from "./support/settingsForm.ts"

const path = "/dashboard/instances/default/settings"

const { operator, service } = operatorScene()

const stored = () => service().instances((instances) => instances.get(defaultId))

/** Fills the fields of a section, submits it, and returns the reply. */
const save = async (section: string, input: Readonly<Record<string, string>>) =>
  operator().submit(`${path}/${section}`, filled(await operator().get(`${path}/${section}`), input, section))

describe("The settings of an instance", () => {
  test.each(cases)(
    "in the section $section are saved, and the page says so",
    async ({ section, valid, stored: now }) => {
      const reply = await save(section, valid)
      expect([reply.status, reply.headers["location"]]).toEqual([303, `${path}/${section}?saved=1`])
      expect(noticeIn(await operator().get(`${path}/${section}?saved=1`), section)).toBe("Saved.")
      expect(await stored()).toMatchObject(now)
    }
  )

  test.each(cases)(
    "in the section $section are kept in their fields if they are invalid, with an error beside each",
    async ({ errors, invalid, section }) => {
      const before = await stored()
      const reply = await save(section, invalid)
      expect([reply.status, noticeIn(reply, section)]).toEqual([400, expect.stringContaining("Not saved. ")])
      const fields = fieldsIn(reply, section)
      expect(fields.flatMap(({ error }) => error ?? [])).toEqual(errors)
      for (const [label, text] of Object.entries(invalid)) {
        expect(fields.find((field) => field.label === label)).toMatchObject({ value: text, error: expect.any(String) })
      }
      const focused = fields.filter(({ isFocused }) => isFocused)
      expect(focused).toEqual([fields.find(({ error }) => error !== undefined)])
      expect(await stored()).toEqual(before)
    }
  )

  test("say in the language of the administrator why a field is invalid", async () => {
    for (const { invalid, section } of cases) {
      const sent = filled(await operator().get(`${path}/${section}`), invalid, section)
      const reply = await operator().submit(`${path}/${section}`, sent, { "accept-language": "de" })
      const errors = fieldsIn(reply, section).flatMap(({ error }) => error ?? [])
      expect([reply.status, errors.length > 0]).toEqual([400, true])
      expect(errors.filter((error) => !/: (muss|ist|darf) /.test(error))).toEqual([])
    }
    const sent = filled(await operator().get(`${path}/general`), { Name: "", Hosts: "new.example:80" }, "general")
    const reply = await operator().submit(`${path}/general`, sent, { "accept-language": "de" })
    expect(fieldsIn(reply, "general").flatMap(({ error }) => error ?? [])).toEqual([
      "Name: muss 1 bis 100 Zeichen haben, ohne Steuerzeichen.",
      "Zeile 1: muss ein Hostname in Kleinbuchstaben sein, ohne Schema, Port und Punkt am Ende."
    ])
  })

  test("a code beside the magic link is turned on with a server key, and refused with the reason without one", async () => {
    const code = { "Code beside the magic link": "on" }
    expect((await operator().get(`${path}/auth-methods`)).text).not.toContain("SECRET_KEY")
    expect((await save("auth-methods", code)).status).toBe(303)
    expect((await stored()).emailConfig.magicLinkCodes).toBe(true)

    const keyless = await start({ secretKeys: Layer.succeed(SecretKeys, none) })
    try {
      const there = await signedIn(keyless)
      const page = await there.get(`${path}/auth-methods`)
      expect(page.text).toContain("To turn it on, set <code>SECRET_KEY</code>")
      const reply = await there.submit(`${path}/auth-methods`, filled(page, code, "auth-methods"))
      expect(reply.status).toBe(400)
      expect(fieldsIn(reply, "auth-methods").flatMap(({ error }) => error ?? [])).toEqual([
        "Code beside the magic link requires a server key: set SECRET_KEY and restart the service."
      ])
    } finally {
      await keyless.stop()
    }
  })

  test("the domain of passkeys is refused if the host of the instance is not within it", async () => {
    const label = "Domain of passkeys (RP ID)"
    const reply = await save("auth-methods", { [label]: "example.com" })
    expect([reply.status, noticeIn(reply, "auth-methods")]).toEqual([400, expect.stringContaining("Not saved. ")])
    const field = fieldsIn(reply, "auth-methods").find((field) => field.label === label)
    expect(field).toMatchObject({ value: "example.com", error: expect.any(String) })
    expect((await stored()).passkeyConfig.rpId).toBeNull()
  })

  test("an instance is created, after errors are corrected", async () => {
    const create = "/dashboard/instances/new"
    const first = { Hosts: "new.example:80", "Magic links": "on" }
    const refused = await operator().submit(create, filled(await operator().get(create), first))
    expect(refused.status).toBe(400)
    expect(fieldsIn(refused)).toMatchObject([
      { label: "Name", error: "Name must be 1 to 100 characters, and no control characters." },
      { label: "Hosts", error: "Line 1 must be a host name without scheme, port or final dot, in lower case." },
      { label: "Allowed origins", error: undefined },
      { label: "Magic links", value: "on", error: undefined },
      { label: "Plan", error: undefined }
    ])
    const name = "<b>New & co</b>"
    const corrected = filled(refused, { Name: name, Hosts: "new.example", Plan: "pro" })
    const reply = await operator().submit(create, corrected)
    expect(reply.status).toBe(303)
    const created = (await service().instances((instances) => instances.list)).find(({ hosts }) =>
      hosts.includes("new.example")
    )
    expect(created).toMatchObject({ name, plan: "pro", authConfig: { magic_link: true } })
    expect(reply.headers["location"]).toBe(`/dashboard/instances/${created?.id}`)
    expect((await operator().get(`/dashboard/instances/${created?.id}`)).text).toContain(
      "&lt;b&gt;New &amp; co&lt;/b&gt;"
    )
  })

  test("turn passwords and sign-up off and on, but never every way to sign in", async () => {
    await save("auth-methods", { Passwords: "", "Magic links": "on" })
    await save("sign-up", { "New accounts": "closed" })
    expect(await stored()).toMatchObject({
      authConfig: { password: false, magic_link: true },
      signUp: { mode: "closed" }
    })
    const refused = await save("auth-methods", { "Magic links": "" })
    expect(refused.status).toBe(400)
    expect(fieldsIn(refused, "auth-methods").flatMap(({ error }) => error ?? [])).toEqual([
      "Passwords can be turned off only while users can sign in with magic links, which need an email provider, or with an identity provider."
    ])
    expect((await stored()).authConfig).toMatchObject({ password: false, magic_link: true })
    await save("auth-methods", { Passwords: "on" })
    await save("sign-up", { "New accounts": "open" })
    expect(await stored()).toMatchObject({
      authConfig: { password: true, magic_link: true },
      signUp: { mode: "open" }
    })
  })

  test("let addresses be verified before accounts are created, and show it in the overview", async () => {
    const label = "Email verification of new accounts with a password"
    await save("sign-up", { "New accounts": "open", [label]: "before" })
    expect((await stored()).signUp).toMatchObject({ mode: "open", verification: "before" })
    const overview = await operator().get("/dashboard/instances/default")
    expect(overview.text).toContain("open to everyone, after verifying the email address")
    await save("sign-up", { "New accounts": "open", [label]: "after" })
    expect((await stored()).signUp).toMatchObject({ mode: "open", verification: "after" })
  })

  test("set for how many days a deleted account is kept", async () => {
    await save("accounts", { "Days until an account is deleted": "0" })
    expect(await stored()).toMatchObject({ accountConfig: { deletionGraceDays: 0 } })
    const refused = await save("accounts", { "Days until an account is deleted": "31" })
    expect(refused.status).toBe(400)
    await save("accounts", { "Days until an account is deleted": "7" })
    expect(await stored()).toMatchObject({ accountConfig: { deletionGraceDays: 7 } })
  })

  test.each(["inst_01980000-0000-7000-8000-000000000000", "nonsense", "..%2f"])(
    "of an unknown instance are not found: %s",
    async (id) => {
      expect((await operator().get(`/dashboard/instances/${id}/settings`)).status).toBe(404)
    }
  )
})
