import type { Page } from "playwright-core"
import { newEmail, password } from "@latchkey/test-support/contract"
import { postForm } from "./app.ts"
import type { Scene } from "./chromium.ts"

/** Opens a page, by name. */
export type Openers = Readonly<Record<string, (scene: Scene, page: Page) => Promise<unknown>>>

/** Opens the forms that a page shows on demand. */
export const openForms = async (page: Page) => {
  const closed = page.locator("details:not([open]) > summary")
  while ((await closed.count()) > 0) await closed.first().click()
}

/** Fills in the form of a page, and submits it. */
export const fill = async (
  page: Page,
  path: string,
  fields: Record<string, string>,
  button = "main button:not([type],.quiet)"
) => {
  await page.goto(path)
  if (path === "/account") await openForms(page)
  for (const [id, value] of Object.entries(fields)) await page.fill(`#${id}`, value)
  await page.click(button)
}

/** Requests a sign-in link. */
export const requestLink = async (page: Page) => {
  await fill(page, "/sign-in", { email: "grace@example.com" }, 'button[formaction$="/sign-in/link"]')
  await page.waitForURL("**/check-your-email")
}

/** Signs in with a link, on the device that requested it. */
export const signInWithLink = async ({ otherSite, service }: Scene, page: Page) => {
  await requestLink(page)
  await page.goto(await service().lastLink("grace@example.com")).catch(() => undefined)
  await page.waitForURL(`${otherSite()}/home`)
}

// The first address of a file is shown in pictures.
let users = 0
const nextEmail = () => (users++ === 0 ? "ada.lovelace@example.com" : newEmail())

/** Signs in with a password, on this device and on another one. */
export const withSessions = async (scene: Scene, page: Page) => {
  const email = nextEmail()
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1"
  await postForm(scene.service().browser({ "user-agent": userAgent }), "/sign-up", { email, password })
  scene.service().advance(26 * 3_600_000)
  await fill(page, "/sign-in", { email, password })
  await page.waitForURL(`${scene.otherSite()}/home`)
}
