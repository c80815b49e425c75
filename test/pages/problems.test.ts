import { connect } from "node:net"
import * as Effect from "effect/Effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { cookiesOf, withoutNonces, type Reply } from "@latchkey/test-support/HttpClient"
import type { Service } from "@latchkey/test-support/Service"
import { headingOf, ownForm, postForm, startWithPages, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }
const secret = "a secret that must not be shown"
const crossOrigin = { ...html, origin: "https://evil.example", "sec-fetch-site": "cross-site" }

/** Returns a page without the element of the script that its Content Security Policy allows by hash. */
const withoutOwnScript = ({ headers, text }: Reply): string =>
  text.replace(/<script src="[^"]+" integrity="(sha256-[^"]+)"><\/script>/, (element, hash: string) =>
    headers["content-security-policy"]?.includes(`script-src '${hash}';`) ? "" : element
  )

/** Checks that a reply is an HTML page that contains nothing internal. */
const expectPage = (reply: Reply, status: number) => {
  expect([reply.status, reply.headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"])
  expect(reply.headers["cache-control"]).toBe("no-store")
  expect(reply.headers["referrer-policy"]).toBe("strict-origin")
  expect(reply.text).toContain("<h1>")
  // A nonce is random: it can contain any three letters.
  const text = withoutNonces(withoutOwnScript(reply))
  expect(text).not.toMatch(/secret|canary|sql|_limited|invalid_|<script| on[a-z]+=/i)
}

/** Sends the head of a form without its body, and returns the first line of the response. */
const sendHeadOnly = (origin: string, path: string, headers: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const { host, hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname, () => {
      const lines = Object.entries({ host, "content-type": "application/x-www-form-urlencoded", ...headers })
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`)
    })
    socket.setTimeout(10_000, () => socket.destroy(new Error("The server waits for the body")))
    socket.once("error", reject)
    socket.once("data", (data) => {
      socket.destroy()
      resolve(data.toString().split("\r\n", 1).join(""))
    })
  })

describe("A problem on a page", () => {
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

  test("of a host of a deleted instance is a page that does not show the default instance", async () => {
    const host = "deleted.example"
    await service.instances((instances) =>
      Effect.flatMap(instances.create({ name: "Deleted", hosts: [host] }), ({ id }) => instances.delete(id))
    )
    const browser = service.browser({ host })
    for (const [heading, reply] of [
      ["Page not found", await browser.get("/sign-in", html)],
      ["Page not found", await browser.get("/nothing", html)],
      ["Page not found", await postForm(browser, "/sign-in", { email: newEmail(), password })],
      ["This link no longer works", await browser.get(`/v1/auth/magic-link/verify?token=${"t".repeat(42)}A`, html)]
    ] as const) {
      expectPage(reply, 404)
      expect(headingOf(reply)).toBe(heading)
      expect(reply.text).toContain("sign in at this address.")
      expect(reply.text).not.toContain("<form")
    }
  })

  test("of an invalid field is shown beside the field, and the other fields are kept", async () => {
    const reply = await postForm(service.browser(), "/sign-in", { email: "ada@", password: secret })
    expectPage(reply, 400)
    expect(valuesOf(reply)).toMatchObject({ email: "ada@", password: undefined })
    expect(reply.text).toContain('role="alert"')
    expect(reply.text).toMatch(/id="email"[^>]*aria-describedby="email-error" aria-invalid="true"[^>]* autofocus>/)
    expect(reply.text).toContain(
      '<span class="error" id="email-error">Enter an email address in the correct format, like name@example.com.</span>'
    )
    expect(reply.text.match(/ autofocus/g)).toHaveLength(1)
    const both = await postForm(service.browser(), "/sign-in", {})
    expect([both.status, both.text.match(/aria-invalid="true"/g)?.length]).toEqual([400, 2])
    const repeated = await service.browser().send("POST", "/sign-in", {
      headers: { ...ownForm, "content-type": "application/x-www-form-urlencoded" },
      body: `email=a@example.com&email=b@example.com&password=${password}`
    })
    expectPage(repeated, 400)
  })

  test("of a wrong password and of an unknown address is the same page", async () => {
    const { email } = await signedUp()
    const wrong = await postForm(service.browser(), "/sign-in", { email, password: secret })
    const unknownEmail = newEmail()
    const unknown = await postForm(service.browser(), "/sign-in", { email: unknownEmail, password: secret })
    expectPage(wrong, 401)
    expect(wrong.text).toContain("Wrong email address or password.")
    const comparable = ({ text }: Reply, email: string) => withoutNonces(text.replaceAll(email, "?"))
    expect(comparable(wrong, email)).toBe(comparable(unknown, unknownEmail))
    expect([valuesOf(wrong)["email"], cookiesOf(wrong)]).toEqual([email, []])
  })

  test("of a weak password says what it lacks, and of a taken address that it is taken", async () => {
    const short = await postForm(service.browser(), "/sign-up", { email: newEmail(), password: "secret" })
    expectPage(short, 400)
    expect(short.text).toContain("Your password must include at least 8 characters.")
    const { email } = await signedUp()
    const taken = await postForm(service.browser(), "/sign-up", { email, password })
    expectPage(taken, 400)
    expect(taken.text).toContain("An account with this email already exists.")
    expect(valuesOf(taken)["email"]).toBe(email)
  })

  test("of too many attempts says when to try again, in a header and in words, and keeps what was typed", async () => {
    const fields = { email: newEmail(), password: secret, return_to: returnTo() }
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
    ["EmailOutbox", "/sign-in/link"]
  ])("of an outage of %s on %s says when to try again, and keeps what was typed", async (port, path) => {
    const { email } = await signedUp()
    storage.bringDown(port)
    const reply = await postForm(service.browser(), path, {
      email: path === "/sign-up" ? newEmail() : email,
      password,
      return_to: returnTo()
    })
    expectPage(reply, 503)
    expect([reply.headers["retry-after"], cookiesOf(reply)]).toEqual(["2", []])
    expect(valuesOf(reply)).toMatchObject({ return_to: returnTo(), password: undefined })
    expect(valuesOf(reply)["email"]).toMatch(/@example\.com$/)
    expect(reply.text).toContain("The service is temporarily unavailable. Try again in 2 seconds.")
  })

  test("of an outage in which the instance is unknown keeps what was typed, and allows the form any origin", async () => {
    service.advance(10_000)
    storage.bringDown()
    const reply = await postForm(service.browser(), "/sign-in", { email: "ada@example.com", password, return_to: "x" })
    expectPage(reply, 503)
    expect(valuesOf(reply)).toMatchObject({ email: "ada@example.com", return_to: "x", password: undefined })
    expect(reply.headers["content-security-policy"]).toContain("form-action 'self' https: http:;")
    for (const path of [
      "/sign-in",
      "/sign-up",
      "/account",
      "/check-your-email",
      "/forgot-password",
      "/signed-out",
      "/no-such-page"
    ]) {
      expectPage(await service.browser().get(path, html), 503)
    }
    expectPage(await service.browser().get(`/v1/auth/magic-link/verify?token=${"A".repeat(43)}`, html), 503)
    const program = await service.browser().get(`/v1/auth/magic-link/verify?token=${"A".repeat(43)}`)
    expect([program.status, program.json["code"]]).toEqual([503, "service_unavailable"])
  })

  test("of an outage revokes no session and changes nothing", async () => {
    const { browser } = await signedUp()
    storage.bringDown("SessionRepository")
    for (const path of ["/sign-out", "/account/sessions/revoke-others", "/account/password"]) {
      const reply = await postForm(browser, path, { password: "another fine password" })
      expectPage(reply, 503)
      expect([cookiesOf(reply), headingOf(reply)]).toEqual([[], "There is a problem"])
    }
    storage.reset()
    expect((await browser.get(session)).status).toBe(200)
  })

  test.each([
    ["/sign-in", "/sign-in"],
    ["/sign-up", "/sign-up"],
    ["/sign-in/link", "/sign-in"],
    ["/sign-in/email", "/sign-in"],
    ["/forgot-password", "/forgot-password"],
    ["/reset-password", "/forgot-password"],
    ["/sign-out", "/account"],
    ["/account/password", "/account"],
    ["/account/link", "/account"],
    ["/account/sessions/revoke-others", "/account"],
    ["/account/sessions/sess_x/revoke", "/account"]
  ])("of a form from another site on %s links to the page of the service, %s", async (path, ownPage) => {
    const { browser, email } = await signedUp()
    for (const headers of [
      crossOrigin,
      { ...html, origin: "null", "sec-fetch-site": "cross-site" },
      { ...html, origin: "null" }
    ]) {
      const fields = { email, password, currentPassword: password }
      const reply = await postForm(browser, path, fields, headers)
      expectPage(reply, 403)
      expect([cookiesOf(reply), headingOf(reply)]).toEqual([[], "Request blocked"])
      expect(reply.text).toContain(`href="${service.origin}${ownPage}"`)
      expect(reply.text).not.toContain(email)
    }
    expect((await browser.get(session)).json["email"]).toBe(email)
  })

  test.each([
    ["whose body never arrives", { "content-length": "1000" }],
    ["in pieces that never arrive", { "transfer-encoding": "chunked" }],
    ["whose body is too large", { "content-length": "1000000000" }]
  ])("of a form from another site %s is the response to its headers", async (_, length) => {
    const line = await sendHeadOnly(service.origin, "/sign-in", {
      ...crossOrigin,
      ...(length as Record<string, string>)
    })
    expect(line).toBe("HTTP/1.1 403 Forbidden")
  })

  test("of a body that is not a form, or too large, is a page", async () => {
    expectPage(await service.browser().post("/sign-in", { email: "a@example.com", password }, ownForm), 415)
    expectPage(await postForm(service.browser(), "/sign-up", { email: "a".repeat(70_000), password }), 413)
  })

  test.each(["/signin", "/account/nothing", "/v1/nothing", "/%zz", `/no-such-page?token=${secret}`])(
    "of the unknown path %s is a page for browsers, and a problem document for programs",
    async (path) => {
      const address = encodeURI(path).replace("%25zz", "%zz")
      const origin = service.origin
      const page = await service.browser().get(address, { ...html, origin })
      expectPage(page, 404)
      expect(headingOf(page)).toBe("Page not found")
      expect(page.text).toContain('href="/account"')
      expect(page.headers["access-control-allow-origin"]).toBeUndefined()
      for (const accept of ["*/*", "application/json, text/html;q=0.5", "image/png"]) {
        const program = await service.browser().get(address, { accept, origin })
        expect([program.status, program.json["code"]]).toEqual([404, "not_found"])
        expect(program.headers["access-control-allow-origin"]).toBe(origin)
      }
    }
  )

  test("of missing sign-in links is explained, and no page offers one", async () => {
    const without = await startWithPages({ mailer: "unconfigured" })
    try {
      for (const path of ["/sign-in", "/sign-up"]) {
        expect((await without.browser().get(path, html)).text).not.toContain("Email me a sign-in link")
      }
      const reply = await postForm(without.browser(), "/sign-in/link", { email: "ada@example.com" })
      expectPage(reply, 401)
      expect(reply.text).toContain("Sign-in links are unavailable. Sign in with your password.")
    } finally {
      await without.stop()
    }
  })
})
