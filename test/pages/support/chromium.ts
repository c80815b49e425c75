import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest"
import { closePages, executablePath, patience, serveOtherSite, sharedBrowser } from "@latchkey/test-support/chromium"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import type { Service, ServiceOptions } from "@latchkey/test-support/Service"
import { postForm, startWithPages } from "./app.ts"

const skipped =
  executablePath === undefined
    ? " (skipped: Chromium is not on the PATH; on Debian, install it with apt-get install chromium)"
    : ""

type ContextOptions = NonNullable<Parameters<Browser["newContext"]>[0]>

/** A service with pages, an app on another site that is its redirect URL, and a browser. */
export interface Scene {
  readonly service: () => Service
  /** The origin of the app: `/home`, and at any other path a page with a form that posts the query to its `action`. */
  readonly otherSite: () => string
  /** Opens a page in a new browser context. */
  readonly newPage: (options?: ContextOptions) => Promise<Page>
  /** The same, signed in to a new account with `password`. */
  readonly signedUp: (options?: ContextOptions) => Promise<{ readonly page: Page; readonly email: string }>
  /** Returns the email address of the session, or `undefined` if there is none. */
  readonly emailOf: (page: Page) => Promise<string | undefined>
}

const trap = (action: string, fields: URLSearchParams) =>
  `<!doctype html><title>Trap</title><form method="post" action="${action}">${[...fields]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join("")}<button>Win a prize</button></form>`

/** Declares tests in Chromium. Each begins an hour after the previous one. */
export const inChromium = <E = never>(
  subject: string,
  tests: (scene: Scene) => void,
  options: Partial<ServiceOptions<E>> = {}
): void => {
  describe.skipIf(executablePath === undefined)(`${subject}, in Chromium${skipped}`, () => {
    let browser: Browser
    let service: Service
    let otherSite: Awaited<ReturnType<typeof serveOtherSite>>
    const opened: Array<BrowserContext> = []

    beforeAll(async () => {
      otherSite = await serveOtherSite(({ searchParams }) => trap(searchParams.get("action") ?? "", searchParams))
      service = await startWithPages(options)
      const redirectUrl = `${otherSite.origin}/home`
      await service.instances((instances) => instances.update(defaultId, { redirectUrl, origins: [] }))
      browser = await sharedBrowser(executablePath ?? "")
    })
    afterAll(async () => {
      await closePages(browser)
      await service.stop()
      await otherSite.stop()
    })
    beforeEach(() => service.advance(3_600_000))
    afterEach(() => Promise.all(opened.splice(0).map((context) => context.close())))

    const newPage = async (options: ContextOptions = {}) => {
      const context = await browser.newContext({ baseURL: service.origin, ...options })
      context.setDefaultTimeout(patience)
      opened.push(context)
      return context.newPage()
    }

    const signedUp = async (options: ContextOptions = {}) => {
      const email = newEmail()
      await postForm(service.browser(), "/sign-up", { email, password })
      const page = await newPage(options)
      await page.goto("/sign-in")
      await page.fill("#email", email)
      await page.fill("#password", password)
      await page.click("button:not([type],.quiet)")
      await page.waitForURL(`${otherSite.origin}/home`)
      return { page, email }
    }

    const emailOf = async (page: Page) =>
      (await (await page.context().request.get(`${service.origin}${session}`)).json()).email

    tests({ service: () => service, otherSite: () => otherSite.origin, newPage, signedUp, emailOf })
  })
}

/** Finds a button by its name, also if it is marked as the way in that was used last. */
export const button = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}( Last used)?$`) })
