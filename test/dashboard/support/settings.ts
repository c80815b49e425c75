import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import type { Page } from "playwright-core"
import { follow, type Scene } from "./chromium.ts"

/** The first page with settings of the default instance. Those of other sections are below the same path. */
export const path = "/dashboard/instances/default/settings"

/** Opens the page of a section, unless it is open. */
export const openSection = async (page: Page, section: string): Promise<void> => {
  if (await page.locator(`#${section} form`).isVisible()) return
  await page.goto(new URL(`${path}/${section}`, page.url()).href)
}

/** Fills fields of a section, by label. */
export const fill = async (page: Page, section: string, fields: Readonly<Record<string, string>>): Promise<void> => {
  await openSection(page, section)
  for (const [label, value] of Object.entries(fields)) {
    const field = page.locator(`#${section}`).getByLabel(label, { exact: true }).first()
    const kind = await field.evaluate((one) => one.getAttribute("type") ?? one.tagName)
    if (kind === "SELECT") await field.selectOption(value)
    else await (kind === "checkbox" ? field.check() : field.fill(value))
  }
}

/** Submits the form of a section. */
export const save = (page: Page, section: string): Promise<void> =>
  follow(page, page.locator(`#${section} button`).first())

export const noticeIn = (page: Page, section: string): Promise<string | null> =>
  page
    .locator(`#${section} .notice`)
    .first()
    .locator("p")
    .or(page.locator(`#${section} p.notice`))
    .first()
    .textContent()

/** Returns the default instance as it is stored. */
export const storedIn = ({ service }: Scene): Promise<Instance> =>
  service.instances((instances) => instances.get(defaultId))
