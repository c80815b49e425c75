import { writeFileSync } from "node:fs"
import * as Memory from "@latchkey/memory/Memory"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { closePages, executablePath, screenshotOf, sharedBrowser } from "@latchkey/test-support/chromium"
import { requestLink } from "@latchkey/test-support/contract"
import { type Service, startService } from "@latchkey/test-support/Service"

const picture = (scheme: string) => new URL(`../../docs/images/email-${scheme}.png`, import.meta.url)

/** Returns the relative luminance of `rgb(r, g, b)` (WCAG 2.2, 1.4.3). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+(\.\d+)?/g) ?? []).map((part) => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns the color and background of every text on the page. A bare page has the browser's own colors. */
const colorsOfTexts = (page: Page) =>
  page.evaluate(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches
    const canvas = dark ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)"
    const backgroundOf = (element: Element | null): string => {
      if (element === null) return canvas
      const { backgroundColor } = getComputedStyle(element)
      return backgroundColor === "rgba(0, 0, 0, 0)" ? backgroundOf(element.parentElement) : backgroundColor
    }
    return [...document.querySelectorAll("h1, p, a, strong, .soft")].map((element) => ({
      text: element.textContent?.trim().slice(0, 40),
      color: getComputedStyle(element).color,
      background: backgroundOf(element)
    }))
  })

const left = executablePath === undefined ? " (skipped: no Chromium on the PATH)" : ""

describe.skipIf(executablePath === undefined)(`The email with a magic link in Chromium${left}`, () => {
  let browser: Browser
  let service: Service
  let html: string

  beforeAll(async () => {
    service = await startService({ storage: Memory.layer, settings: { baseUrl: "https://auth.example.com" } })
    await service.browser().post(requestLink, { email: "grace@example.com" }, { origin: "https://auth.example.com" })
    await service.deliver()
    html = (await service.emails())[0]?.html ?? ""
    browser = await sharedBrowser(executablePath ?? "")
  })
  afterAll(async () => {
    await closePages(browser)
    await service.stop()
  })

  const open = async (colorScheme: "light" | "dark", width: number) => {
    const context = await browser.newContext({
      colorScheme,
      javaScriptEnabled: true,
      viewport: { width, height: 540 },
      deviceScaleFactor: 2
    })
    const page = await context.newPage()
    await page.setContent(html)
    return { page, close: () => context.close() }
  }

  for (const scheme of ["light", "dark"] as const) {
    test(`has the contrast that WCAG requires in ${scheme} mode`, async () => {
      const { close, page } = await open(scheme, 640)
      const texts = await colorsOfTexts(page)
      expect(texts.length).toBeGreaterThan(5)
      for (const { background, color, text } of texts) {
        expect(contrast(color, background), `${text}: ${color} on ${background}`).toBeGreaterThan(4.5)
      }
      if (process.env["UPDATE_DOCS"] === "1") writeFileSync(picture(scheme), await screenshotOf(page))
      await close()
    })
  }

  test("fits a narrow phone, and links to the verify URL", async () => {
    const { close, page } = await open("light", 320)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const button = page.locator("a").first()
    expect(await button.isVisible()).toBe(true)
    expect((await button.boundingBox())?.height).toBeGreaterThan(44)
    const [first, second] = await page
      .locator("a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")))
    expect(first).toMatch(/^https:\/\/auth\.example\.com\/v1\/auth\/magic-link\/verify\?token=[\w-]{43}$/)
    expect(second).toBe(first)
    await close()
  })

  test("loads nothing from other servers", async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const requested: Array<string> = []
    page.on("request", (request) => requested.push(request.url()))
    await page.setContent(html, { waitUntil: "load" })
    expect(requested).toEqual([])
    await context.close()
  })
})
