import { expect, test } from "vitest"
import { newEmail } from "../http/support/contract.ts"
import { inChromium } from "./support/chromium.ts"
import type { Page } from "playwright-core"

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

inChromium("Links", ({ elsewhere, emailOf, newPage, service }) => {
  const ask = async (page: Page, email = newEmail(), path = "/sign-in") => {
    await page.goto(path)
    await page.fill("#email", email)
    await page.click("text=Email me a link")
    await page.waitForURL("**/check-your-mail")
    return { email, link: await service().lastLink(email) }
  }

  test.each([true, false])("the whole way across two browsers; scripts on: %s", async (javaScriptEnabled) => {
    const first = await newPage({ javaScriptEnabled })
    const second = await newPage({ javaScriptEnabled })
    const { email, link } = await ask(first)

    await second.goto(link)
    expect(await second.textContent("h1")).toBe("Sign in to Latchkey?")
    expect(await second.textContent("strong")).toBe(email.replace(/^(.)[^@]*/, "$1•••"))
    expect(await second.content()).not.toContain(email)
    expect(await emailOf(second)).toBeUndefined()
    await second.locator("button:focus").waitFor()
    await second.keyboard.press("Enter")
    await second.waitForURL(`${elsewhere()}/home`)
    expect(await emailOf(second)).toBe(email)

    const used = await first.goto(link)
    expect(used?.status()).toBe(401)
    expect(await first.textContent("h1")).toBe("This link no longer works")
    expect(await first.locator("input:not([type=hidden])").count()).toBe(0)
    await first.click("text=Email me a new link")
    await first.waitForURL("**/check-your-mail?again=1")
    await first.goto(await service().lastLink(email)).catch(() => undefined)
    await first.waitForURL(`${elsewhere()}/home`)
    expect(await emailOf(first)).toBe(email)
  })

  test("a link that is too old asks a strange browser for the address, once", async () => {
    const { email, link } = await ask(await newPage())
    service().advance(16 * 60_000)
    const stranger = await newPage()
    await stranger.goto(link)
    await stranger.locator("#email:focus").waitFor()
    await stranger.keyboard.press("Enter")
    expect(await stranger.textContent("#email-error")).toBe("Enter your email address.")
    await stranger.goto(link)
    await stranger.locator("#email:focus").waitFor()
    await stranger.keyboard.type(email)
    await stranger.keyboard.press("Enter")
    await stranger.waitForURL("**/check-your-mail")
    expect(await stranger.textContent("strong")).toBe(email)
  })

  test("the browser that asked arrives where it wanted to go", async () => {
    const page = await newPage()
    await page.goto("/account")
    const { link } = await ask(page, newEmail(), page.url())
    expect((await page.context().cookies()).find(({ name }) => name === "__link")).toMatchObject({
      httpOnly: true,
      sameSite: "Lax",
      path: "/"
    })
    await page.goto(link)
    expect([new URL(page.url()).pathname, await page.textContent("h1")]).toEqual(["/account", "Your account"])
    expect((await page.context().cookies()).map(({ name }) => name).sort()).toEqual(["__client", "__session"])
  })

  test("a scanner that fetches every link of the mail and of the pages behind it burns nothing", async () => {
    const page = await newPage()
    const { email } = await ask(page)
    const mail = (await service().mails()).find(({ to }) => to === email)
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
    await scan(mail?.html ?? "", 3)
    expect([...scanned].map((url) => new URL(url).pathname).sort()).toEqual(
      expect.arrayContaining(["/v1/auth/magic-link/verify"])
    )
    await scan('<a href="/sign-in"><a href="/sign-up"><a href="/check-your-mail"><a href="/signed-out">', 3)
    expect(scanned.size).toBeGreaterThanOrEqual(6)
    expect((await service().mails()).filter(({ to }) => to === email)).toHaveLength(1)
    await page.goto(await service().lastLink(email)).catch(() => undefined)
    await page.waitForURL(`${elsewhere()}/home`)
    expect(await emailOf(page)).toBe(email)
  })
})
