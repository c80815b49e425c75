import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { newEmail, password } from "../http/support/contract.ts"
import { inChromium } from "./support/chromium.ts"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"
const minutes = (count: number) => count * 60_000

inChromium("The account", ({ elsewhere, emailOf, newPage, service, signedUp }) => {
  const signIn = async (page: Page, email: string, secret = password) => {
    await page.goto("/sign-in")
    await page.fill("#email", email)
    await page.fill("#password", secret)
    await page.keyboard.press("Enter")
    await page.waitForURL(`${elsewhere()}/home`)
    return page
  }
  /** Asks for a link, on the page that is open. */
  const askForLink = async (page: Page) => {
    await page.click("text=Email me a link")
    await page.waitForURL("**/check-your-mail")
  }
  const byLink = async (page: Page, email: string) => {
    await page.goto("/sign-in")
    await page.fill("#email", email)
    await askForLink(page)
    await page.goto(await service().lastLink(email)).catch(() => undefined)
    await page.waitForURL(`${elsewhere()}/home`)
    await page.goto("/account")
  }
  const save = async (page: Page, fields: Record<string, string>) => {
    for (const [id, value] of Object.entries(fields)) await page.fill(`#${id}`, value)
    const [reply] = await Promise.all([
      page.waitForResponse("**/account/password"),
      page.waitForEvent("domcontentloaded"),
      page.keyboard.press("Enter")
    ])
    return reply.status()
  }

  /** Signed in with a password, and the address is proven. */
  const proven = async () => {
    const { email } = await signedUp()
    const page = await newPage()
    await byLink(page, email)
    // The first proof has dropped the password of an account that nobody had proven.
    expect(await save(page, { password })).toBe(303)
    expect(await page.locator("#currentPassword").count()).toBe(1)
    return { email, page }
  }

  test.each([true, false])("the password is changed; scripts on: %s", async (javaScriptEnabled) => {
    const { email, page } = await signedUp({ javaScriptEnabled })
    const other = await signIn(await newPage(), email)
    await page.goto("/account")
    const next = "a better horse battery"
    expect(await save(page, { currentPassword: "wrong", password: next })).toBe(401)
    expect(await page.textContent("#currentPassword-error")).toBe("This is not your current password.")
    await page.locator("#currentPassword:focus").waitFor()
    expect(await save(page, { currentPassword: password, password: "short" })).toBe(400)
    expect(await page.textContent("#password-error")).toBe("This password still needs at least 8 characters.")
    await page.locator("#password:focus").waitFor()
    expect(await save(page, { password: next })).toBe(400)
    expect(await page.textContent("#currentPassword-error")).toBe("Enter your current password.")
    expect(await emailOf(other)).toBe(email)

    expect(await save(page, { currentPassword: password, password: next })).toBe(303)
    await page.waitForURL("**/account?done=password")
    expect(await page.textContent("[role=status]")).toBe("Your password is set. Every other session has ended.")
    expect([await emailOf(page), await emailOf(other)]).toEqual([email, undefined])
    expect(await emailOf(await signIn(await newPage(), email, next))).toBe(email)
  })

  test("after a link no current password is asked for, for ten minutes; then a link is offered", async () => {
    const page = await newPage()
    const email = newEmail()
    await byLink(page, email)
    expect(await page.locator("#currentPassword").count()).toBe(0)
    expect(await page.textContent("#password-part")).toBe("Set a password")
    service().advance(minutes(11))
    await page.reload()
    expect(await page.locator("#password").count()).toBe(0)
    expect(await page.textContent("#link-hint")).toContain("You have no password. To set one, sign in by a link")
    await askForLink(page)
    await page.goto(await service().lastLink(email))
    await page.waitForURL("**/account")
    expect(await save(page, { password })).toBe(303)
    service().advance(minutes(11))
    await page.reload()
    expect(await page.textContent("#password-part")).toBe("Change your password")
    expect(await page.locator("#currentPassword").count()).toBe(1)
  })

  test("a form that was opened in the ten minutes and sent after them asks for the current password", async () => {
    const { email, page } = await proven()
    await page.context().clearCookies()
    await byLink(page, email)
    expect(await page.locator("#currentPassword").count()).toBe(0)
    service().advance(minutes(11))
    expect(await save(page, { password: "a better horse battery" })).toBe(401)
    expect(await page.textContent("#currentPassword-error")).toBe("Enter your current password.")
  })

  test("a form that was opened before coming by a link asks for the current password no more", async () => {
    const { email, page } = await proven()
    const other = await page.context().newPage()
    await other.goto("/account")
    await askForLink(other)
    await other.goto(await service().lastLink(email))
    await other.waitForURL("**/account")
    expect(await other.locator("#currentPassword").count()).toBe(0)
    expect(await save(page, { currentPassword: "wrong", password: "a better horse battery" })).toBe(401)
    expect(await page.textContent("#currentPassword-error")).toBe("This is not your current password.")
    await page.locator("#currentPassword:focus").waitFor()
    expect(await save(page, { password: "a better horse battery" })).toBe(303)
    expect(await emailOf(await signIn(await newPage(), email, "a better horse battery"))).toBe(email)
  })

  test("every session is listed, and ends at a click", async () => {
    const { email, page } = await signedUp()
    const others = [await newPage({ userAgent: firefox }), await newPage({ userAgent: "curl/8.5.0" })]
    for (const other of others) await signIn(other, email)
    service().advance(minutes(180))
    await page.goto("/account")
    expect((await page.locator("ul.rows strong").allTextContents()).sort()).toEqual([
      "A program or an unknown browser",
      "A program or an unknown browser",
      "Chrome on Linux",
      "Firefox on Linux"
    ])
    const row = (name: string) => page.locator("ul.rows li", { hasText: name })
    expect(await row("Firefox").locator(".hint").textContent()).toBe(
      "Signed in by password 3 hours ago, last seen 3 hours ago"
    )
    expect(await row("Firefox").locator("time").first().getAttribute("datetime")).toMatch(/^2\d{3}-\d\d-\d\dT.*Z$/)
    expect(await row("Chrome").locator(".tag").textContent()).toBe("this one")
    expect(await page.locator(".tag").count()).toBe(1)

    await row("Firefox").locator("button").click()
    await page.waitForURL("**/account?done=session")
    expect(await Promise.all([page, ...others].map(emailOf))).toEqual([email, undefined, email])
    await page.click("text=Sign out everywhere else")
    await page.waitForURL("**/account?done=others")
    expect(await Promise.all([page, ...others].map(emailOf))).toEqual([email, undefined, undefined])
    expect(await page.locator("text=Sign out everywhere else").count()).toBe(0)
    await page.click("ul.rows button")
    await page.waitForURL("**/signed-out")
    expect(await emailOf(page)).toBeUndefined()
  })

  const expectForgotten = async (page: Page, email: string) => {
    await page.goto("/check-your-mail")
    expect(await page.textContent("main")).not.toContain(email)
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__link")
  }

  test("who has asked for a link and signs in by password leaves no address behind", async () => {
    const { email } = await signedUp()
    const page = await newPage()
    await page.goto("/sign-in")
    await page.fill("#email", email)
    await askForLink(page)
    expect(await page.textContent("main")).toContain(email)
    await signIn(page, email)
    await expectForgotten(page, email)
  })

  test.each([
    ["signs out", "text=Sign out"],
    ["ends the session", "ul.rows li:has(.tag) button"]
  ])("who has asked for a link on the account's page and %s leaves no address behind", async (_, button) => {
    const { email, page } = await signedUp()
    await page.goto("/account")
    await askForLink(page)
    expect(await page.textContent("main")).toContain(email)
    await page.goto("/account")
    await page.click(button)
    await page.waitForURL("**/signed-out")
    await expectForgotten(page, email)
  })

  test("nobody ends the session of somebody else", async () => {
    const victim = await signedUp()
    await victim.page.goto("/account")
    const action = await victim.page.locator("ul.rows li:has(.tag) form").getAttribute("action")
    const { page } = await signedUp()
    await page.goto("/account")
    await page
      .locator("ul.rows form")
      .first()
      .evaluate((form, action) => form.setAttribute("action", action), action ?? "")
    await page.click("ul.rows button")
    await page.waitForURL("**/account?done=session")
    expect(await emailOf(victim.page)).toBe(victim.email)
  })

  test("a session that ended meanwhile leads to sign-in and back, from every form", async () => {
    for (const form of [".rows form", "form[action$=password]"]) {
      const { email, page } = await signedUp()
      await page.goto("/account")
      await page.context().request.post(`${service().origin}/v1/auth/sign-out/all`)
      await page.locator(`${form} button`).first().click()
      await page.waitForURL("**/sign-in?return_to=*")
      await page.fill("#email", email)
      await page.fill("#password", password)
      await page.keyboard.press("Enter")
      await page.waitForURL("**/account")
    }
  })

  test("a link to the page cannot make it say anything", async () => {
    const { page } = await signedUp()
    for (const done of ["toString", "__proto__", "<b>", "password&done=others"]) {
      await page.goto(`/account?done=${done}`)
      expect(await page.locator("[role=status]").count()).toBe(0)
    }
  })
})
