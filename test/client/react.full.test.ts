import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { codeAt } from "@latchkey/test-support/authenticatorApp"
import { closePages, executablePath, patience, sharedBrowser } from "@latchkey/test-support/chromium"
import { newEmail, password } from "@latchkey/test-support/contract"
import { root } from "@latchkey/test-support/files"
import { start } from "@latchkey/test-support/HttpService"
import { run } from "@latchkey/test-support/packed/run"
import { dataOf } from "@latchkey/test-support/results"
import type { Service } from "@latchkey/test-support/Service"
import { addAuthenticator } from "@latchkey/test-support/virtualAuthenticator"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { clientOf } from "./support/cookieFetch.ts"
import { startReactApp } from "./support/startReactApp.ts"

const skipped = executablePath === undefined ? " (skipped: no Chromium on the PATH)" : ""
const folders: Array<string> = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Installs React 18 outside of the project, which has React 19. */
const installReact18 = async () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-react-"))
  folders.push(folder)
  const npm = ["install", "--prefer-offline", "--no-audit", "--no-fund", "react@18.3.1", "react-dom@18.3.1"]
  const { code, out } = await run("npm", npm, { cwd: folder })
  expect(code, out).toBe(0)
  return join(folder, "node_modules")
}

const reacts: ReadonlyArray<readonly [name: string, modules: () => Promise<string>, mode: string]> = [
  ["React 19", async () => join(root, "node_modules"), "production"],
  ["React 19 in development", async () => join(root, "node_modules"), "development"],
  ["React 18", installReact18, "production"]
]

