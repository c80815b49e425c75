import { account, jsonType, newEmail, password } from "@latchkey/test-support/contract"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { UserFields } from "@latchkey/domain/instance/UserField"
import type { Browser } from "@latchkey/test-support/Browser"
import { setSecondFactorMode } from "@latchkey/test-support/secondFactorMode"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { appPage, headingOf, home, ownForm, postForm, startBesideApp, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }
const query = `return_to=${encodeURIComponent(appPage)}`
const fields: UserFields = [
  { name: "name", label: "Full name", type: "string", required: false },
  { name: "company", label: "Company", labels: { de: "Firma" }, type: "string", required: true },
  { name: "size", label: "Team", type: "string", enum: ["1 to 9", "10 or more"], required: false },
  { name: "seats", label: "Seats", type: "integer", minimum: 1, maximum: 500, required: false },
  { name: "terms", label: "I agree", type: "boolean", required: true }
]

describe("The page that asks for what an instance wants to know", () => {
  let service: Service
  const ask = (fields: UserFields) =>
    service.instances((instances) => instances.update(defaultId, { signUp: { fields } }))
  beforeAll(async () => {
    service = await startBesideApp({ host: "localhost" })
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    service.advance(3_600_000)
    await ask(fields)
  })

  const signUp = async (browser: Browser, email = newEmail()) => {
    const { headers } = await postForm(browser, "/sign-up", { email, password, return_to: appPage })
    return headers.location
  }
  const signIn = async (email: string) => {
    const browser = service.browser()
    const { headers } = await postForm(browser, "/sign-in", { email, password, return_to: appPage })
    return { browser, location: headers.location ?? "" }
  }
  const save = (
    browser: Browser,
    values: Record<string, string>,
    more: Record<string, string> = { return_to: appPage }
  ) =>
    postForm(browser, "/account/details", {
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`field-${name}`, value])),
      ...more
    })

  const change = (browser: Browser, changes: object) =>
    browser.send("PATCH", account, { headers: jsonType, body: JSON.stringify(changes) })

  test("comes after sign-up, stores what the user says, and leads on", async () => {
    const browser = service.browser()
    expect(await signUp(browser)).toBe(`/account/details?${query}`)
    const page = await browser.get(`/account/details?${query}`, html)
    expect([page.status, headingOf(page)]).toEqual([200, "A few more details"])
    expect(page.text).toContain("Full name (optional)")
    expect(page.text).not.toContain("Not now")
    const values = {
      name: " Ada Lovelace ",
      company: "Analytical Engines",
      size: "10 or more",
      seats: "12",
      terms: "on"
    }
    const saved = await save(browser, values)
    expect([saved.status, saved.headers.location]).toEqual([303, appPage])
    expect((await browser.get(account)).json).toMatchObject({
      name: "Ada Lovelace",
      userMetadata: { company: "Analytical Engines", size: "10 or more", seats: 12, terms: true }
    })
    const again = await browser.get(`/account/details?${query}`, html)
    expect([again.status, again.headers.location]).toEqual([303, appPage])
  })

  test("keeps what was typed, and says what is wrong with each field", async () => {
    const browser = service.browser()
    await signUp(browser)
    const rejected = await save(browser, { name: "x".repeat(201), seats: "501", size: "0", company: "" })
    expect(rejected.status).toBe(400)
    for (const [id, text] of [
      ["name", "Enter at most 200 characters."],
      ["company", "Fill in this field."],
      ["size", "Choose one."],
      ["seats", "Enter at most 500."],
      ["terms", "Tick this box to go on."]
    ]) {
      expect(rejected.text).toContain(`id="field-${id}-error">${text}`)
    }
    expect(rejected.text).toContain('<li><a href="#field-size">Team: Choose one.</a></li>')
    expect(valuesOf(rejected)).toMatchObject({ "field-seats": "501", return_to: appPage })
    expect((await browser.get(account)).json).toMatchObject({ name: null, userMetadata: {} })
  })

  test("comes again at each sign-in while something required is missing, and for the rest only at the first", async () => {
    const email = newEmail()
    await signUp(service.browser(), email)
    service.advance(3_600_000)
    const { browser, location } = await signIn(email)
    expect((await browser.get(location, html)).status).toBe(200)
    await save(browser, { company: "Analytical Engines", terms: "on" })
    const third = await signIn(email)
    const page = await third.browser.get(third.location, html)
    expect([page.status, page.headers.location]).toEqual([303, appPage])
  })

  test.each([
    ["１２", 200, { seats: 12 }],
    ["١٢", 200, { seats: 12 }],
    ["1,000", 400, {}],
    ["1.000", 400, {}]
  ])("takes digits of any script, and no separators of thousands: %s", async (seats, status, stored) => {
    await ask([{ name: "seats", label: "Seats", type: "integer", required: false }])
    const browser = service.browser()
    await signUp(browser)
    expect((await save(browser, { seats })).status).toBe(status === 200 ? 303 : 400)
    expect((await browser.get(account)).json["userMetadata"]).toEqual(stored)
  })

  test.each([
    ["٠٫٥", "en", undefined, { share: 0.5 }],
    ["−0,5", "en", undefined, { share: -0.5 }],
    ["9".repeat(400), "de", "Geben Sie eine Zahl ein.", {}]
  ])("takes a number with the fraction of any language: %s", async (share, language, error, stored) => {
    await ask([{ name: "share", label: "Share", type: "number", required: false }])
    const browser = service.browser()
    await signUp(browser)
    const form = { "field-share": share, return_to: appPage }
    const saved = await postForm(browser, "/account/details", form, { ...ownForm, "accept-language": language })
    expect(/id="field-share-error">([^<]*)/.exec(saved.text)?.[1]).toBe(error)
    expect((await browser.get(account)).json["userMetadata"]).toEqual(stored)
  })

  test("leaves alone what the app wrote and a field does not accept, until the user fills it in", async () => {
    await ask([])
    const browser = service.browser()
    await signUp(browser)
    await change(browser, { userMetadata: { size: "Legacy", seats: "many" } })
    await ask(fields)
    await save(browser, { company: "Analytical Engines", terms: "on", seats: "3" })
    expect((await browser.get(account)).json["userMetadata"]).toEqual({
      size: "Legacy",
      seats: 3,
      company: "Analytical Engines",
      terms: true
    })
  })

  test("keeps what was typed if the data would be too long", async () => {
    const browser = service.browser()
    await signUp(browser)
    await change(browser, { userMetadata: { notes: "x".repeat(8150) } })
    const rejected = await save(browser, { company: "Analytical Engines", terms: "on" })
    expect([rejected.status, headingOf(rejected)]).toEqual([400, "A few more details"])
    expect(rejected.text).toContain("There is a problem with what you entered.")
    expect(valuesOf(rejected)["field-company"]).toBe("Analytical Engines")
  })

  test("says which field it is that the use case does not accept", async () => {
    await ask([{ name: "name", label: "Full name", type: "string", minLength: 2, required: true }])
    const browser = service.browser()
    await signUp(browser)
    // Two characters that are stored as one.
    const rejected = await save(browser, { name: "e\u0301" })
    expect(rejected.text).toContain('<a href="#field-name">Full name: This is not accepted.</a>')
  })

  test("has a name that the account page does not remove if it is required, and says so", async () => {
    await ask([{ name: "name", label: "Full name", type: "string", minLength: 3, required: true }])
    const browser = service.browser()
    await signUp(browser)
    await save(browser, { name: "Ada Lovelace" })
    expect((await browser.get("/account", html)).text).not.toContain("Leave it empty to remove it.")
    for (const [name, error] of [
      ["", "Füllen Sie dieses Feld aus."],
      ["Al", "Geben Sie mindestens 3 Zeichen ein."]
    ] as const) {
      const reply = await postForm(browser, "/account/name", { name }, { ...ownForm, "accept-language": "de" })
      expect([reply.status, /id="name-error">([^<]*)/.exec(reply.text)?.[1]]).toEqual([400, error])
    }
    expect((await browser.get(account)).json["name"]).toBe("Ada Lovelace")
  })

  test("can be skipped if nothing is required", async () => {
    await ask([{ name: "size", label: "Team", type: "string", required: false }])
    const browser = service.browser()
    await signUp(browser)
    const page = await browser.get(`/account/details?${query}`, html)
    expect(page.text).toContain(`<a href="${appPage.replaceAll("&", "&amp;")}">Not now</a>`)
  })

  test("comes after a sign-in with a link, too", async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-in/link", { email, return_to: appPage })
    const opened = await browser.get(await service.lastLink(email), html)
    expect(opened.headers.location).toBe(`/account/details?${query}`)
  })

  test("is in the language of the user", async () => {
    const browser = service.browser()
    await signUp(browser)
    const page = await browser.get("/account/details", { ...html, "accept-language": "de" })
    expect([headingOf(page), page.text.includes(">Firma</label>")]).toEqual(["Noch ein paar Angaben", true])
  })

  test("is behind the account page, where the user changes the details later", async () => {
    const browser = service.browser()
    await signUp(browser)
    await save(browser, { company: "Analytical Engines", terms: "on" })
    expect((await browser.get("/account", html)).text).toContain('href="/account/details?change=1">Change details</a>')
    const page = await browser.get("/account/details?change=1", html)
    expect([headingOf(page), valuesOf(page)["field-company"]]).toEqual(["Your details", "Analytical Engines"])
    const saved = await save(browser, { company: "Difference Engines", terms: "on" }, { change: "1" })
    expect(saved.headers.location).toBe("/account?done=details")
    expect((await browser.get("/account?done=details", html)).text).toContain("Your details are saved.")
  })

  test("is not shown on an instance without fields, or to a visitor without a session", async () => {
    await ask([])
    const browser = service.browser()
    expect(await signUp(browser)).toBe(appPage)
    expect((await browser.get("/account/details", html)).headers.location).toBe(home)
    const locationOf = async (path: string) => (await service.browser().get(path, html)).headers.location
    expect(await locationOf("/account/details")).toBe("/sign-in")
    expect(await locationOf(`/account/details?${query}`)).toBe(`/sign-in?${query}`)
    const toChange = encodeURIComponent(`${service.origin}/account/details?change=1`)
    expect(await locationOf("/account/details?change=1")).toBe(`/sign-in?return_to=${toChange}`)
    expect(await locationOf("/account/details?return_to=https://evil.example")).toBe("/sign-in")
  })

  test("comes after the offer of a passkey", async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-in/link", { email, passkeys: "1", return_to: appPage })
    const offered = await browser.get(await service.lastLink(email), html)
    expect(offered.headers.location).toBe(`/account/passkeys/offer?${query}`)
    const offer = await browser.get(`/account/passkeys/offer?${query}`, html)
    expect(valuesOf(offer)["return_to"]).toBe(appPage)
    expect(offer.text).toContain(`href="/account/details?${query}">Not now</a>`)
  })

  test("comes after the page of an account that will be deleted", async () => {
    const email = newEmail()
    const first = service.browser()
    await signUp(first, email)
    await postForm(first, "/account/delete", { currentPassword: password })
    const { browser, location } = await signIn(email)
    expect(location).toBe(`/account/delete?${query}`)
    expect((await browser.get(location, html)).text).toContain(`href="/account/details?${query}">Continue without`)
  })

  test("comes after the second factor of a user with a new password, and leads on", async () => {
    const email = newEmail()
    await signUp(service.browser(), email)
    await setSecondFactorMode(service, "required")
    const browser = service.browser()
    await postForm(browser, "/forgot-password", { email, return_to: appPage })
    const token = (await service.lastResetLink(email)).slice(-43)
    const reset = await postForm(browser, "/reset-password", { token, password: "another battery staple" })
    await setSecondFactorMode(service, "off")
    expect(reset.headers.location).toBe(`/sign-in/second-factor?${query}`)
  })
})
