import { account, newEmail, password } from "@latchkey/test-support/contract"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { headingOf, postForm, startWithPages, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }

describe("The name of a user on the account page", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages()
  })
  afterAll(() => service.stop())

  const signedUp = async () => {
    const browser = service.browser()
    await postForm(browser, "/sign-up", { email: newEmail(), password })
    const nameOf = async () => (await browser.get(account)).json["name"]
    return { browser, nameOf, save: (name: string) => postForm(browser, "/account/name", { name }) }
  }

  test("is added, changed and removed", async () => {
    const { browser, nameOf, save } = await signedUp()
    expect((await browser.get("/account", html)).text).toContain("You haven&#39;t added a name.")
    const added = await save("  Ada <b>Lovelace</b> ")
    expect([added.status, added.headers.location]).toEqual([303, "/account?done=name"])
    expect(await nameOf()).toBe("Ada <b>Lovelace</b>")
    const page = await browser.get("/account?done=name", html)
    expect(page.text).toContain("Your name is saved.")
    expect(page.text).toContain("Ada &lt;b&gt;Lovelace&lt;/b&gt;")
    expect(valuesOf(page)).toMatchObject({ name: "Ada &lt;b&gt;Lovelace&lt;/b&gt;" })
    const removed = await save(" ")
    expect(removed.headers.location).toBe("/account?done=name-removed")
    expect((await browser.get("/account?done=name-removed", html)).text).toContain("Your name is removed.")
    expect(await nameOf()).toBeNull()
  })

  test.each([
    ["is too long", "x".repeat(201)],
    ["turns the direction of the page", "Ada\u202eecalevoL"]
  ])("stays as it is, and what was typed is kept, if it %s", async (_, typed) => {
    const { nameOf, save } = await signedUp()
    await save("Ada")
    const rejected = await save(typed)
    expect([rejected.status, headingOf(rejected)]).toEqual([400, "Your account"])
    expect(rejected.text).toContain('id="name-error">Enter at most 200 characters, on one line.')
    expect(rejected.text).toContain("<details open>")
    expect(valuesOf(rejected)).toMatchObject({ name: typed })
    expect(await nameOf()).toBe("Ada")
  })

  test("is changed by the signed-in user only", async () => {
    const stranger = await postForm(service.browser(), "/account/name", { name: "Mallory" })
    expect([stranger.status, stranger.headers.location]).toEqual([303, expect.stringContaining("/sign-in")])
    const { browser, nameOf } = await signedUp()
    const headers = { origin: "https://evil.example" }
    const forged = await browser.send("POST", "/account/name", {
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      body: "name=Mallory"
    })
    expect([forged.status, await nameOf()]).toEqual([403, null])
  })
})
