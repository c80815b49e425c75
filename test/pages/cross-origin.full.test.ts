import { expect, test } from "vitest"
import { cookiesOf } from "@latchkey/test-support/chromium"
import { newEmail, password } from "@latchkey/test-support/contract"
import { postForm } from "./support/app.ts"
import { inChromium } from "./support/chromium.ts"

inChromium("A form on another site", ({ emailOf, newPage, otherSite, service, signedUp }) => {
  const lure = async (page: Awaited<ReturnType<typeof newPage>>, path: string, fields: Record<string, string> = {}) => {
    await page.goto(`${otherSite()}/trap?${new URLSearchParams({ action: `${service().origin}${path}`, ...fields })}`)
    const [reply] = await Promise.all([page.waitForResponse(`**${path}`), page.click("button")])
    await page.waitForLoadState()
    return reply.status()
  }
  const attacker = async () => {
    const email = newEmail()
    await postForm(service().browser(), "/sign-up", { email, password })
    return { email, password }
  }

  test("does not sign a user in to the attacker's account", async () => {
    const page = await newPage()
    expect(await lure(page, "/sign-in", await attacker())).toBe(403)
    expect(await page.textContent("h1")).toBe("Request blocked")
    expect(await cookiesOf(page)).toEqual([])
    const { email, page: victim } = await signedUp()
    expect(await lure(victim, "/sign-in", await attacker())).toBe(403)
    expect(await lure(victim, "/sign-up", { email: newEmail(), password })).toBe(403)
    expect(await emailOf(victim)).toBe(email)
  })

  test("does not sign a user out or set a password", async () => {
    const { email, page } = await signedUp()
    const next = "a password of the attacker"
    expect(await lure(page, "/sign-out")).toBe(403)
    expect(await lure(page, "/account/sessions/revoke-others")).toBe(403)
    expect(await lure(page, "/account/password", { currentPassword: password, password: next })).toBe(403)
    expect(await emailOf(page)).toBe(email)
    const signedIn = await postForm(service().browser(), "/sign-in", { email, password })
    expect(signedIn.status).toBe(303)
  })

  test("does not send an email", async () => {
    const page = await newPage()
    const email = newEmail()
    expect(await lure(page, "/sign-in/link", { email })).toBe(403)
    await service().deliver()
    expect((await service().emails()).filter(({ to }) => to === email)).toEqual([])
    expect(await cookiesOf(page)).toEqual([])
  })

  test("leads to the page of the service, where the user can continue", async () => {
    const { page } = await signedUp()
    await lure(page, "/sign-out")
    await page.click("main a")
    await page.waitForURL("**/account")
    await page.click(".actions button")
    await page.waitForURL("**/signed-out")
  })

  test("cannot show a page in a frame", async () => {
    const page = await newPage()
    await page.goto(`${otherSite()}/home`)
    const refused = page.waitForEvent("console", { predicate: (message) => message.text().includes("frame") })
    await page.evaluate((src) => {
      const frame = document.createElement("iframe")
      frame.src = src
      document.body.append(frame)
    }, `${service().origin}/sign-in`)
    expect((await refused).text()).toMatch(/frame-ancestors|X-Frame-Options/i)
  })
})
