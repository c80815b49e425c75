import type { Email } from "@latchkey/domain/core/Email"
import { maskEmail } from "@latchkey/http/magic-link/MagicLinkPages"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Service } from "../support/Service.ts"
import { executablePath, launch, serveOtherSite } from "./support/chromium.ts"
import { start } from "./support/conformance.ts"
import { newEmail, password, requestLink, session, signIn, signUp, verify } from "./support/contract.ts"

/** A mail in a web mailer: another site, with the link in it. */
const mailWith = (link: string | null) => `<!doctype html><title>Mail</title><a href="${link}">Sign in</a>`

/** A page that submits a form to us by itself. */
const trap = (action: string | null, fields: URLSearchParams) =>
  `<!doctype html><title>Trap</title><form method="post" action="${action}">${[...fields]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join("")}<button>Win a prize</button></form>`

const pageOf = ({ pathname, searchParams }: URL) =>
  pathname === "/mail" ? mailWith(searchParams.get("link")) : trap(searchParams.get("action"), searchParams)

const left = executablePath === undefined ? " (left out: there is no Chromium on the PATH)" : ""

describe.skipIf(executablePath === undefined)(`magic links in Chromium${left}`, () => {
  let browser: Browser
  let service: Service
  let elsewhere: Awaited<ReturnType<typeof serveOtherSite>>
  const opened: Array<BrowserContext> = []

  beforeAll(async () => {
    elsewhere = await serveOtherSite(pageOf)
    service = await start()
    await service.instances((instances) => instances.update(defaultId, { redirectUrl: `${elsewhere.origin}/home` }))
    browser = await launch(executablePath ?? "")
  })
  afterAll(async () => {
    await browser.close()
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
  const followFromMail = async (page: Page, link: string) => {
    await page.goto(`${elsewhere.origin}/mail?link=${encodeURIComponent(`${service.origin}${link}`)}`)
    await page.click("a")
  }
  const emailOfSession = async (page: Page) =>
    (await (await page.context().request.get(`${service.origin}${session}`)).json()).email
  const askElsewhere = async (email = newEmail()) => {
    await service.browser().post(requestLink, { email })
    return { email, link: await service.lastLink(email) }
  }

  test("the browser that asked follows the link from its mail and is signed in at home", async () => {
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
    await followFromMail(page, await service.lastLink(email))
    await page.waitForURL(`${elsewhere.origin}/home`)
    expect(await emailOfSession(page)).toBe(email)
  })

  test.each([true, false])(
    "another browser sees a page and signs in by keyboard, and lands on another site; scripts on: %s",
    async (javaScriptEnabled) => {
      const { email, link } = await askElsewhere()
      const page = await newPage({ javaScriptEnabled })
      await followFromMail(page, link)
      expect(await page.textContent("h1")).toBe("Sign in to Latchkey")
      expect(await page.textContent("strong")).toBe(maskEmail(email as Email))
      expect(await page.context().cookies()).toEqual([])
      await page.locator("button:focus").waitFor()
      await page.keyboard.press("Enter")
      await page.waitForURL(`${elsewhere.origin}/home`)
      expect(await page.textContent("h1")).toBe("Home")
      expect(await emailOfSession(page)).toBe(email)
      const names = (await page.context().cookies()).map(({ httpOnly, name }) => [name, httpOnly])
      expect(names.sort()).toEqual([
        ["__client", true],
        ["__session", true]
      ])
    }
  )

  test("the page loads its style under its policy, needs no script, and fits a small screen", async () => {
    const { link } = await askElsewhere(`a-person-with-quite-a-long-name-indeed-${newEmail()}`)
    const page = await newPage({ viewport: { width: 320, height: 640 } })
    const complaints: Array<string> = []
    page.on("console", (message) => complaints.push(message.text()))
    page.on("pageerror", (error) => complaints.push(error.message))
    const reply = await page.goto(`${service.origin}${link}`)
    expect(reply?.headers()["content-security-policy"]).toContain("default-src 'none'")
    expect(await page.locator("script").count()).toBe(0)
    expect(
      await page.evaluate(() => getComputedStyle(document.querySelector("main") ?? document.body).borderRadius)
    ).toBe("12px")
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    // What a browser asks for by itself, such as an icon, is not the page's.
    expect(complaints.filter((text) => !text.includes("favicon"))).toEqual([])
  })

  test.each([
    ["light", "rgb(255, 255, 255)", "rgb(22, 24, 29)"],
    ["dark", "rgb(22, 24, 29)", "rgb(238, 240, 244)"]
  ] as const)("the page is %s where the system is", async (colorScheme, background, ink) => {
    const { link } = await askElsewhere()
    const page = await newPage({ colorScheme })
    await page.goto(`${service.origin}${link}`)
    const colors = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body)
      return [backgroundColor, color]
    })
    expect(colors).toEqual([background, ink])
  })

  test("a used link says that it is over", async () => {
    const { link } = await askElsewhere()
    await service.browser().get(link)
    const page = await newPage()
    const reply = await page.goto(`${service.origin}${link}`)
    expect(reply?.status()).toBe(401)
    expect(await page.textContent("h1")).toBe("The link is no longer valid")
    expect(await page.locator("button").count()).toBe(0)
  })

  test.each([signIn, signUp, "/v1/auth/sign-out", verify])(
    "a form on another site that posts to %s is refused",
    async (path) => {
      const credentials = { email: newEmail(), password }
      await service.browser().post(signUp, credentials)
      const { link } = await askElsewhere()
      const token = new URL(link, service.origin).searchParams.get("token") ?? ""
      const page = await newPage()
      const fields = new URLSearchParams({ action: `${service.origin}${path}`, ...credentials, token })
      await page.goto(`${elsewhere.origin}/trap?${fields}`)
      const [reply] = await Promise.all([page.waitForResponse(`${service.origin}${path}`), page.click("button")])
      expect(reply.status()).toBe(403)
      expect(await page.context().cookies()).toEqual([])
      expect((await service.browser().get(link)).status).toBe(200)
    }
  )

  test("an image on another site with somebody's link does nothing", async () => {
    const { link } = await askElsewhere()
    const page = await newPage()
    await page.goto(`${elsewhere.origin}/home`)
    const outcome = await page.evaluate((src) => {
      const image = new Image()
      const over = new Promise((resolve) => image.addEventListener("error", ({ type }) => resolve(type)))
      image.src = src
      return over
    }, `${service.origin}${link}`)
    expect(outcome).toBe("error")
    expect(await page.context().cookies()).toEqual([])
    expect((await service.browser().get(link)).status).toBe(200)
  })
})
