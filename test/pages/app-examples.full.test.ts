/** Installs and starts the examples of apps as a reader does, and uses them in Chromium, beside a service with pages. */
import { type ChildProcess, spawn } from "node:child_process"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { closePages, executablePath, patience, sharedBrowser } from "@latchkey/test-support/chromium"
import { newEmail, password, signUp } from "@latchkey/test-support/contract"
import { freePort } from "@latchkey/test-support/freePort"
import { copyOf, install } from "@latchkey/test-support/packed/example"
import { pack, temporaryFolder } from "@latchkey/test-support/packed/tarballs"
import type { Service } from "@latchkey/test-support/Service"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest"
import { startWithPages } from "./support/app.ts"

const skipped = executablePath === undefined ? " (skipped: no Chromium on the PATH)" : ""
const hour = 3_600_000

const tarballs = temporaryFolder(afterAll)
beforeAll(() => pack(tarballs))

/** Waits until a process says that it listens. */
const listens = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let out = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        out += text
        if (out.includes("Listening")) resolve()
      })
    }
    child.once("close", () => reject(new Error(`The example ended:\n${out}`)))
  })

/** Starts an example with npm, and returns its origin. */
const start = async (folder: string, latchkeyUrl: string): Promise<string> => {
  const port = await freePort()
  const appUrl = `http://localhost:${port}`
  const env = { ...process.env, PORT: `${port}`, APP_URL: appUrl, LATCHKEY_URL: latchkeyUrl, NODE_ENV: "production" }
  const child = spawn("npm", ["start"], { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
  // npm starts a shell that starts the app: all of them are one process group.
  afterAll(() => void (child.pid !== undefined && process.kill(-child.pid, "SIGKILL")))
  await listens(child)
  return appUrl
}

/** How users see the examples. `orders`: where a visitor goes to sign in from. */
const examples = [
  { name: "hono", orders: "/orders" },
  { name: "express-react", orders: "/" }
]

describe.skipIf(executablePath === undefined).each(examples)(
  `The example $name, in Chromium${skipped}`,
  ({ name, orders }) => {
    let browser: Browser
    let service: Service
    let appUrl: string
    const errors: Array<string> = []

    beforeAll(async () => {
      service = await startWithPages({ host: "localhost" })
      const folder = copyOf(name, tarballs, afterAll)
      await install(folder)
      appUrl = await start(folder, service.origin)
      await service.instances((instances) => instances.update(defaultId, { origins: [appUrl] }))
      browser = await sharedBrowser(executablePath ?? "")
    })
    afterAll(async () => {
      await closePages(browser)
      await service.stop()
    })
    beforeEach(() => errors.splice(0))

    const open = async (path: string): Promise<Page> => {
      const context = await browser.newContext({ baseURL: appUrl })
      context.setDefaultTimeout(patience)
      onTestFinished(() => context.close())
      const page = await context.newPage()
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
      await page.goto(path)
      return page
    }

    const signIn = async (page: Page) => {
      const email = newEmail()
      expect((await service.browser().post(signUp, { email, password })).status).toBe(200)
      await page.fill("#email", email)
      await page.fill("#password", password)
      await page.click("button:not([type],.quiet)")
      return email
    }

    const heading = (page: Page, text: string) =>
      page.getByRole("heading", { level: 1, name: text, exact: true }).waitFor()
    const press = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true }).click()

    test("shows a visitor the public page without an error, and after signing in the orders", async () => {
      const page = await open("/")
      await heading(page, "Welcome")
      expect(errors).toEqual([])
      await page.getByRole("link", { name: "Sign in" }).click()
      const email = await signIn(page)
      await page.waitForURL(`${appUrl}/`)
      await page.goto(appUrl + orders)
      await heading(page, `Orders of ${email}`)
      expect(errors).toEqual([])
    })

    test("asks for the password before a payment, an hour after the sign-in, and signs out", async () => {
      service.advance(-hour)
      const page = await open("/")
      await page.getByRole("link", { name: "Sign in" }).click()
      const email = await signIn(page)
      await page.waitForURL(`${appUrl}/`)
      service.advance(hour)
      await page.goto(appUrl + orders)
      await press(page, "Pay")
      await page.waitForURL(/\/reauthenticate/)
      await page.fill("#password", password)
      await page.click("button:not([type],.quiet)")
      await page.waitForURL(appUrl + orders)
      await heading(page, `Orders of ${email}`)
      await press(page, "Pay")
      await page.getByText("Paid").waitFor()
      await page.goto("/")
      await press(page, "Sign out")
      await heading(page, "Welcome")
    })
  }
)
