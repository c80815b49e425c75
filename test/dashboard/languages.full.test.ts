import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { violationsOf } from "./support/accessibility.ts"
import { follow, inChromium } from "./support/chromium.ts"
import { startPopulated } from "./support/populated.ts"

const one = "/dashboard/instances/default"
const paths = [
  "/dashboard",
  one,
  `${one}/users`,
  `${one}/emails`,
  `${one}/settings/auth-methods`,
  `${one}/add-sign-in-provider/oidc`,
  "/dashboard/operators",
  "/dashboard/access",
  "/dashboard/audit",
  "/dashboard/language"
]

inChromium("The dashboard in another language", startPopulated, (scene) => {
  test.each(["ar", "de"])("has no violations in axe, and fits a screen of 320 pixels: %s", async (locale) => {
    const viewport = { width: 320, height: 640 }
    const scripts = { bypassCSP: true, javaScriptEnabled: true }
    const page = await scene().open("/dashboard", { ...scripts, locale, reducedMotion: "reduce", viewport })
    for (const path of paths) {
      await page.goto(`${scene().service.origin}${path}`)
      expect(await page.getAttribute("html", "lang")).toBe(locale)
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320])
      expect([path, await violationsOf(page)]).toEqual([path, []])
    }
  })

  test.each(["en", "de", "fr", "es", "pt-BR", "ja", "ar"])(
    "is one round trip: 14,336 bytes at most: %s",
    async (locale) => {
      const page = await scene().open("/dashboard", { locale })
      for (const path of paths) {
        const reply = await page.goto(`${scene().service.origin}${path}`)
        const { length } = gzipSync((await reply?.body()) ?? "")
        expect([path, length, length <= 14_336]).toEqual([path, length, true])
      }
    }
  )

  test("mirrors its frame and its charts from right to left", async () => {
    const page = await scene().open(one, { locale: "ar", viewport: { width: 1280, height: 800 } })
    const box = async (selector: string) => await page.locator(selector).first().boundingBox()
    expect((await box(".side"))?.x).toBeGreaterThan((await box("main"))?.x ?? 1280)
    expect((await box(".scale"))?.x).toBeGreaterThan((await box(".bars"))?.x ?? 1280)
    expect(await page.locator(".bars").evaluate((chart) => getComputedStyle(chart).transform)).toBe(
      "matrix(-1, 0, 0, 1, 0, 0)"
    )
  })

  test("is the one that an administrator has chosen, whatever the browser prefers", async () => {
    const page = await scene().open("/dashboard/language", { locale: "fr" })
    expect(await page.textContent("h1")).toBe("Langue")
    await follow(page, page.getByRole("button", { name: "Deutsch" }))
    expect(await page.textContent("h1")).toBe("Sprache")
    expect(await page.locator("button[aria-current=true]").textContent()).toBe("Deutsch")
    await page.goto(`${scene().service.origin}${one}/users`)
    expect(await page.textContent("h1")).toBe("Benutzer")
  })
})
