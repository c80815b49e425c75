import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { newEmail } from "@latchkey/test-support/contract"
import { inChromium } from "./support/chromium.ts"

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

inChromium("Sign-in links", ({ emailOf, newPage, otherSite, service }) => {
  const request = async (page: Page, email = newEmail(), path = "/sign-in") => {
    await page.goto(path)
    await page.fill("#email", email)
    await page.click("text=Email me a sign-in link")
    await page.waitForURL("**/check-your-email")
    return { email, link: await service().lastLink(email) }
  }

  test.each([true, false])(
    "sign in on another device after a confirmation, and once; scripts on: %s",
    async (javaScriptEnabled) => {
      const first = await newPage({ javaScriptEnabled })
      const second = await newPage({ javaScriptEnabled })
      const { email, link } = await request(first)

      await second.goto(link)
      expect(await second.textContent("h1")).toBe("Sign in to Latchkey?")
      expect(await second.textContent("strong")).toBe(email)
      expect(await emailOf(second)).toBeUndefined()
      // Enter alone must not sign in: the user may not have asked for the link.
      await second.keyboard.press("Enter")
      expect(await emailOf(second)).toBeUndefined()
      await second.keyboard.press("Tab")
      await second.locator("button:focus").waitFor()
      await second.keyboard.press("Enter")
      await second.waitForURL(`${otherSite()}/home`)
      expect(await emailOf(second)).toBe(email)

      const used = await first.goto(link)
      expect(used?.status()).toBe(401)
      expect(await first.textContent("h1")).toBe("This link no longer works")
      expect(await first.locator("input:not([type=hidden])").count()).toBe(0)
      await first.click("text=Email me a new link")
      await first.waitForURL("**/check-your-email?again=1")
      await first.goto(await service().lastLink(email)).catch(() => undefined)
      await first.waitForURL(`${otherSite()}/home`)
      expect(await emailOf(first)).toBe(email)
    }
  )

  test.each([true, false])(
    "have a code that signs in where it was requested, after a mistake, and leads to another site; scripts on: %s",
    async (javaScriptEnabled) => {
      const codes = (magicLinkCodes: boolean) =>
        service().instances((instances) => instances.update(defaultId, { emailConfig: { magicLinkCodes } }))
      await codes(true)
      try {
        const page = await newPage({ javaScriptEnabled })
        const { email } = await request(page)
        await page.locator("#code:focus").waitFor()
        await page.keyboard.press("Enter")
        expect(await page.textContent("#code-error")).toBe("Enter the six digits of the code from the email.")
        await page.locator("#code:focus").waitFor()
        const code = await service().lastCode(email)
        await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
        await page.keyboard.press("Enter")
        await page.waitForURL(`${otherSite()}/home`)
        expect(await emailOf(page)).toBe(email)
      } finally {
        await codes(false)
      }
    }
  )

  test("ask another device for the address once they have expired", async () => {
    const { email, link } = await request(await newPage())
    service().advance(16 * 60_000)
    const other = await newPage()
    await other.goto(link)
    await other.locator("#email:focus").waitFor()
    await other.keyboard.press("Enter")
    expect(await other.textContent("#email-error")).toBe("Enter your email address.")
    await other.goto(link)
    await other.locator("#email:focus").waitFor()
    await other.keyboard.type(email)
    await other.keyboard.press("Enter")
    await other.waitForURL("**/check-your-email")
    expect(await other.textContent("strong")).toBe(email)
  })

  test("lead the device that requested them to its return URL", async () => {
    const page = await newPage()
    await page.goto("/account")
    const { link } = await request(page, newEmail(), page.url())
    expect((await page.context().cookies()).find(({ name }) => name === "__link")).toMatchObject({
      httpOnly: true,
      sameSite: "Lax",
      path: "/"
    })
    await page.goto(link)
    expect([new URL(page.url()).pathname, await page.textContent("h1")]).toEqual(["/account", "Your account"])
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name }) => name).sort()).toEqual(["__client", "__form", "__last", "__session"])
  })

  test("survive a scanner that fetches every link of the email and of the pages behind it", async () => {
    const page = await newPage()
    const { email } = await request(page)
    const message = (await service().emails()).find(({ to }) => to === email)
    const scanned = new Set<string>()
    const scan = async (text: string, depth: number): Promise<void> => {
      const found = [...text.matchAll(/(?:href|action|src)="([^"]+)"/g)].map(([, url = ""]) =>
        url.replaceAll("&amp;", "&")
      )
      for (const url of found.map((url) => new URL(url, service().origin))) {
        if (url.origin !== service().origin || scanned.has(url.href)) continue
        scanned.add(url.href)
        const path = `${url.pathname}${url.search}`
        await service().browser().send("HEAD", path, { headers: html })
        const reply = await service().browser().get(path, html)
        if (depth > 0) await scan(reply.text, depth - 1)
      }
    }
    await scan(message?.html ?? "", 3)
    expect([...scanned].map((url) => new URL(url).pathname).sort()).toEqual(
      expect.arrayContaining(["/v1/auth/magic-link/verify"])
    )
    await scan('<a href="/sign-in"><a href="/sign-up"><a href="/check-your-email"><a href="/signed-out">', 3)
    expect(scanned.size).toBeGreaterThanOrEqual(6)
    expect((await service().emails()).filter(({ to }) => to === email)).toHaveLength(1)
    await page.goto(await service().lastLink(email)).catch(() => undefined)
    await page.waitForURL(`${otherSite()}/home`)
    expect(await emailOf(page)).toBe(email)
  })
})
