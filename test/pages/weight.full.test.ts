import { gzipSync } from "node:zlib"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { expect, test } from "vitest"
import { newEmail, password } from "@latchkey/test-support/contract"
import { serveInPieces, shiftsOf, watchShifts } from "@latchkey/test-support/layoutShifts"
import { postForm } from "./support/app.ts"
import { inChromium } from "./support/chromium.ts"
import { openers, openPage } from "./support/everyPage.ts"

const html = { accept: "text/html" }

/**
 * A QR code has 1.5 kB, the account page many parts, the page of details four fields of all types, and that of access
 * tokens both a list and a form.
 */
const maxBytesOf = (name: string) =>
  name.startsWith("authenticator app") ? 7_000 : /^(access tokens|account|details)/.test(name) ? 6_000 : 5_000

inChromium("The weight of the pages", (scene) => {
  const { newPage, service, signedUp } = scene

  test.each(Object.keys(openers))(
    "%s: at most 5 kB (the account, access tokens and details 6 kB, a QR code 7 kB) and the script, no layout shift, no message in the console",
    async (name) => {
      const page = await newPage()
      await openers[name]?.(scene, page)
      await page.waitForLoadState()
      const messages: Array<string> = []
      const requested: Array<string> = []
      page.on("console", (message) => messages.push(message.text()))
      page.on("pageerror", (error) => messages.push(error.message))
      page.on("request", (request) => requested.push(new URL(request.url()).pathname))
      await watchShifts(page)
      await page.reload({ waitUntil: "load" })
      const body = await page.content()
      expect(gzipSync(body).length).toBeLessThanOrEqual(maxBytesOf(name))
      const others = requested.filter((path) => path !== "/favicon.ico")
      const scripts = await page.locator("script").evaluateAll((all) => all.map((script) => script.getAttribute("src")))
      expect(others).toEqual([new URL(page.url()).pathname, ...scripts])
      expect(await shiftsOf(page)).toEqual([])
      // Other tests check the status of the page itself.
      expect(messages.filter((text) => !/favicon|the server responded with a status of 4\d\d/.test(text))).toEqual([])
      expect(await page.locator("link:not([rel=expect]), iframe, object, img, [onclick]").count()).toBe(0)
    }
  )

  test("the Content Security Policy allows the color of the instance", async () => {
    const paint = (accentColor: string | null) =>
      service().instances((instances) => instances.update(defaultId, { branding: { accentColor } }))
    await paint("#ffe600")
    try {
      const page = await newPage()
      await page.goto("/sign-in")
      const colors = await page
        .locator("button:not([type],.quiet)")
        .first()
        .evaluate((button) => {
          const { backgroundColor, color } = getComputedStyle(button)
          return [backgroundColor, color]
        })
      expect(colors).toEqual(["rgb(255, 230, 0)", "rgb(0, 0, 0)"])
    } finally {
      await paint(null)
    }
  })

  test("a logo is the only additional request, and shifts nothing when it loads", async () => {
    const logoUrl = "https://cdn.example.com/logo.svg"
    const brand = (logoUrl: string | null) =>
      service().instances((instances) => instances.update(defaultId, { branding: { logoUrl } }))
    await brand(logoUrl)
    try {
      const page = await newPage()
      const image =
        '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300"/></svg>'
      let load = () => {}
      const held = new Promise<void>((resolve) => {
        load = resolve
      })
      await page.route(logoUrl, async (route) => {
        await held
        await route.fulfill({ contentType: "image/svg+xml", body: image })
      })
      await page.goto("/sign-in", { waitUntil: "domcontentloaded" })
      const before = await page.locator("h1").boundingBox()
      load()
      await page.waitForLoadState("load")
      expect(await page.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
      expect(await page.locator("h1").boundingBox()).toEqual(before)
      expect(await page.locator("img").getAttribute("alt")).toBe("Latchkey")
    } finally {
      await brand(null)
    }
  })

  test("no layout shift while a page arrives in pieces", async () => {
    const slow = await serveInPieces(service().origin)
    try {
      const { page } = await signedUp({ viewport: { width: 390, height: 844 } })
      await watchShifts(page)
      await page.goto(`${slow.origin}/account`, { waitUntil: "load" })
      expect(await page.textContent("h1")).toBe("Your account")
      expect(await shiftsOf(page)).toEqual([])
    } finally {
      await slow.stop()
    }
  })

  test("an account with a hundred sessions is less than 14 kB", async () => {
    const { email, page } = await signedUp()
    const ofSignUpAndPage = 2
    for (let count = ofSignUpAndPage; count < 100; count++) {
      service().advance(240_000)
      const userAgent = `Mozilla/5.0 (X11; Linux x86_64; rv:${count}.0) Gecko/20100101 Firefox/${count}.0`
      await postForm(service().browser({ "user-agent": userAgent }), "/sign-in", { email, password })
    }
    await page.goto("/account")
    expect(await page.locator("ul.rows li").count()).toBe(100)
    expect(gzipSync(await page.content()).length).toBeLessThan(14_000)
  })

  test("no page is cached or framed, sends a referrer, or shows its query", async () => {
    const page = await openPage(scene, "sign-in")
    const reply = await page.reload()
    const headers = reply?.headers() ?? {}
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "strict-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY"
    })
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+'; script-src 'sha256-[A-Za-z0-9+/]{43}='; form-action 'self' http:\/\/localhost:\d+; base-uri 'none'; frame-ancestors 'none'$/
    )
    const unknown = newEmail()
    expect((await service().browser().get(`/sign-in?email=${unknown}`, html)).text).not.toContain(unknown)
  })
})
