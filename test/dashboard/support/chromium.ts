import type { Browser, BrowserContext, Locator, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest"
import { closePages, executablePath, patience, sharedBrowser } from "@latchkey/test-support/chromium"
import type { Service } from "@latchkey/test-support/Service"
import { signedIn } from "@latchkey/test-support/operator"

type ContextOptions = NonNullable<Parameters<Browser["newContext"]>[0]>

/** The service, and a browser. Pages run without scripts unless a test turns them on. */
export interface Scene {
  readonly service: Service
  /** Opens a page in a new browser context. */
  readonly newPage: (options?: ContextOptions) => Promise<Page>
  /** The same, signed in to the dashboard, at this path. */
  readonly open: (path: string, options?: ContextOptions) => Promise<Page>
}

const skipped =
  executablePath === undefined
    ? " (skipped: Chromium is not on the PATH; on Debian, install it with apt-get install chromium)"
    : ""
const hour = 3_600_000

/** Clicks an element that leads to another page, and waits for the page. */
export const follow = async (page: Page, target: string | Locator): Promise<void> => {
  const locator = typeof target === "string" ? page.locator(target) : target
  await Promise.all([page.waitForEvent("domcontentloaded"), locator.click()])
}

/** Returns the text of the first element that matches a selector, with white space collapsed. */
export const textOf = async (page: Page, selector: string): Promise<string> =>
  ((await page.locator(selector).first().textContent()) ?? "").replace(/\s+/g, " ").trim()

/** Declares tests in Chromium. Each begins an hour, or `pause` milliseconds, after the previous one. */
export const inChromium = (
  subject: string,
  serve: () => Promise<Service>,
  tests: (scene: () => Scene) => void,
  pause = hour
): void => {
  describe.skipIf(executablePath === undefined)(`${subject}, in Chromium${skipped}`, () => {
    let browser: Browser
    let service: Service
    const opened: Array<BrowserContext> = []

    beforeAll(async () => {
      service = await serve()
      browser = await sharedBrowser(executablePath ?? "")
    })
    afterAll(async () => {
      await closePages(browser)
      await service.stop()
    })
    beforeEach(() => service.advance(pause))
    afterEach(() => Promise.all(opened.splice(0).map((context) => context.close())))

    const newPage = async (options: ContextOptions = {}) => {
      const context = await browser.newContext({ javaScriptEnabled: false, ...options })
      context.setDefaultTimeout(patience)
      opened.push(context)
      return context.newPage()
    }
    const open = async (path: string, options?: ContextOptions) => {
      const page = await newPage(options)
      const operator = await signedIn(service)
      const cookies = await operator.jar.getCookies(`${service.origin}/dashboard`)
      const attributes = { domain: "127.0.0.1", path: "/dashboard", httpOnly: true, sameSite: "Strict" as const }
      await page.context().addCookies(cookies.map(({ key, value }) => ({ name: key, value, ...attributes })))
      await page.goto(`${service.origin}${path}`)
      return page
    }
    tests(() => ({ service, newPage, open }))
  })
}
