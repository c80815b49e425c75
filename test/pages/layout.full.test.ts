import { expect, test } from "vitest"
import type { Locator } from "playwright-core"
import { inChromium } from "./support/chromium.ts"
import { openPage } from "./support/everyPage.ts"

const boxOf = async (locator: Locator) => {
  const box = await locator.first().boundingBox()
  if (box === null) throw new Error("The element is not shown")
  return box
}

inChromium("The layout of pages", (scene) => {
  test.each(["en", "ar"])("in %s, the name of a permission stands beside its checkbox", async (locale) => {
    const page = await openPage(scene, "access tokens", { locale })
    const [checkbox, name] = [await boxOf(page.locator("[name=scopes]")), await boxOf(page.locator(".scopes code"))]
    const gap = locale === "ar" ? checkbox.x - (name.x + name.width) : name.x - (checkbox.x + checkbox.width)
    expect(gap).toBeGreaterThan(0)
    expect(gap).toBeLessThanOrEqual(16)
  })

  test.each([360, 1280])("at %i pixels, the button that revokes a token stands beside its name", async (width) => {
    const page = await openPage(scene, "access tokens with a name that is missing", {
      viewport: { width, height: 800 }
    })
    await page.fill("#name", "Nightly backup")
    await page.click("form[action$=tokens] button")
    await page.click(".key ~ p .button")
    const row = await boxOf(page.locator("ul.keys li"))
    const button = await boxOf(page.locator("ul.keys summary"))
    // In the middle of the row, with the same space above and below.
    expect(Math.abs(button.y + button.height / 2 - (row.y + row.height / 2))).toBeLessThanOrEqual(1)
    expect(button.x + button.width).toBeCloseTo(row.x + row.width, 0)
  })
})
