import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import { setUpApp } from "@latchkey/test-support/authenticatorApp"
import type { Browser } from "@latchkey/test-support/Browser"
import { newEmail, password, secondFactor, session } from "@latchkey/test-support/contract"
import { loseApp } from "@latchkey/test-support/factorRecovery"
import type { Reply } from "@latchkey/test-support/HttpClient"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { appPage, headingOf, postForm, startBesideApp, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }
const hour = 3_600_000
const atSignIn = "/sign-in/second-factor/recovery"
const onAccount = "/account/recovery"
const returnTo = `return_to=${encodeURIComponent(appPage)}`

describe("The pages of a recovery of lost factors", () => {
  let service: Service
  beforeAll(async () => {
    service = await startBesideApp()
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    service.advance(24 * hour)
    await change({ secondFactor: "optional", factorRecovery: "email" })
  })

  const change = (authConfig: Partial<Instance["authConfig"]>) =>
    service.instances((instances) => instances.update(defaultId, { authConfig }))

  /** A signed-in user with a verified address and an app, and another browser that has given the password. */
  const lost = async () => {
    const email = newEmail()
    const { browser, owner } = await loseApp(service, { email, password })
    return { browser, email, owner }
  }
  const requested = async () => {
    const found = await lost()
    await postForm(found.browser, atSignIn, {})
    const link = await service.lastFactorRecovery(found.email)
    return { ...found, link, token: /token=(.+)$/.exec(link)?.[1] ?? "" }
  }
  const ready = async () => {
    const found = await requested()
    service.advance(72 * hour)
    return found
  }
  const hasApp = async (browser: Browser, email: string) =>
    ((await postForm(browser, "/sign-in", { email, password })).headers.location ?? "").includes("second-factor")
  const textOf = ({ text }: Reply) => /<main[^>]*>([\s\S]*)<\/main>/.exec(text)?.[1]?.replace(/<[^>]+>/g, "") ?? ""

  test("lead there from the page of the code, and back, with the return URL", async () => {
    const { browser } = await lost()
    const code = await browser.get(`/sign-in/second-factor?${returnTo}`, html)
    expect(code.text).toContain(`href="${atSignIn}?${returnTo}"`)
    const page = await browser.get(`${atSignIn}?${returnTo}`, html)
    expect([headingOf(page), valuesOf(page)["return_to"]]).toEqual(["Recover your account", appPage])
    expect(textOf(page)).toContain("the link works only after 3 days")
    const reply = await postForm(browser, atSignIn, { return_to: appPage })
    expect([reply.status, reply.headers.location]).toEqual([303, `${atSignIn}?${returnTo}`])
    const open = await browser.get(`${atSignIn}?${returnTo}`, html)
    expect(headingOf(open)).toBe("Account recovery requested")
    expect(open.text).toContain(`href="/sign-in/second-factor?${returnTo}"`)
    const codeAgain = textOf(await browser.get("/sign-in/second-factor", html))
    expect(codeAgain).toMatch(/someone asked to remove your passkeys[\s\S]*The link in our email does this from/)
  })

  test("do not show the address to someone who has given the first factor only", async () => {
    const { browser, email } = await requested()
    for (const path of [atSignIn, "/sign-in/second-factor"]) {
      expect((await browser.get(path, html)).text).not.toContain(email)
    }
  })

  test("offer nothing where the instance does not allow it, or requires a second factor", async () => {
    for (const settings of [{ factorRecovery: "off" }, { secondFactor: "required" }] as const) {
      const { browser, owner } = await lost()
      service.advance(hour / 2)
      await change(settings)
      expect((await browser.get("/sign-in/second-factor", html)).text).not.toContain(atSignIn)
      expect((await owner.get("/account", html)).text).not.toContain(onAccount)
      const page = await owner.get(onAccount, html)
      expect(textOf(page)).toContain("You can't recover your account by email.".replaceAll("'", "&#39;"))
      const refused = await postForm(owner, onAccount, {})
      expect(refused.status).toBe(401)
      expect(textOf(refused)).toContain("You can&#39;t recover your account by email here.")
      await change({ secondFactor: "optional", factorRecovery: "email" })
    }
  })

  test("say that the address must be verified first", async () => {
    const owner = service.browser()
    const email = newEmail()
    await postForm(owner, "/sign-up", { email, password })
    await setUpApp(service, owner)
    const browser = service.browser()
    await postForm(browser, "/sign-in", { email, password })
    const refused = await postForm(browser, atSignIn, {})
    expect([refused.status, textOf(refused).includes("Verify your email address first.")]).toEqual([403, true])
  })

  test("lead to the sign-in page without a session, and to the page of the code without a pending sign-in", async () => {
    const browser = service.browser()
    for (const reply of [await browser.get(onAccount, html), await postForm(browser, onAccount, {})]) {
      expect([reply.status, reply.headers.location?.split("?")[0]]).toEqual([303, "/sign-in"])
    }
    for (const reply of [await browser.get(atSignIn, html), await postForm(browser, atSignIn, {})]) {
      expect([reply.status, reply.headers.location]).toEqual([303, "/sign-in/second-factor"])
    }
    const cancelled = await postForm(browser, `${onAccount}/cancel`, {})
    expect([cancelled.status, cancelled.headers.location?.split("?")[0]]).toEqual([303, "/sign-in"])
  })

  test("show a signed-in user that a recovery is open, and cancel it", async () => {
    const { browser, email, owner, token } = await requested()
    const account = await owner.get("/account", html)
    expect(textOf(account)).toContain("someone asked to remove your passkeys and your authenticator app")
    expect((await owner.get(secondFactor)).json["recovery"]).toHaveProperty("open.availableAt")
    const reply = await postForm(owner, `${onAccount}/cancel`, {})
    expect([reply.status, reply.headers.location]).toEqual([303, "/account?done=recovery-cancelled"])
    const after = await owner.get("/account?done=recovery-cancelled", html)
    expect(textOf(after)).toContain("The request is cancelled. Your passkeys and your authenticator app are unchanged.")
    expect(textOf(after)).not.toContain("someone asked")
    expect((await service.browser().get(`/factor-recovery?token=${token}`, html)).status).toBe(401)
    expect(await hasApp(browser, email)).toBe(true)
  })

  test("are requested on the account, which leads there only while the app would be needed", async () => {
    const { email, owner } = await lost()
    expect((await owner.get("/account", html)).text).not.toContain(onAccount)
    service.advance(hour / 2)
    expect((await owner.get("/account", html)).text).toContain(`href="${onAccount}"`)
    expect((await owner.get("/reauthenticate", html)).text).toContain(`href="${onAccount}"`)
    expect((await owner.get(onAccount, html)).text).toContain(email)
    expect((await postForm(owner, onAccount, {})).headers.location).toBe(onAccount)
    expect(headingOf(await owner.get(onAccount, html))).toBe("Account recovery requested")
  })

  test("behind the link wait, with no button but the one that cancels", async () => {
    const { email, link } = await requested()
    const reader = service.browser()
    const page = await reader.get(link, html)
    expect([page.status, headingOf(page)]).toEqual([200, "You can't recover your account yet"])
    expect([...page.text.matchAll(/<form[^>]* action="([^"]+)"/g)].map(([, action]) => action)).toEqual([
      "/factor-recovery/cancel"
    ])
    expect(page.text).toContain(email)
    const early = await postForm(reader, "/factor-recovery", { token: link.slice(-43) })
    expect([early.status, headingOf(early)]).toEqual([409, "You can't recover your account yet"])
  })

  test("behind the link change nothing when a scanner opens it, with GET, HEAD or a prefetch", async () => {
    const { browser, email, link } = await ready()
    const path = link.replace(service.origin, "")
    for (let times = 0; times < 3; times++) {
      expect((await service.browser().get(path, html)).status).toBe(200)
      expect((await service.browser().send("HEAD", path, { headers: html })).status).toBe(200)
      expect((await service.browser().get(path, { ...html, "sec-purpose": "prefetch" })).status).toBe(204)
    }
    expect(await hasApp(browser, email)).toBe(true)
  })

  test("behind the link remove the factors after the waiting time, and do not sign in", async () => {
    const { browser, email, link, owner, token } = await ready()
    const reader = service.browser()
    expect(headingOf(await reader.get(link, html))).toBe("Recover your account?")
    const done = await postForm(reader, "/factor-recovery", { token })
    expect([done.status, headingOf(done)]).toEqual([200, "Your account has been recovered"])
    expect(done.text).toContain('href="/sign-in"')
    expect((await reader.get(session)).status).toBe(401)
    expect((await owner.get(session)).status).toBe(401)
    expect(await hasApp(browser, email)).toBe(false)
    const again = await postForm(reader, "/factor-recovery", { token })
    expect([again.status, textOf(again).includes("or the request was cancelled")]).toEqual([401, true])
  })

  test("behind the link cancel it, and lead to a new password", async () => {
    const { link, token } = await ready()
    const reader = service.browser()
    const done = await postForm(reader, "/factor-recovery/cancel", { token })
    expect([done.status, headingOf(done)]).toEqual([200, "The request is cancelled"])
    expect(done.text).toContain('href="/forgot-password"')
    expect((await reader.get(link, html)).status).toBe(401)
  })

  test("refuse forms of other sites, and a link without a token", async () => {
    const { browser, email, token } = await ready()
    const evil = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    for (const path of ["/factor-recovery", "/factor-recovery/cancel", atSignIn, onAccount, `${onAccount}/cancel`]) {
      expect((await postForm(browser, path, { token }, evil)).status).toBe(403)
    }
    for (const reply of [
      await browser.get("/factor-recovery", html),
      await postForm(browser, "/factor-recovery", {}),
      await postForm(browser, "/factor-recovery/cancel", {})
    ]) {
      expect([reply.status, headingOf(reply)]).toEqual([400, "This link is incomplete"])
    }
    expect(await hasApp(browser, email)).toBe(true)
  })
})
