import { connect } from "node:net"
import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import { database } from "@latchkey/test-support/postgres/database"
import { freePort } from "@latchkey/test-support/freePort"
import { folder, type Latchkey, run } from "@latchkey/test-support/process/latchkey"
import { until } from "@latchkey/test-support/process/until"

const patience = 60_000
const ada = { email: "ada@example.com", password: "correct horse battery" }

const query = (url: string, statement: string) =>
  Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })),
    Effect.runPromise
  )

const environment = async (extra: Record<string, string> = {}) => {
  const port = String(await freePort())
  return { PORT: port, BASE_URL: `http://localhost:${port}`, DATABASE_URL: await database(), ...extra }
}

const command = (args: ReadonlyArray<string>, environment: Record<string, string>) =>
  run(args, { directory: folder(), environment })

const start = async (environment: Record<string, string>): Promise<Latchkey> => {
  const latchkey = command(["serve"], environment)
  await latchkey.says("Latchkey is ready")
  return latchkey
}

describe("latchkey serve", () => {
  it("serves nothing that is meant for development", { timeout: patience }, async () => {
    const settings = await environment()
    await start(settings)
    const browser = new Browser(settings.BASE_URL)
    const ofDevelopment = ["inbox", "inbox.json", "emails", "emails/en", "pages", "pages/en", "identity-provider"]
    for (const path of ["/docs", "/openapi.json", ...ofDevelopment.map((name) => `/dev/${name}`)]) {
      assert.strictEqual((await browser.get(path)).status, 404, path)
    }
    const link = await browser.post("/v1/auth/sign-in/magic-link", { email: ada.email })
    assert.deepInclude(link, { status: 401 })
    assert.strictEqual(link.json["code"], "magic_link_disabled")
  })

  it("reports that it is not ready before it stops accepting connections, and finishes requests in flight", {
    timeout: patience
  }, async () => {
    const settings = await environment({ SHUTDOWN_DELAY_SECONDS: "2" })
    const latchkey = await start(settings)
    const browser = new Browser(settings.BASE_URL)
    await browser.post("/v1/auth/sign-up/email-password", ada)

    const body = JSON.stringify(ada)
    const slow = connect(Number(settings.PORT), "127.0.0.1").setEncoding("utf8")
    const reply = slow.toArray()
    slow.write(
      "POST /v1/auth/sign-in/email-password HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
        `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`
    )
    // When this is answered, the service has read what was sent to it before.
    assert.strictEqual((await browser.get("/health/ready")).status, 200)
    latchkey.kill("SIGTERM")
    await until("the service is not ready", async () => (await browser.get("/health/ready")).status === 503)
    assert.strictEqual((await browser.get("/health/live")).status, 200)

    const isRefused = () =>
      browser.get("/health/live").then(
        () => false,
        ({ code }) => code === "ECONNREFUSED"
      )
    await until("connections are refused", isRefused)
    slow.write(body.slice(10))
    const text = (await reply).join("")
    assert.match(text, /^HTTP\/1\.1 200 /)
    assert.match(text, /\r\nconnection: close\r\n/i)
    assert.strictEqual(await latchkey.ended, 0)
  })

  it("leaves migrations to migrate apply if MIGRATE_ON_START is false", { timeout: patience }, async () => {
    const settings = await environment({ MIGRATE_ON_START: "false" })
    const refused = command(["serve"], settings)
    assert.strictEqual(await refused.ended, 1)
    assert.match(
      refused.err(),
      /^latchkey: The database has pending migrations: 0001_initial.*Run "latchkey migrate apply" first\.\n$/
    )

    const plan = command(["migrate", "plan", "--json"], settings)
    assert.strictEqual(await plan.ended, 0)
    assert.deepInclude(JSON.parse(plan.out()).pending[0], { id: 1, name: "initial" })
    const apply = command(["migrate", "apply", "--json"], settings)
    assert.strictEqual(await apply.ended, 0)
    assert.deepStrictEqual(JSON.parse(apply.out()).applied, JSON.parse(plan.out()).pending)
    const again = command(["migrate", "apply"], settings)
    assert.strictEqual(await again.ended, 0)
    assert.strictEqual(again.out(), "The database is up to date.\n")

    await start(settings)
  })

  it("fails with a database that a newer version migrated", { timeout: patience }, async () => {
    const settings = await environment()
    await command(["migrate", "apply"], settings).ended
    await query(settings.DATABASE_URL, "INSERT INTO latchkey.migrations (migration_id, name) VALUES (9001, 'future')")
    const serve = command(["serve"], settings)
    assert.strictEqual(await serve.ended, 1)
    assert.match(
      serve.err(),
      /^latchkey: The database was migrated by another version of Latchkey: it has 9001_future\. .*\n$/
    )
    const plan = command(["migrate", "plan"], settings)
    assert.strictEqual(await plan.ended, 1)
  })

  it("fails with one line if the database cannot be reached", { timeout: patience }, async () => {
    const port = await freePort()
    const serve = command(["serve"], {
      BASE_URL: "https://auth.example.com",
      DATABASE_URL: `postgresql://user:hunter2@127.0.0.1:${port}/latchkey`
    })
    assert.strictEqual(await serve.ended, 1)
    const reason = `Cannot use the database 127.0.0.1:${port}/latchkey: connection refused.`
    assert.strictEqual(serve.err(), `latchkey: ${reason}\n`)
  })
})

describe("A DATABASE_URL with a certificate that does not exist", () => {
  it.each([["serve"], ["migrate", "plan"], ["migrate", "apply"]])(
    "makes %s %s fail with one line",
    {
      timeout: patience
    },
    async (...args) => {
      const { DATABASE_URL, ...settings } = await environment()
      const url = `${DATABASE_URL}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`
      const refused = command(args.filter(Boolean), { ...settings, DATABASE_URL: url })
      assert.strictEqual(await refused.ended, 1)
      const message = "Cannot use DATABASE_URL: cannot read the file /nowhere/ca.pem (ENOENT)."
      assert.strictEqual(refused.err(), `latchkey: ${message}\n`)
    }
  )
})
