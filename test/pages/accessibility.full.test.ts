import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { AxeResults, RunOptions } from "axe-core"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { inChromium, type Scene } from "./support/chromium.ts"
import { openers, openPage } from "./support/everyPage.ts"
import { passkeyOpeners } from "./support/factorPages.ts"
import { identityOpeners } from "./support/identityPages.ts"
import { silentProviders } from "./support/providers.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Every rule of axe, best practices included. The rule for target sizes is off by default. */
const all: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }

/** The rules that depend on the color scheme. */
const ofColors: RunOptions = { ...all, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }

/** The rules that depend on the language: no language has its own colors, and they take most of the time. */
const ofTexts: RunOptions = {
  ...all,
  rules: { ...all.rules, "color-contrast": { enabled: false }, "link-in-text-block": { enabled: false } }
}

const violationsOf = async (page: Page, options: RunOptions) => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe)
  const { incomplete, passes, violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: { run: (_: RunOptions) => Promise<AxeResults> } }).axe.run(options),
    options
  )
  expect(passes.length).toBeGreaterThan(options === ofColors ? 0 : 10)
  return [...violations, ...incomplete].flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))
}

const tabStops = async (page: Page) => {
  const stops: Array<string> = []
  // The element with autofocus gets the focus a moment after the page has loaded. Then Tab starts at the top.
  await page.waitForFunction(() => {
    const first = document.querySelector("[autofocus]")
    return first === null || document.activeElement === first
  })
  await page.mouse.click(2, 2)
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press("Tab")
    const stop = await page.evaluate(() => {
      const { activeElement: element } = document
      return element === document.body || element === null
        ? ""
        : element.id || (element.getAttribute("aria-label") ?? element.textContent ?? "").trim()
    })
    if (stop === "" || stops.includes(stop)) break
    stops.push(stop)
  }
  return stops
}

/** Pages with every kind of element, for tests in more languages. */
const translatedPages = [
  "sign-in",
  "sign-in with empty fields",
  "sign-up with a short password",
  "check-your-email",
  "link",
  "used link",
  "new password",
  "account with a wrong password",
  "change of the address",
  "account that will be deleted",
  "authenticator app with a wrong code",
  "recovery codes",
  "second factor",
  "recovery code",
  "recovery of lost factors, requested",
  "link of a recovery",
  "account with a recovery",
  "reauthentication with a wrong password",
  "passkeys with a name that is missing",
  "code of another device that is wrong",
  "another device",
  "access tokens with a name that is missing",
  "offer of a passkey",
  "sign-in with identity providers",
  "connected accounts",
  "connect an account"
]

