import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { patience } from "@latchkey/test-support/chromium"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import { addAuthenticator, type AuthenticatorOptions } from "@latchkey/test-support/virtualAuthenticator"
import { postForm } from "./support/app.ts"
import { button, inChromium } from "./support/chromium.ts"

const minutes = (count: number) => count * 60_000

inChromium(
  "Passkeys",
  ({ newPage, otherSite, service }) => {
    type Options = Parameters<typeof newPage>[0] & { readonly authenticator?: AuthenticatorOptions }

    /** Opens a page with an authenticator. */
    const open = async ({ authenticator, ...options }: Options = {}) => {
      const page = await newPage(options)
      return { page, keys: await addAuthenticator(page, authenticator) }
    }
    const signInTo = (path: string) => `/sign-in?return_to=${encodeURIComponent(`${service().origin}${path}`)}`
    const home = () => `${otherSite()}/home`
    const sessionOf = async (page: Page) =>
      (await page.context().request.get(`${service().origin}${session}`)).json() as Promise<Record<string, unknown>>

    /** Signs in on the page, to a new account whose email address is verified. */
    const verified = async (page: Page, email = newEmail()) => {
      await page.goto("/sign-in")
      await page.evaluate(() => document.querySelector("[name=passkeys]")?.remove())
      await page.fill("#email", email)
      await button(page, "Email me a sign-in link").click()
      await page.waitForURL("**/check-your-email")
      await page.goto(await service().lastLink(email)).catch(() => undefined)
      await page.waitForURL(home())
      return email
    }
    const add = async (page: Page) => {
      await page.goto("/account/passkeys")
      await button(page, "Add a passkey").click()
      await page.waitForURL("**/account/passkeys?done=added")
    }
    const signOut = async (page: Page) => {
      await page.goto("/account")
      await button(page, "Sign out").first().click()
      await page.waitForURL("**/signed-out")
    }
    /** An account with a passkey, signed out. */
    const withPasskey = async (options: Options = {}) => {
      const opened = await open(options)
      const email = await verified(opened.page)
      await add(opened.page)
      await signOut(opened.page)
      return { ...opened, email }
    }
    const status = (page: Page) => page.textContent(".passkey [role=status]")
    /** Turns the offer in the field off, so that the button is what signs in. */
    const withoutAutofill = (page: Page) =>
      page.addInitScript(() => {
        Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false })
      })

    test("are added on the account, and sign in with one button, at assurance level 2", async () => {
      const { email, page } = await withPasskey()
      await withoutAutofill(page)
      await page.goto("/sign-in")
      await button(page, "Sign in with a passkey").click()
      await page.waitForURL(home())
      expect(await sessionOf(page)).toMatchObject({ email, amr: ["pop", "user", "mfa"], aal: 2 })
      await page.goto("/account")
      expect(await page.textContent("ul.rows li")).toContain("Signed in with a passkey")
    })

    test("are offered in the field for the email address, and lead to the return URL", async () => {
      const { email, page } = await withPasskey()
      await page.goto(`/sign-in?return_to=${encodeURIComponent(`${service().origin}/account`)}`)
      await page.waitForURL("**/account")
      expect(await sessionOf(page)).toMatchObject({ email, aal: 2 })
    })

    test("of a device that cannot verify the user do not sign in, and the page says so", async () => {
      const { keys, page } = await withPasskey()
      await keys.setUserVerified(false)
      await withoutAutofill(page)
      await page.goto("/sign-in")
      await button(page, "Sign in with a passkey").click()
      await expect.poll(() => status(page)).toBe("No passkey was used. Try again, or choose another way.")
      expect(new URL(page.url()).pathname).toBe("/sign-in")
      // The page works as before.
      await keys.setUserVerified(true)
      await button(page, "Sign in with a passkey").click()
      await page.waitForURL(home())
    })

    test("that are removed leave the password manager, too, and do not sign in", async () => {
      const { keys, page } = await withPasskey()
      const elsewhere = await open()
      await keys.copyTo(elsewhere.keys)
      await page.goto(signInTo("/account/passkeys"))
      await page.waitForURL("**/account/passkeys")
      await page.getByRole("button", { name: /^Remove: / }).click()
      await page.waitForURL("**/account/passkeys?done=removed")
      expect(await page.textContent("main")).toContain("You don't have a passkey yet.")
      await expect.poll(async () => (await keys.credentials()).length).toBe(0)
      await elsewhere.page.goto("/sign-in")
      await elsewhere.page.waitForSelector("[role=alert]")
      expect(await elsewhere.page.textContent("[role=alert]")).toContain("You can't sign in with this passkey.")
    })

    test("get another name, and none that is empty", async () => {
      const { page } = await open()
      await verified(page)
      await add(page)
      await page.getByText("Rename", { exact: true }).click()
      const field = page.getByLabel("Name", { exact: true })
      await field.fill("")
      await button(page, "Save name").click()
      await page.waitForSelector("details[open] .error")
      expect(await page.textContent("details .error")).toBe("Enter a name for the passkey.")
      await field.fill("My laptop")
      await button(page, "Save name").click()
      await page.waitForURL("**/account/passkeys?done=renamed")
      expect(await page.textContent("ul.rows strong")).toBe("My laptop")
    })

    test("are not added twice on one device, and the page says so", async () => {
      const { page } = await open()
      await verified(page)
      await add(page)
      // A passkey raises what changes require: sign in with it.
      await signOut(page)
      await page.goto(signInTo("/account/passkeys"))
      await page.waitForURL("**/account/passkeys")
      await button(page, "Add a passkey").click()
      await expect.poll(() => status(page)).toContain("already has a passkey for your account")
    })

    test.each([
      ["speaks U2F", { protocol: "u2f", transport: "usb", hasResidentKey: false, hasUserVerification: false }],
      ["cannot find a passkey by itself", { transport: "usb", hasResidentKey: false }],
      ["cannot verify the user", { transport: "usb", hasUserVerification: false, isUserVerified: false }]
    ] as const)("are not added with a security key that %s, and the page says so", async (_, authenticator) => {
      const { keys, page } = await open({ authenticator })
      await verified(page)
      await page.goto("/account/passkeys")
      await button(page, "Add a passkey").click()
      await expect
        .poll(() => status(page), { timeout: patience })
        .toBe("No passkey was added. Try again, or use another device.")
      expect(await keys.credentials()).toEqual([])
      expect(new URL(page.url()).pathname).toBe("/account/passkeys")
    })

    test("ask who the user is, ten minutes after the sign-in, and lead back", async () => {
      const { page } = await withPasskey()
      await page.goto(signInTo("/account/passkeys"))
      await page.waitForURL("**/account/passkeys")
      // The page was open for too long: the script is refused the options, and says what to do.
      service().advance(minutes(11))
      await button(page, "Add a passkey").click()
      await page.getByText("Reload it, then try again.").waitFor()
      await page.reload()
      await page.getByRole("link", { name: "Confirm that it's you" }).click()
      await page.waitForURL("**/reauthenticate?*")
      const before = await sessionOf(page)
      await button(page, "Use a passkey").click()
      await page.waitForURL("**/account/passkeys")
      const after = await sessionOf(page)
      expect([after["userId"], after["sessionId"] === before["sessionId"]]).toEqual([before["userId"], false])
      expect(await button(page, "Add a passkey").isVisible()).toBe(true)
    })

    test("are offered once after a sign-in with a link, and the user goes on without", async () => {
      const { page } = await open()
      const email = newEmail()
      const signIn = async () => {
        await page.goto("/sign-in")
        await expect.poll(() => page.inputValue("[name=passkeys]")).toBe("1")
        await page.fill("#email", email)
        await button(page, "Email me a sign-in link").click()
        await page.waitForURL("**/check-your-email")
        await page.goto(await service().lastLink(email)).catch(() => undefined)
      }
      await signIn()
      await page.waitForURL("**/account/passkeys/offer")
      expect(await page.textContent("h1")).toBe("Sign in without a password next time?")
      await page.getByRole("link", { name: "Not now" }).click()
      await page.waitForURL(home())
      await signOut(page)
      service().advance(minutes(60))
      await signIn()
      await page.waitForURL(home())
    })

    test("are offered after a sign-in with a password, and added on the way to the return URL", async () => {
      const { keys, page } = await open()
      const email = await verified(page)
      await page.goto("/account")
      await page.fill("#password", password)
      await button(page, "Set password").click()
      await page.waitForURL("**/account?done=password")
      await signOut(page)
      await page.goto(`/sign-in?return_to=${encodeURIComponent(`${service().origin}/account/delete`)}`)
      await expect.poll(() => page.inputValue("[name=passkeys]")).toBe("1")
      await page.fill("#email", email)
      await page.fill("#password", password)
      await button(page, "Sign in").click()
      await page.waitForURL("**/account/passkeys/offer?*")
      await button(page, "Add a passkey").click()
      await page.waitForURL("**/account/delete")
      expect(await keys.credentials()).toHaveLength(1)
    })

    test.each([
      ["without scripts", { javaScriptEnabled: false }],
      ["without a screen lock", { authenticator: { transport: "usb" } as const }]
    ])("are not offered on a device %s", async (_, options) => {
      const { page } = await open(options)
      const email = newEmail()
      await page.goto("/sign-in")
      await page.fill("#email", email)
      await button(page, "Email me a sign-in link").click()
      await page.waitForURL("**/check-your-email")
      await page.goto(await service().lastLink(email)).catch(() => undefined)
      await page.waitForURL(home())
    })

    test("need scripts, and the pages say so without them", async () => {
      const page = await newPage({ javaScriptEnabled: false })
      await verifiedWithoutScript(page)
      await page.goto("/account/passkeys")
      expect(await button(page, "Add a passkey").isVisible()).toBe(false)
      expect(await page.textContent("main")).toContain("use a current browser with JavaScript turned on")
      await page.goto("/sign-in")
      expect(await page.locator(".passkey").isVisible()).toBe(false)
    })
    const verifiedWithoutScript = async (page: Page) => {
      const email = newEmail()
      await postForm(service().browser(), "/sign-up", { email, password })
      await page.goto("/sign-in")
      await page.fill("#email", email)
      await page.fill("#password", password)
      await button(page, "Sign in").click()
      await page.waitForURL(home())
    }

    test("are not on the pages of an instance that has them turned off", async () => {
      const { page } = await withPasskey()
      const set = (passkey: boolean) =>
        service().instances((instances) => instances.update(defaultId, { authConfig: { passkey } }))
      await set(false)
      try {
        await page.goto("/sign-in")
        expect(await page.locator(".passkey").count()).toBe(0)
        expect(await page.getAttribute("#email", "autocomplete")).toBe("username")
      } finally {
        await set(true)
      }
    })

    test("run no script but the one of the pages, and ask no other origin", async () => {
      const page = await newPage()
      const messages: Array<string> = []
      page.on("console", (message) => messages.push(message.text()))
      const response = await page.goto("/sign-in")
      const policy = (await response?.headerValue("content-security-policy")) ?? ""
      expect(policy).toMatch(/; script-src 'sha256-[A-Za-z0-9+/]{43}='; connect-src 'self'; /)
      await page.evaluate(async (url) => {
        const script = document.createElement("script")
        script.src = "/docs/other.js"
        document.body.append(script)
        await fetch(url).catch(() => undefined)
      }, home())
      await expect
        .poll(() => messages.filter((text) => text.includes("Content Security Policy")).length)
        .toBeGreaterThan(1)
    })
  },
  { host: "localhost" }
)
