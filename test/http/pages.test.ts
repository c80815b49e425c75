import type { Email } from "@latchkey/domain/core/Email"
import { maskEmail } from "@latchkey/http/magic-link/MagicLinkPages"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { afterEach, expect, test } from "vitest"
import { onBothMounts } from "./support/conformance.ts"
import { newEmail, password, requestLink, session, signIn, signUp, verify } from "./support/contract.ts"

const navigation = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "cross-site"
}
const button = { ...navigation, origin: "null", "sec-fetch-site": "same-origin" }
const form = "application/x-www-form-urlencoded"
const hostile = `<script>alert("1")</script>&'`
const escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"

onBothMounts("pages", (service) => {
  const change = (patch: { name?: string; redirectUrl?: string | null }) =>
    service().instances((instances) => instances.update(defaultId, patch))
  afterEach(() => change({ name: "Latchkey", redirectUrl: null }))

  const asked = async () => {
    const email = newEmail()
    const browser = service().browser()
    await browser.post(requestLink, { email })
    const link = await service().lastLink(email)
    return { browser, email, link, token: new URL(link, service().origin).searchParams.get("token") ?? "" }
  }
  const press = (token: string, browser = service().browser(), headers: Record<string, string> = button) =>
    browser.send("POST", verify, { headers: { "content-type": form, ...headers }, body: `token=${token}` })

  test("the browser that asked is signed in and sent home, without the token", async () => {
    const { browser, email, link, token } = await asked()
    const reply = await browser.get(link, navigation)
    expect([reply.status, reply.headers.location, reply.text]).toEqual([303, `${service().origin}/`, ""])
    expect(JSON.stringify(reply.headers)).not.toContain(token)
    expect((await browser.get(session)).json).toMatchObject({ email, emailVerified: true })
  })

  test("home is where the instance says", async () => {
    await change({ redirectUrl: "https://app.example.com/welcome?from=mail" })
    const { browser, link } = await asked()
    expect((await browser.get(link, navigation)).headers.location).toBe("https://app.example.com/welcome?from=mail")
    const other = await asked()
    const page = await service().browser().get(other.link, navigation)
    expect(page.headers["content-security-policy"]).toContain("form-action 'self' https://app.example.com;")
    expect((await press(other.token)).headers.location).toBe("https://app.example.com/welcome?from=mail")
  })

  test("no query chooses another home", async () => {
    const { browser, link } = await asked()
    const evil = "https://evil.example"
    const reply = await browser.get(`${link}&redirect_uri=${evil}&redirectUrl=${evil}&next=//evil.example`, navigation)
    expect(reply.headers.location).toBe(`${service().origin}/`)
  })

  test("any other browser sees who it is about to become, and uses nothing up", async () => {
    const { email, link, token } = await asked()
    for (let times = 0; times < 3; times++) {
      const page = await service().browser().get(link, navigation)
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
      expect(page.setCookies).toEqual([])
      expect(page.text).toContain(`<strong>${maskEmail(email as Email)}</strong>`)
      expect(page.text).toContain(`value="${token}"`)
      expect(page.text).not.toMatch(/<script|\son[a-z]+=|src=|href=|@import|url\(/i)
    }
    const stranger = service().browser()
    const reply = await press(token, stranger)
    expect([reply.status, reply.headers.location]).toEqual([303, `${service().origin}/`])
    expect((await stranger.get(session)).json["email"]).toBe(email)
  })

  test("the button pressed by a program is answered with JSON", async () => {
    const { token } = await asked()
    const reply = await press(token, service().browser(), { accept: "*/*" })
    expect([reply.status, Object.keys(reply.json)]).toEqual([200, ["userId", "sessionId"]])
  })

  test("somebody else's link asks first: who is signed in stays so until the button is pressed", async () => {
    const ada = service().browser()
    const email = newEmail()
    await ada.post(signUp, { email, password })
    const attacker = await asked()
    expect((await ada.get(attacker.link, navigation)).status).toBe(200)
    expect((await ada.get(session)).json["email"]).toBe(email)
    await press(attacker.token, ada)
    expect((await ada.get(session)).json["email"]).toBe(attacker.email)
  })

  test("a browser that has signed in since it asked is asked, too: its cookie is another one now", async () => {
    const { browser, email, link } = await asked()
    await browser.post(signUp, { email, password })
    expect((await browser.get(link, navigation)).status).toBe(200)
    expect((await browser.post(signIn, { email, password })).status).toBe(200)
  })

  test("what no longer works is said in words, and with its status", async () => {
    const { browser, link, token } = await asked()
    await browser.get(link, navigation)
    for (const reply of [
      await browser.get(link, navigation),
      await service().browser().get(link, navigation),
      await press(token)
    ]) {
      expect([reply.status, reply.headers["content-type"]]).toEqual([401, "text/html; charset=utf-8"])
      expect(reply.text).toContain("<h1>The link is no longer valid</h1>")
      expect(reply.text).not.toContain(token)
      expect(reply.setCookies).toEqual([])
    }
    const incomplete = await browser.get(verify, navigation)
    expect([incomplete.status, incomplete.text]).toEqual([
      400,
      expect.stringContaining("Part of the address is missing")
    ])
  })

  test("trap 11: names of instances are escaped, on the page and in the mail", async () => {
    await change({ name: hostile })
    const { email, link } = await asked()
    const page = await service().browser().get(link, navigation)
    expect(page.text).toContain(`<title>Sign in to ${escaped}</title>`)
    expect(page.text).toContain(`<h1>Sign in to ${escaped}</h1>`)
    expect(page.text).not.toContain("<script")
    const mail = (await service().mails()).find(({ to }) => to === email)
    expect(mail?.html).toContain(escaped)
    expect(mail?.html).not.toContain("<script")
    expect(mail?.subject).toBe(`Sign in to ${hostile}`)
  })

  test("trap 11: addresses are escaped on the page", async () => {
    const email = `&${newEmail()}`
    await service().browser().post(requestLink, { email })
    const page = await service()
      .browser()
      .get(await service().lastLink(email), navigation)
    expect(page.text).toContain("<strong>&amp;")
  })

  test("trap 11: a hostile token or query is nowhere on the page", async () => {
    for (const query of ["?token=%3Cscript%3Ealert(1)%3C/script%3E", "?token=x&name=%3Cscript%3E", "?%3Cscript%3E"]) {
      const page = await service().browser().get(`${verify}${query}`, navigation)
      expect(page.headers["content-type"]).toBe("text/html; charset=utf-8")
      expect(page.text).not.toMatch(/<script|%3C/)
    }
  })
})
