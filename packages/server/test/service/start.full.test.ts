import { assert, describe, it } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import { freePort } from "@latchkey/test-support/freePort"
import { database } from "@latchkey/test-support/postgres/database"
import { folder, run } from "@latchkey/test-support/process/latchkey"

const ada = { email: "ada@example.com", password: "correct horse battery" }

/**
 * The service as a process. The files named `*.full.test.ts` test `dev`, restarts, failures and everything that they
 * print.
 */
describe("latchkey", () => {
  it("serve applies migrations, serves, and logs JSON", async () => {
    const port = String(await freePort())
    const environment = { PORT: port, BASE_URL: `http://localhost:${port}`, DATABASE_URL: await database() }
    const latchkey = run(["serve"], { directory: folder(), environment })
    await latchkey.says("Latchkey is ready")
    const browser = new Browser(environment.BASE_URL)
    assert.strictEqual((await browser.get("/health/ready")).status, 200)
    assert.strictEqual((await browser.post("/v1/auth/sign-up/email-password", ada)).status, 200)
    assert.strictEqual((await browser.get("/v1/auth/session")).json["email"], ada.email)
    const visitor = await new Browser(environment.BASE_URL).get("/v1/auth/session")
    const refused = await new Browser(environment.BASE_URL, { origin: "https://evil.example" }).post(
      "/v1/auth/sign-out"
    )
    assert.deepStrictEqual([visitor.status, refused.status], [401, 403])
    assert.notInclude(visitor.text + refused.text, "hint")
    latchkey.kill("SIGTERM")
    assert.strictEqual(await latchkey.ended, 0)
    const entries = latchkey
      .out()
      .trim()
      .split("\n")
      .map((line): { readonly logLevel: string; readonly message: string | ReadonlyArray<string> } => JSON.parse(line))
    assert.include(
      entries.map(({ message }) => message),
      "Latchkey is ready"
    )
    const warnings = entries.filter(({ logLevel }) => logLevel !== "INFO").map(({ message }) => [message].flat()[0])
    assert.deepStrictEqual(warnings, [
      "EMAIL_FROM is not set: magic links and password resets are turned off",
      "Refused a page of an origin that is not allowed"
    ])
    assert.notInclude(latchkey.out(), ada.email)
  })
})
