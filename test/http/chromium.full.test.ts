import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Service } from "@latchkey/test-support/Service"
import { executablePath, sharedBrowser, closePages, cookiesOf, serveOtherSite } from "@latchkey/test-support/chromium"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password, requestLink, session, signIn, signUp, verify } from "@latchkey/test-support/contract"

/** An email in a web mailer: a page of another site that contains the link. */
const emailWith = (link: string | null) => `<!doctype html><title>Mail</title><a href="${link}">Sign in</a>`

/** A page whose form posts to Latchkey. */
const trap = (action: string | null, fields: URLSearchParams) =>
  `<!doctype html><title>Trap</title><form method="post" action="${action}">${[...fields]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join("")}<button>Win a prize</button></form>`

const pageOf = ({ pathname, searchParams }: URL) =>
  pathname === "/mail" ? emailWith(searchParams.get("link")) : trap(searchParams.get("action"), searchParams)

const skipped = executablePath === undefined ? " (skipped: no Chromium on the PATH)" : ""

describe.skipIf(executablePath === undefined)(`Magic links in Chromium${skipped}`, () => {
  let browser: Browser
  let service: Service
  let elsewhere: Awaited<ReturnType<typeof serveOtherSite>>
  const opened: Array<BrowserContext> = []

  beforeAll(async () => {
    elsewhere = await serveOtherSite(pageOf)
    service = await start()
    await service.instances((instances) => instances.update(defaultId, { redirectUrl: `${elsewhere.origin}/home` }))
    browser = await sharedBrowser(executablePath ?? "")
  })
  afterAll(async () => {
    await closePages(browser)
    await service.stop()
    await elsewhere.stop()
  })
  beforeEach(() => service.advance(3_600_000))
  afterEach(() => Promise.all(opened.splice(0).map((context) => context.close())))

  type Options = NonNullable<Parameters<Browser["newContext"]>[0]>
  const newPage = async (options: Options = {}): Promise<Page> => {
    const context = await browser.newContext(options)
    opened.push(context)
    return context.newPage()
  }
  const followFromEmail = async (page: Page, link: string) => {
    await page.goto(`${elsewhere.origin}/mail?link=${encodeURIComponent(`${service.origin}${link}`)}`)
    await page.click("a")
  }
  const emailOfSession = async (page: Page) =>
    (await (await page.context().request.get(`${service.origin}${session}`)).json()).email
  const requestOnAnotherClient = async (email = newEmail()) => {
    await service.browser().post(requestLink, { email })
    return { email, link: await service.lastLink(email) }
  }

  test("the browser that requested the link follows it from the email and is signed in at the return URL", async () => {
    const email = newEmail()
    const page = await newPage()
    await page.goto(`${service.origin}/openapi.json`)
    const status = await page.evaluate(
      async ([path, body]) => {
        const headers = { "content-type": "application/json" }
        return (await fetch(path ?? "", { method: "POST", headers, body: body ?? "" })).status
      },
      [requestLink, JSON.stringify({ email })]
    )
    expect(status).toBe(200)
    await followFromEmail(page, await service.lastLink(email))
    await page.waitForURL(`${elsewhere.origin}/home`)
    expect(await emailOfSession(page)).toBe(email)
  })

  test.each([true, false])(
    "another browser gets a page, signs in with the keyboard and is redirected to another site; scripts enabled: %s",
    async (javaScriptEnabled) => {
      const { email, link } = await requestOnAnotherClient()
      const page = await newPage({ javaScriptEnabled })
      await followFromEmail(page, link)
      expect(await page.textContent("h1")).toBe("Sign in to Latchkey?")
      expect(await page.textContent("strong")).toBe(email)
      expect(await cookiesOf(page)).toEqual([])
      await page.keyboard.press("Tab")
      await page.locator("button:focus").waitFor()
      await page.keyboard.press("Enter")
      await page.waitForURL(`${elsewhere.origin}/home`)
      expect(await page.textContent("h1")).toBe("Home")
      expect(await emailOfSession(page)).toBe(email)
      const names = (await cookiesOf(page)).map(({ httpOnly, name }) => [name, httpOnly])
      expect(names.sort()).toEqual([
        ["__client", true],
        ["__session", true]
      ])
    }
  )

  test("the page applies its style under its policy, needs no script, and fits a small screen", async () => {
    const { link } = await requestOnAnotherClient(`a-person-with-quite-a-long-name-indeed-${newEmail()}`)
    const page = await newPage({ viewport: { width: 320, height: 640 } })
    const messages: Array<string> = []
    page.on("console", (message) => messages.push(message.text()))
    page.on("pageerror", (error) => messages.push(error.message))
    const reply = await page.goto(`${service.origin}${link}`)
    expect(reply?.headers()["content-security-policy"]).toContain("default-src 'none'")
    expect(await page.locator("script").count()).toBe(0)
    expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe("448px")
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    // The browser requests the favicon by itself.
    expect(messages.filter((text) => !text.includes("favicon"))).toEqual([])
  })

  test.each([
    ["light", "rgb(0, 0, 0)"],
    ["dark", "rgb(255, 255, 255)"]
  ] as const)("the page is %s if the system is", async (colorScheme, textColor) => {
    const { link } = await requestOnAnotherClient()
    const page = await newPage({ colorScheme })
    await page.goto(`${service.origin}${link}`)
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe(textColor)
  })

  test("a used link gets a page that says so", async () => {
    const { link } = await requestOnAnotherClient()
    await service.browser().get(link)
    const page = await newPage()
    const reply = await page.goto(`${service.origin}${link}`)
    expect(reply?.status()).toBe(401)
    expect(await page.textContent("h1")).toBe("This link no longer works")
    expect(await page.locator("button").count()).toBe(0)
  })

  test.each([signIn, signUp, "/v1/auth/sign-out", verify])(
    "a form on another site that posts to %s is 403",
    async (path) => {
      const credentials = { email: newEmail(), password }
      await service.browser().post(signUp, credentials)
      const { link } = await requestOnAnotherClient()
      const token = new URL(link, service.origin).searchParams.get("token") ?? ""
      const page = await newPage()
      const fields = new URLSearchParams({ action: `${service.origin}${path}`, ...credentials, token })
      await page.goto(`${elsewhere.origin}/trap?${fields}`)
      const [reply] = await Promise.all([page.waitForResponse(`${service.origin}${path}`), page.click("button")])
      expect(reply.status()).toBe(403)
      expect(await cookiesOf(page)).toEqual([])
      expect((await service.browser().get(link)).status).toBe(200)
    }
  )

  test("an image on another site does not consume the link", async () => {
    const { link } = await requestOnAnotherClient()
    const page = await newPage()
    await page.goto(`${elsewhere.origin}/home`)
    const outcome = await page.evaluate((src) => {
      const image = new Image()
      const failed = new Promise((resolve) => image.addEventListener("error", ({ type }) => resolve(type)))
      image.src = src
      return failed
    }, `${service.origin}${link}`)
    expect(outcome).toBe("error")
    expect(await cookiesOf(page)).toEqual([])
    expect((await service.browser().get(link)).status).toBe(200)
  })
})
