/** Installs and starts the examples of apps as a reader does, and uses them in Chromium. */
import { type ChildProcess, spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { Browser as HttpBrowser } from "@latchkey/test-support/Browser"
import { closePages, executablePath, patience, sharedBrowser } from "@latchkey/test-support/chromium"
import { newEmail, password, signUp } from "@latchkey/test-support/contract"
import { freePort } from "@latchkey/test-support/freePort"
import { copyOf, install } from "@latchkey/test-support/packed/example"
import { pack, temporaryFolder } from "@latchkey/test-support/packed/tarballs"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest"
import { startWithPages } from "./support/app.ts"

const skipped = executablePath === undefined ? " (skipped: no Chromium on the PATH)" : ""
const hour = 3_600_000

const cleanUp = afterTests()
const tarballs = temporaryFolder(cleanUp)
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

/** Starts an example with npm on a port. */
const start = async (folder: string, port: number, environment: Readonly<Record<string, string>>): Promise<void> => {
  const env = { ...process.env, PORT: `${port}`, NODE_ENV: "production", ...environment }
  const child = spawn("npm", ["start"], { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
  // npm starts a shell that starts the app: all of them are one process group.
  cleanUp(() => void (child.pid !== undefined && process.kill(-child.pid, "SIGKILL")))
  await listens(child)
}

/** A running example. `latchkeyUrl`: the Latchkey that signs its users in. `advance`: moves the clock of that. */
interface App {
  readonly latchkeyUrl: string
  readonly advance: (milliseconds: number) => void
}

/** Starts an example beside a service with pages. */
const startBesideService = async (folder: string, port: number): Promise<App> => {
  const service = await startWithPages({ host: "localhost" })
  cleanUp(() => service.stop())
  const appUrl = `http://localhost:${port}`
  await service.instances((instances) => instances.update(defaultId, { origins: [appUrl] }))
  await start(folder, port, { APP_URL: appUrl, LATCHKEY_URL: service.origin })
  return { latchkeyUrl: service.origin, advance: (milliseconds) => service.advance(milliseconds) }
}

/** Moves the clock of a process by the milliseconds in a file. */
const fakeClock = (file: string) =>
  `data:text/javascript,${encodeURIComponent(
    'import { readFileSync } from "node:fs"; const { now } = Date;' +
      `Date.now = () => now() + Number(readFileSync(${JSON.stringify(file)}, "utf8"))`
  )}`

/** Starts an example that embeds Latchkey. */
const startEmbedding = async (folder: string, port: number): Promise<App> => {
  const clock = join(folder, "clock")
  let ahead = 0
  const advance = (milliseconds: number) => {
    ahead += milliseconds
    writeFileSync(clock, `${ahead}`)
  }
  advance(0)
  await start(folder, port, { NODE_OPTIONS: `--import=${fakeClock(clock)}` })
  return { latchkeyUrl: `http://localhost:${port}`, advance }
}

const shop = { title: "Orders", action: "Pay", done: "Paid", signedOut: "Welcome", startApp: startBesideService }

/**
 * How users see the examples.
 *
 * - `home`: where they are after signing in.
 * - `own`, `title`: the path of the page that only they see, and its title.
 * - `action`, `done`: the button there that asks for a recent sign-in, and what they see then.
 * - `signedOut`: the heading after signing out.
 */
const examples = [
  { name: "hono", home: "/", own: "/orders", ...shop },
  { name: "express-react", home: "/", own: "/", ...shop },
  {
    name: "notes-app",
    home: "/notes",
    own: "/notes",
    title: "Notes",
    action: "Delete all",
    done: "Deleted",
    signedOut: "You're signed out",
    startApp: startEmbedding
  }
]

describe.skipIf(executablePath === undefined).each(examples)(
  `The example $name, in Chromium${skipped}`,
  ({ action, done, home, name, own, signedOut, startApp, title }) => {
    let browser: Browser
    let app: App
    let appUrl: string
    const errors: Array<string> = []

    beforeAll(async () => {
      const folder = copyOf(name, tarballs, cleanUp)
      await install(folder)
      const port = await freePort()
      appUrl = `http://localhost:${port}`
      app = await startApp(folder, port)
      browser = await sharedBrowser(executablePath ?? "")
    })
    afterAll(() => closePages(browser))
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
      expect((await new HttpBrowser(app.latchkeyUrl).post(signUp, { email, password })).status).toBe(200)
      await page.fill("#email", email)
      await page.fill("#password", password)
      await page.click("button:not([type],.quiet)")
      return email
    }

    const heading = (page: Page, text: string) =>
      page.getByRole("heading", { level: 1, name: text, exact: true }).waitFor()
    const press = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true }).click()

    test("shows a visitor the public page without an error, and after signing in their own", async () => {
      const page = await open("/")
      await heading(page, "Welcome")
      expect(errors).toEqual([])
      await page.getByRole("link", { name: "Sign in" }).click()
      const email = await signIn(page)
      await page.waitForURL(appUrl + home)
      await page.goto(appUrl + own)
      await heading(page, `${title} of ${email}`)
      expect(errors).toEqual([])
    })

    test("asks for the password again, an hour after the sign-in, and signs out", async () => {
      app.advance(-hour)
      const page = await open("/")
      await page.getByRole("link", { name: "Sign in" }).click()
      const email = await signIn(page)
      await page.waitForURL(appUrl + home)
      app.advance(hour)
      await page.goto(appUrl + own)
      await press(page, action)
      await page.waitForURL(/\/reauthenticate/)
      await page.fill("#password", password)
      await page.click("button:not([type],.quiet)")
      await page.waitForURL(appUrl + own)
      await heading(page, `${title} of ${email}`)
      await press(page, action)
      await page.getByText(done).waitFor()
      await page.goto("/")
      await press(page, "Sign out")
      await heading(page, signedOut)
      await page.goto("/")
      await heading(page, "Welcome")
    })
  }
)
