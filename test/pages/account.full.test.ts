import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { newEmail, password } from "@latchkey/test-support/contract"
import { postForm } from "./support/app.ts"
import { inChromium } from "./support/chromium.ts"
import { openForms } from "./support/steps.ts"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"
const minutes = (count: number) => count * 60_000

inChromium("The account page", ({ emailOf, newPage, otherSite, service, signedUp }) => {
  const signIn = async (page: Page, email: string, currentPassword = password) => {
    await page.goto("/sign-in")
    await page.fill("#email", email)
    await page.fill("#password", currentPassword)
    await page.keyboard.press("Enter")
    await page.waitForURL(`${otherSite()}/home`)
    return page
  }
  /** Requests a link on the open page. */
  const requestLink = async (page: Page) => {
    await page.click("text=Email me a sign-in link")
    await page.waitForURL("**/check-your-email")
  }
  const openLink = async (page: Page, email: string) => {
    await page.goto("/sign-in")
    await page.fill("#email", email)
    await requestLink(page)
    await page.goto(await service().lastLink(email)).catch(() => undefined)
  }
  const signInWithLink = async (page: Page, email: string) => {
    await openLink(page, email)
    await page.waitForURL(`${otherSite()}/home`)
    await page.goto("/account")
  }
  const save = async (page: Page, fields: Record<string, string>) => {
    await openForms(page)
    for (const [id, value] of Object.entries(fields)) await page.fill(`#${id}`, value)
    const [reply] = await Promise.all([
      page.waitForResponse("**/account/password"),
      page.waitForEvent("domcontentloaded"),
      page.keyboard.press("Enter")
    ])
    return reply.status()
  }

  /** Signs in with a verified email address, and sets a password. */
  const verified = async () => {
    const { email } = await signedUp()
    const page = await newPage()
    await openLink(page, email)
    expect(await page.textContent("main p:not(.brand)")).toContain("We removed the unverified password")
    await page.click("text=Set a new password")
    await page.waitForURL("**/account#password-part")
    await page.focus("#password")
    expect(await save(page, { password })).toBe(303)
    expect(await page.locator("#currentPassword").count()).toBe(1)
    return { email, page }
  }

  test.each([true, false])("changes the password; scripts on: %s", async (javaScriptEnabled) => {
    const { email, page } = await signedUp({ javaScriptEnabled })
    const other = await signIn(await newPage(), email)
    await page.goto("/account")
    const next = "a better horse battery"
    expect(await save(page, { currentPassword: "wrong", password: next })).toBe(401)
    expect(await page.textContent("#currentPassword-error")).toBe("Your current password is wrong.")
    await page.locator("#currentPassword:focus").waitFor()
    expect(await save(page, { currentPassword: password, password: "short" })).toBe(400)
    expect(await page.textContent("#password-error")).toBe("Your password must include at least 8 characters.")
    await page.locator("#password:focus").waitFor()
    expect(await save(page, { password: next })).toBe(400)
    expect(await page.textContent("#currentPassword-error")).toBe("Enter your current password.")
    expect(await emailOf(other)).toBe(email)

    expect(await save(page, { currentPassword: password, password: next })).toBe(303)
    await page.waitForURL("**/account?done=password")
    expect(await page.textContent("[role=status]")).toBe(
      "Your password is set. You're signed out on all other devices."
    )
    expect([await emailOf(page), await emailOf(other)]).toEqual([email, undefined])
    expect(await emailOf(await signIn(await newPage(), email, next))).toBe(email)
  })

  test("requires no current password for ten minutes after a link, and then offers another link", async () => {
    const page = await newPage()
    const email = newEmail()
    await signInWithLink(page, email)
    expect(await page.locator("#currentPassword").count()).toBe(0)
    expect(await page.textContent("#password-part")).toBe("Set a password")
    service().advance(minutes(11))
    await page.reload()
    expect(await page.locator("#password").count()).toBe(0)
    expect(await page.textContent("#link-hint")).toContain(
      "You don't have a password. To set one, sign in with a new link."
    )
    await requestLink(page)
    await page.goto(await service().lastLink(email))
    await page.waitForURL("**/account")
    expect(await save(page, { password })).toBe(303)
    service().advance(minutes(11))
    await page.reload()
    expect(await page.textContent("#password-part")).toBe("Password")
    expect(await page.locator("#currentPassword").count()).toBe(1)
  })

  test("requires the current password if the ten minutes pass before the form is sent", async () => {
    const { email, page } = await verified()
    await page.context().clearCookies()
    await signInWithLink(page, email)
    expect(await page.locator("#currentPassword").count()).toBe(0)
    service().advance(minutes(11))
    expect(await save(page, { password: "a better horse battery" })).toBe(401)
    expect(await page.textContent("#currentPassword-error")).toBe("Enter your current password.")
  })

  test("requires no current password if the user signs in with a link before the form is sent", async () => {
    const { email, page } = await verified()
    const other = await page.context().newPage()
    await postForm(service().browser(), "/sign-in/link", { email })
    await other.goto(await service().lastLink(email))
    await other.click("main button")
    await other.waitForURL(`${otherSite()}/home`)
    await other.goto("/account")
    expect(await other.locator("#currentPassword").count()).toBe(0)
    expect(await save(page, { currentPassword: "wrong", password: "a better horse battery" })).toBe(401)
    expect(await page.textContent("#currentPassword-error")).toBe("Your current password is wrong.")
    await page.locator("#currentPassword:focus").waitFor()
    expect(await save(page, { password: "a better horse battery" })).toBe(303)
    expect(await emailOf(await signIn(await newPage(), email, "a better horse battery"))).toBe(email)
  })

  test("shows every session, and revokes each with a button", async () => {
    const { email, page } = await signedUp()
    const others = [await newPage({ userAgent: firefox }), await newPage({ userAgent: "curl/8.5.0" })]
    for (const other of others) await signIn(other, email)
    service().advance(minutes(180))
    await page.goto("/account")
    expect((await page.locator("ul.rows strong").allTextContents()).sort()).toEqual([
      "Chrome on Linux",
      "Firefox on Linux",
      "Unknown device",
      "Unknown device"
    ])
    const row = (name: string) => page.locator("ul.rows li", { hasText: name })
    expect(await row("Firefox").locator(".hint").textContent()).toBe(
      "Signed in with a password 3 hours ago, last active 3 hours ago"
    )
    expect(await row("Firefox").locator("time").first().getAttribute("datetime")).toMatch(/^2\d{3}-\d\d-\d\dT.*Z$/)
    expect(await row("Chrome").locator(".tag").textContent()).toBe("This device")
    expect(await page.locator("ul.rows .tag").count()).toBe(1)

    await row("Firefox").locator("button").click()
    await page.waitForURL("**/account?done=revoke")
    expect(await Promise.all([page, ...others].map(emailOf))).toEqual([email, undefined, email])
    await page.click("text=Sign out on all other devices")
    await page.waitForURL("**/account?done=revoke-others")
    expect(await Promise.all([page, ...others].map(emailOf))).toEqual([email, undefined, undefined])
    expect(await page.locator("text=Sign out on all other devices").count()).toBe(0)
    await page.click("ul.rows button")
    await page.waitForURL("**/signed-out")
    expect(await emailOf(page)).toBeUndefined()
  })

  const expectNoAddress = async (page: Page, email: string) => {
    await page.goto("/check-your-email")
    expect(await page.textContent("main")).not.toContain(email)
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__link")
  }

  test("signing in with a password clears the address of a requested link", async () => {
    const { email } = await signedUp()
    const page = await newPage()
    await page.goto("/sign-in")
    await page.fill("#email", email)
    await requestLink(page)
    expect(await page.textContent("main")).toContain(email)
    await signIn(page, email)
    await expectNoAddress(page, email)
  })

  test.each([
    ["signs out", "text=Sign out"],
    ["revokes the session", "ul.rows li:has(.tag) button"]
  ])("a user who requested a link on the page and %s leaves no address behind", async (_, button) => {
    const { email, page } = await signedUp()
    await page.goto("/account")
    await page.click("button:text('Verify email')")
    await page.waitForURL("**/check-your-email")
    expect(await page.textContent("main")).toContain(email)
    await page.goto("/account")
    await page.click(button)
    await page.waitForURL("**/signed-out")
    await expectNoAddress(page, email)
  })

  test.each(["en", "de", "fr", "es", "pt-BR", "ja", "ar"])(
    "has the button beside a device on one line, on a narrow phone: %s",
    async (locale) => {
      const { page } = await signedUp({ locale, viewport: { width: 320, height: 640 } })
      await page.goto("/account")
      const lines = await page.locator("ul.rows button").evaluateAll((buttons) =>
        buttons.map((button) => {
          const range = document.createRange()
          range.selectNodeContents(button)
          return range.getClientRects().length
        })
      )
      expect(lines).toEqual([1, 1])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
  )

  test("does not revoke a session of another user", async () => {
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
    await page.waitForURL("**/account?done=revoke")
    expect(await emailOf(victim.page)).toBe(victim.email)
  })

  test("every form leads to sign-in and back if the session was revoked meanwhile", async () => {
    for (const form of [".rows form", "form[action$=name]", "form[action$=password]"]) {
      const { email, page } = await signedUp()
      await page.goto("/account")
      await openForms(page)
      await page.context().request.post(`${service().origin}/v1/auth/sign-out/all`)
      await page.locator(`${form} button:not([type])`).first().click()
      await page.waitForURL("**/sign-in?return_to=*")
      await page.fill("#email", email)
      await page.fill("#password", password)
      await page.keyboard.press("Enter")
      await page.waitForURL("**/account")
    }
  })

  test("shows no notice for an unknown query", async () => {
    const { page } = await signedUp()
    for (const done of ["toString", "__proto__", "<b>", "password&done=revoke-others"]) {
      await page.goto(`/account?done=${done}`)
      expect(await page.locator("[role=status]:not(:empty)").count()).toBe(0)
    }
  })

  test.each([true, false])("deletes the account, and keeps it again; scripts on: %s", async (javaScriptEnabled) => {
    const { email, page } = await signedUp({ javaScriptEnabled })
    await page.goto("/account")
    await page.click("text=Delete your account")
    await page.waitForURL("**/account/delete")
    await page.fill("#currentPassword", "wrong")
    await page.click("text=Delete my account")
    expect(await page.textContent("#currentPassword-error")).toBe("Your current password is wrong.")
    await page.fill("#currentPassword", password)
    await page.click("text=Delete my account")
    await page.waitForSelector("h1:text('Your account will be deleted')")
    const other = await newPage({ javaScriptEnabled })
    await other.goto("/sign-in")
    await other.fill("#email", email)
    await other.fill("#password", password)
    await other.keyboard.press("Enter")
    await other.waitForSelector("h1:text('Your account will be deleted')")
    await other.click("text=Keep my account")
    await other.waitForURL("**/account?done=keep")
    expect(await other.textContent("[role=status]")).toBe("We keep your account.")
    await page.goto("/account")
    expect(await page.locator("text=Your account will be deleted").count()).toBe(0)
  })

  test("downloads what is stored as a file", async () => {
    const { email, page } = await signedUp()
    await page.goto("/account")
    await page.click("text=Download your data")
    await page.waitForURL("**/account/data")
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("a[download]")])
    expect(download.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/)
    const stream = await download.createReadStream()
    const chunks: Array<Buffer> = []
    for await (const chunk of stream) chunks.push(Buffer.from(chunk))
    expect(JSON.parse(Buffer.concat(chunks).toString()).user.email).toBe(email)
  })
})
