import { mkdirSync, writeFileSync } from "node:fs"
import { screenshotOf } from "@latchkey/test-support/chromium"
import { expect, test } from "vitest"
import { inChromium, type Scene } from "./support/chromium.ts"
import { openPage } from "./support/everyPage.ts"

const folder = new URL("../../docs/images/pages/", import.meta.url)
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

const write = (name: string, picture: Buffer) => {
  expect(picture.length).toBeLessThan(80_000)
  if (process.env["UPDATE_DOCS"] !== "1") return
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(name, folder), picture)
}

const tests = (scene: Scene) => {
  test.each(["sign-in", "check-your-email", "link", "new password", "account"])(
    "%s, on a phone and on a desktop",
    async (name) => {
      const page = await openPage(scene, name, { viewport: sizes.phone })
      for (const [screen, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport)
        const card = await page.locator("main").boundingBox()
        // The card fits into the width, in its middle.
        expect(card?.x).toBeGreaterThanOrEqual(16)
        expect(Math.abs((card?.x ?? 0) * 2 + (card?.width ?? 0) - viewport.width)).toBeLessThanOrEqual(1)
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme })
          write(`${name.replaceAll(" ", "-")}-${screen}-${colorScheme}.png`, await screenshotOf(page))
        }
      }
    }
  )

  test.each(["de", "ar"])("sign-up in another language: %s, on a phone", async (locale) => {
    const page = await openPage(scene, "sign-up", { viewport: sizes.phone, locale })
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      write(`sign-up-${locale}-phone-${colorScheme}.png`, await screenshotOf(page))
    }
  })
}

// A host with a name can have passkeys, so that the pages show them.
inChromium("Pictures of the pages", tests, { host: "localhost" })
