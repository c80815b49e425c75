import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { start } from "../http/support/conformance.ts"
import { follow, inChromium, textOf } from "./support/chromium.ts"

const path = "/dashboard/instances/default/settings"

const fill = async (page: Page, section: string, fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields)) {
    await page.locator(`#${section}`).getByLabel(label, { exact: true }).first().fill(value)
  }
}
const save = (page: Page, section: string) => follow(page, page.locator(`#${section} button`).first())

inChromium("What decides about the settings of an instance", start, (scene) => {
  const stored = (): Promise<Instance> => scene().service.instances((instances) => instances.get(defaultId))
  const change = (patch: object) => scene().service.instances((instances) => instances.update(defaultId, patch))
  const noticeIn = (page: Page, section: string) => page.locator(`#${section} .notice`).first().textContent()

  test("the magic link is switched off and on by keyboard", async () => {
    await change({ authConfig: { magic_link: true } })
    const page = await scene().open(path)
    for (const wanted of [false, true]) {
      await page.getByLabel("Magic link").focus()
      await page.keyboard.press("Space")
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await page.waitForURL(/saved=auth-methods/)
      expect(await noticeIn(page, "auth-methods")).toBe("Saved.")
      await expect.poll(async () => (await stored()).authConfig.magic_link).toBe(wanted)
    }
  })

  test("the plan decides about the policy: the form is greyed, and says why", async () => {
    await change({ plan: "pro", sessionConfig: { passwordPolicy: { minLength: 8, requireNumber: true } } })
    const page = await scene().open(path)
    const choose = async (plan: string) => {
      await page.locator("#plan select").selectOption(plan)
      await save(page, "plan")
    }
    await choose("free")
    expect(await noticeIn(page, "plan")).toContain("the free plan has the default password policy only")
    expect(await page.locator("#plan select").inputValue()).toBe("free")
    expect((await stored()).plan).toBe("pro")

    await page.getByLabel("A digit").uncheck()
    await save(page, "password-policy")
    await choose("free")
    expect((await stored()).plan).toBe("free")
    expect(await page.getByLabel("Shortest length").isDisabled()).toBe(true)
    expect(await page.locator("#password-policy button").first().isDisabled()).toBe(true)
    expect(await noticeIn(page, "password-policy")).toContain("The free plan has the default policy")
    await choose("pro")
    expect(await page.getByLabel("Shortest length").isDisabled()).toBe(false)
  })

  test("a password is tried against the policy, and is nowhere afterwards", async () => {
    await change({
      plan: "pro",
      sessionConfig: {
        passwordPolicy: {
          minLength: 12,
          requireUppercase: true,
          requireLowercase: true,
          requireNumber: true,
          requireSpecial: true
        }
      }
    })
    const page = await scene().open(path)
    const tryOut = async (password: string) => {
      await page.fill("#trial-password", password)
      await follow(page, "#trial button")
      expect(await page.content()).not.toContain(password)
      expect(await page.inputValue("#trial-password")).toBe("")
      return page.locator("#trial .notice").allInnerTexts()
    }
    const [refusal = ""] = await tryOut("пароль")
    expect(refusal.split("\n").filter(Boolean)).toEqual([
      "This password would be refused.",
      "It is too short: at least 12 characters are needed.",
      "It has no uppercase letter.",
      "It has no digit.",
      "It has no special character."
    ])
    expect(await tryOut("Correct-Horse-8")).toEqual(["This password would do."])
    const [tooLong = ""] = await tryOut("Aa1-".repeat(100))
    expect(tooLong).toContain("It is too long.")
    await follow(page, "#trial button")
    expect(await textOf(page, "#trial .notice")).toContain("It is empty.")
  })

  test("two who change different things at once lose nothing, in one form or in two", async () => {
    const [one, other] = [await scene().open(path), await scene().open(path)]
    await fill(one, "general", { Name: "By one" })
    await fill(other, "general", { Origins: "https://by-the-other.example" })
    await fill(other, "limits", { "How often": "9" })
    await save(one, "general")
    await save(other, "general")
    expect(await stored()).toMatchObject({ name: "By one", origins: ["https://by-the-other.example"] })
  })

  test("who changes what somebody else has just changed is told, and decides", async () => {
    const [one, other] = [await scene().open(path), await scene().open(path)]
    await fill(one, "general", { Hosts: "one.example" })
    await save(one, "general")
    await fill(other, "general", { Hosts: "other.example", Name: "Kept" })
    await save(other, "general")
    const [said] = await other.locator("#general .error").allTextContents()
    expect(said).toBe(
      "Hosts was changed by somebody else meanwhile, to “one.example”. Save again to have yours instead."
    )
    expect((await stored()).hosts).toEqual(["one.example"])
    await save(other, "general")
    expect(await stored()).toMatchObject({ hosts: ["other.example"], name: "Kept" })
  })

  test("a host of another instance is refused", async () => {
    await scene().service.instances((instances) => instances.create({ name: "Other", hosts: ["taken.example"] }))
    const page = await scene().open(path)
    await fill(page, "general", { Hosts: "taken.example" })
    await save(page, "general")
    expect(await page.locator("#general .error").allTextContents()).toEqual(["Hosts belongs to another instance."])
  })
})

inChromium(
  "Settings without a mail provider",
  () => start({ mailer: "unconfigured" }),
  (scene) => {
    test.each([path, "/dashboard/instances/default", "/dashboard/instances/default/mail"])(
      "%s says so",
      async (where) => {
        const page = await scene().open(where)
        expect((await page.textContent("main"))?.toLowerCase()).toContain("no mail provider is configured")
      }
    )
  }
)
