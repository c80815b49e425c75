import { assert, describe, it } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import { database } from "@latchkey/test-support/postgres/database"
import { freePort } from "@latchkey/test-support/freePort"
import { folder, type Latchkey, run } from "@latchkey/test-support/process/latchkey"

const patience = 60_000
const html = { accept: "text/html" }
const form = { "content-type": "application/x-www-form-urlencoded" }
const ada = { email: "ada@example.com", password: "correct horse battery" }
const tokenIn = /\/dashboard\/enter\?token=([\w-]{43})$/m

const environment = async (extra: Record<string, string> = {}) => {
  const port = String(await freePort())
  return { PORT: port, BASE_URL: `http://localhost:${port}`, DATABASE_URL: await database(), ...extra }
}

const command = (args: ReadonlyArray<string>, environment: Record<string, string>) =>
  run(args, { directory: folder(), environment })

const serve = async (environment: Record<string, string>): Promise<Latchkey> => {
  const latchkey = command(["serve"], environment)
  await latchkey.says("Latchkey is ready")
  return latchkey
}

/** Runs the command, and returns its output and exit code. */
const invite = async (environment: Record<string, string>, ...flags: ReadonlyArray<string>) => {
  const latchkey = command(["admin", "invite", ...flags], environment)
  const code = await latchkey.ended
  return { code, out: latchkey.out(), err: latchkey.err() }
}

const enter = (browser: Browser, token: string) =>
  browser.send("POST", "/dashboard/enter", {
    headers: { ...form, ...html, origin: browser.origin },
    body: new URLSearchParams({ token }).toString()
  })

describe("latchkey serve", () => {
  it("serves the pages, and redirects the root to the account page", { timeout: patience }, async () => {
    const settings = await environment()
    await serve(settings)
    const browser = new Browser(settings.BASE_URL)
    const root = await browser.get("/", html)
    assert.deepStrictEqual([root.status, root.headers.location], [303, "/account"])
    assert.deepInclude(root.headers, { "cache-control": "no-store", "referrer-policy": "no-referrer" })
    const account = await browser.get("/account", html)
    assert.strictEqual(account.status, 303)
    const signIn = await browser.get("/sign-in", html)
    assert.deepStrictEqual([signIn.status, signIn.headers["content-type"]], [200, "text/html; charset=utf-8"])
    assert.include(signIn.text, "<form")
    assert.strictEqual((await browser.get("/dashboard/sign-in", html)).status, 200)
    const unknown = await browser.get("/signin", html)
    assert.deepStrictEqual([unknown.status, unknown.headers["content-type"]], [404, "text/html; charset=utf-8"])
    assert.include(unknown.text, "<h1>Page not found</h1>")
  })

  it("serves no pages that are turned off", { timeout: patience }, async () => {
    const settings = await environment({ PAGES: "false", DASHBOARD: "false" })
    await serve(settings)
    const browser = new Browser(settings.BASE_URL)
    for (const path of ["/", "/sign-in", "/account", "/dashboard", "/dashboard/sign-in", "/dashboard/enter"]) {
      const { headers, status } = await browser.get(path, html)
      assert.deepStrictEqual([status, headers["content-type"]], [404, "application/problem+json"], path)
    }
    assert.strictEqual((await browser.post("/v1/auth/sign-up/email-password", ada)).status, 200)
  })
})

describe("latchkey serve behind https", () => {
  it("sends HSTS, also with the redirect of the root", { timeout: patience }, async () => {
    const settings = { ...(await environment()), BASE_URL: "https://auth.example.com" }
    await serve(settings)
    const { headers } = await new Browser(`http://127.0.0.1:${settings.PORT}`).get("/", html)
    assert.strictEqual(headers["strict-transport-security"], "max-age=31536000; includeSubDomains")
  })
})

describe("latchkey admin invite", () => {
  it("creates a link to the dashboard that works once, at the running service", { timeout: patience }, async () => {
    const settings = await environment()
    const latchkey = await serve(settings)
    const { code, err, out } = await invite(settings)
    assert.deepStrictEqual([code, err], [0, ""])
    const token = tokenIn.exec(out)?.[1] ?? ""
    assert.include(out, `${settings.BASE_URL}/dashboard/enter?token=${token}`)
    const operator = new Browser(settings.BASE_URL)
    assert.strictEqual((await enter(operator, token)).status, 303)
    const dashboard = await operator.send("GET", "/dashboard", { headers: html })
    assert.notStrictEqual(dashboard.status, 404)
    const late = await enter(new Browser(settings.BASE_URL), token)
    assert.strictEqual(late.status, 401)
    assert.notInclude(latchkey.out(), token)
  })

  it("prints JSON for programs", { timeout: patience }, async () => {
    const settings = await environment()
    await serve(settings)
    const { out } = await invite(settings, "--json")
    assert.match(JSON.parse(out).url, tokenIn)
  })

  it("requires the public origin and the database", { timeout: patience }, async () => {
    const { code, err, out } = await invite({})
    assert.deepStrictEqual([code, out], [1, ""])
    assert.match(err, /BASE_URL is missing/)
    assert.match(err, /DATABASE_URL is missing/)
  })

  it("fails in a database with pending migrations", { timeout: patience }, async () => {
    const { code, err, out } = await invite(await environment())
    assert.deepStrictEqual([code, out], [1, ""])
    assert.match(err, /latchkey migrate apply/)
    assert.notMatch(err, /^\s+at /m)
  })
})
