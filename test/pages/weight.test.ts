import { gzipSync } from "node:zlib"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { expect, test } from "vitest"
import { newEmail, password } from "../http/support/contract.ts"
import { serveInPieces, shiftsOf, watchShifts } from "../http/support/layoutShifts.ts"
import { inChromium } from "./support/chromium.ts"
import { postForm } from "./support/people.ts"
import { walkTo, ways } from "./support/walk.ts"

const html = { accept: "text/html" }

inChromium("What a page costs", (given) => {
  const { newPage, service, signedUp } = given

  test.each(Object.keys(ways))(
    "%s: one request, less than 3 kB, nothing moves, nothing is complained about",
    async (name) => {
      const page = await newPage()
      await ways[name]?.(given, page)
      await page.waitForLoadState()
      const complaints: Array<string> = []
      const requested: Array<string> = []
      page.on("console", (message) => complaints.push(message.text()))
      page.on("pageerror", (error) => complaints.push(error.message))
      page.on("request", (request) => requested.push(new URL(request.url()).pathname))
      await watchShifts(page)
      await page.reload({ waitUntil: "load" })
      const body = await page.content()
      expect(gzipSync(body).length).toBeLessThan(3_000)
      expect(requested.filter((path) => path !== "/favicon.ico")).toHaveLength(1)
      expect(await shiftsOf(page)).toEqual([])
      // What the status of the page itself is, is for the other tests.
      expect(complaints.filter((text) => !/favicon|the server responded with a status of 4\d\d/.test(text))).toEqual([])
      expect(await page.locator("script, link:not([rel=expect]), iframe, object, img, [onclick]").count()).toBe(0)
    }
  )

  test("the colour of the instance passes the policy that the page is sent with", async () => {
    const paint = (accentColor: string | null) =>
      service().instances((instances) => instances.update(defaultId, { branding: { logoUrl: null, accentColor } }))
    await paint("#ffe600")
    try {
      const page = await newPage()
      await page.goto("/sign-in")
      const colors = await page
        .locator("button")
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

  test("a logo is the one thing more that is asked for, and moves nothing when it comes", async () => {
    const logoUrl = "https://cdn.example.com/logo.svg"
    const brand = (logoUrl: string | null) =>
      service().instances((instances) => instances.update(defaultId, { branding: { logoUrl, accentColor: null } }))
    await brand(logoUrl)
    try {
      const page = await newPage()
      const picture =
        '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300"/></svg>'
      let comes = () => {}
      const held = new Promise<void>((resolve) => {
        comes = resolve
      })
      await page.route(logoUrl, async (route) => {
        await held
        await route.fulfill({ contentType: "image/svg+xml", body: picture })
      })
      await page.goto("/sign-in", { waitUntil: "domcontentloaded" })
      const before = await page.locator("h1").boundingBox()
      comes()
      await page.waitForLoadState("load")
      expect(await page.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
      expect(await page.locator("h1").boundingBox()).toEqual(before)
      expect(await page.locator("img").getAttribute("alt")).toBe("Latchkey")
    } finally {
      await brand(null)
    }
  })

  test("nothing moves while a page arrives piece by piece", async () => {
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

  test("a hundred sessions are less than 15 kB", async () => {
    const { email, page } = await signedUp()
    for (let count = 0; count < 105; count++) {
      service().advance(240_000)
      const userAgent = `Mozilla/5.0 (X11; Linux x86_64; rv:${count}.0) Gecko/20100101 Firefox/${count}.0`
      await postForm(service().browser({ "user-agent": userAgent }), "/sign-in", { email, password })
    }
    await page.goto("/account")
    expect(await page.locator("ul.rows li").count()).toBe(100)
    expect(gzipSync(await page.content()).length).toBeLessThan(15_000)
  })

  test("what the browser keeps of a page is nothing", async () => {
    const page = await walkTo(given, "sign-in")
    const reply = await page.reload()
    const headers = reply?.headers() ?? {}
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY"
    })
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/localhost:\d+; base-uri 'none'; frame-ancestors 'none'$/
    )
    const unknown = newEmail()
    expect((await service().browser().get(`/sign-in?email=${unknown}`, html)).text).not.toContain(unknown)
  })
})
