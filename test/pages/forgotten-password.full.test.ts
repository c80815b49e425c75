import { expect, test } from "vitest"
import { newEmail, password } from "@latchkey/test-support/contract"
import { postForm } from "./support/app.ts"
import { inChromium } from "./support/chromium.ts"

inChromium("A forgotten password", ({ emailOf, newPage, otherSite, service }) => {
  test.each([true, false])(
    "is replaced by keyboard, on another device than the one that asked; scripts on: %s",
    async (javaScriptEnabled) => {
      const email = newEmail()
      await postForm(service().browser(), "/sign-up", { email, password })
      const first = await newPage({ javaScriptEnabled })
      await first.goto("/sign-in")
      await first.click("text=Forgot your password?")
      await first.locator("#email:focus").waitFor()
      await first.keyboard.type(email)
      await first.keyboard.press("Enter")
      await first.waitForURL("**/forgot-password/sent")
      expect(await first.textContent("strong")).toBe(email)

      const second = await newPage({ javaScriptEnabled })
      await second.goto(await service().lastResetLink(email))
      expect(await second.textContent("strong")).toBe(email)
      await second.fill("#password", "short")
      await second.keyboard.press("Enter")
      await second.locator("#password:focus").waitFor()
      expect(await second.textContent("#password-error")).toBe("Your password must include at least 8 characters.")
      await second.keyboard.type("another horse battery")
      await second.keyboard.press("Enter")
      await second.waitForURL(`${otherSite()}/home`)
      expect(await emailOf(second)).toBe(email)
      expect(await emailOf(first)).toBeUndefined()
    }
  )
})
