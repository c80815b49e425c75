import { defaultId } from "@latchkey/domain/instance/Instance"
import { expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { follow, inChromium, textOf } from "./support/chromium.ts"
import { fill, noticeIn, openSection, path, save, storedIn } from "./support/settings.ts"

inChromium("The rules of an instance's settings", start, (scene) => {
  const stored = () => storedIn(scene())
  const change = (patch: object) => scene().service.instances((instances) => instances.update(defaultId, patch))

  test("magic links are turned off and on with the keyboard", async () => {
    await change({ authConfig: { magic_link: true } })
    const page = await scene().open(`${path}/auth-methods`)
    for (const expected of [false, true]) {
      await page.getByLabel("Magic links").focus()
      await page.keyboard.press("Space")
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await page.waitForURL(/auth-methods\?saved=1/)
      expect(await noticeIn(page, "auth-methods")).toBe("Saved.")
      await expect.poll(async () => (await stored()).authConfig.magic_link).toBe(expected)
    }
  })

  test("a verified email address can be required only with magic links", async () => {
    await change({ authConfig: { magic_link: false } })
    const page = await scene().open(`${path}/auth-methods`)
    await page.getByLabel("Email verification", { exact: true }).check()
    await save(page, "auth-methods")
    expect(await textOf(page, "#sessionConfig-requireVerifiedEmail-error")).toBe(
      "Email verification requires magic links and an email provider, because a link verifies the address."
    )
    expect((await stored()).sessionConfig.requireVerifiedEmail).toBe(false)
    await page.getByLabel("Magic links").check()
    await save(page, "auth-methods")
    expect(await noticeIn(page, "auth-methods")).toBe("Saved.")
    expect((await stored()).sessionConfig.requireVerifiedEmail).toBe(true)
    await change({ sessionConfig: { requireVerifiedEmail: false } })
  })

  test("account notices are turned off and on", async () => {
    const page = await scene().open(`${path}/emails`)
    for (const expected of [false, true]) {
      await page.getByLabel("Account notices").setChecked(expected)
      await save(page, "emails")
      expect((await stored()).emailConfig).toEqual({ accountNotices: expected, magicLinkCodes: false })
    }
  })

  test("the free plan disables the form of the password policy, and says why", async () => {
    await change({ plan: "pro", sessionConfig: { passwordPolicy: { minLength: 8, requireNumber: true } } })
    const page = await scene().open(path)
    const choose = async (plan: string) => {
      await openSection(page, "plan")
      await page.locator("#plan select").selectOption(plan)
      await save(page, "plan")
    }
    await choose("free")
    expect(await noticeIn(page, "plan")).toBe("Not saved. The free plan includes the default password policy only.")
    expect(await page.locator("#plan select").inputValue()).toBe("free")
    expect((await stored()).plan).toBe("pro")

    await openSection(page, "password-policy")
    await page.getByLabel("Require a number").uncheck()
    await save(page, "password-policy")
    await choose("free")
    expect((await stored()).plan).toBe("free")
    await openSection(page, "password-policy")
    expect(await page.getByLabel("Minimum length").isDisabled()).toBe(true)
    expect(await page.locator("#password-policy button").first().isDisabled()).toBe(true)
    expect(await noticeIn(page, "password-policy")).toContain("The free plan includes the default policy only")
    await choose("pro")
    await openSection(page, "password-policy")
    expect(await page.getByLabel("Minimum length").isDisabled()).toBe(false)
  })

  test("a password is tested against the policy, and is not shown again", async () => {
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
    const page = await scene().open(`${path}/password-policy`)
    const testPassword = async (password: string) => {
      await page.fill("#trial-password", password)
      await follow(page, "#trial button")
      expect(await page.content()).not.toContain(password)
      expect(await page.inputValue("#trial-password")).toBe("")
      return page.locator("#trial .notice").allInnerTexts()
    }
    const [result = ""] = await testPassword("пароль")
    expect(result.split("\n").filter(Boolean)).toEqual([
      "This password doesn't meet the policy.",
      "It has fewer than 12 characters.",
      "It has no uppercase letter.",
      "It has no number.",
      "It has no symbol."
    ])
    expect(await testPassword("Correct-Horse-8")).toEqual(["This password meets the policy."])
    const [tooLong = ""] = await testPassword("Aa1-".repeat(100))
    expect(tooLong).toContain("It is too long.")
    await follow(page, "#trial button")
    expect(await textOf(page, "#trial .notice")).toContain("It is empty.")
  })

  test("concurrent changes of different settings are all saved, in one form or in two", async () => {
    const [first, second, third] = [await scene().open(path), await scene().open(path), await scene().open(path)]
    await fill(first, "general", { Name: "By the first" })
    await fill(third, "limits", { Limit: "9" })
    await fill(second, "general", { "Allowed origins": "https://by-the-second.example" })
    await save(first, "general")
    await save(second, "general")
    await save(third, "limits")
    expect(await stored()).toMatchObject({ name: "By the first", origins: ["https://by-the-second.example"] })
    expect((await stored()).rateLimits.signUpPerIp.limit).toBe(9)
  })

  test("a conflicting change is shown, and can be saved again", async () => {
    const [first, second] = [await scene().open(path), await scene().open(path)]
    await fill(first, "general", { Hosts: "first.example" })
    await save(first, "general")
    await fill(second, "general", { Hosts: "second.example", Name: "Kept" })
    await save(second, "general")
    const [error] = await second.locator("#general .error").allTextContents()
    expect(error).toBe("Hosts was changed by someone else to “first.example”. Save again to overwrite.")
    expect((await stored()).hosts).toEqual(["first.example"])
    await save(second, "general")
    expect(await stored()).toMatchObject({ hosts: ["second.example"], name: "Kept" })
  })

  test("a host of another instance is rejected", async () => {
    await scene().service.instances((instances) => instances.create({ name: "Other", hosts: ["taken.example"] }))
    const page = await scene().open(path)
    await fill(page, "general", { Hosts: "taken.example" })
    await save(page, "general")
    expect(await page.locator("#general .error").allTextContents()).toEqual(["Hosts belongs to another instance."])
  })
})

inChromium(
  "An instance without an email provider",
  () => start({ mailer: "unconfigured" }),
  (scene) => {
    test.each([`${path}/auth-methods`, "/dashboard/instances/default", "/dashboard/instances/default/emails"])(
      "has a warning on %s",
      async (where) => {
        const page = await scene().open(where)
        expect((await page.textContent("main"))?.toLowerCase()).toContain("no email provider is configured")
      }
    )
  }
)