describe.skipIf(executablePath === undefined).each(reacts)(
  `An app with %s, in Chromium${skipped}`,
  (_, modules, mode) => {
    let browser: Browser
    let service: Service
    let app: Awaited<ReturnType<typeof startReactApp>>
    const opened: Array<BrowserContext> = []

    beforeAll(async () => {
      app = await startReactApp(() => service.origin, await modules(), mode)
      service = await start({ settings: { allowedOrigins: [app.origin] }, host: "localhost" })
      browser = await sharedBrowser(executablePath ?? "")
    })
    afterAll(async () => {
      await closePages(browser)
      await service.stop()
      await app.stop()
    })
    beforeEach(async () => {
      service.advance(3_600_000)
      await change({
        authConfig: { secondFactor: "optional" },
        emailConfig: { magicLinkCodes: true },
        // For passkeys.
        origins: [app.origin]
      })
    })
    afterEach(() => Promise.all(opened.splice(0).map((context) => context.close())))

    const change = async (patch: InstancePatch) => {
      await service.instances((instances) => instances.update(defaultId, patch))
      service.advance(60_000)
    }

    /** Opens the app in a tab. `said` is what the browser has written to the console. */
    const open = async (path = "/", context?: BrowserContext) => {
      const own = context ?? (await browser.newContext())
      if (context === undefined) opened.push(own)
      const page = await own.newPage()
      page.setDefaultTimeout(patience)
      const said: Array<string> = []
      page.on("console", (message) => {
        if (!message.text().includes("React DevTools")) said.push(message.text())
      })
      page.on("pageerror", (error) => said.push(error.message))
      await page.goto(`${app.origin}${path}`)
      return { context: own, page, said }
    }
    const title = (page: Page) => expect.poll(() => page.textContent("h1"), { timeout: patience })
    const rendered = (page: Page) => page.evaluate(() => [...new Set(window.rendered)])
    const submit = async (page: Page, form: string, values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) await page.fill(`#${form} [name=${name}]`, value)
      await page.click(`#${form} button`)
    }
    const signedUp = async () => {
      const own = { email: newEmail(), password }
      const client = clientOf(service.origin)
      dataOf(await client.signUp(own))
      return { own, client }
    }

    test.each(["/", "/rendered"])("writes nothing to the console for a visitor of %s", async (path) => {
      const { page, said } = await open(path)
      await title(page).toBe("signed-out")
      await page.waitForSelector("#sign-in")
      await page.waitForLoadState("networkidle")
      expect(said).toEqual([])
      expect(await rendered(page)).toEqual(path === "/" ? ["loading", "signed-out"] : ["signed-out"])
    })

    test("shows the user from the first state on, if the server has rendered the page", async () => {
      const { own } = await signedUp()
      const first = await open()
      await submit(first.page, "password", own)
      await title(first.page).toBe(`signed-in ${own.email}`)
      const { page, said } = await open("/rendered", first.context)
      expect(await page.textContent("h1")).toBe(`signed-in ${own.email}`)
      await page.click("#sign-out")
      await title(page).toBe("signed-out")
      expect(await rendered(page)).toEqual([`signed-in ${own.email}`, "signed-out"])
      expect(said).toEqual([])
    })

    test("asks again if the server renders the page with another session", async () => {
      const { client, own } = await signedUp()
      const { context, page } = await open("/rendered")
      await title(page).toBe("signed-out")
      // As a form of the app does that its server handles.
      await context.addCookies(
        (await client.jar.getCookies(service.origin)).map(({ key, value }) => ({ name: key, value, url: app.origin }))
      )
      await page.evaluate(() => window.renderAgain(null))
      const asked = page.waitForRequest("**/v1/auth/session/optional")
      const { session } = dataOf(await client.findSession())
      await page.evaluate((session) => window.renderAgain(session), session)
      await asked
      await title(page).toBe(`signed-in ${own.email}`)
      expect(await rendered(page)).toEqual(["signed-out", `signed-in ${own.email}`])
    })

    test("says what went wrong in the language that the user has chosen since", async () => {
      const { page } = await open()
      await page.waitForSelector("#sign-in")
      await page.evaluate(() => window.renderAgain(undefined, true))
      await submit(page, "password", { email: newEmail(), password })
      await expect.poll(() => page.textContent("[role=alert]")).toBe("E-Mail-Adresse oder Passwort ist falsch.")
    })

    test("shows a sign-in, and a sign-out, in the other tab", async () => {
      const { own } = await signedUp()
      const one = await open()
      const other = await open("/", one.context)
      await title(other.page).toBe("signed-out")
      await submit(one.page, "password", own)
      await title(other.page).toBe(`signed-in ${own.email}`)
      await other.page.click("#sign-out")
      await title(one.page).toBe("signed-out")
      expect(await rendered(one.page)).toEqual(["loading", "signed-out", `signed-in ${own.email}`])
    })

    test("keeps the user during an outage, and is unavailable, not signed out, where nothing is known", async () => {
      const { own } = await signedUp()
      const { context, page } = await open()
      await submit(page, "password", own)
      await title(page).toBe(`signed-in ${own.email}`)
      let asked = 0
      await context.route("**/v1/auth/session/optional", (route) => {
        asked++
        return route.fulfill({ status: 503 })
      })
      await page.evaluate(() => {
        const { now } = Date
        Date.now = () => now() + 5_000
        dispatchEvent(new Event("focus"))
      })
      await expect.poll(() => asked).toBe(1)
      const late = await open("/", context)
      await title(late.page).toBe("unavailable")
      expect(await page.textContent("h1")).toBe(`signed-in ${own.email}`)
      expect(await rendered(late.page)).toEqual(["loading", "unavailable"])
      await context.unroute("**/v1/auth/session/optional")
      await title(late.page).toBe(`signed-in ${own.email}`)
    })

    test("signs in with a password and a code, also if the page is loaded again between them", async () => {
      const { client, own } = await signedUp()
      const { enrollment, secret } = dataOf(await client.beginTotp())
      dataOf(await client.confirmTotp({ enrollment, code: codeAt(secret, service.now()) }))
      service.advance(60_000)
      const { page } = await open()
      await submit(page, "password", { ...own, password: "not the right one" })
      await expect.poll(() => page.textContent("[role=alert]")).toBe("Wrong email address or password.")
      await submit(page, "password", own)
      await page.waitForSelector("#second-factor")
      await page.reload()
      await submit(page, "second-factor", { code: codeAt(secret, service.now()) })
      await title(page).toBe(`signed-in ${own.email}`)
    })

    test("shows recovery codes until the user has them, although the window gets the focus", async () => {
      await change({ authConfig: { secondFactor: "required" } })
      const { own } = await signedUp()
      const { page } = await open()
      await submit(page, "password", own)
      const secret = (await page.textContent("#secret")) ?? ""
      await submit(page, "enrollment", { code: codeAt(secret, service.now()) })
      await page.waitForSelector("pre")
      const reply = page.waitForResponse("**/v1/auth/session/optional")
      await page.evaluate(() => {
        const { now } = Date
        Date.now = () => now() + 5_000
        dispatchEvent(new Event("focus"))
      })
      expect((await (await reply).json()).session.email).toBe(own.email)
      expect((await page.textContent("pre"))?.split("\n")).toHaveLength(10)
      await page.click("#finish")
      await title(page).toBe(`signed-in ${own.email}`)
    })

    test("signs in with the code of a link", async () => {
      const { own } = await signedUp()
      const { page } = await open()
      await submit(page, "link", { email: own.email })
      await page.waitForSelector("#link-sent")
      await submit(page, "link-sent", { code: await service.lastCode(own.email) })
      await title(page).toBe(`signed-in ${own.email}`)
    })

    /** Adds a passkey to the user who is signed in to the app, on a page of Latchkey's own origin. */
    const addPasskey = async (page: Page) => {
      const ownPage = `${service.origin}/account/passkeys`
      await page.route(ownPage, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }))
      await page.goto(ownPage)
      const status = await page.evaluate(async () => {
        const post = (path: string, body?: object) =>
          fetch(`/v1/auth/passkeys${path}`, {
            method: "POST",
            ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
          })
        const options = await (await post("/registration/options")).json()
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
        const credential = await navigator.credentials.create({ publicKey })
        return (await post("", { credential: JSON.parse(JSON.stringify(credential)) })).status
      })
      expect(status).toBe(201)
    }

    test.each([
      ["with a button", "/", (page: Page) => page.click("#passkey")],
      ["that the field offers", "/?offer", async () => {}]
    ])("signs in with a passkey, %s", async (_, path, ask) => {
      const { own } = await signedUp()
      const { page } = await open()
      await addAuthenticator(page)
      await submit(page, "password", own)
      await title(page).toBe(`signed-in ${own.email}`)
      await addPasskey(page)
      await page.goto(app.origin)
      await page.click("#sign-out")
      await title(page).toBe("signed-out")
      await page.goto(`${app.origin}${path}`)
      await title(page).toBe("signed-out")
      await ask(page)
      await title(page).toBe(`signed-in ${own.email}`)
    })
  }
)
