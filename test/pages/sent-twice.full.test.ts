import { setTimeout as pause } from "node:timers/promises"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Page } from "playwright-core"
import { codeAt } from "@latchkey/test-support/authenticatorApp"
import { newEmail, password } from "@latchkey/test-support/contract"
import { clickTwice, holdForms, twice } from "@latchkey/test-support/formsSentTwice"
import { setSecondFactorMode } from "@latchkey/test-support/secondFactorMode"
import { expect, test } from "vitest"
import { openForms } from "./support/steps.ts"
import { inChromium, type Scene } from "./support/chromium.ts"
import { openers } from "./support/everyPage.ts"

interface Sent {
  readonly open: (scene: Scene, page: Page) => Promise<unknown>
  readonly fields?: (scene: Scene, page: Page) => Promise<Record<string, string>>
  readonly button?: string
  /** What only the page has that the user reads in the end: the end of its path, or an element. */
  readonly end: string
  readonly isSignedOut?: boolean
  readonly hasEnter?: boolean
}

const opened = (name: string) => (scene: Scene, page: Page) => openers[name]?.(scene, page) ?? Promise.reject(name)
const codeFor = (key: string, scene: Scene) => codeAt(key.replaceAll(" ", ""), scene.service().now())

// The key of the app of a page, for codes after it.
let key = ""
const readKey = async (page: Page) => {
  key = (await page.textContent("bdi code")) ?? ""
}
const appCode = async (scene: Scene, page: Page) => {
  await readKey(page)
  return { code: codeFor(key, scene) }
}

const cases: Readonly<Record<string, Sent>> = {
  "a sign-in link": { open: opened("link"), end: "/home" },
  "a new password": { open: opened("new password"), fields: async () => ({ password }), end: "/home", hasEnter: true },
  "a sign-up": {
    open: opened("sign-up"),
    fields: async () => ({ email: newEmail(), password }),
    end: "/home",
    hasEnter: true
  },
  "a sign-in": {
    open: async ({ service }, page) => {
      await service().browser().post("/v1/auth/sign-up/email-password", { email: "twice@example.com", password })
      await page.goto("/sign-in")
    },
    fields: async () => ({ email: "twice@example.com", password }),
    end: "/home",
    hasEnter: true
  },
  "the link of a verified sign-up": { open: opened("sign-up, link"), end: "/home" },
  "an invitation": { open: opened("invitation"), end: "/home" },
  "a code from the email": {
    open: opened("check-your-email"),
    fields: async ({ service }) => ({ code: await service().lastCode("grace@example.com") }),
    button: "form[action$=code] button",
    end: "/home",
    hasEnter: true
  },
  "a new password on the account": {
    open: opened("account"),
    fields: async () => ({ currentPassword: password, password: `${password} 2` }),
    button: "form[action$=password] button:not([type],.quiet)",
    end: "/account?done=password",
    hasEnter: true
  },
  "the confirmation of a new address": {
    open: opened("change of the address, after a link"),
    end: "/account?done=email-changed"
  },
  "the restoration of a former address": {
    open: opened("former address"),
    end: "a[href$=forgot-password]",
    isSignedOut: true
  },
  "the first code of an authenticator app": {
    open: async (scene, page) => {
      await openers["account"]?.(scene, page)
      await page.goto("/account/second-factor")
      await page.click("form[action$=set-up] button")
      await page.waitForSelector(".qr")
    },
    fields: appCode,
    button: "form[action$=confirm] button",
    end: ".codes",
    hasEnter: true
  },
  "the first code of a required authenticator app": {
    open: async (scene, page) => {
      const email = newEmail()
      await scene.service().browser().post("/v1/auth/sign-up/email-password", { email, password })
      await setSecondFactorMode(scene.service(), "required")
      await page.goto("/sign-in")
      await page.fill("#email", email)
      await page.fill("#password", password)
      await page.keyboard.press("Enter")
      await page.waitForSelector(".qr")
    },
    fields: appCode,
    end: ".codes"
  },
  "a code of an authenticator app": {
    open: async (scene, page) => {
      await openers["authenticator app"]?.(scene, page)
      await setSecondFactorMode(scene.service(), "optional")
      const email = (
        await page
          .context()
          .request.get("/v1/auth/session")
          .then((reply) => reply.json())
      ).email
      await page.fill("#code", (await appCode(scene, page)).code)
      await page.keyboard.press("Enter")
      await page.waitForSelector(".codes")
      await page.context().clearCookies()
      scene.service().advance(60_000)
      await page.goto("/sign-in")
      await page.fill("#email", email)
      await page.fill("#password", password)
      await page.keyboard.press("Enter")
      await page.waitForURL("**/sign-in/second-factor**")
    },
    fields: async (scene) => ({ code: codeFor(key, scene) }),
    end: "/home",
    hasEnter: true
  }
}

