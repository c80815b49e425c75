import { accessSync, constants } from "node:fs"
import { createServer, type Server } from "node:http"
import { delimiter, join } from "node:path"
import { type Browser, chromium, type Page, type PageScreenshotOptions } from "playwright-core"
import { listening } from "./listening.ts"

// The first two are the same engine without windows, tabs and profiles: a page costs a fifth of the processor time.
const names = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome"
]
const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin"]

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of Chromium on this machine, or `undefined` if it is not installed. */
export const executablePath = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)

/** 60,000: for how many milliseconds a test waits for a page. What takes that long on a busy machine hangs. */
export const patience = 60_000

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

let browser: Promise<Browser> | undefined

/**
 * Returns the one browser of this process. Test files share it, each with its own contexts. It ends with the process.
 */
export const sharedBrowser = (path: string): Promise<Browser> => {
  browser ??= chromium.launch({ executablePath: path, args: flags })
  return browser
}

/**
 * Takes a picture of the page. Chromium on a busy machine refuses now and then (`Unable to capture screenshot`) and
 * takes the same picture when asked again. Only this error is retried, twice.
 */
export const screenshotOf = async (page: Page, options: PageScreenshotOptions = {}): Promise<Buffer> => {
  for (let tries = 1; ; tries++) {
    try {
      // A change of the color scheme moves colors for a moment.
      return await page.screenshot({ animations: "disabled", ...options })
    } catch (error) {
      if (tries === 3 || !String(error).includes("Unable to capture screenshot")) throw error
      await page.waitForTimeout(250)
    }
  }
}

/** Closes what a test file has opened. */
export const closePages = async (browser: Browser): Promise<void> => {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/**
 * Serves pages on another site, `localhost` instead of `127.0.0.1`: an app at `/home`, and what `pageOf` returns at
 * every other path.
 */
export const serveOtherSite = async (pageOf: (url: URL) => string) => {
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost")
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.end(url.pathname === "/home" ? "<!doctype html><title>Home</title><h1>Home</h1>" : pageOf(url))
  })
  return listening(server, "localhost")
}

/** Returns the cookies of a browser, without the one that every page with a form sets. */
export const cookiesOf = async (page: Page) => (await page.context().cookies()).filter(({ name }) => name !== "__form")
