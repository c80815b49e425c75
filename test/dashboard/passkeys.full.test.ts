import { gzipSync } from "node:zlib"
import { start } from "@latchkey/test-support/HttpService"
import { screenshotOf } from "@latchkey/test-support/chromium"
import { asAdmin, newEmail } from "@latchkey/test-support/contract"
import { watchShifts, shiftsOf } from "@latchkey/test-support/layoutShifts"
import { addOperator, invite } from "@latchkey/test-support/operator"
import { adminKey, type Service } from "@latchkey/test-support/Service"
import { addAuthenticator, type AuthenticatorOptions } from "@latchkey/test-support/virtualAuthenticator"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { desktop, phone, violationsInBoth } from "./support/accessibility.ts"
import { follow, inChromium } from "./support/chromium.ts"

const home = "/dashboard"
const account = "/dashboard/account"
const own = "/dashboard/account/passkeys"

/** Where a browser is after it has added the first passkey: the dashboard asks for it. */
const isAfterFirst = ({ pathname }: URL) => pathname === home || pathname === "/dashboard/sign-in"

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
      // The dashboard asks for the passkey, and the browser presents it by itself.
      await at(opened.page, home)
      await opened.page.context().clearCookies()
      return opened
    }

    test("are added right after the invitation, and sign in with one button", async () => {
      const { keys, page } = await withPasskey()
      expect(await keys?.credentials()).toHaveLength(1)
      await withoutAutofill(page)
      await go(page, "/dashboard/sign-in?return_to=/dashboard/access")
      await button(page, "Sign in with a passkey").click()
      await at(page, "/dashboard/access")
      expect(await page.textContent("main")).toContain("with a passkey")
    })

    test("are offered in the field of the sign-in page", async () => {
      const { page } = await withPasskey()
      await go(page, "/dashboard/audit")
      await at(page, "/dashboard/audit")
      expect(await page.textContent("main")).toContain("Passkey of a user added")
    })

    test("are added, renamed and removed on the page that users have, after signing in with one", async () => {
      const { page } = await withPasskey()
      await go(page, own)
      await at(page, own)
      const other = await addAuthenticator(page, { transport: "usb" })
      await button(page, "Add a passkey").click()
      await at(page, `${own}?done=added`)
      expect(await other.credentials()).toHaveLength(1)
      expect(await page.locator("ul.keys li").count()).toBe(2)
      await page.locator("main summary").first().click()
      await page.locator("ul.keys input:not([type=hidden])").first().fill("My laptop")
      await follow(page, button(page, "Save name").first())
      expect(await page.textContent("ul.keys li")).toContain("My laptop")
      await follow(page, page.locator('form[action$="/remove"] button').first())
      expect(await page.locator("ul.keys li").count()).toBe(1)
      expect(await page.textContent("main")).not.toContain("My laptop")
      await follow(page, page.getByText("Back to your account"))
      expect(new URL(page.url()).pathname).toBe(account)
    })

    test("are asked for before someone gets access, and what was typed is submitted by one button more", async () => {
      const page = await scene().newPage({ javaScriptEnabled: true })
      await openers["form-resumed"]?.(page, scene().service)
      await follow(page, button(page, "Continue"))
      expect(await page.textContent("main")).toContain("The invitation is on its way by email.")
      expect(await page.textContent("h1")).toBe("Grace <b>")
    })

    test("can be postponed until the dashboard asks for one, and are not added if the user is not verified", async () => {
      const { keys, page } = await invited({ authenticator: { isUserVerified: false } })
      await button(page, "Add a passkey").click()
      await page.getByText("No passkey was added. Try again, or use another device.").waitFor()
      expect(await keys?.credentials()).toHaveLength(0)
      await follow(page, page.getByText("Not now"))
      await at(page, account)
      expect(await page.textContent("main")).toContain("a link alone isn't enough for the dashboard")
    })

    test("that are unknown are refused with words, and the browser is not asked again by itself", async () => {
      const { service } = scene()
      const { id, page } = await withPasskey()
      await withoutAutofill(page)
      await service.browser().send("DELETE", `/v1/admin/operators/${id}/passkeys`, {
        headers: asAdmin
      })
      await go(page, "/dashboard/sign-in")
      await button(page, "Sign in with a passkey").click()
      await page.getByText("You can't sign in with this passkey. Choose another way.").waitFor()
      expect(await page.locator("[data-autofill]").count()).toBe(0)
    })

    test("of a page that was open too long say to reload it, and then how to go on", async () => {
      const { page } = await withPasskey()
      await go(page, own)
      await at(page, own)
      scene().service.advance(10 * 60_000)
      await button(page, "Add a passkey").click()
      await page.getByText("Reload it, then try again.").waitFor()
      await page.reload()
      await page.getByText("Confirm that it's you").waitFor()
    })

    test("without JavaScript, the pages say what is needed, and the admin key still signs in", async () => {
      const { page } = await invited({ javaScriptEnabled: false })
      expect(await button(page, "Add a passkey").isVisible()).toBe(false)
      await follow(page, page.getByText("Not now"))
      await at(page, account)
      await page.click(".side .up summary")
      await follow(page, button(page, "Sign out"))
      expect(await button(page, "Sign in with a passkey").isVisible()).toBe(false)
      await page.fill("#key", adminKey)
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
      await page.waitForURL(isAfterFirst)
      await go(page, own)
      await go(page, account)
      await go(page, "/dashboard/sign-in")
      await button(page, "Sign in with a passkey").click()
      await at(page, home)
      expect(messages).toEqual([])
    })
  }
)