const isThere = async (page: Page, end: string): Promise<boolean> =>
  end.startsWith("/") ? page.url().endsWith(end) : (await page.locator(`main ${end}`).count()) > 0

const arrive = async (page: Page, end: string): Promise<unknown> => {
  if (!end.startsWith("/")) return page.waitForSelector(`main ${end}`)
  // `waitForURL` fails when the browser drops a navigation, as it must here.
  for (let tries = 0; tries < 100 && !(await isThere(page, end)); tries++) await pause(50)
  return expect(page.url().slice(-end.length)).toBe(end)
}

/** Collects what the script says to screen readers. */
const listen = async (page: Page): Promise<ReadonlyArray<string>> => {
  const said: Array<string> = []
  await page.exposeFunction("said", (text: string) => said.push(text))
  await page.evaluate(() => {
    const working = document.querySelector("[data-working]")
    const tell = () => (globalThis as unknown as { said: (text: unknown) => void }).said(working?.textContent)
    if (working !== null) new MutationObserver(tell).observe(working, { childList: true })
  })
  return said
}

inChromium("A form that is sent twice before the first response arrives", (scene) => {
  const { emailOf, newPage, service } = scene

  const run = async (sent: Sent, javaScriptEnabled: boolean, hasEnter = false) => {
    await service().instances((all) => all.update(defaultId, { emailConfig: { magicLinkCodes: true } }))
    await setSecondFactorMode(service(), "optional")
    const page = await newPage({ javaScriptEnabled })
    await sent.open(scene, page)
    await openForms(page)
    for (const [id, value] of Object.entries((await sent.fields?.(scene, page)) ?? {})) await page.fill(`#${id}`, value)
    expect(await isThere(page, sent.end)).toBe(false)
    const statuses = await holdForms(page)
    const said = javaScriptEnabled ? await listen(page) : []
    if (hasEnter) await twice(() => page.keyboard.press("Enter"))
    else await clickTwice(page, sent.button ?? "main form button:not([type],.quiet)")
    await arrive(page, sent.end)
    expect(await page.locator("[role=alert]").count()).toBe(0)
    expect((await emailOf(page)) === undefined).toBe(sent.isSignedOut ?? false)
    return { page, said, statuses }
  }

  test.each(Object.keys(cases))("%s, without scripts: the user reads the answer, and is signed in", async (name) => {
    const sent = cases[name]
    if (sent === undefined) throw new Error(name)
    const { page, statuses } = await run(sent, false)
    expect(statuses).toHaveLength(2)
    expect(statuses[0]).toBe(statuses[1])
    if (sent.end === ".codes") expect(await page.locator(".codes li").count()).toBe(10)
  })

  test.each(Object.keys(cases).filter((name) => cases[name]?.hasEnter))(
    "%s, with the Enter key and without scripts: the user reads the answer, and is signed in",
    async (name) => {
      const sent = cases[name]
      if (sent === undefined) throw new Error(name)
      expect((await run(sent, false, true)).statuses).toHaveLength(2)
    }
  )

  test.each(Object.keys(cases))("%s, with the script: is sent once, and says that it was", async (name) => {
    const sent = cases[name]
    if (sent === undefined) throw new Error(name)
    const { said, statuses } = await run(sent, true)
    expect([statuses.length, said]).toEqual([1, ["Just a moment…"]])
  })

  test("can be sent again after the browser has shown the page again", async () => {
    const page = await newPage()
    await page.goto("/sign-in")
    await page.fill("#email", newEmail())
    await page.fill("#password", password)
    const sent: Array<string> = []
    await page.route("**/sign-in", (route) => {
      sent.push(route.request().method())
      // The page stays: the test does not depend on when the browser replaces it.
      return route.fulfill({ status: 204 })
    })
    const button = page.locator("main button:not([type],.quiet)").first()
    await button.click({ noWaitAfter: true })
    await expect.poll(() => sent).toEqual(["POST"])
    expect(await button.getAttribute("aria-disabled")).toBe("true")
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow")))
    expect(await button.getAttribute("aria-disabled")).toBe(null)
    expect(await page.textContent("[data-working]")).toBe("")
    await button.click({ noWaitAfter: true })
    await expect.poll(() => sent).toEqual(["POST", "POST"])
  })
})
