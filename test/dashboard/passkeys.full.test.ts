import { start } from "@latchkey/test-support/HttpService"
import { newEmail } from "@latchkey/test-support/contract"
import { addOperator } from "@latchkey/test-support/operator"
import { addAuthenticator, type AuthenticatorOptions } from "@latchkey/test-support/virtualAuthenticator"
import * as SimpleWebAuthn from "@latchkey/webauthn/SimpleWebAuthn"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { follow, inChromium } from "./support/chromium.ts"

const home = "/dashboard"

inChromium(
  "Passkeys of administrators",
  () => start({ host: "localhost" }),
  (scene) => {
    interface Options {
      readonly authenticator?: AuthenticatorOptions
      readonly javaScriptEnabled?: boolean
    }
    const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
    const go = (page: Page, path: string) => page.goto(`${scene().service.origin}${path}`)
    const at = (page: Page, path: string) => page.waitForURL((url) => `${url.pathname}${url.search}` === path)

    const newPage = async ({ authenticator, javaScriptEnabled = true }: Options = {}) => {
      const page = await scene().newPage({ javaScriptEnabled })
      return { page, keys: javaScriptEnabled ? await addAuthenticator(page, authenticator) : undefined }
    }
    /** Opens an invitation of a new administrator. */
    const invited = async (options: Options = {}) => {
      const opened = await newPage(options)
      const { id, token } = await addOperator(scene().service, "support", newEmail())
      await go(opened.page, `/dashboard/enter?token=${token}`)
      await follow(opened.page, button(opened.page, "Open the dashboard"))
      return { ...opened, id }
    }
    /** Turns the offer in the field off, so that the button is what signs in. */
    const withoutAutofill = (page: Page) =>
      page.addInitScript(() => {
        Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false })
      })
    const withPasskey = async (options: Options = {}) => {
      const opened = await invited(options)
      await button(opened.page, "Add a passkey").click()
      await at(opened.page, home)
      await follow(opened.page, button(opened.page, "Sign out"))
      return opened
    }

    test("are added right after the invitation, and sign in with one button", async () => {
      const { keys, page } = await withPasskey()
      expect(await keys?.credentials()).toHaveLength(1)
      await withoutAutofill(page)
      await go(page, "/dashboard/sign-in?to=/dashboard/access")
      await button(page, "Sign in with a passkey").click()
      await at(page, "/dashboard/access")
      expect(await page.textContent("main")).toContain("signed in with a passkey")
    })

    test("are offered in the field of the sign-in page", async () => {
      const { page } = await withPasskey()
      await go(page, "/dashboard/audit")
      await at(page, "/dashboard/audit")
      expect(await page.textContent("main")).toContain("Passkey of an administrator added")
    })

    test("are added, renamed and removed on their page, after signing in with one", async () => {
      const { page } = await withPasskey()
      await go(page, "/dashboard/passkeys")
      await at(page, "/dashboard/passkeys")
      const other = await addAuthenticator(page, { transport: "usb" })
      await button(page, "Add a passkey").click()
      await at(page, "/dashboard/passkeys?done=added")
      expect(await other.credentials()).toHaveLength(1)
      expect(await page.locator("ul.rows li").count()).toBe(2)
      await page.locator("summary").first().click()
      await page.locator("ul.rows input").first().fill("My laptop")
      await follow(page, button(page, "Save name").first())
      expect(await page.textContent("ul.rows li")).toContain("My laptop")
      await follow(page, page.locator('form[action$="/remove"] button').first())
      expect(await page.locator("ul.rows li").count()).toBe(1)
      expect(await page.textContent("main")).not.toContain("My laptop")
    })

    test("can be postponed, and are not added if the user is not verified", async () => {
      const { keys, page } = await invited({ authenticator: { isUserVerified: false } })
      await button(page, "Add a passkey").click()
      await page.getByText("No passkey was used. Try again, or choose another way.").waitFor()
      expect(await keys?.credentials()).toHaveLength(0)
      await follow(page, page.getByText("Continue without a passkey"))
      await at(page, home)
    })

    test("that are unknown are refused with words, and the browser is not asked again by itself", async () => {
      const { service } = scene()
      const { id, page } = await withPasskey()
      await withoutAutofill(page)
      await service.browser().send("DELETE", `/v1/admin/operators/${id}/passkeys`, {
        headers: { authorization: "Bearer test-admin-key-of-at-least-32-characters" }
      })
      await go(page, "/dashboard/sign-in")
      await button(page, "Sign in with a passkey").click()
      await page.getByText("You can't sign in with this passkey. Choose another way.").waitFor()
      expect(await page.locator("[data-autofill]").count()).toBe(0)
    })

    test("of a page that was open too long reload it, and say how to go on", async () => {
      const { page } = await withPasskey()
      await go(page, "/dashboard/passkeys")
      await at(page, "/dashboard/passkeys")
      scene().service.advance(10 * 60_000)
      await button(page, "Add a passkey").click()
      await page.getByText("To add or remove a passkey, sign in with one that you have.").waitFor()
    })

    test("without JavaScript, the pages say what is needed, and everything else works", async () => {
      const { page } = await invited({ javaScriptEnabled: false })
      expect(await page.getByText("Add a passkey").filter({ visible: true }).count()).toBeGreaterThan(0)
      expect(await button(page, "Add a passkey").isVisible()).toBe(false)
      expect(await page.getByText("use a current browser with JavaScript turned on").isVisible()).toBe(true)
      await follow(page, page.getByText("Continue without a passkey"))
      await follow(page, button(page, "Sign out"))
      expect(await button(page, "Sign in with a passkey").isVisible()).toBe(false)
      await page.fill("#key", "test-admin-key-of-at-least-32-characters")
      await follow(page, button(page, "Sign in with the admin key"))
      expect(new URL(page.url()).pathname).toBe(home)
    })

    test("log no violation of the policy, and no error", async () => {
      const { page } = await newPage()
      const messages: Array<string> = []
      page.on("console", (message) => messages.push(message.text()))
      page.on("pageerror", (error) => messages.push(error.message))
      await withoutAutofill(page)
      const { token } = await addOperator(scene().service, "viewer", newEmail())
      await go(page, `/dashboard/enter?token=${token}`)
      await follow(page, button(page, "Open the dashboard"))
      await button(page, "Add a passkey").click()
      await at(page, home)
      await go(page, "/dashboard/passkeys")
      await go(page, "/dashboard/sign-in")
      await button(page, "Sign in with a passkey").click()
      await at(page, home)
      expect(messages).toEqual([])
    })

    test("offer every algorithm that the adapter verifies", async () => {
      const { page } = await invited()
      const options = page.waitForResponse("**/dashboard/passkeys/options")
      await button(page, "Add a passkey").click()
      const { pubKeyCredParams } = (await (await options).json()) as { pubKeyCredParams: Array<{ alg: number }> }
      expect(pubKeyCredParams.map(({ alg }) => alg)).toEqual(SimpleWebAuthn.algorithms)
      await at(page, home)
    })
  }
)
