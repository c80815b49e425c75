import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { account, newEmail, password } from "@latchkey/test-support/contract"
import type { Service } from "@latchkey/test-support/Service"
import { postForm, startWithPages } from "./support/app.ts"

const html = { accept: "text/html" }

describe("The language on the account page", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages()
  })
  afterAll(() => service.stop())

  test("is chosen, shown and removed again", async () => {
    const browser = service.browser()
    await postForm(browser, "/sign-up", { email: newEmail(), password })
    const chosen = async () => {
      const { text } = await browser.get("/account", html)
      expect(text).toContain('<label for="language">')
      const [, value] = /<option value="([^"]*)"[^>]* selected>/.exec(text) ?? []
      return [value, (await browser.get(account)).json["language"]]
    }
    expect(await chosen()).toEqual([undefined, null])
    const saved = await postForm(browser, "/account/language", { language: "en" })
    expect([saved.status, saved.headers.location]).toEqual([303, "/account?done=language"])
    expect((await browser.get("/account?done=language", html)).text).toContain("Your language is saved.")
    expect(await chosen()).toEqual(["en", "en"])
    // Another version may speak it, and the form keeps it.
    await postForm(browser, "/account/language", { language: "tlh" })
    expect(await chosen()).toEqual(["tlh", "tlh"])
    await postForm(browser, "/account/language", { language: "" })
    expect(await chosen()).toEqual([undefined, null])
  })

  test("is refused if it is no tag, and leads a visitor without a session to sign-in", async () => {
    const browser = service.browser()
    await postForm(browser, "/sign-up", { email: newEmail(), password })
    const wrong = await postForm(browser, "/account/language", { language: "<b>" })
    expect([wrong.status, wrong.text.includes("<b>")]).toEqual([400, false])
    const stranger = await postForm(service.browser(), "/account/language", { language: "de" })
    expect([stranger.status, stranger.headers.location]).toEqual([303, expect.stringContaining("/sign-in")])
  })
})
