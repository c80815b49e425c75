/** Runs the apps that docs/apps/react.md shows, in Chromium, against a service with its pages. */
import { createServer } from "node:http"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { closePages, executablePath, patience, sharedBrowser } from "@latchkey/test-support/chromium"
import { password, signUpNew } from "@latchkey/test-support/actions"
import { read, root } from "@latchkey/test-support/files"
import { listening } from "@latchkey/test-support/listening"
import type { Service } from "@latchkey/test-support/Service"
import { buildSync } from "esbuild"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startWithPages } from "./support/app.ts"

const page = "docs/apps/react.md"
const [app = "", form = ""] = [...read(page).matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code)
const skipped = executablePath === undefined ? " (skipped: no Chromium on the PATH)" : ""

const linesOf = (code: string) => code.split("\n").filter((line) => line.trim() !== "").length

const bundle = (code: string): string => {
  const { outputFiles } = buildSync({
    stdin: { contents: code, loader: "tsx", resolveDir: root },
    bundle: true,
    define: { "process.env.NODE_ENV": '"production"' },
    jsx: "automatic",
    platform: "browser",
    write: false
  })
  return outputFiles[0]?.text ?? ""
}

/** The form of the page, in an app that shows who is signed in. */
const appWithForm = `${form}
import { SessionProvider, SignedIn, SignedOut, useSession } from "@latchkey/client/react"
import { createRoot } from "react-dom/client"

const Account = () => <p>You are {useSession().session?.email}.</p>

createRoot(document.querySelector("#root")!).render(
  <SessionProvider baseUrl="http://localhost:3000">
    <SignedIn><Account /></SignedIn>
    <SignedOut><SignInForm /></SignedOut>
  </SessionProvider>
)
`

describe.skipIf(executablePath === undefined)(`The apps of ${page}, in Chromium${skipped}`, () => {
  let browser: Browser
  let service: Service
  const origins: Array<string> = []
  const stops: Array<() => Promise<void>> = []

  /** Serves an app on its own origin, as a bundler does. */
  const serve = async (code: string) => {
    const script = bundle(code.replaceAll("http://localhost:3000", service.origin))
    const server = createServer(({ url }, response) => {
      response.setHeader("content-type", url === "/app.js" ? "text/javascript" : "text/html")
      response.end(url === "/app.js" ? script : '<!doctype html><div id="root"></div><script src="/app.js"></script>')
    })
    const { origin, stop } = await listening(server, "localhost")
    stops.push(stop)
    origins.push(origin)
    await service.instances((instances) => instances.update(defaultId, { origins }))
    service.advance(60_000)
    return origin
  }
  const open = async (origin: string) => {
    const tab = await (await browser.newContext()).newPage()
    tab.setDefaultTimeout(patience)
    await tab.goto(origin)
    return tab
  }

  beforeAll(async () => {
    service = await startWithPages({ host: "localhost" })
    browser = await sharedBrowser(executablePath ?? "")
  })
  afterAll(async () => {
    await closePages(browser)
    await service.stop()
    for (const stop of stops) await stop()
  })

  test("have at most 25 lines of the reader's own", () => {
    for (const code of [app, form]) {
      expect(linesOf(code)).toBeGreaterThan(10)
      expect(linesOf(code)).toBeLessThanOrEqual(25)
    }
  })

  test("lead to the sign-in page and back, show the user, and sign out", async () => {
    const { email } = await signUpNew(service.browser())
    const tab = await open(await serve(app))
    await tab.click("text=Sign in")
    await tab.fill("#email", email)
    await tab.fill("#password", password)
    await tab.click("button:not([type],.quiet)")
    await tab.waitForSelector(`text=You are ${email}`)
    await tab.click("text=Sign out")
    await tab.waitForSelector("a:text('Sign in')")
  })

  test("sign in with the form of the app, and say what went wrong", async () => {
    const { email } = await signUpNew(service.browser())
    const tab = await open(await serve(appWithForm))
    await tab.fill("[name=email]", email)
    await tab.fill("[name=password]", "not the right one")
    await tab.click("button")
    await tab.waitForSelector("text=Wrong email address or password.")
    await tab.fill("[name=password]", password)
    await tab.click("button")
    await tab.waitForSelector(`text=You are ${email}`)
  })
})
