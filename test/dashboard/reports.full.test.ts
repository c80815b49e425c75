import { AttemptStatistics } from "@latchkey/domain/audit/AttemptStatistics"
import { AuditEntry, type AuditId, AuditLog } from "@latchkey/domain/audit/AuditLog"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password, signIn, signUp } from "@latchkey/test-support/contract"
import { shiftsOf, watchShifts } from "@latchkey/test-support/layoutShifts"
import { follow, inChromium, textOf } from "./support/chromium.ts"
import { startPopulated } from "./support/populated.ts"

const overview = "/dashboard/instances/default"

inChromium("The times of the dashboard", startPopulated, (scene) => {
  test("are in UTC at first, and then in the zone of the browser, without a layout shift", async () => {
    const page = await scene().open("/dashboard", { javaScriptEnabled: true, timezoneId: "Asia/Kolkata" })
    const { origin } = scene().service
    await page.context().clearCookies({ name: "__dashboard_zone" })
    await watchShifts(page)
    await page.goto(`${origin}${overview}/users`)
    const utc = await page.locator("main time").first().textContent()
    expect(utc).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d UTC$/)
    expect(await page.locator(".zone").count()).toBe(0)
    await page.reload()
    const time = page.locator("main time").first()
    const at = new Date((await time.getAttribute("datetime")) ?? "").getTime() + 5.5 * 3_600_000
    expect(await time.textContent()).toContain(`, ${new Date(at).toISOString().slice(11, 16)}`)
    expect(await time.getAttribute("title")).toBe(utc)
    expect(await page.textContent(".zone")).toBe(
      `Times in ${await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)}`
    )
    expect(await shiftsOf(page)).toEqual([])
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "__dashboard_zone")
    expect(cookie).toMatchObject({ path: "/dashboard", sameSite: "Strict", secure: false })
    await page.goto(`${origin}${overview}`)
    expect(await page.locator("g title").first().textContent()).toMatch(/^\d\d:30: /)
    await page.click("main summary")
    expect(await page.locator("details thead th").first().textContent()).toBe("Hour")
    expect(await page.locator("details tbody th").first().textContent()).toMatch(/^\d\d:30$/)
  })
})

inChromium("The overview", startPopulated, (scene) => {
  test("draws the day, summarizes it in words, and has a table", async () => {
    const page = await scene().open(overview)
    const summary = (await page.textContent("#chart-summary")) ?? ""
    expect(summary).toMatch(/: 1,\d+ signed in, \d+ rejected, 90 rate limited, 12 failed\.$/)
    const image = page.getByRole("img")
    expect(await image.getAttribute("aria-labelledby")).toBe("chart-summary")
    expect(await image.locator("g").count()).toBeGreaterThan(20)
    expect(await image.locator("g title").first().textContent()).toMatch(/^\d\d:00 UTC: \d+ signed in, \d+ rejected/)
    await page.click("main summary")
    const columns = await page.locator("details thead th").allTextContents()
    expect(columns).toEqual(["Hour (UTC)", "signed in", "rejected", "rate limited", "failed"])
    const cells = await page
      .locator("details tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent?.replace(",", ""))))
      )
    expect(cells.length).toBe(25)
    const sums = [0, 1, 2, 3].map((column) => cells.reduce((sum, row) => sum + (row[column] ?? 0), 0))
    expect(sums.map((sum) => sum.toLocaleString("en-US"))).toEqual(
      summary.match(/[\d,]+(?= (signed|rejected|rate|failed))/g)
    )
  })

  test("has no inline style, and colors that differ in light and dark", async () => {
    const fills = async (colorScheme: "light" | "dark") => {
      const page = await scene().open(overview, { colorScheme })
      expect(await page.locator("[style]").count()).toBe(0)
      return page.locator("pattern path").evaluateAll((inks) => inks.map((ink) => getComputedStyle(ink).fill))
    }
    const all = [...(await fills("light")), ...(await fills("dark"))]
    expect(new Set(all).size).toBe(8)
  })
})

