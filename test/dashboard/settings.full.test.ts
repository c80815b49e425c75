import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { follow, inChromium } from "./support/chromium.ts"
import { cases } from "./support/settingCases.ts"
import { fill, noticeIn, path, save, storedIn } from "./support/settings.ts"

/** Expects that invalid fields keep their text, name their error, and that the first one has the focus. */
const expectMarked = async (
  page: Page,
  section: string,
  errors: ReadonlyArray<string>,
  invalid: Readonly<Record<string, string>>
) => {
  for (const [label, value] of Object.entries(invalid)) {
    const field = page.locator(`#${section}`).getByLabel(label, { exact: true }).first()
    expect(await field.inputValue()).toBe(value)
    expect(await field.getAttribute("aria-invalid")).toBe("true")
    const error = (await field.getAttribute("aria-describedby"))?.split(" ").at(-1)
    expect(errors).toContain(await page.locator(`[id="${error}"]`).textContent())
  }
  const first = page.locator("[aria-invalid=true]").first()
  expect(await first.evaluate((field) => field === document.activeElement)).toBe(true)
}

inChromium("The settings of an instance", start, (scene) => {
  const stored = () => storedIn(scene())

  test("valid settings of every section are saved, and the page says so", async () => {
    const page = await scene().open(path)
    for (const { section, stored: expected, valid } of cases) {
      await fill(page, section, valid)
      await save(page, section)
      expect(page.url()).toBe(`${scene().service.origin}${path}/${section}?saved=1`)
      expect(await noticeIn(page, section)).toBe("Saved.")
      expect(await stored()).toMatchObject(expected)
    }
  })

  test("invalid settings of every section are kept in their fields, with an error beside each", async () => {
    const before = await stored()
    const page = await scene().open(path)
    for (const { errors, invalid, section } of cases) {
      await fill(page, section, invalid)
      const [reply] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === "POST"),
        save(page, section)
      ])
      expect(reply.status()).toBe(400)
      expect(await page.locator(`#${section} .error`).allTextContents()).toEqual(errors)
      await expectMarked(page, section, errors, invalid)
      expect(await stored()).toEqual(before)
    }
  })

  test("an invalid setting is corrected in its field", async () => {
    const page = await scene().open(path)
    await fill(page, "general", { Name: "", "Redirect URL": "https://acme.example/in" })
    await save(page, "general")
    await fill(page, "general", { Name: "Acme again" })
    await save(page, "general")
    expect(await stored()).toMatchObject({ name: "Acme again", redirectUrl: "https://acme.example/in" })
    await fill(page, "general", { "Redirect URL": " " })
    await save(page, "general")
    expect((await stored()).redirectUrl).toBeNull()
  })

  test("an instance is created, after errors are corrected", async () => {
    const page = await scene().open("/dashboard")
    await follow(page, "text=New instance")
    await page.getByLabel("Hosts").fill("new.example:80")
    await page.getByLabel("Magic links").check()
    await follow(page, "main button")
    expect(await page.locator(".error").allTextContents()).toEqual([
      "Name must be 1 to 100 characters, and no control characters.",
      "Line 1 must be a host name without scheme, port or final dot, in lower case."
    ])
    expect(await page.getByLabel("Magic links").isChecked()).toBe(true)
    await page.getByLabel("Name").fill("<b>New & co</b>")
    await page.getByLabel("Hosts").fill("new.example")
    await page.getByLabel("Plan").selectOption("pro")
    await follow(page, "main button")
    expect(await page.textContent(".side .of")).toContain("<b>New & co</b>")
    const created = (await scene().service.instances((instances) => instances.list)).find(({ hosts }) =>
      hosts.includes("new.example")
    )
    expect(created).toMatchObject({ name: "<b>New & co</b>", plan: "pro", authConfig: { magic_link: true } })
  })

  test("an unknown instance is not found", async () => {
    const page = await scene().open("/dashboard")
    for (const id of ["inst_01980000-0000-7000-8000-000000000000", "nonsense", "..%2f"]) {
      const reply = await page.goto(`${scene().service.origin}/dashboard/instances/${id}/settings`)
      expect(reply?.status(), id).toBe(404)
    }
  })
})
