import assert from "node:assert/strict"
import { after, describe, test } from "node:test"
import * as App from "../src/app.js"
import * as Latchkey from "../src/Latchkey.js"

const origin = "https://app.example.com"
const password = "correct horse battery"

describe("The app on the Fetch API", { timeout: 60_000 }, () => {
  const latchkey = Latchkey.make(origin)
  const app = App.make(latchkey)
  after(() => latchkey.dispose())

  const send = (path: string, init: RequestInit = {}, remoteAddress = "192.0.2.1") =>
    app.fetch(new Request(`${origin}${path}`, init), { remoteAddress })

  const signUp = (email: string, remoteAddress?: string, chosen = password) =>
    send(
      "/v1/auth/sign-up/email-password",
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password: chosen })
      },
      remoteAddress
    )

  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.replace(/;.*/, ""))
      .join("; ")

  test("serves its own pages", async () => {
    const response = await send("/")
    assert.equal(await response.text(), "This page is public.")
  })

  test("knows the signed-in user until they sign out", async () => {
    assert.equal((await send("/me")).status, 401)

    const signedUp = await signUp("ada@example.com")
    assert.equal(signedUp.status, 200)
    const headers = { cookie: cookiesOf(signedUp) }
    assert.equal(await (await send("/me", { headers })).text(), "You are ada@example.com.")
    const session = (await (await send("/v1/auth/session", { headers })).json()) as { readonly email: string }
    assert.equal(session.email, "ada@example.com")

    await send("/v1/auth/sign-out", { method: "POST", headers })
    assert.equal((await send("/me", { headers })).status, 401)
  })

  test("limits attempts per IP address", async () => {
    // The password policy refuses them before hashing, and they still count.
    const attempts = Array.from({ length: 20 }, () => signUp("many@example.com", "198.51.100.7", "short"))
    for (const { status } of await Promise.all(attempts)) assert.equal(status, 400)
    assert.equal((await signUp("late@example.com", "198.51.100.7")).status, 429)
    assert.equal((await signUp("other@example.com", "203.0.113.9")).status, 200)
  })

  test("refuses cross-origin requests", async () => {
    const crossOrigin = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    assert.equal((await send("/v1/auth/sign-out", { method: "POST", headers: crossOrigin })).status, 403)
  })
})
