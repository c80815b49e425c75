import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import { loseApp } from "@latchkey/test-support/factorRecovery"
import { withSecondFactorMode } from "@latchkey/test-support/secondFactorMode"
import { button, inChromium } from "./support/chromium.ts"

const hour = 3_600_000

inChromium("A recovery of lost factors", ({ newPage, otherSite, service }) => {
  const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true })
  const sessionOf = async (page: Page) =>
    (await page.context().request.get(`${service().origin}${session}`)).json() as Promise<Record<string, unknown>>
  const recoverable = (use: () => Promise<void>) =>
    withSecondFactorMode(service(), "optional", async () => {
      service().advance(24 * hour)
      await service().instances((all) => all.update(defaultId, { authConfig: { factorRecovery: "email" } }))
      await use()
    })
  const enterPassword = async (page: Page, email: string) => {
    await page.goto("/sign-in")
    await page.fill("#email", email)
    await page.fill("#password", password)
    await button(page, "Sign in").click()
  }
  /** Requests a recovery on the page, and returns the link in the email. */
  const request = async (page: Page) => {
    const email = newEmail()
    await loseApp(service(), { email, password })
    await enterPassword(page, email)
    await link(page, "Recover your account by email").click()
    expect(await page.textContent("h1")).toBe("Recover your account")
    await button(page, "Send the link").click()
    await page.waitForSelector("time")
    expect(await page.textContent("h1")).toBe("Account recovery requested")
    return { email, url: await service().lastFactorRecovery(email) }
  }

  describe.each([true, false])("with scripts: %s", (javaScriptEnabled) => {
    test("begins on the page of the code, waits, and lets the user sign in with the password and set up an app", () =>
      recoverable(async () => {
        const page = await newPage({ javaScriptEnabled })
        const { email, url } = await request(page)
        await page.goto(url)
        expect(await page.textContent("h1")).toBe("You can't recover your account yet")
        expect(await page.locator("main button").allTextContents()).toEqual(["Cancel the request"])
        service().advance(72 * hour)
        await page.goto(url)
        await button(page, "Remove passkeys and app").click()
        await page.waitForSelector("h1:has-text('Your account has been recovered')")
        expect((await sessionOf(page))["code"]).toBe("unauthenticated")
        await link(page, "Go to sign-in").click()
        await enterPassword(page, email)
        await page.waitForURL(`${otherSite()}/home`)
        await page.goto("/account/second-factor")
        await button(page, "Set up an authenticator app").click()
        await page.waitForSelector(".qr")
      }))

    test("is cancelled with the link, which then does nothing", () =>
      recoverable(async () => {
        const page = await newPage({ javaScriptEnabled })
        const { url } = await request(page)
        await page.goto(url)
        await button(page, "Cancel the request").click()
        await page.waitForSelector("h1:has-text('The request is cancelled')")
        await page.goto(url)
        expect(await page.textContent("h1")).toBe("This link no longer works")
        await page.goto("/sign-in/second-factor/recovery")
        expect(await page.textContent("h1")).toBe("Recover your account")
      }))
  })
})