inChromium("The overview of a day without sign-ins", start, (scene) => {
  test("says so and draws nothing until a user signs in", async () => {
    const { service } = scene()
    const page = await scene().open(overview)
    expect(await page.textContent("#chart-summary")).toMatch(/: 0 signed in, 0 rejected, 0 rate limited, 0 failed\.$/)
    expect(await page.locator("main svg").count()).toBe(0)
    const email = newEmail()
    await service.browser().post(signUp, { email, password })
    await service.browser().post(signIn, { email, password: "wrong password" })
    await service.run(Effect.flatMap(AttemptStatistics, ({ flush }) => flush))
    await page.reload()
    expect(await page.textContent("#chart-summary")).toMatch(/: 1 signed in, 1 rejected, 0 rate limited, 0 failed\.$/)
  })
})

inChromium("The page of emails", startPopulated, (scene) => {
  test("shows what is queued, what failed and why, and what was sent, and never a link", async () => {
    const page = await scene().open(`${overview}/emails`)
    const rows = await page.locator("tbody tr").allTextContents()
    const row = (email: string) => (rows.find((text) => text.includes(email)) ?? "").replace(/\s+/g, " ").trim()
    expect(row("grace@example.com")).toMatch(
      /grace@example\.com ?Queued ?Sign-in link ?the provider was unavailable \(TooManyRequestsException\) ?; next attempt .* UTC/
    )
    expect(row("rejected@example.com")).toMatch(
      /rejected@example\.com ?Failed ?Sign-in link ?the provider rejected it \(MessageRejected\) ?\d.* UTC/
    )
    expect(row("ada@example.com")).toMatch(/ada@example\.com ?Sent ?Sign-in link ?\d.* UTC$/)
    expect(await page.innerHTML("main")).not.toMatch(/token|verify|[\w-]{43}/)
  })
})

inChromium("The audit log", start, (scene) => {
  const entry = (index: number, detail: string) =>
    Effect.map(
      DateTime.now,
      (at) =>
        new AuditEntry({
          id: `audit_01980000-0000-7000-8000-${String(index).padStart(12, "0")}` as AuditId,
          at,
          actor: index % 2 === 0 ? "admin_api" : "program",
          action: "instance_updated",
          instanceId: Option.some(defaultId),
          userId: Option.none(),
          operatorSessionId: Option.none(),
          ipAddress: Option.none(),
          detail
        })
    )
  const write = (count: number, detail: (index: number) => string) =>
    scene().service.run(
      Effect.flatMap(AuditLog, (log) =>
        Effect.forEach(Array.from({ length: count }), (_, index) =>
          Effect.flatMap(entry(index, detail(index)), log.append)
        )
      )
    )

  test("shows every entry in words, newest first, page by page", async () => {
    await write(120, (index) => (index < 20 ? `old=${"x".repeat(1900)}` : `number=${index}`))
    const page = await scene().open("/dashboard/audit")
    expect(await textOf(page, "tbody tr")).toMatch(
      /^Administrator signed in ?On the dashboard ?from \S+ ?dashboard invitation/
    )
    const seen: Array<string> = []
    for (let pages = 0; pages < 20; pages++) {
      seen.push(...(await page.locator(".changes li").allTextContents()))
      if ((await page.locator("[rel=next]").count()) === 0) break
      await follow(page, "[rel=next]")
    }
    const numbers = seen.filter((text) => text.startsWith("number "))
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => `number ${119 - index}`))
    expect(seen.filter((text) => text.startsWith("old ")).length).toBe(20)
    while ((await page.locator("[rel=prev]").count()) > 0) await follow(page, "[rel=prev]")
    expect(page.url()).toBe(`${scene().service.origin}/dashboard/audit`)
    expect(await textOf(page, "tbody")).toMatch(/Settings changed ?Through the admin API ?Latchkey/)
  })

  test("has an entry for a change on the dashboard", async () => {
    const page = await scene().open(`${overview}/settings/general`)
    await page.fill("#name", "Audited & <b>")
    await follow(page, "main form:has(#name) button")
    await page.goto(`${scene().service.origin}/dashboard/audit`)
    expect(await textOf(page, "tbody tr")).toMatch(
      /^Settings changed ?On the dashboard ?from \S+ ?Audited & <b> ?name was Latchkey → Audited & <b>/
    )
  })
})
