import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { makeInterceptedStorage } from "../http/support/InterceptedStorage.ts"
import { newEmail, password, session } from "../http/support/contract.ts"
import type { Reply } from "../support/HttpClient.ts"
import type { Service } from "../support/Service.ts"
import { headingOf, ownForm, postForm, startWithPages, valuesOf } from "./support/people.ts"

const html = { accept: "text/html" }
const secretWord = "a secret that must not come back"

/** A page, in HTML, with nothing in it that a person must not read. */
const expectPage = (reply: Reply, status: number) => {
  expect([reply.status, reply.headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"])
  expect(reply.headers["cache-control"]).toBe("no-store")
  expect(reply.headers["referrer-policy"]).toBe("no-referrer")
  expect(reply.text).toContain("<h1>")
  expect(reply.text).not.toMatch(/secret|canary|sql|_limited|invalid_|<script| on[a-z]+=/i)
}

describe("What the pages refuse", () => {
  const storage = makeInterceptedStorage()
  let service: Service
  beforeAll(async () => {
    service = await startWithPages({ storage: storage.layer })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))
  afterEach(() => storage.reset())

  const signedUp = async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-up", { email, password })
    return { browser, email }
  }
  const returnTo = () => `${service.origin}/account`

  test("a form that lacks something says what, beside the field, and keeps the rest", async () => {
    const reply = await postForm(service.browser(), "/sign-in", { email: "ada@", password: secretWord })
    expectPage(reply, 400)
    expect(valuesOf(reply)).toMatchObject({ email: "ada@", password: undefined })
    expect(reply.text).toContain('role="alert"')
    expect(reply.text).toMatch(/id="email"[^>]*aria-describedby="email-error" aria-invalid="true"[^>]* autofocus>/)
    expect(reply.text).toContain('<span class="error" id="email-error">This is not an email address.')
    expect(reply.text.match(/ autofocus/g)).toHaveLength(1)
    const both = await postForm(service.browser(), "/sign-in", {})
    expect([both.status, both.text.match(/aria-invalid="true"/g)?.length]).toEqual([400, 2])
    const twice = await service.browser().send("POST", "/sign-in", {
      headers: { ...ownForm, "content-type": "application/x-www-form-urlencoded" },
      body: `email=a@example.com&email=b@example.com&password=${password}`
    })
    expectPage(twice, 400)
  })

  test("a wrong password and an unknown address are one page, to the letter", async () => {
    const { email } = await signedUp()
    const wrong = await postForm(service.browser(), "/sign-in", { email, password: secretWord })
    const nobody = newEmail()
    const unknown = await postForm(service.browser(), "/sign-in", { email: nobody, password: secretWord })
    expectPage(wrong, 401)
    expect(wrong.text).toContain("Wrong email address or password.")
    expect(wrong.text.replaceAll(email, "?")).toBe(unknown.text.replaceAll(nobody, "?"))
    expect([valuesOf(wrong)["email"], wrong.setCookies]).toEqual([email, []])
  })

  test("a weak password is told what it lacks; a taken address, that it is", async () => {
    const short = await postForm(service.browser(), "/sign-up", { email: newEmail(), password: "secret" })
    expectPage(short, 400)
    expect(short.text).toContain("This password still needs at least 8 characters.")
    const { email } = await signedUp()
    const taken = await postForm(service.browser(), "/sign-up", { email, password })
    expectPage(taken, 400)
    expect(taken.text).toContain("There is an account with this address already.")
    expect(valuesOf(taken)["email"]).toBe(email)
  })

  test("too many attempts: how long to wait, in the header and in words, with what was typed", async () => {
    const fields = { email: newEmail(), password: secretWord, return_to: returnTo() }
    let reply = await postForm(service.browser(), "/sign-in", fields)
    for (let tries = 0; tries < 10; tries++) reply = await postForm(service.browser(), "/sign-in", fields)
    expectPage(reply, 429)
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(800)
    expect(reply.text).toContain("Try again in 15 minutes.")
    expect(valuesOf(reply)).toMatchObject({ email: fields.email, return_to: fields.return_to, password: undefined })
    for (let tries = 0; tries < 6; tries++) reply = await postForm(service.browser(), "/sign-in/link", fields)
    expectPage(reply, 429)
    expect(valuesOf(reply)["email"]).toBe(fields.email)
  })

  test.each([
    ["UserRepository", "/sign-in"],
    ["SessionRepository", "/sign-in"],
    ["RateLimitStore", "/sign-up"],
    ["MagicLinkOutbox", "/sign-in/link"]
  ])("an outage of %s on %s: 503, when to come back, and what was typed", async (port, path) => {
    const { email } = await signedUp()
    storage.bringDown(port)
    const reply = await postForm(service.browser(), path, {
      email: path === "/sign-up" ? newEmail() : email,
      password,
      return_to: returnTo()
    })
    expectPage(reply, 503)
    expect([reply.headers["retry-after"], reply.setCookies]).toEqual(["2", []])
    expect(valuesOf(reply)).toMatchObject({ return_to: returnTo(), password: undefined })
    expect(valuesOf(reply)["email"]).toMatch(/@example\.com$/)
    expect(reply.text).toContain("Nothing is lost. Try again in 2 seconds.")
  })

  test("while not even the instance is known, the form keeps what was typed, and may lead to any home", async () => {
    service.advance(10_000)
    storage.bringDown()
    const reply = await postForm(service.browser(), "/sign-in", { email: "ada@example.com", password, return_to: "x" })
    expectPage(reply, 503)
    expect(valuesOf(reply)).toMatchObject({ email: "ada@example.com", return_to: "x", password: undefined })
    expect(reply.headers["content-security-policy"]).toContain("form-action 'self' https: http:;")
    for (const path of ["/sign-in", "/sign-up", "/account", "/check-your-mail", "/signed-out", "/no-such-page"]) {
      expectPage(await service.browser().get(path, html), 503)
    }
    expectPage(await service.browser().get(`/v1/auth/magic-link/verify?token=${"A".repeat(43)}`, html), 503)
    const program = await service.browser().get(`/v1/auth/magic-link/verify?token=${"A".repeat(43)}`)
    expect([program.status, program.json["code"]]).toEqual([503, "service_unavailable"])
  })

  test("an outage signs nobody out, and changes nothing", async () => {
    const { browser } = await signedUp()
    storage.bringDown("SessionRepository")
    for (const path of ["/sign-out", "/account/sessions/end-others", "/account/password"]) {
      const reply = await postForm(browser, path, { password: "another fine password" })
      expectPage(reply, 503)
      expect([reply.setCookies, headingOf(reply)]).toEqual([[], "That did not work"])
    }
    storage.reset()
    expect((await browser.get(session)).status).toBe(200)
  })

  test.each([
    ["/sign-in", "/sign-in"],
    ["/sign-up", "/sign-up"],
    ["/sign-in/link", "/sign-in"],
    ["/sign-out", "/account"],
    ["/account/password", "/account"],
    ["/account/sessions/end-others", "/account"],
    ["/account/sessions/sess_x/end", "/account"]
  ])("a form from another site on %s: 403, and where to go instead", async (path, instead) => {
    const { browser, email } = await signedUp()
    for (const headers of [
      { ...html, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      { ...html, origin: "null", "sec-fetch-site": "cross-site" },
      { ...html, origin: "null" }
    ]) {
      const fields = { email, password, currentPassword: password }
      const reply = await postForm(browser, path, fields, headers)
      expectPage(reply, 403)
      expect([reply.setCookies, headingOf(reply)]).toEqual([[], "Nothing was done"])
      expect(reply.text).toContain(`href="${service.origin}${instead}"`)
      expect(reply.text).not.toContain(email)
    }
    expect((await browser.get(session)).json["email"]).toBe(email)
  })

  test("what is no form, or too much of one, is a page as well", async () => {
    expectPage(await service.browser().post("/sign-in", { email: "a@example.com", password }, ownForm), 415)
    expectPage(await postForm(service.browser(), "/sign-up", { email: "a".repeat(70_000), password }), 413)
  })

  test.each(["/signin", "/account/nothing", "/v1/nothing", "/%zz", `/no-such-page?token=${secretWord}`])(
    "%s is no page: a browser gets one that says so, and a program a problem",
    async (path) => {
      const address = encodeURI(path).replace("%25zz", "%zz")
      const origin = service.origin
      const page = await service.browser().get(address, { ...html, origin })
      expectPage(page, 404)
      expect(headingOf(page)).toBe("There is no such page")
      expect(page.text).toContain('href="/account"')
      expect(page.headers["access-control-allow-origin"]).toBeUndefined()
      for (const accept of ["*/*", "application/json, text/html;q=0.5", "image/png"]) {
        const program = await service.browser().get(address, { accept, origin })
        expect([program.status, program.json["code"]]).toEqual([404, "not_found"])
        expect(program.headers["access-control-allow-origin"]).toBe(origin)
      }
    }
  )

  test("where no links are sent, no page offers one, and asking for one is refused in words", async () => {
    const without = await startWithPages({ mailer: "unconfigured" })
    try {
      for (const path of ["/sign-in", "/sign-up"]) {
        expect((await without.browser().get(path, html)).text).not.toContain("Email me a link")
      }
      const asked = await postForm(without.browser(), "/sign-in/link", { email: "ada@example.com" })
      expectPage(asked, 401)
      expect(asked.text).toContain("No links are sent here at the moment.")
    } finally {
      await without.stop()
    }
  })
})
