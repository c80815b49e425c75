import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest"
import { executablePath, launch, serveOtherSite } from "../../http/support/chromium.ts"
import { newEmail, password, session } from "../../http/support/contract.ts"
import type { Service, ServiceOptions } from "../../support/Service.ts"
import { postForm, startWithPages } from "./people.ts"

const left =
  executablePath === undefined
    ? " (left out: there is no Chromium on the PATH; on Debian, apt-get install chromium)"
    : ""

type ContextOptions = NonNullable<Parameters<Browser["newContext"]>[0]>

/** A service with pages, an app on another site that is home, and a browser. */
export interface Given {
  readonly service: () => Service
  /** The app: `/home`, and a page with a form that posts the query to its `action`. */
  readonly elsewhere: () => string
  /** A page of a browser that was never here. */
  readonly newPage: (options?: ContextOptions) => Promise<Page>
  /** A page of a browser that has signed up, by that address and `password`. */
  readonly signedUp: (options?: ContextOptions) => Promise<{ readonly page: Page; readonly email: string }>
  /** Whose session the browser has; undefined if it has none. */
  readonly emailOf: (page: Page) => Promise<string | undefined>
}

const trap = (action: string, fields: URLSearchParams) =>
  `<!doctype html><title>Trap</title><form method="post" action="${action}">${[...fields]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join("")}<button>Win a prize</button></form>`

/** Declares tests in Chromium. Each begins an hour after the one before it. */
export const inChromium = <E = never>(
  subject: string,
  tests: (given: Given) => void,
  options: Partial<ServiceOptions<E>> = {}
): void => {
  describe.skipIf(executablePath === undefined)(`${subject}, in Chromium${left}`, () => {
    let browser: Browser
    let service: Service
    let elsewhere: Awaited<ReturnType<typeof serveOtherSite>>
    const opened: Array<BrowserContext> = []

    beforeAll(async () => {
      elsewhere = await serveOtherSite(({ searchParams }) => trap(searchParams.get("action") ?? "", searchParams))
      service = await startWithPages(options)
      const home = { redirectUrl: `${elsewhere.origin}/home`, origins: [] }
      await service.instances((instances) => instances.update(defaultId, home))
      browser = await launch(executablePath ?? "")
    })
    afterAll(async () => {
      await browser.close()
      await service.stop()
      await elsewhere.stop()
    })
    beforeEach(() => service.advance(3_600_000))
    afterEach(() => Promise.all(opened.splice(0).map((context) => context.close())))

    const newPage = async (options: ContextOptions = {}) => {
      const context = await browser.newContext({ baseURL: service.origin, ...options })
      context.setDefaultTimeout(10_000)
      opened.push(context)
      return context.newPage()
    }

    const signedUp = async (options: ContextOptions = {}) => {
      const email = newEmail()
      const person = service.browser()
      await postForm(person, "/sign-up", { email, password })
      const page = await newPage(options)
      await page.goto("/sign-in")
      await page.fill("#email", email)
      await page.fill("#password", password)
      await page.click("button")
      await page.waitForURL(`${elsewhere.origin}/home`)
      return { page, email }
    }

    const emailOf = async (page: Page) =>
      (await (await page.context().request.get(`${service.origin}${session}`)).json()).email

    tests({ service: () => service, elsewhere: () => elsewhere.origin, newPage, signedUp, emailOf })
  })
}
