import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import { database } from "@latchkey/test-support/postgres/database"
import { freePort } from "@latchkey/test-support/freePort"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import * as certificates from "@latchkey/test-support/certificates"
import * as MailServer from "@latchkey/test-support/smtp/MailServer"
import { openSesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import { until } from "@latchkey/test-support/process/until"

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

describe("An email", () => {
  it.each(["serve", "dev"])("is sent through Amazon SES by %s, and its link signs in", async (command) => {
    const ses = await openSesEndpoint(onTestFinished)
    const environment = { ...(await settings()), AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL_SESV2: ses.url }
    const latchkey = run([command], { directory: folder(), environment })
    await latchkey.says("Latchkey is ready")
    const browser = new Browser(environment.BASE_URL)
    const requested = await browser.post("/v1/auth/sign-in/magic-link", { email: "grace@example.com" })
    assert.strictEqual(requested.status, 200)
    const received = await until("the email", () => ses.emailsTo("grace@example.com")[0])
    assert.include(received.authorization, "Credential=AKIATEST/")
    assert.include(received.from, "no-reply@example.com")
    assert.strictEqual(received.link, environment.BASE_URL + received.path)
    assert.strictEqual((await browser.get(received.path)).status, 200)
    assert.strictEqual((await browser.get("/dev/inbox")).status, 404)
    const home = await browser.get("/", { accept: "text/html" })
    assert.deepStrictEqual([home.status, home.headers.location], [303, "/account"])
    assert.notInclude(latchkey.out(), "grace@example.com")
    assert.strictEqual(latchkey.err(), "")
  })

  it("is sent through a mail server over STARTTLS by serve, and its link signs in", async () => {
    const login = { user: "ann@example.com", password: "p@ss/hunter2" }
    const authority = certificates.authority()
    const server = await MailServer.start({ ...authority.issue({ names: ["localhost"] }), login })
    onTestFinished(server.stop)
    const directory = folder()
    writeFileSync(join(directory, "ca.pem"), authority.cert)
    const { EMAIL_PROVIDER_API_KEY: _, ...environment } = await settings()
    const credentials = `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}`
    const latchkey = run(["serve"], {
      directory,
      environment: {
        ...environment,
        EMAIL_SMTP_URL: `smtp://${credentials}@localhost:${server.port}?tls=required`,
        NODE_EXTRA_CA_CERTS: join(directory, "ca.pem"),
        LOG_LEVEL: "trace"
      }
    })
    await latchkey.says("Latchkey is ready")
    const browser = new Browser(environment.BASE_URL)
    const requested = await browser.post("/v1/auth/sign-in/magic-link", { email: "grace@example.com" })
    assert.strictEqual(requested.status, 200)
    const received = await until("the email", () => server.emails[0])
    assert.deepInclude(received, { to: ["grace@example.com"], isEncrypted: true, user: login.user })
    const path = /\/v1\/auth\/magic-link\/verify\?token=[A-Za-z0-9_-]{43}\b/.exec(received.parsed.text)?.[0]
    assert.strictEqual((await browser.get(path ?? "")).status, 200)
    assert.notMatch(latchkey.out() + latchkey.err(), /grace@example\.com|hunter2|ann%40|ann@/)
  })

  it("requires a region: serve fails with one line without one", async () => {
    const latchkey = run(["serve"], { directory: folder(), environment: await settings() })
    assert.strictEqual(await latchkey.ended, 1)
    assert.match(latchkey.err(), /^latchkey: Amazon SES needs a region: set AWS_REGION .*\.\n$/m)
  })
})
