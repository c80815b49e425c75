import { describe, expect, test } from "vitest"
import { newEmail, password } from "../http/support/contract.ts"
import { inChromium } from "./support/chromium.ts"

inChromium("Signing in and signing up", ({ elsewhere, emailOf, newPage, service, signedUp }) => {
  describe.each([true, false])("scripts on: %s", (javaScriptEnabled) => {
    const open = async (path: string) => {
      const page = await newPage({ javaScriptEnabled })
      await page.goto(path)
      return page
    }
    const wrongFields = async (page: Awaited<ReturnType<typeof open>>) =>
      page.locator('[aria-invalid="true"]').evaluateAll((inputs) => inputs.map(({ id }) => id))

    test("an account is made by keyboard, after a password that was too short", async () => {
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
      expect(await wrongFields(page)).toEqual(["password"])
      expect(await page.textContent("#password-error")).toBe("This password still needs at least 8 characters.")
      await page.keyboard.type(password)
      await page.keyboard.press("Enter")
      await page.waitForURL(`${elsewhere()}/home`)
      expect(await emailOf(page)).toBe(email)
    })

    test("empty fields are named one by one, and the first has the focus", async () => {
      const page = await open("/sign-in")
      const [reply] = await Promise.all([page.waitForResponse("**/sign-in"), page.click("button")])
      expect(reply.status()).toBe(400)
      await page.locator("#email:focus").waitFor()
      expect(await wrongFields(page)).toEqual(["email", "password"])
      expect(await page.locator("[role=alert] a").allTextContents()).toEqual([
        "Enter your email address.",
        "Enter a password."
      ])
      expect(await page.title()).toBe("Error: Sign in – Latchkey")
      await page.click("[role=alert] a >> nth=1")
      await page.locator("#password:focus").waitFor()
      await page.keyboard.type("x")
      expect(await page.inputValue("#password")).toBe("x")
    })

    test("a wrong password is said once, the address stays, and the right one signs in", async () => {
      const { email } = await signedUp()
      const page = await open("/sign-in")
      await page.fill("#email", ` ${email.toUpperCase()} `)
      await page.fill("#password", "not the password")
      await page.keyboard.press("Enter")
      await page.locator("[role=alert]").waitFor()
      expect(await page.textContent("[role=alert]")).toBe("Wrong email address or password.")
      expect(await wrongFields(page)).toEqual([])
      await page.locator("#password:focus").waitFor()
      await page.keyboard.type(password)
      await page.keyboard.press("Enter")
      await page.waitForURL(`${elsewhere()}/home`)
      expect(await emailOf(page)).toBe(email)
    })

    test("a link is asked for with the address alone, once more, and for another address", async () => {
      const page = await open("/sign-in")
      await page.click("text=Email me a link")
      expect(await wrongFields(page)).toEqual(["email"])
      const email = newEmail()
      await page.fill("#email", email)
      await page.click("text=Email me a link")
      await page.waitForURL("**/check-your-mail")
      expect(await page.textContent("strong")).toBe(email)
      await page.click("text=Send it again")
      await page.waitForURL("**/check-your-mail?again=1")
      expect(await page.textContent("[role=status]")).toContain("A new link is on its way.")
      await service().deliver()
      expect((await service().mails()).filter(({ to }) => to === email)).toHaveLength(2)
      await page.click("text=Use another address")
      await page.waitForURL("**/sign-in")
    })

    test("signing out ends the session, and the page says so", async () => {
      const { email, page } = await signedUp({ javaScriptEnabled })
      await page.goto("/sign-in")
      expect([await page.textContent("h1"), await page.textContent("strong")]).toEqual(["You are signed in", email])
      await page.click("text=Sign out")
      await page.waitForURL("**/signed-out")
      expect(await emailOf(page)).toBeUndefined()
    })
  })

  test("the cookies are the browser's to keep, and no script's to read", async () => {
    const { page } = await signedUp()
    await page.goto("/account")
    expect(await page.evaluate(() => document.cookie)).toBe("")
    const kept = await page.context().cookies()
    expect(kept.map(({ httpOnly, name, path, sameSite }) => [name, path, httpOnly, sameSite]).sort()).toEqual([
      ["__client", "/", true, "Lax"],
      ["__session", "/", true, "Lax"]
    ])
    await page.goto("/sign-in")
    await page.click("text=Sign out")
    await page.waitForURL("**/signed-out")
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["__client"])
  })

  test("going back after signing out shows nothing of the account", async () => {
    const { email, page } = await signedUp()
    await page.goto("/account")
    await page.click(".actions button")
    await page.waitForURL("**/signed-out")
    await page.goBack()
    await page.waitForURL("**/sign-in?return_to=*")
    expect(await page.content()).not.toContain(email)
  })
})
