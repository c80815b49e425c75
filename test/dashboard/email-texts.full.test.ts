import { expect, test } from "vitest"
import { follow, inChromium } from "./support/chromium.ts"
import { startPopulated } from "./support/populated.ts"

const path = "/dashboard/instances/default/email-texts/magic_link/en"

inChromium("The text of an email in a browser without scripts", startPopulated, (scene) => {
  test("is previewed beside the form, which keeps what was typed, and then saved", async () => {
    const page = await scene().open(path)
    const frame = page.frameLocator("iframe[name=preview]")
    await frame.getByText("Subject:").waitFor()
    await page.fill("#subject", "Welcome to {{instanceName}}")
    await page.fill("#html", '<p style="color:#b3261e">Hello!</p><p><a href="{{link}}">Sign in</a></p>')
    await page.click("text=Preview")
    await frame.getByText("Subject: Welcome to").waitFor()
    const color = await frame.getByText("Hello!").evaluate((node) => getComputedStyle(node).color)
    expect(color).toBe("rgb(179, 38, 30)")
    expect(await page.inputValue("#subject")).toBe("Welcome to {{instanceName}}")
    await follow(page, 'button:text-is("Save")')
    expect(await page.locator("[role=status]").first().textContent()).toContain("Saved.")
  })

  test("shows its mistakes in the frame, and nothing of it runs, although the browser runs scripts", async () => {
    const page = await scene().open(path, { javaScriptEnabled: true })
    await page.fill(
      "#html",
      "<img src=x onerror=\"parent.document.title='attacked'\"><script>parent.location='/x'</script>"
    )
    await page.click("text=Preview")
    await page.frameLocator("iframe[name=preview]").getByText("<script> is not allowed").waitFor()
    expect(await page.title()).not.toBe("attacked")
    expect(new URL(page.url()).pathname).toBe(path)
  })
})
