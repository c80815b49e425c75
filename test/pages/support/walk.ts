import type { Page } from "playwright-core"
import { newEmail, password } from "../../http/support/contract.ts"
import { postForm } from "./people.ts"
import type { Given } from "./chromium.ts"

type Options = Parameters<Given["newPage"]>[0]

const fill = async (page: Page, path: string, fields: Record<string, string>, button = "main button") => {
  await page.goto(path)
  for (const [id, value] of Object.entries(fields)) await page.fill(`#${id}`, value)
  await page.click(button)
}

const askFor = async (page: Page) => {
  await fill(page, "/sign-in", { email: "grace@example.com" }, "text=Email me a link")
  await page.waitForURL("**/check-your-mail")
}

/** Another browser's link to that address. */
const linkFor = async ({ service }: Given, email: string) => {
  await postForm(service().browser(), "/sign-in/link", { email })
  return service().lastLink(email)
}

// The first of a file is for pictures.
let people = 0
const somebody = () => (people++ === 0 ? "ada.lovelace@example.com" : newEmail())

/** Signed in here by password, and in a second browser; the password can be changed. */
const withSessions = async (given: Given, page: Page) => {
  const email = somebody()
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1"
  await postForm(given.service().browser({ "user-agent": userAgent }), "/sign-up", { email, password })
  given.service().advance(26 * 3_600_000)
  await fill(page, "/sign-in", { email, password })
  await page.waitForURL(`${given.elsewhere()}/home`)
}

/** The way to every page that people see, by its name. */
export const ways: Readonly<Record<string, (given: Given, page: Page) => Promise<unknown>>> = {
  "sign-in": (_, page) => page.goto("/sign-in"),
  "sign-in with empty fields": (_, page) => fill(page, "/sign-in", {}),
  "sign-in with a wrong password": (_, page) => fill(page, "/sign-in", { email: newEmail(), password }),
  "sign-up": (_, page) => page.goto("/sign-up"),
  "sign-up with a short password": (_, page) => fill(page, "/sign-up", { email: newEmail(), password: "short" }),
  "check-your-mail": (_, page) => askFor(page),
  "check-your-mail, sent again": async (_, page) => {
    await askFor(page)
    await page.click("text=Send it again")
    await page.waitForURL("**/check-your-mail?again=1")
  },
  "check-your-mail, without having asked": (_, page) => page.goto("/check-your-mail"),
  link: async (given, page) => page.goto(await linkFor(given, "grace@example.com")),
  "link that is used": async (given, page) => {
    const link = await linkFor(given, "grace@example.com")
    await given.service().browser().get(link)
    await page.goto(link)
  },
  "link that is used, in the browser that asked": async (given, page) => {
    await askFor(page)
    const link = await given.service().lastLink("grace@example.com")
    await given.service().browser().get(link)
    await page.goto(link)
  },
  account: async (given, page) => {
    await withSessions(given, page)
    await page.goto("/account")
  },
  "account with a wrong password": async (given, page) => {
    await withSessions(given, page)
    await fill(page, "/account", { currentPassword: "wrong", password }, "form[action$=password] button")
  },
  "account after a link": async (given, page) => {
    await askFor(page)
    await page.goto(await given.service().lastLink("grace@example.com")).catch(() => undefined)
    await page.waitForURL(`${given.elsewhere()}/home`)
    await page.goto("/account")
  },
  "signed in": async (given, page) => {
    await withSessions(given, page)
    await page.goto("/sign-in")
  },
  "signed out": (_, page) => page.goto("/signed-out"),
  "no such page": (_, page) => page.goto("/signin"),
  "a foreign form": async ({ elsewhere, service }, page) => {
    await page.goto(`${elsewhere()}/trap?action=${service().origin}/sign-in`)
    await page.click("button")
    await page.waitForURL("**/sign-in")
  }
}

/** Opens a page in a browser of its own. */
export const walkTo = async (given: Given, name: string, options: Options = {}): Promise<Page> => {
  const page = await given.newPage(options)
  await ways[name]?.(given, page)
  await page.waitForLoadState()
  return page
}
