import { describe, expect, test } from "vitest"
import { newEmail, password } from "@latchkey/test-support/contract"
import { inChromium } from "./support/chromium.ts"

inChromium("The sign-in and sign-up pages", ({ emailOf, newPage, otherSite, service, signedUp }) => {
  describe.each([true, false])("scripts on: %s", (javaScriptEnabled) => {
    const open = async (path: string) => {
      const page = await newPage({ javaScriptEnabled })
      await page.goto(path)
      return page
    }
    const invalidFields = async (page: Awaited<ReturnType<typeof open>>) =>
      page.locator('[aria-invalid="true"]').evaluateAll((inputs) => inputs.map(({ id }) => id))

    test("create an account by keyboard, after a password that was too short", async () => {
      const page = await open("/sign-up")
      const email = newEmail()
      await page.locator("#email:focus").waitFor()
      await page.keyboard.type(email)
      await page.keyboard.press("Tab")
      await page.keyboard.type("short")
      await page.keyboard.press("Enter")
      await page.locator("#password-error").waitFor()
      await page.locator("#password:focus").waitFor()
      expect(await page.inputValue("#email")).toBe(email)
      expect(await page.inputValue("#password")).toBe("")
      expect(await invalidFields(page)).toEqual(["password"])
      expect(await page.textContent("#password-error")).toBe("Your password must include at least 8 characters.")
      await page.keyboard.type(password)
      await page.keyboard.press("Enter")
      await page.waitForURL(`${otherSite()}/home`)
      expect(await emailOf(page)).toBe(email)
    })

    test("name every empty field, and focus the first", async () => {
      const page = await open("/sign-in")
      const [reply] = await Promise.all([page.waitForResponse("**/sign-in"), page.click("button:not([type],.quiet)")])
      expect(reply.status()).toBe(400)
      await page.locator("#email:focus").waitFor()
      expect(await invalidFields(page)).toEqual(["email", "password"])
      expect(await page.locator("[role=alert] a").allTextContents()).toEqual([
        "Enter your email address.",
        "Enter your password."
      ])
      expect(await page.title()).toBe("Error: Sign in – Latchkey")
      await page.click("[role=alert] a >> nth=1")
      await page.locator("#password:focus").waitFor()
      await page.keyboard.type("x")
      expect(await page.inputValue("#password")).toBe("x")
    })

    test("keep the address after a wrong password, and sign in with the right one", async () => {
      const { email } = await signedUp()
      const page = await open("/sign-in")
      await page.fill("#email", ` ${email.toUpperCase()} `)
      await page.fill("#password", "not the password")
      await page.keyboard.press("Enter")
      await page.locator("[role=alert]").waitFor()
      expect(await page.textContent("[role=alert]")).toBe("Wrong email address or password.")
      expect(await invalidFields(page)).toEqual([])
      await page.locator("#password:focus").waitFor()
      await page.keyboard.type(password)
      await page.keyboard.press("Enter")
      await page.waitForURL(`${otherSite()}/home`)
      expect(await emailOf(page)).toBe(email)
    })

    test("request a link with the address only, again, and for another address", async () => {
      const page = await open("/sign-in")
      await page.click("text=Email me a sign-in link")
      expect(await invalidFields(page)).toEqual(["email"])
      const email = newEmail()
      await page.fill("#email", email)
      await page.click("text=Email me a sign-in link")
      await page.waitForURL("**/check-your-email")
      expect(await page.textContent("strong")).toBe(email)
      await page.click("text=Resend link")
      await page.waitForURL("**/check-your-email?again=1")
      expect(await page.textContent("[role=status]")).toContain("We're sending a new link.")
      await service().deliver()
      expect((await service().emails()).filter(({ to }) => to === email)).toHaveLength(2)
      await page.click("text=Use another email address")
      await page.locator("#email:focus").waitFor()
      expect([new URL(page.url()).search, await page.inputValue("#email")]).toEqual(["", email])
      // The script selects the address, so that typing replaces it.
      await page.keyboard.type("x")
      expect(await page.inputValue("#email")).toHaveLength(javaScriptEnabled ? 1 : email.length + 1)
    })

    test("sign out, and confirm it", async () => {
      const { email, page } = await signedUp({ javaScriptEnabled })
      await page.goto("/sign-in")
      expect([await page.textContent("h1"), await page.textContent("strong")]).toEqual(["You're signed in", email])
      await page.click("text=Sign out")
      await page.waitForURL("**/signed-out")
      expect(await emailOf(page)).toBeUndefined()
    })
  })

  test("set cookies that scripts cannot read", async () => {
    const { page } = await signedUp()
    await page.goto("/account")
    expect(await page.evaluate(() => document.cookie)).toBe("")
    const kept = await page.context().cookies()
    expect(kept.map(({ httpOnly, name, path, sameSite }) => [name, path, httpOnly, sameSite]).sort()).toEqual([
      ["__client", "/", true, "Lax"],
      ["__form", "/", true, "Lax"],
      ["__last", "/", true, "Lax"],
      ["__session", "/", true, "Lax"]
    ])
    await page.goto("/sign-in")
    await page.click("text=Sign out")
    await page.waitForURL("**/signed-out")
    expect((await page.context().cookies()).map(({ name }) => name).sort()).toEqual(["__client", "__form", "__last"])
  })

  test("show nothing of the account when the user goes back after signing out", async () => {
    const { email, page } = await signedUp()
    await page.goto("/account")
    await page.click(".actions button")
    await page.waitForURL("**/signed-out")
    await page.goBack()
    await page.waitForURL("**/sign-in?return_to=*")
    expect(await page.content()).not.toContain(email)
  })
})
