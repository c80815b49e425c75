import { defaultId, type SecondFactorMode } from "@latchkey/domain/instance/Instance"
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { codeAt } from "@latchkey/test-support/authenticatorApp"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import { setSecondFactorMode } from "@latchkey/test-support/secondFactorMode"
import { button, inChromium } from "./support/chromium.ts"

const minutes = (count: number) => count * 60_000

inChromium("The second factor", (scene) => {
  const { newPage, otherSite, service } = scene
  const home = () => `${otherSite()}/home`
  const setMode = (mode: SecondFactorMode) => setSecondFactorMode(service(), mode)
  const sessionOf = async (page: Page) =>
    (await page.context().request.get(`${service().origin}${session}`)).json() as Promise<Record<string, unknown>>
  /** Returns the code of the app. No code works twice: each test moves the clock in between. */
  const codeNow = async (key: string) => codeAt(key.replaceAll(" ", ""), service().now())
  const path = (page: Page) => new URL(page.url()).pathname

  const signUp = async (page: Page) => {
    const email = newEmail()
    await page.goto("/sign-up")
    await page.fill("#email", email)
    await page.fill("#password", password)
    await button(page, "Create account").click()
    return email
  }
  const enterPassword = async (page: Page, email: string, query = "") => {
    await page.goto(`/sign-in${query}`)
    await page.fill("#email", email)
    await page.fill("#password", password)
    await button(page, "Sign in").click()
  }
  const setCodes = (magicLinkCodes: boolean) =>
    service().instances((instances) => instances.update(defaultId, { emailConfig: { magicLinkCodes } }))
  const requestLink = async (page: Page, email: string) => {
    await page.goto("/sign-in")
    await page.fill("#email", email)
    await button(page, "Email me a sign-in link").click()
    await page.waitForURL("**/check-your-email")
  }
  const keyOn = async (page: Page) => (await page.textContent("bdi code")) ?? ""
  const enter = async (page: Page, code: string, name = "Sign in") => {
    await page.fill("#code", code)
    await button(page, name).click()
  }
  const signOut = async (page: Page) => {
    await page.goto("/account")
    await button(page, "Sign out").first().click()
    await page.waitForURL("**/signed-out")
  }

  /** Sets up an authenticator app on the account. Returns its key and the recovery codes. */
  const setUp = async (page: Page) => {
    await page.goto("/account")
    await page.getByRole("link", { name: "Set up a second factor" }).click()
    await button(page, "Set up an authenticator app").click()
    const key = await keyOn(page)
    await enter(page, await codeNow(key), "Turn on")
    await page.waitForSelector(".codes")
    const codes = await page.locator(".codes code").allTextContents()
    return { key, codes }
  }

  /** An account with an authenticator app, signed out. */
  const withFactor = async (page: Page) => {
    await setMode("optional")
    const email = await signUp(page)
    await page.waitForURL(home())
    const factor = await setUp(page)
    await page.getByRole("link", { name: "I've saved them" }).click()
    await page.waitForURL("**/account/second-factor")
    expect(await page.textContent("main")).toContain("You have 10 recovery codes left.")
    await signOut(page)
    service().advance(minutes(1))
    return { email, ...factor }
  }

  describe.each([true, false])("with scripts: %s", (javaScriptEnabled) => {
    test("is set up on the account, and signs in after the password, to the return URL", async () => {
      const page = await newPage({ javaScriptEnabled })
      const { email, key } = await withFactor(page)
      await enterPassword(page, email, `?return_to=${encodeURIComponent(`${service().origin}/account`)}`)
      await page.waitForURL("**/sign-in/second-factor?*")
      expect((await sessionOf(page))["code"]).toBe("unauthenticated")
      await enter(page, "000000")
      expect(await page.textContent("#code-error")).toContain("This code doesn't work.")
      await enter(page, await codeNow(key))
      await page.waitForURL("**/account")
      expect(await sessionOf(page)).toMatchObject({ email, amr: ["pwd", "otp", "mfa"], aal: 2 })
    })

    test("is replaced by a recovery code, once", async () => {
      const page = await newPage({ javaScriptEnabled })
      const { codes, email } = await withFactor(page)
      const useCode = async () => {
        await enterPassword(page, email)
        await page.getByRole("link", { name: "Use a recovery code" }).click()
        await enter(page, codes[0] ?? "")
      }
      await useCode()
      await page.waitForURL(home())
      expect(await sessionOf(page)).toMatchObject({ email, amr: ["pwd", "recovery_code", "mfa"] })
      await signOut(page)
      await useCode()
      expect(await page.textContent("#code-error")).toContain("It may have been used already.")
      await page.getByRole("link", { name: "Use your authenticator app" }).click()
      expect(await page.textContent("h1")).toBe("Enter your code")
    })

    test("is asked for after a link, and after a code beside it", async () => {
      const page = await newPage({ javaScriptEnabled })
      await setMode("optional")
      await setCodes(true)
      try {
        const email = newEmail()
        await requestLink(page, email)
        await page.goto(await service().lastLink(email)).catch(() => undefined)
        await page.waitForURL(home())
        const { key } = await setUp(page)
        await signOut(page)
        for (const open of [
          async () => page.goto(await service().lastLink(email)),
          async () => enter(page, await service().lastCode(email))
        ]) {
          service().advance(minutes(5))
          await requestLink(page, email)
          await open()
          await page.waitForURL("**/sign-in/second-factor**")
          expect((await sessionOf(page))["code"]).toBe("unauthenticated")
          await enter(page, await codeNow(key))
          await page.waitForURL(home())
          expect(await sessionOf(page)).toMatchObject({ email, amr: ["email", "otp", "mfa"], aal: 2 })
          await signOut(page)
        }
      } finally {
        await setCodes(false)
      }
    })

    test("is set up while signing in if the instance requires it, with recovery codes", async () => {
      const page = await newPage({ javaScriptEnabled })
      await setMode("off")
      const email = await signUp(page)
      await page.waitForURL(home())
      await signOut(page)
      await setMode("required")
      try {
        await enterPassword(page, email)
        await page.waitForURL("**/sign-in/second-factor**")
        expect(await page.textContent("main")).toContain("requires a second factor. Set it up to sign in.")
        const key = await keyOn(page)
        await enter(page, "12345", "Turn on")
        expect(await page.textContent("#code-error")).toBe("Enter the six digits that your authenticator app shows.")
        // The same key: the app has it already.
        expect(await keyOn(page)).toBe(key)
        await enter(page, await codeNow(key), "Turn on")
        expect(await page.locator(".codes code").count()).toBe(10)
        await page.getByRole("link", { name: "I've saved them" }).click()
        await page.waitForURL(home())
        expect(await sessionOf(page)).toMatchObject({ email, aal: 2 })
        await page.goto("/account/second-factor")
        expect(await page.textContent("main")).toContain("so you can't remove it")
      } finally {
        await setMode("optional")
      }
    })

    test("is removed after the user has confirmed who they are, and new recovery codes replace the old ones", async () => {
      const page = await newPage({ javaScriptEnabled })
      const { codes, email, key } = await withFactor(page)
      await enterPassword(page, email)
      await enter(page, await codeNow(key))
      await page.waitForURL(home())
      service().advance(minutes(11))
      await page.goto("/account/second-factor")
      await button(page, "Create new recovery codes").click()
      await page.waitForURL("**/reauthenticate?*")
      expect(await page.locator("#password").count()).toBe(0)
      await page.fill("#code", await codeNow(key))
      await button(page, "Confirm").first().click()
      await page.waitForURL("**/account/second-factor")
      await button(page, "Create new recovery codes").click()
      const renewed = await page.locator(".codes code").allTextContents()
      expect([renewed.length, renewed.some((code) => codes.includes(code))]).toEqual([10, false])
      await page.goto("/account/second-factor")
      await button(page, "Remove second factor").click()
      await page.waitForURL("**/account/second-factor?done=removed")
      expect(await page.textContent("main")).toContain("Your second factor is removed.")
      await signOut(page)
      await enterPassword(page, email)
      await page.waitForURL(home())
    })
  })

  test("has a QR code that contains what the app needs, and codes to download as a file", async () => {
    await setMode("optional")
    const page = await newPage()
    const email = await signUp(page)
    await page.waitForURL(home())
    await page.goto("/account/second-factor")
    await button(page, "Set up an authenticator app").click()
    const uri = (await page.getAttribute('a[href^="otpauth:"]', "href")) ?? ""
    expect([new URL(uri).searchParams.get("secret"), decodeURIComponent(uri)]).toEqual([
      (await keyOn(page)).replaceAll(" ", ""),
      expect.stringContaining(email)
    ])
    await enter(page, await codeNow(await keyOn(page)), "Turn on")
    const codes = await page.locator(".codes code").allTextContents()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click()
    ])
    const stream = await download.createReadStream()
    const text = (await stream.toArray()).join("")
    expect([download.suggestedFilename(), text]).toEqual(["recovery-codes.txt", `Latchkey\n\n${codes.join("\n")}\n`])
  })

  test("comes too late after ten minutes: the page says so, and leads to the sign-in", async () => {
    const page = await newPage()
    const { email, key } = await withFactor(page)
    await enterPassword(page, email, `?return_to=${encodeURIComponent(`${service().origin}/account`)}`)
    service().advance(minutes(10))
    await enter(page, await codeNow(key))
    expect(await page.textContent("h1")).toBe("Your sign-in has expired")
    await page.getByRole("link", { name: "Sign in" }).click()
    await page.waitForURL("**/sign-in?return_to=*")
  })

  test("of a sign-in that another tab has completed leads on", async () => {
    const page = await newPage()
    const { email, key } = await withFactor(page)
    await enterPassword(page, email)
    const tab = await page.context().newPage()
    await tab.goto("/sign-in/second-factor")
    await enter(page, await codeNow(key))
    await page.waitForURL(home())
    await tab.reload()
    await tab.waitForURL(home())
    expect(path(tab)).toBe("/home")
  })
})
