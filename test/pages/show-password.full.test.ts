import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { newEmail, password } from "@latchkey/test-support/contract"
import { inChromium } from "./support/chromium.ts"

inChromium("The button that shows a password", ({ emailOf, newPage, otherSite, signedUp }) => {
  /** Returns the messages of the console from now on, violations of the policy included. */
  const messagesOf = (page: Page) => {
    const messages: Array<string> = []
    page.on("console", (message) => messages.push(message.text()))
    page.on("pageerror", (error) => messages.push(error.message))
    return messages
  }
  const typeOf = (page: Page, id = "password") => page.getAttribute(`#${id}`, "type")

  test("shows and hides it by keyboard, and says so to screen readers", async () => {
    const page = await newPage()
    const messages = messagesOf(page)
    await page.goto("/sign-in")
    await page.fill("#password", password)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    expect([await typeOf(page), await page.inputValue("#password")]).toEqual(["text", password])
    const button = (pressed: boolean) => page.getByRole("button", { name: "Show Password", pressed }).count()
    expect(await button(true)).toBe(1)
    expect(await page.textContent("[aria-live]")).toBe("Your password is visible.")
    await page.keyboard.press("Space")
    expect(await typeOf(page)).toBe("password")
    expect(await button(false)).toBe(1)
    expect(await page.textContent("[aria-live]")).toBe("Your password is hidden.")
    // No request was made, and the policy allowed everything.
    expect([new URL(page.url()).pathname, messages.filter((text) => !text.includes("favicon"))]).toEqual([
      "/sign-in",
      []
    ])
  })

  test("is on every password field, each for itself", async () => {
    const { page } = await signedUp()
    await page.goto("/account")
    await page.click("summary:text('Change password')")
    await page.getByRole("button", { name: "Show New password" }).click()
    expect([await typeOf(page, "currentPassword"), await typeOf(page)]).toEqual(["password", "text"])
    await page.getByRole("button", { name: "Show Current password" }).click()
    expect([await typeOf(page, "currentPassword"), await typeOf(page)]).toEqual(["text", "text"])
  })

  test("hides it again when the form is sent, so that the browser does not remember it as text", async () => {
    const page = await newPage()
    const email = newEmail()
    await page.goto("/sign-up")
    await page.fill("#email", email)
    await page.fill("#password", password)
    await page.click("#password-reveal")
    const types = page.evaluate(
      () =>
        new Promise((resolve) => {
          const input = document.querySelector<HTMLInputElement>("#password")
          addEventListener("submit", () => resolve([input?.type, input?.value.length]))
        })
    )
    await page.focus("#password")
    await Promise.all([
      types.then((at) => expect(at).toEqual(["password", password.length])),
      page.keyboard.press("Enter")
    ])
    await page.waitForURL(`${otherSite()}/home`)
    expect(await emailOf(page)).toBe(email)
  })

  test("does not appear without scripts", async () => {
    const page = await newPage({ javaScriptEnabled: false })
    await page.goto("/sign-in")
    expect(await page.locator("#password-reveal").isVisible()).toBe(false)
    const [field, email] = await Promise.all(["#password", "#email"].map((id) => page.locator(id).boundingBox()))
    expect(field?.width).toBe(email?.width)
    await page.focus("#password")
    await page.keyboard.press("Tab")
    await page.locator("a:focus:has-text('Forgot')").waitFor()
    await page.keyboard.press("Tab")
    await page.locator("button:focus:has-text('Sign in')").waitFor()
  })

  test("is the only script that runs: the policy blocks one that is added to the page", async () => {
    const page = await newPage()
    const messages = messagesOf(page)
    await page.goto("/sign-in")
    await page.evaluate(() => {
      const script = document.createElement("script")
      script.textContent = "document.title = 'changed'"
      document.body.append(script)
      document.body.insertAdjacentHTML("beforeend", `<img src="x" onerror="document.title='changed'">`)
    })
    await expect
      .poll(() => messages.filter((text) => text.includes("Content Security Policy")).length)
      .toBeGreaterThan(1)
    expect(await page.title()).toBe("Sign in – Latchkey")
  })
})
