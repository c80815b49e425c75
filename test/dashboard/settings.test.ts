import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { follow, inChromium } from "./support/chromium.ts"
import { fill, noticeIn, path, save, storedIn } from "./support/settings.ts"

/** Valid and invalid input for each section, the stored settings, and the error messages. */
const cases = [
  {
    section: "general",
    valid: {
      Name: "Acme",
      Hosts: "auth.acme.example\n\n  login.acme.example ",
      "Allowed origins": "https://app.acme.example"
    },
    stored: {
      name: "Acme",
      hosts: ["auth.acme.example", "login.acme.example"],
      origins: ["https://app.acme.example"]
    },
    invalid: {
      Name: "",
      Hosts: "fine.example\nhttps://no.example",
      "Redirect URL": "/relative",
      "Allowed origins": "app.acme.example"
    },
    errors: [
      "Name must be 1 to 100 characters, and no control characters.",
      "Line 2 must be a host name without scheme or port, in lower case.",
      "Line 1 must be an origin such as https://app.example.com.",
      "Redirect URL must be an absolute http or https URL."
    ]
  },
  {
    section: "appearance",
    valid: {
      "Logo URL": "https://acme.example/logo.svg",
      "Button color": "#0a7d55",
      "Terms URL": "https://acme.example/terms",
      "Support URL": "mailto:help@acme.example"
    },
    stored: {
      branding: {
        logoUrl: "https://acme.example/logo.svg",
        accentColor: "#0a7d55",
        termsUrl: "https://acme.example/terms",
        privacyUrl: null,
        supportUrl: "mailto:help@acme.example"
      }
    },
    invalid: {
      "Logo URL": "http://acme.example/logo.svg",
      "Button color": "green",
      "Privacy URL": "javascript:alert(1)",
      "Support URL": "help@acme.example"
    },
    errors: [
      "Logo URL must be an https URL.",
      "Button color must be a color such as #1f5eff.",
      "Privacy URL must be an https URL.",
      "Support URL must be an https URL, or a mailto URL such as mailto:help@example.com."
    ]
  },
  {
    section: "limits",
    valid: { Limit: "7", "Window in seconds": "70" },
    stored: { rateLimits: expect.objectContaining({ signUpPerIp: { limit: 7, windowSeconds: 70 } }) },
    invalid: { Limit: "0", "Window in seconds": "many" },
    errors: [
      "Limit must be a whole number from 1 to 1000.",
      "Window in seconds must be a whole number from 1 to 86400."
    ]
  },
  {
    section: "lifetimes",
    valid: { "Absolute lifetime in seconds": "86400", "Idle timeout in seconds": "3600" },
    stored: {
      sessionConfig: expect.objectContaining({ absoluteLifetimeSeconds: 86_400, idleLifetimeSeconds: 3600 })
    },
    invalid: { "Absolute lifetime in seconds": "8.5", "Idle timeout in seconds": "" },
    errors: [
      "Absolute lifetime in seconds must be a whole number of seconds from 60 to 34560000.",
      "Idle timeout in seconds must be a whole number of seconds from 60 to 34560000."
    ]
  },
  {
    section: "password-policy",
    valid: { "Minimum length": "12" },
    stored: { sessionConfig: expect.objectContaining({ passwordPolicy: expect.objectContaining({ minLength: 12 }) }) },
    invalid: { "Minimum length": "7" },
    errors: ["Minimum length must be a whole number from 8 to 64."]
  }
]

/** Expects that invalid fields keep their text, name their error, and that the first one has the focus. */
const expectMarked = async (
  page: Page,
  section: string,
  errors: ReadonlyArray<string>,
  invalid: Readonly<Record<string, string>>
) => {
  for (const [label, value] of Object.entries(invalid)) {
    const field = page.locator(`#${section}`).getByLabel(label, { exact: true }).first()
    expect(await field.inputValue()).toBe(value)
    expect(await field.getAttribute("aria-invalid")).toBe("true")
    const error = (await field.getAttribute("aria-describedby"))?.split(" ").at(-1)
    expect(errors).toContain(await page.locator(`[id="${error}"]`).textContent())
  }
  const first = page.locator("[aria-invalid=true]").first()
  expect(await first.evaluate((field) => field === document.activeElement)).toBe(true)
}

inChromium("The settings of an instance", start, (scene) => {
  const stored = () => storedIn(scene())

  test("valid settings of every section are saved, and the page says so", async () => {
    const page = await scene().open(path)
    for (const { section, stored: expected, valid } of cases) {
      await fill(page, section, valid)
      await save(page, section)
      expect(page.url()).toBe(`${scene().service.origin}${path}?saved=${section}#${section}`)
      expect(await noticeIn(page, section)).toBe("Saved.")
      expect(await stored()).toMatchObject(expected)
    }
  })

  test("invalid settings of every section are kept in their fields, with an error beside each", async () => {
    const before = await stored()
    const page = await scene().open(path)
    for (const { errors, invalid, section } of cases) {
      await fill(page, section, invalid as Record<string, string>)
      const [reply] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === "POST"),
        save(page, section)
      ])
      expect(reply.status()).toBe(400)
      expect(await page.locator(`#${section} .error`).allTextContents()).toEqual(errors)
      await expectMarked(page, section, errors, invalid as Record<string, string>)
      expect(await stored()).toEqual(before)
    }
  })

  test("an invalid setting is corrected in its field", async () => {
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

  test("an instance is created, after errors are corrected", async () => {
    const page = await scene().open("/dashboard")
    await follow(page, "text=New instance")
    await page.getByLabel("Hosts").fill("new.example:80")
    await page.getByLabel("Magic links").check()
    await follow(page, "main button")
    expect(await page.locator(".error").allTextContents()).toEqual([
      "Name must be 1 to 100 characters, and no control characters.",
      "Line 1 must be a host name without scheme or port, in lower case."
    ])
    expect(await page.getByLabel("Magic links").isChecked()).toBe(true)
    await page.getByLabel("Name").fill("<b>New & co</b>")
    await page.getByLabel("Hosts").fill("new.example")
    await page.getByLabel("Plan").selectOption("pro")
    await follow(page, "main button")
    expect(await page.textContent(".of")).toContain("<b>New & co</b>")
    const created = (await scene().service.instances((instances) => instances.list)).find(({ hosts }) =>
      hosts.includes("new.example")
    )
    expect(created).toMatchObject({ name: "<b>New & co</b>", plan: "pro", authConfig: { magic_link: true } })
  })

  test("an unknown instance is not found", async () => {
    const page = await scene().open("/dashboard")
    for (const id of ["inst_01980000-0000-7000-8000-000000000000", "nonsense", "..%2f"]) {
      const reply = await page.goto(`${scene().service.origin}/dashboard/instances/${id}/settings`)
      expect(reply?.status(), id).toBe(404)
    }
  })
})