const tests = (scene: Scene) => {
  const expectNoViolations = async (page: Page) => {
    await page.emulateMedia({ colorScheme: "light" })
    expect(await violationsOf(page, all)).toEqual([])
    await page.emulateMedia({ colorScheme: "dark" })
    expect(["in dark", await violationsOf(page, ofColors)]).toEqual(["in dark", []])
  }

  const widthAt = async (page: Page, width: number) => {
    await page.setViewportSize({ width, height: 640 })
    return page.evaluate(() => document.documentElement.scrollWidth)
  }

  test.each(Object.keys({ ...openers, ...passkeyOpeners, ...identityOpeners }))(
    "%s: axe finds nothing in light and dark, and the page fits",
    async (name) => {
      const page = await openPage(scene, name, { bypassCSP: true, reducedMotion: "reduce" })
      expect(await page.locator("h1").count()).toBe(1)
      await expectNoViolations(page)
      // A narrow screen, and text of twice the size on a screen twice as wide (WCAG 2.2, 1.4.10 and 1.4.4).
      expect(await widthAt(page, 320)).toBeLessThanOrEqual(320)
      await page.addStyleTag({ content: "html,body{font-size:200%}" })
      expect(await widthAt(page, 640)).toBeLessThanOrEqual(640)
    }
  )

  test.each(["de", "fr", "ar"])("in %s, no button with a long name makes a page scroll sideways", async (locale) => {
    const name = "Donaudampfschifffahrtsgesellschaftskapitän"
    const rename = (name: string) => scene.service().instances((all) => all.update(defaultId, { name }))
    await rename(name)
    try {
      for (const page of ["sign-in", "sign-up", "link", "account", "invitation", "signed in", "second factor"]) {
        const opened = await openPage(scene, page, { locale })
        expect([page, await widthAt(opened, 320)]).toEqual([page, 320])
      }
    } finally {
      await rename("Latchkey")
    }
  })

  const inLanguages = ["de", "ar"].flatMap((locale) => translatedPages.map((name) => [locale, name] as const))

  test.each(inLanguages)("in %s, %s: axe finds nothing, and the page fits", async (locale, name) => {
    const page = await openPage(scene, name, { bypassCSP: true, locale, reducedMotion: "reduce" })
    expect(
      await page.evaluate(() => [document.documentElement.lang, getComputedStyle(document.body).direction])
    ).toEqual([locale, locale === "ar" ? "rtl" : "ltr"])
    expect(await violationsOf(page, ofTexts)).toEqual([])
    // German has long words.
    expect(await widthAt(page, 320)).toBeLessThanOrEqual(320)
    await page.addStyleTag({ content: "html,body{font-size:200%}" })
    expect(await widthAt(page, 640)).toBeLessThanOrEqual(640)
  })

  test.each(["#ffe600", "#777777", "#000000", "#ffffff"])(
    "the text of buttons in %s has enough contrast",
    async (accentColor) => {
      const brand = (accentColor: string | null) =>
        scene
          .service()
          .instances((instances) => instances.update(defaultId, { branding: { accentColor, logoUrl: null } }))
      await brand(accentColor)
      try {
        const page = await openPage(scene, "sign-in", { bypassCSP: true, reducedMotion: "reduce" })
        const ofButton = page.locator("button:not([type],.quiet)").first()
        const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(accentColor.slice(at, at + 2), 16))
        expect(await ofButton.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe(
          `rgb(${red}, ${green}, ${blue})`
        )
        await expectNoViolations(page)
      } finally {
        await brand(null)
      }
    }
  )

  test.each([
    [
      "sign-in",
      [
        "Sign in with a passkey",
        "email",
        "password",
        "password-reveal",
        "Forgot your password?",
        "Sign in",
        "Email me a sign-in link",
        "Create an account"
      ]
    ],
    [
      "sign-in with empty fields",
      [
        ...["Enter your email address.", "Enter your password.", "Sign in with a passkey"],
        ...["email", "password", "password-reveal"],
        ...["Forgot your password?", "Sign in", "Email me a sign-in link", "Create an account"]
      ]
    ],
    ["link", ["Sign in"]],
    ["check-your-email", ["Resend link", "Use another email address"]],
    ["check-your-email with a code", ["code", "Sign in", "Resend link", "Use another email address"]],
    [
      "account",
      [
        ...["Go to Latchkey", "Sign out", "Verify email", "Sign out on this device", "Sign out on Safari on iOS"],
        "Sign out on all other devices",
        ...["Add a name", "Change email address"],
        ...["Change password", "Manage your passkeys", "language", "Save language"],
        ...["Download your data", "Delete your account"]
      ]
    ]
  ])("%s: the Tab key follows the order of the page", async (name, order) => {
    const page = await openPage(scene, name)
    expect(await tabStops(page)).toEqual(order)
  })

  test("every field has an autocomplete attribute for password managers", async () => {
    const fieldsOf = async (name: string) =>
      (await openPage(scene, name))
        .locator("input:not([type=hidden])")
        .evaluateAll((inputs) =>
          inputs.map((input) => [input.getAttribute("type"), input.getAttribute("autocomplete")])
        )
    expect(await fieldsOf("sign-in")).toEqual([
      ["email", "username webauthn"],
      ["password", "current-password"]
    ])
    expect(await fieldsOf("sign-up")).toEqual([
      ["email", "username"],
      ["password", "new-password"]
    ])
    expect(await fieldsOf("account")).toEqual([
      ["text", "name"],
      ["text", "username"],
      ["password", "current-password"],
      ["password", "new-password"]
    ])
    expect(await fieldsOf("used link")).toEqual([["email", "email"]])
  })
}

// A host with a name can have passkeys, so that every page shows what it has of them.
inChromium("Accessibility of the pages", tests, { host: "localhost", identityProviders: silentProviders })
