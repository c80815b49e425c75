import { defaultId, type SecondFactorMode } from "@latchkey/domain/instance/Instance"
import { codeAt } from "@latchkey/test-support/authenticatorApp"
import type { Browser } from "@latchkey/test-support/Browser"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import { setSecondFactorMode } from "@latchkey/test-support/secondFactorMode"
import type { Reply } from "@latchkey/test-support/HttpClient"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { appPage, headingOf, home, postForm, startBesideApp, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }
const returnTo = `return_to=${encodeURIComponent(appPage)}`
const minutes = (count: number) => count * 60_000

describe("The pages of an instance with a second factor", () => {
  let service: Service
  beforeAll(async () => {
    service = await startBesideApp()
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    service.advance(minutes(60))
    await setMode("optional")
  })

  const setMode = (mode: SecondFactorMode) => setSecondFactorMode(service, mode)
  const keyOn = ({ text }: Reply) => /<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]?.replaceAll(" ", "") ?? ""
  const codesOn = ({ text }: Reply) => [...text.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = ""]) => code)
  const codeFor = (key: string) => codeAt(key, service.now())
  const stateOf = async (browser: Browser) => (await browser.get(session)).json
  const decoded = (page: Reply) =>
    Object.fromEntries(
      Object.entries(valuesOf(page)).map(([name, value = ""]) => [name, value.replaceAll("&amp;", "&")])
    )

  const signUp = async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-up", { email, password })
    return { browser, email }
  }
  /** Begins to set up an app, and returns its page. */
  const begin = async (browser: Browser) => {
    const begun = await postForm(browser, "/account/second-factor/set-up", {})
    return browser.get(begun.headers.location ?? "", html)
  }
  const setUp = async (browser: Browser) => {
    const page = await begin(browser)
    const key = keyOn(page)
    const reply = await postForm(browser, "/account/second-factor/confirm", { ...decoded(page), code: codeFor(key) })
    service.advance(minutes(1))
    return { key, reply, codes: codesOn(reply) }
  }
  /** A signed-in user with a second factor. */
  const enrolled = async () => {
    const { browser, email } = await signUp()
    return { browser, email, ...(await setUp(browser)) }
  }
  const enter = (browser: Browser, email: string, more: Record<string, string> = {}) =>
    postForm(browser, "/sign-in", { email, password, ...more })

  test("ask for it after the password, grant nothing before, and lead to the return URL", async () => {
    const { email, key } = await enrolled()
    const browser = service.browser()
    const asked = await enter(browser, email, { return_to: appPage })
    const location = `/sign-in/second-factor?${returnTo}`
    expect([asked.status, asked.headers.location]).toEqual([303, location])
    expect((await stateOf(browser))["code"]).toBe("unauthenticated")
    const page = await browser.get(location, html)
    expect([headingOf(page), decoded(page)["return_to"]]).toEqual(["Enter your code", appPage])
    const wrong = await postForm(browser, "/sign-in/second-factor", { code: "000000", return_to: appPage })
    expect([wrong.status, decoded(wrong)["return_to"]]).toEqual([401, appPage])
    expect(wrong.text).toContain("This code doesn&#39;t work.")
    const right = await postForm(browser, "/sign-in/second-factor", { code: codeFor(key), return_to: appPage })
    expect([right.status, right.headers.location]).toEqual([303, appPage])
    expect(await stateOf(browser)).toMatchObject({ email, aal: 2 })
    expect(await browser.cookie("__pending")).toBeUndefined()
  })

  test("keep the return URL through the second factor where a verified email address is required", async () => {
    const { email, key } = await enrolled()
    const require = (requireVerifiedEmail: boolean) =>
      service.instances((instances) => instances.update(defaultId, { sessionConfig: { requireVerifiedEmail } }))
    await require(true)
    try {
      const browser = service.browser()
      const { location = "" } = (await enter(browser, email, { return_to: appPage })).headers
      expect(location).toBe(`/sign-in/second-factor?${returnTo}`)
      const right = await postForm(browser, "/sign-in/second-factor", { code: codeFor(key), return_to: appPage })
      expect(right.headers.location).toBe(`/account/verify?${returnTo}`)
    } finally {
      await require(false)
    }
  })

  test("follow no return URL of another origin", async () => {
    const { browser, email, key } = await enrolled()
    const evil = "https://evil.example/"
    const fresh = service.browser()
    await enter(fresh, email, { return_to: evil })
    const right = await postForm(fresh, "/sign-in/second-factor", { code: codeFor(key), return_to: evil })
    expect(right.headers.location).toBe(home)
    service.advance(minutes(1))
    const reauthenticated = await postForm(browser, "/reauthenticate", { code: codeFor(key), return_to: evil })
    expect([reauthenticated.status, reauthenticated.headers.location]).toEqual([303, "/account"])
    const page = await browser.get(`/reauthenticate?return_to=${encodeURIComponent(evil)}`, html)
    expect([page.text.includes("evil"), page.headers["content-security-policy"]?.includes("evil")]).toEqual([
      false,
      false
    ])
  })

  test("take a recovery code in its place, once", async () => {
    const { codes, email } = await enrolled()
    expect(codes).toHaveLength(10)
    const use = async () => {
      const browser = service.browser()
      await enter(browser, email)
      const page = await browser.get("/sign-in/second-factor?recovery=1", html)
      expect([headingOf(page), decoded(page)["recovery"]]).toEqual(["Enter a recovery code", "1"])
      return postForm(browser, "/sign-in/second-factor", { code: codes[0] ?? "", recovery: "1" })
    }
    expect((await use()).headers.location).toBe(home)
    const again = await use()
    expect([again.status, headingOf(again)]).toEqual([401, "Enter a recovery code"])
  })

  test("show the same key again after a wrong first code, and nothing that is no key", async () => {
    const { browser } = await signUp()
    const page = await begin(browser)
    const fields = decoded(page)
    const wrong = await postForm(browser, "/account/second-factor/confirm", { ...fields, code: "000000" })
    expect([wrong.status, keyOn(wrong), decoded(wrong)["enrollment"]]).toEqual([401, keyOn(page), fields["enrollment"]])
    expect(keyOn(await browser.get("/account/second-factor/set-up", html))).toBe(keyOn(page))
    for (const enrollment of ["javascript:alert(1)", "<b>", "x", ""]) {
      const reply = await postForm(browser, "/account/second-factor/confirm", {
        enrollment,
        code: codeFor(keyOn(page))
      })
      expect([reply.status, keyOn(reply), reply.text.includes("javascript")]).toEqual([400, "", false])
    }
  })

  test("show the same key when the page is loaded again, for its user and for 30 minutes", async () => {
    const { browser, email } = await signUp()
    const first = keyOn(await begin(browser))
    service.advance(minutes(29))
    expect(keyOn(await begin(browser))).toBe(first)
    service.advance(minutes(2))
    expect((await browser.get("/account/second-factor/set-up", html)).headers.location).toContain("/reauthenticate")
    await setMode("required")
    const other = service.browser()
    await enter(other, email)
    const [shown, again] = [
      keyOn(await other.get("/sign-in/second-factor", html)),
      keyOn(await other.get("/sign-in/second-factor", html))
    ]
    expect([again, again === first]).toEqual([shown, false])
    const enrollment = (await other.cookie("__enrollment")) ?? ""
    const stranger = await signUp()
    await stranger.browser.jar.setCookie(`__enrollment=${enrollment}; Path=/`, service.origin)
    expect(keyOn(await begin(stranger.browser))).not.toBe(shown)
    const right = await postForm(other, "/sign-in/second-factor", { enrollment, code: codeFor(shown) })
    expect([headingOf(right), await other.cookie("__enrollment")]).toEqual(["Your recovery codes", undefined])
  })

  test("show the recovery codes once, and sign out every other device", async () => {
    const { browser, email } = await signUp()
    const other = service.browser()
    await enter(other, email)
    const { codes, reply } = await setUp(browser)
    expect([headingOf(reply), reply.headers["cache-control"]]).toEqual(["Your recovery codes", "no-store"])
    for (const code of codes) expect(reply.text).toContain(encodeURIComponent(code))
    expect((await stateOf(other))["code"]).toBe("unauthenticated")
    expect(await stateOf(browser)).toMatchObject({ email, aal: 2 })
    const page = await browser.get("/account/second-factor", html)
    expect(page.text).toContain("You have 10 recovery codes left.")
    expect(codesOn(page)).toEqual([])
    expect((await browser.get("/account", html)).text).toContain("we ask for a code from your authenticator app")
    await setMode("off")
    expect((await browser.get("/account", html)).text).not.toContain("authenticator app")
  })

  test("set it up while signing in if the instance requires it", async () => {
    await setMode("off")
    const { email } = await signUp()
    await setMode("required")
    const browser = service.browser()
    const { location = "" } = (await enter(browser, email, { return_to: appPage })).headers
    const page = await browser.get(location, html)
    expect(page.text).toContain("requires a second factor")
    const done = await postForm(browser, "/sign-in/second-factor", { ...decoded(page), code: codeFor(keyOn(page)) })
    expect([done.status, codesOn(done).length]).toEqual([200, 10])
    expect(done.text).toContain(`href="${appPage.replaceAll("&", "&amp;")}"`)
    expect(await stateOf(browser)).toMatchObject({ email, aal: 2 })
    expect((await browser.get("/account/second-factor", html)).text).not.toContain("/second-factor/remove")
  })

  test("say to a browser that lost the page with the codes that the app may be on, and to no other one", async () => {
    await setMode("off")
    const { email } = await signUp()
    await setMode("required")
    const browser = service.browser()
    const { location = "" } = (await enter(browser, email)).headers
    const page = await browser.get(location, html)
    const cookie = await browser.jar.getCookieString(service.origin)
    const form = { enrollment: decoded(page)["enrollment"] ?? "", code: codeFor(keyOn(page)) }
    expect((await postForm(browser, "/sign-in/second-factor", form)).status).toBe(200)
    const again = await postForm(service.browser({ cookie }), "/sign-in/second-factor", form)
    expect([again.status, headingOf(again), codesOn(again)]).toEqual([401, "Your sign-in has expired", []])
    expect(again.text).toContain("Your authenticator app may already be set up, with recovery codes.")
    const other = await postForm(service.browser({ cookie }), "/sign-in/second-factor", { code: form.code })
    expect([other.status, other.text.includes("may already be set up")]).toEqual([401, false])
  })

  test("say that a sign-in has expired, and lead back with its return URL", async () => {
    const { email, key } = await enrolled()
    const browser = service.browser()
    await enter(browser, email)
    service.advance(minutes(10))
    const late = await postForm(browser, "/sign-in/second-factor", { code: codeFor(key), return_to: appPage })
    expect([late.status, headingOf(late)]).toEqual([401, "Your sign-in has expired"])
    expect(late.text).toContain(`href="/sign-in?${returnTo}"`)
    expect((await service.browser().get("/sign-in/second-factor", html)).status).toBe(401)
  })

  test("ask users who have one to confirm who they are before each change, and lead back to it", async () => {
    const { browser, key } = await enrolled()
    service.advance(minutes(11))
    const confirm = (path: string) => `/reauthenticate?return_to=${encodeURIComponent(`${service.origin}${path}`)}`
    for (const [path, fields, back] of [
      ["/account/second-factor/remove", {}, "/account/second-factor"],
      ["/account/second-factor/recovery-codes", {}, "/account/second-factor"],
      ["/account/password", { currentPassword: password, password: "another good password" }, "/account"],
      ["/account/email", { email: newEmail(), currentPassword: password }, "/account/email"],
      ["/account/delete", { currentPassword: password }, "/account/delete"]
    ] as const) {
      const reply = await postForm(browser, path, fields)
      expect([path, reply.status, reply.headers.location]).toEqual([path, 303, confirm(back)])
    }
    for (const path of ["/account", "/account/email", "/account/delete"]) {
      const { text } = await browser.get(path, html)
      expect([path, text.includes(`href="${confirm(path).replaceAll("&", "&amp;")}"`)]).toEqual([path, true])
      expect([path, text.includes('name="currentPassword"')]).toEqual([path, false])
    }
    const before = await stateOf(browser)
    const back = `${service.origin}/account/email`
    const confirmed = await postForm(browser, "/reauthenticate", { code: codeFor(key), return_to: back })
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, back])
    const after = await stateOf(browser)
    expect([after["userId"], after["sessionId"] === before["sessionId"]]).toEqual([before["userId"], false])
    expect((await browser.get("/account/email", html)).text).toContain('id="email"')
    expect((await postForm(browser, "/account/second-factor/remove", {})).headers.location).toBe(
      "/account/second-factor?done=removed"
    )
  })

  test("offer no password to confirm who a user with a second factor is, and do not take one", async () => {
    const { browser, email } = await signUp()
    const plain = await browser.get("/reauthenticate", html)
    expect([plain.text.includes('id="password"'), plain.text.includes('id="code"')]).toEqual([true, false])
    await setUp(browser)
    const levelTwo = await browser.get("/reauthenticate", html)
    expect([levelTwo.text.includes('id="password"'), levelTwo.text.includes('id="code"')]).toEqual([false, true])
    service.advance(minutes(11))
    const before = await stateOf(browser)
    const refused = await postForm(browser, "/reauthenticate", { password, return_to: appPage })
    expect([refused.status, refused.text.includes('id="code"')]).toEqual([200, true])
    expect(valuesOf(refused)["return_to"]).toBe(appPage.replaceAll("&", "&amp;"))
    expect(await stateOf(browser)).toEqual(before)
    await setMode("off")
    const weak = service.browser()
    await enter(weak, email)
    await setMode("optional")
    const levelOne = await weak.get("/reauthenticate", html)
    expect([levelOne.text.includes('id="password"'), levelOne.text.includes('id="code"')]).toEqual([false, true])
  })

  test("say what is wrong with what the user gave to confirm who they are", async () => {
    const { browser } = await enrolled()
    const plain = await signUp()
    const wrongCode = await postForm(browser, "/reauthenticate", { code: "000000", return_to: appPage })
    expect([wrongCode.status, decoded(wrongCode)["return_to"]]).toEqual([401, appPage])
    expect(wrongCode.text).toContain('id="code-error">This code doesn&#39;t work.')
    const wrongPassword = await postForm(plain.browser, "/reauthenticate", { password: "wrong", return_to: appPage })
    expect([wrongPassword.status, wrongPassword.text.includes("Your current password is wrong.")]).toEqual([401, true])
    expect((await postForm(browser, "/reauthenticate", {})).status).toBe(400)
  })

  test("lead users without a session to the sign-in, and to the change afterwards", async () => {
    for (const path of [`/reauthenticate?${returnTo}`, "/account/second-factor", "/account/passkeys"]) {
      const { headers, status } = await service.browser().get(path, html)
      expect([status, headers.location?.startsWith("/sign-in?return_to=")]).toEqual([303, true])
    }
  })

  test("refuse every form of another site", async () => {
    const { browser } = await enrolled()
    const evil = { ...html, origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    for (const path of [
      "/sign-in/second-factor",
      "/sign-in/passkey",
      "/reauthenticate",
      "/account/passkeys",
      "/account/passkeys/passkey_x/name",
      "/account/passkeys/passkey_x/remove",
      ...["set-up", "confirm", "remove", "recovery-codes"].map((name) => `/account/second-factor/${name}`)
    ]) {
      const reply = await postForm(browser, path, { code: "000000" }, evil)
      expect([path, reply.status, headingOf(reply)]).toEqual([path, 403, "Request blocked"])
    }
  })
})
