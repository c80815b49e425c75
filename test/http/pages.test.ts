import { cookiesOf } from "@latchkey/test-support/HttpClient"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { afterEach, expect, test } from "vitest"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { newEmail, password, requestLink, session, signIn, signUp, verify } from "@latchkey/test-support/contract"

const navigation = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "cross-site"
}
const submission = { ...navigation, origin: "null", "sec-fetch-site": "same-origin" }
const form = "application/x-www-form-urlencoded"
const hostile = `<script>alert("1")</script>&'`
const escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"

onBothMounts("Magic link pages", (service) => {
  const update = (patch: { name?: string; redirectUrl?: string | null }) =>
    service().instances((instances) => instances.update(defaultId, patch))
  afterEach(() => update({ name: "Latchkey", redirectUrl: null }))

  const requested = async () => {
    const email = newEmail()
    const browser = service().browser()
    await browser.post(requestLink, { email })
    const link = await service().lastLink(email)
    return { browser, email, link, token: new URL(link, service().origin).searchParams.get("token") ?? "" }
  }
  const confirm = (token: string, browser = service().browser(), headers: Record<string, string> = submission) =>
    browser.send("POST", verify, { headers: { "content-type": form, ...headers }, body: `token=${token}` })

  test("the client that requested the link is signed in and redirected to a URL without the token", async () => {
    const { browser, email, link, token } = await requested()
    const reply = await browser.get(link, navigation)
    expect([reply.status, reply.headers.location, reply.text]).toEqual([303, `${service().origin}/`, ""])
    expect(JSON.stringify(reply.headers)).not.toContain(token)
    expect((await browser.get(session)).json).toMatchObject({ email, emailVerified: true })
  })

  test("the redirect goes to the return URL of the instance", async () => {
    await update({ redirectUrl: "https://app.example.com/welcome?from=mail" })
    const { browser, link } = await requested()
    expect((await browser.get(link, navigation)).headers.location).toBe("https://app.example.com/welcome?from=mail")
    const other = await requested()
    const page = await service().browser().get(other.link, navigation)
    expect(page.headers["content-security-policy"]).toContain("form-action 'self' https://app.example.com;")
    expect((await confirm(other.token)).headers.location).toBe("https://app.example.com/welcome?from=mail")
  })

  test("the query cannot change the return URL", async () => {
    const { browser, link } = await requested()
    const evil = "https://evil.example"
    const reply = await browser.get(`${link}&redirect_uri=${evil}&redirectUrl=${evil}&next=//evil.example`, navigation)
    expect(reply.headers.location).toBe(`${service().origin}/`)
  })

  test("any other client gets a page that names the account, and does not consume the link", async () => {
    const { email, link, token } = await requested()
    for (let times = 0; times < 3; times++) {
      const page = await service().browser().get(link, navigation)
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
      expect(cookiesOf(page)).toEqual([])
      expect(page.text).toContain(`<strong>${email}</strong>`)
      expect(page.text).toContain(`value="${token}"`)
      expect(page.text).not.toMatch(/<script|\son[a-z]+=|src=|href=(?!"#end")|@import|url\(/i)
    }
    const client = service().browser()
    const reply = await confirm(token, client)
    expect([reply.status, reply.headers.location]).toEqual([303, `${service().origin}/`])
    expect((await client.get(session)).json["email"]).toBe(email)
  })

  test("a program that posts the form gets JSON", async () => {
    const { token } = await requested()
    const reply = await confirm(token, service().browser(), { accept: "*/*" })
    expect([reply.status, Object.keys(reply.json)]).toEqual([200, ["userId", "sessionId"]])
  })

  test("a signed-in client stays signed in to its account until it confirms the link of another", async () => {
    const ada = service().browser()
    const email = newEmail()
    await ada.post(signUp, { email, password })
    const attacker = await requested()
    expect((await ada.get(attacker.link, navigation)).status).toBe(200)
    expect((await ada.get(session)).json["email"]).toBe(email)
    await confirm(attacker.token, ada)
    expect((await ada.get(session)).json["email"]).toBe(attacker.email)
  })

  test("a client that signed in after its request gets the page, because its token is new", async () => {
    const { browser, email, link } = await requested()
    await browser.post(signUp, { email, password })
    expect((await browser.get(link, navigation)).status).toBe(200)
    expect((await browser.post(signIn, { email, password })).status).toBe(200)
  })

  test("a link that no longer works gets a page that says so, with its status", async () => {
    const { browser, link, token } = await requested()
    await browser.get(link, navigation)
    for (const reply of [
      await browser.get(link, navigation),
      await service().browser().get(link, navigation),
      await confirm(token)
    ]) {
      expect([reply.status, reply.headers["content-type"]]).toEqual([401, "text/html; charset=utf-8"])
      expect(reply.text).toContain("<h1>This link no longer works</h1>")
      expect(reply.text).not.toContain(token)
      expect(cookiesOf(reply)).toEqual([])
    }
    const incomplete = await browser.get(verify, navigation)
    expect([incomplete.status, incomplete.text]).toEqual([
      400,
      expect.stringContaining("<h1>This link is incomplete</h1>")
    ])
  })

  test("trap 11: the name of an instance is escaped, on the page and in the email", async () => {
    await update({ name: hostile })
    const { email, link } = await requested()
    const page = await service().browser().get(link, navigation)
    expect(page.text).toContain(`<title>Sign in to ${escaped}</title>`)
    expect(page.text).toContain(`<h1>Sign in to ${escaped}?</h1>`)
    expect(page.text).not.toContain("<script")
    const message = (await service().emails()).find(({ to }) => to === email)
    expect(message?.html).toContain(escaped)
    expect(message?.html).not.toContain("<script")
    expect(message?.subject).toBe(`Your sign-in link for ${hostile}`)
  })

  test("trap 11: the email address is escaped on the page", async () => {
    const email = `&${newEmail()}`
    await service().browser().post(requestLink, { email })
    const page = await service()
      .browser()
      .get(await service().lastLink(email), navigation)
    expect(page.text).toContain("<strong>&amp;")
  })

  test("trap 11: the page does not contain a hostile token or query", async () => {
    for (const query of ["?token=%3Cscript%3Ealert(1)%3C/script%3E", "?token=x&name=%3Cscript%3E", "?%3Cscript%3E"]) {
      const page = await service().browser().get(`${verify}${query}`, navigation)
      expect(page.headers["content-type"]).toBe("text/html; charset=utf-8")
      expect(page.text).not.toMatch(/<script|%3C/)
    }
  })
})
