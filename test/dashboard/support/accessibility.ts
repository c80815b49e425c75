import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

interface Violation {
  readonly id: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
}
declare const axe: { readonly run: (options: object) => Promise<{ readonly violations: ReadonlyArray<Violation> }> }

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 800 }

/** Returns the violations that axe finds on a page, with the elements. The page must run scripts. */
export const violationsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async (values) => (await axe.run({ runOnly: { type: "tag", values } })).violations,
    standards
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
}

/** Returns the violations on a page in light on a desktop, and in dark on a phone. */
export const violationsInBoth = async (page: Page): Promise<ReadonlyArray<string>> => {
  // Without motion: the colors are those of the end of a change, not of its middle.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await page.setViewportSize(desktop)
  const inLight = await violationsOf(page)
  await page.emulateMedia({ colorScheme: "dark" })
  await page.setViewportSize(phone)
  return [...inLight, ...(await violationsOf(page))]
}