/** Signs someone in as a new administrator, in a browser with an authenticator and without autofill. */
const enter = async (page: Page, service: Service) => {
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false })
  })
  await addAuthenticator(page)
  const { id, token } = await addOperator(service, "admin", newEmail())
  await page.goto(`${service.origin}/dashboard/enter?token=${token}`)
  await follow(page, "main button")
  return id
}

const addPasskey = async (page: Page, service: Service) => {
  const id = await enter(page, service)
  await page.getByRole("button", { name: "Add a passkey", exact: true }).click()
  await page.waitForURL(isAfterFirst)
  return id
}

const go = (path: string) => (page: Page, service: Service) => page.goto(`${service.origin}${path}`)

const signInWithPasskey = async (page: Page, service: Service, to = account) => {
  await go(`/dashboard/sign-in?return_to=${to}`)(page, service)
  await page.getByRole("button", { name: "Sign in with a passkey", exact: true }).click()
  await page.waitForURL(`${service.origin}${to}`)
}

/** Submits a form ten minutes after the sign-in. */
async function submitUnconfirmed(page: Page, service: Service) {
  await addPasskey(page, service)
  await signInWithPasskey(page, service, "/dashboard/operators")
  service.advance(10 * 60_000)
  await page.fill("#email", newEmail())
  await page.fill("#name", "Grace <b>")
  await follow(page, "main form button")
  await page.getByText("Sign in again to show that it's you.").waitFor()
}

/** Opens every page that is different where there are passkeys, by name. */
const openers: Readonly<Record<string, (page: Page, service: Service) => Promise<unknown>>> = {
  "passkey-sign-in": go("/dashboard/sign-in"),
  "passkey-sign-in-again": go("/dashboard/sign-in?again=1&return_to=/dashboard/account"),
  "passkey-sign-in-rejected": async (page, service) => {
    const id = await addPasskey(page, service)
    await service.browser().send("DELETE", `/v1/admin/operators/${id}/passkeys`, { headers: asAdmin })
    await go("/dashboard/sign-in")(page, service)
    await page.getByRole("button", { name: "Sign in with a passkey", exact: true }).click()
    await page.locator(".notice.bad").waitFor()
  },
  "passkey-offer": enter,
  "account-unprotected": async (page, service) => {
    await enter(page, service)
    await go(account)(page, service)
  },
  account: async (page, service) => {
    await addPasskey(page, service)
    await signInWithPasskey(page, service)
  },
  "account-passkeys": async (page, service) => {
    await addPasskey(page, service)
    await go(own)(page, service)
  },
  "account-unnamed": async (page, service) => {
    await page.goto((await invite(service)).url)
    await follow(page, "main button")
    await go(account)(page, service)
  },
  "administrator-remove-passkeys": async (page, service) => {
    const id = await addPasskey(page, service)
    await signInWithPasskey(page, service, `/dashboard/operators/${id}/remove-passkeys`)
  },
  "form-kept": submitUnconfirmed,
  "form-resumed": async (page, service) => {
    await submitUnconfirmed(page, service)
    await page.getByRole("button", { name: "Sign in with a passkey", exact: true }).click()
    await page.getByText("What you submitted is kept, and not done yet.").waitFor()
  }
}

inChromium(
  "Every page of the dashboard that knows passkeys",
  () => start({ host: "localhost" }),
  (scene) => {
    test.each(Object.keys(openers))(
      "has at most 14 kB and the script, no layout shift and no violations in axe, fits a narrow screen, and has small pictures: %s",
      async (name) => {
        const page = await scene().newPage({ javaScriptEnabled: true, viewport: phone })
        await watchShifts(page)
        await openers[name]?.(page, scene().service)
        expect(await page.locator("script").count()).toBe(1)
        expect(gzipSync(await page.content()).length).toBeLessThan(14_000)
        expect(await page.locator("[style], [onclick], link:not([rel=expect]), img").count()).toBe(0)
        expect(await shiftsOf(page)).toEqual([])
        expect(await page.locator("h1").count()).toBe(1)
        await page.setViewportSize({ width: 320, height: 640 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
        expect(await violationsInBoth(page)).toEqual([])
        for (const viewport of [phone, desktop]) {
          await page.setViewportSize(viewport)
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme })
            const picture = await screenshotOf(page)
            expect(picture.length).toBeGreaterThan(5000)
            expect(picture.length).toBeLessThan(100_000)
          }
        }
      }
    )
  },
  60_000
)
