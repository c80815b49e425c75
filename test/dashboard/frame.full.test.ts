import { expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { follow, inChromium } from "./support/chromium.ts"
import { path as settings } from "./support/settings.ts"

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }

inChromium("The frame of the dashboard", start, (scene) => {
  test("on a phone, opens its navigation and signs out without scripts", async () => {
    const page = await scene().open("/dashboard/audit", { viewport: phone })
    const audit = page.locator(".side").getByRole("link", { name: "Audit log" })
    expect(await audit.isVisible()).toBe(false)
    await page.getByRole("button", { name: "Menu" }).click()
    expect(await audit.getAttribute("aria-current")).toBe("page")
    await page.keyboard.press("Escape")
    expect(await audit.isVisible()).toBe(false)
    await page.getByRole("button", { name: "Menu" }).click()
    await page.click(".side .up summary")
    await follow(page, page.getByRole("button", { name: "Sign out" }))
    expect(await page.textContent("[role=status]")).toBe("You're signed out.")
  })

  test("on a wide screen, has its navigation beside the page, and switches the instance with the keyboard", async () => {
    const other = await scene().service.instances((instances) => instances.create({ name: "Other" }))
    const page = await scene().open("/dashboard/instances/default", { viewport: desktop })
    expect(await page.getByRole("button", { name: "Menu" }).isVisible()).toBe(false)
    const box = async (selector: string) => await page.locator(selector).boundingBox()
    expect((await box("main"))?.x).toBeGreaterThanOrEqual((await box(".side"))?.width ?? 0)
    await page.locator(".side summary").first().focus()
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: "Other", exact: true }).focus()
    await Promise.all([page.waitForEvent("domcontentloaded"), page.keyboard.press("Enter")])
    expect(new URL(page.url()).pathname).toBe(`/dashboard/instances/${other.id}`)
  })

  test("has a menu of the settings, which a phone opens without scripts", async () => {
    for (const viewport of [phone, desktop]) {
      const page = await scene().open(settings, { viewport })
      if (viewport === phone) await page.locator(".topics button").click()
      await follow(page, page.locator(".topics").getByRole("link", { name: "Rate limits" }))
      expect(new URL(page.url()).pathname).toBe(`${settings}/limits`)
      expect(await page.textContent("h1")).toBe("Rate limits")
      expect(await page.locator(".topics [aria-current=page]").textContent()).toBe("Rate limits")
    }
  })

  test("has a menu of the settings that the keyboard opens, leaves and follows", async () => {
    const page = await scene().open(settings, { viewport: phone })
    const limits = page.locator(".topics").getByRole("link", { name: "Rate limits" })
    await page.locator(".topics button").focus()
    await page.keyboard.press("Enter")
    expect(await limits.isVisible()).toBe(true)
    await page.keyboard.press("Escape")
    expect(await limits.isVisible()).toBe(false)
    expect(await page.locator(".topics button:focus").count()).toBe(1)
    await page.keyboard.press("Space")
    const tabs = await page.locator(".topics a").count()
    for (let tab = 0; tab < tabs && (await page.locator(".topics a[href$=limits]:focus").count()) === 0; tab++) {
      await page.keyboard.press("Tab")
    }
    await Promise.all([page.waitForEvent("domcontentloaded"), page.keyboard.press("Enter")])
    expect(new URL(page.url()).pathname).toBe(`${settings}/limits`)
  })

  test("has the filters of the audit log folded on a phone only, and opens them with the keyboard", async () => {
    const page = await scene().open("/dashboard/audit", { viewport: phone })
    const filter = page.getByLabel("What", { exact: true })
    expect(await filter.isVisible()).toBe(false)
    await page.locator(".folded summary").focus()
    await page.keyboard.press("Enter")
    expect(await filter.isVisible()).toBe(true)
    const wide = await scene().open("/dashboard/audit", { viewport: desktop })
    expect(await wide.locator(".folded summary").isVisible()).toBe(false)
    await wide.getByLabel("What", { exact: true }).focus()
    expect(await wide.locator("select[name=action]:focus").count()).toBe(1)
    const box = await wide.locator("select[name=action]").boundingBox()
    expect(box?.height).toBeGreaterThan(20)
  })

  test("leads from the list of errors to each field", async () => {
    const page = await scene().open(`${settings}/limits`)
    await page.locator("[id='rateLimits-signInPerIp-limit']").fill("0")
    await follow(page, page.getByRole("button", { name: "Save" }))
    const [error] = await page.locator("[role=alert] a").allTextContents()
    expect(error).toBe("Sign-ins per IP address: Limit must be a whole number from 1 to 1000.")
    await page.locator("[role=alert] a").click()
    expect(new URL(page.url()).hash).toBe("#rateLimits-signInPerIp-limit")
  })

  test("copies a new API key with a button, which is shown only with the script", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const permissions = ["clipboard-read", "clipboard-write"]
      const page = await scene().open("/dashboard/api-keys", { javaScriptEnabled, permissions })
      await page.fill("#name", `Copied ${javaScriptEnabled}`)
      await follow(page, 'button:text-is("Create key")')
      const key = (await page.textContent("main code")) ?? ""
      const button = page.getByRole("button", { name: "Copy" })
      expect(await button.isVisible()).toBe(javaScriptEnabled)
      if (!javaScriptEnabled) continue
      await button.click()
      await page.getByText("Copied", { exact: true }).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    }
  })
})
