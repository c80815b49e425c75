import type { Page } from "playwright-core"
import { closePages, screenshotOf, sharedBrowser } from "@latchkey/test-support/chromium"

export interface Options {
  readonly chromium: string
  readonly origin: string
  /** The startup banner. */
  readonly banner: string
  readonly shell: (command: string) => Promise<string>
}

const escape = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;")

const post = (path: string, body: string) =>
  `curl -sS -c jar -b jar -H 'content-type: application/json' \\\n    -d '${body}' \\\n    http://localhost:3000${path}`

const steps = [
  post("/v1/auth/sign-in/email-password", '{"email":"grace@example.com","password":"correct horse battery"}'),
  "curl -sS -c jar -b jar http://localhost:3000/v1/auth/session",
  post("/v1/auth/sign-in/magic-link", '{"email":"grace@example.com"}')
]

const style = `
body { margin: 0; padding: 24px; width: 1132px; background: #e8ebf2; font: 15px/1.5 system-ui, sans-serif }
pre { margin: 0 0 18px; padding: 22px 24px; border-radius: 12px; background: #16181d; color: #c9ced8; white-space: pre-wrap; overflow-wrap: anywhere; font: 13.5px/1.5 ui-monospace, monospace }
b { color: #fff; font-weight: 400 } i { color: #7fa2ff; font-style: normal }
div { display: flex; gap: 18px } img { width: 557px; border-radius: 12px; border: 1px solid #d9dde5 }`

const imageOf = async (page: Page, url: string) => {
  await page.goto(url)
  return `<img src="data:image/png;base64,${(await screenshotOf(page)).toString("base64")}">`
}

const linesOf = (banner: string, origin: string) =>
  banner
    .split("\n")
    .filter((line) => /^Latchkey is ready|^ {2}(Sign-in page|Dashboard|API reference|Emails?) /.test(line))
    .map((line) => line.replaceAll(origin, "http://localhost:3000").replace(/(token=.{4})[\w-]{39}/, "$1…"))
    .join("\n")

/** Makes the picture of the first start: a terminal and two pages. */
export const makePicture = async ({ banner, chromium, origin, shell }: Options): Promise<Buffer> => {
  const lines = [`<i>$</i> <b>npm ci &amp;&amp; npm start</b>\n${escape(linesOf(banner, origin))}`]
  for (const step of steps) lines.push(`<i>$</i> <b>${escape(step)}</b>\n${escape((await shell(step)).trim())}`)
  const browser = await sharedBrowser(chromium)
  const context = await browser.newContext({ viewport: { width: 557, height: 330 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  for (let waited = 0; waited < 50; waited++) {
    await page.goto(`${origin}/dev/inbox`)
    if ((await page.locator("a.button").count()) > 0) break
    await page.waitForTimeout(100)
  }
  const inbox = await imageOf(page, `${origin}/dev/inbox`)
  const link = (await page.locator("a.button").first().getAttribute("href")) ?? ""
  const confirmation = await imageOf(page, link)
  // A separate page: the service's pages forbid other styles and images.
  const frame = await browser.newPage({ viewport: { width: 1180, height: 100 }, deviceScaleFactor: 1.5 })
  const terminal = `<pre>${lines.join("\n\n")}</pre>`
  await frame.setContent(`<!doctype html><style>${style}</style>${terminal}<div>${inbox}${confirmation}</div>`)
  const picture = await screenshotOf(frame, { fullPage: true })
  await closePages(browser)
  return picture
}
