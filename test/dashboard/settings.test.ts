import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { start } from "../http/support/conformance.ts"
import { follow, inChromium } from "./support/chromium.ts"

const path = "/dashboard/instances/default/settings"

/** Good and bad input for each section: what is typed, what is then stored, and what is said of what is wrong. */
const cases = [
  {
    section: "general",
    good: { Name: "Acme", Hosts: "auth.acme.example\n\n  login.acme.example ", Origins: "https://app.acme.example" },
    stored: {
      name: "Acme",
      hosts: ["auth.acme.example", "login.acme.example"],
      origins: ["https://app.acme.example"]
    },
    bad: {
      Name: "",
      Hosts: "fine.example\nhttps://no.example",
      "Redirect URL": "/relative",
      Origins: "app.acme.example"
    },
    said: [
      "Name must be 1 to 100 characters, and no control characters.",
      "Line 2 must be a host name without scheme or port, in lower case.",
      "Line 1 must be an origin such as https://app.example.com.",
      "Redirect URL must be an absolute http or https URL."
    ]
  },
  {
    section: "appearance",
    good: { Logo: "https://acme.example/logo.svg", "Colour of buttons": "#0a7d55" },
    stored: { branding: { logoUrl: "https://acme.example/logo.svg", accentColor: "#0a7d55" } },
    bad: { Logo: "http://acme.example/logo.svg", "Colour of buttons": "green" },
    said: ["Logo must be an https URL.", "Colour of buttons must be a colour such as #1f5eff."]
  },
  {
    section: "limits",
    good: { "How often": "7", "In how many seconds": "70" },
    stored: { rateLimits: expect.objectContaining({ signUpPerIp: { limit: 7, windowSeconds: 70 } }) },
    bad: { "How often": "0", "In how many seconds": "many" },
    said: [
      "How often must be a whole number from 1 to 1000.",
      "In how many seconds must be a whole number from 1 to 86400."
    ]
  },
  {
    section: "lifetimes",
    good: { "Longest life, in seconds": "86400", "Life without use, in seconds": "3600" },
    stored: {
      sessionConfig: expect.objectContaining({ absoluteLifetimeSeconds: 86_400, idleLifetimeSeconds: 3600 })
    },
    bad: { "Longest life, in seconds": "8.5", "Life without use, in seconds": "" },
    said: [
      "Longest life, in seconds must be a whole number of seconds from 60 to 34560000.",
      "Life without use, in seconds must be a whole number of seconds from 60 to 34560000."
    ]
  },
  {
    section: "password-policy",
    good: { "Shortest length": "12" },
    stored: { sessionConfig: expect.objectContaining({ passwordPolicy: expect.objectContaining({ minLength: 12 }) }) },
    bad: { "Shortest length": "7" },
    said: ["Shortest length must be a whole number from 8 to 64."]
  }
]

const fill = async (page: Page, section: string, fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields)) {
    await page.locator(`#${section}`).getByLabel(label, { exact: true }).first().fill(value)
  }
}
const save = (page: Page, section: string) => follow(page, page.locator(`#${section} button`).first())

inChromium("The settings of an instance", start, (scene) => {
  const stored = (): Promise<Instance> => scene().service.instances((instances) => instances.get(defaultId))
  const noticeIn = (page: Page, section: string) => page.locator(`#${section} .notice`).first().textContent()

  test.each(cases)(
    "$section: what is right is saved, and the page says so",
    async ({ good, section, stored: wanted }) => {
      const page = await scene().open(path)
      await fill(page, section, good)
      await save(page, section)
      expect(page.url()).toBe(`${scene().service.origin}${path}?saved=${section}#${section}`)
      expect(await noticeIn(page, section)).toBe("Saved.")
      expect(await stored()).toMatchObject(wanted)
    }
  )

  test.each(cases)("$section: what is wrong stays, and is said at its field", async ({ bad, said, section }) => {
    const before = await stored()
    const page = await scene().open(path)
    await fill(page, section, bad as Record<string, string>)
    const [reply] = await Promise.all([
      page.waitForResponse((one) => one.request().method() === "POST"),
      save(page, section)
    ])
    expect(reply.status()).toBe(400)
    expect(await page.locator(`#${section} .error`).allTextContents()).toEqual(said)
    for (const [label, value] of Object.entries(bad)) {
      const field = page.locator(`#${section}`).getByLabel(label, { exact: true }).first()
      expect(await field.inputValue()).toBe(value)
      expect(await field.getAttribute("aria-invalid")).toBe("true")
      const error = (await field.getAttribute("aria-describedby"))?.split(" ").at(-1)
      expect(said).toContain(await page.locator(`[id="${error}"]`).textContent())
    }
    expect(
      await page
        .locator("[aria-invalid=true]")
        .first()
        .evaluate((field) => field === document.activeElement)
    ).toBe(true)
    expect(await stored()).toEqual(before)
  })

  test("a mistake is corrected where it stands", async () => {
    const page = await scene().open(path)
    await fill(page, "general", { Name: "", "Redirect URL": "https://acme.example/in" })
    await save(page, "general")
    await fill(page, "general", { Name: "Acme again" })
    await save(page, "general")
    expect(await stored()).toMatchObject({ name: "Acme again", redirectUrl: "https://acme.example/in" })
    await fill(page, "general", { "Redirect URL": " " })
    await save(page, "general")
    expect((await stored()).redirectUrl).toBeNull()
  })

  test("an instance is made, or says what is wrong", async () => {
    const page = await scene().open("/dashboard")
    await follow(page, "text=New instance")
    await page.getByLabel("Hosts").fill("made.example:80")
    await page.getByLabel("Magic link").check()
    await follow(page, "main button")
    expect(await page.locator(".error").allTextContents()).toEqual([
      "Name must be 1 to 100 characters, and no control characters.",
      "Line 1 must be a host name without scheme or port, in lower case."
    ])
    expect(await page.getByLabel("Magic link").isChecked()).toBe(true)
    await page.getByLabel("Name").fill("<b>Made & co</b>")
    await page.getByLabel("Hosts").fill("made.example")
    await page.getByLabel("Plan").selectOption("pro")
    await follow(page, "main button")
    expect(await page.textContent(".of")).toContain("<b>Made & co</b>")
    const made = (await scene().service.instances((instances) => instances.list)).find(({ hosts }) =>
      hosts.includes("made.example")
    )
    expect(made).toMatchObject({ name: "<b>Made & co</b>", plan: "pro", authConfig: { magic_link: true } })
  })

  test.each(["inst_01980000-0000-7000-8000-000000000000", "nonsense", "..%2f"])(
    "what is no instance is not found: %s",
    async (id) => {
      const page = await scene().open("/dashboard")
      const reply = await page.goto(`${scene().service.origin}/dashboard/instances/${id}/settings`)
      expect(reply?.status()).toBe(404)
    }
  )
})
