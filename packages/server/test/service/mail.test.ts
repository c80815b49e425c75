import { assert, describe, it, onTestFinished } from "vitest"
import { Browser } from "../../../../test/support/Browser.ts"
import { database } from "../support/database.ts"
import { folder, freePort, run } from "../support/latchkey.ts"
import { openSesEndpoint } from "../support/SesEndpoint.ts"
import { until } from "../support/until.ts"

const settings = async () => {
  const port = String(await freePort())
  return {
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: await database(),
    EMAIL_FROM: "Example <no-reply@example.com>",
    EMAIL_PROVIDER_API_KEY: "AKIATEST:secret"
  }
}

describe("Mail that is really sent", () => {
  it.each(["serve", "dev"])("goes out through Amazon SES from %s, and works", { timeout: 60_000 }, async (command) => {
    const ses = await openSesEndpoint(onTestFinished)
    const environment = { ...(await settings()), AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL_SESV2: ses.url }
    const latchkey = run([command], { directory: folder(), environment })
    await latchkey.says("Latchkey is ready")
    const browser = new Browser(environment.BASE_URL)
    const asked = await browser.post("/v1/auth/sign-in/magic-link", { email: "grace@example.com" })
    assert.strictEqual(asked.status, 200)
    const mail = await until("the mail", () => ses.mailsTo("grace@example.com")[0])
    assert.include(mail.authorization, "Credential=AKIATEST/")
    assert.include(mail.from, "no-reply@example.com")
    assert.strictEqual(mail.link, environment.BASE_URL + mail.path)
    assert.strictEqual((await browser.get(mail.path)).status, 200)
    assert.strictEqual((await browser.get("/dev/inbox")).status, 404)
    const home = await browser.get("/", { accept: "text/html" })
    assert.deepStrictEqual([home.status, home.headers.location], [303, "/account"])
    assert.notInclude(latchkey.out(), "grace@example.com")
    assert.strictEqual(latchkey.err(), "")
  })

  it("needs a region, and says so in one line", { timeout: 60_000 }, async () => {
    const latchkey = run(["serve"], { directory: folder(), environment: await settings() })
    assert.strictEqual(await latchkey.ended, 1)
    assert.match(latchkey.err(), /^latchkey: Amazon SES needs a region: set AWS_REGION .*\.\n$/m)
  })
})
