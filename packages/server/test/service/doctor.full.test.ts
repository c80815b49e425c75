import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { database } from "@latchkey/test-support/postgres/database"
import { freePort } from "@latchkey/test-support/freePort"
import * as certificates from "@latchkey/test-support/certificates"
import * as MailServer from "@latchkey/test-support/smtp/MailServer"
import { folder, run } from "@latchkey/test-support/process/latchkey"

const patience = 60_000

/** Lets every query of DNS fail, whatever the network of this machine is. */
const withoutDns = `data:text/javascript,${encodeURIComponent(
  'import dns from "node:dns/promises"; import { syncBuiltinESMExports } from "node:module";' +
    "const { Resolver } = dns; dns.Resolver = class extends Resolver {" +
    ' constructor(options) { super(options); this.setServers(["127.0.0.1:1"]) } }; syncBuiltinESMExports()'
)}`

const environment = async (extra: Record<string, string> = {}) => {
  const port = String(await freePort())
  return {
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: await database(),
    NODE_OPTIONS: `--import=${withoutDns}`,
    ...extra
  }
}

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly result: "ok" | "warning" | "failed"
  readonly detail: string
}

const doctor = async (environment: Record<string, string>, ...args: ReadonlyArray<string>) => {
  const command = run(["doctor", ...args], { directory: folder(), environment })
  const code = await command.ended
  return { code, out: command.out(), err: command.err() }
}

const examine = async (environment: Record<string, string>) => {
  const { code, err, out } = await doctor(environment, "--json")
  const { checks, ok }: { readonly checks: ReadonlyArray<Check>; readonly ok: boolean } = JSON.parse(out)
  return { code, err, out, ok, checks, of: (name: string) => checks.find((check) => check.name === name) }
}

/** Starts a substitute for Amazon SES: the account can send, and the sender is verified. */
const ses = async (): Promise<string> => {
  const server = createServer((_request, response) => {
    const body = {
      ...{ SendingEnabled: true, ProductionAccessEnabled: true, VerifiedForSendingStatus: true },
      DkimAttributes: { SigningEnabled: true, SigningAttributesOrigin: "AWS_SES", Tokens: ["one"] }
    }
    response.setHeader("content-type", "application/json").end(JSON.stringify(body))
  })
  onTestFinished(() => void server.close().closeAllConnections())
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
}

const email = { EMAIL_FROM: "no-reply@example.com", EMAIL_PROVIDER_API_KEY: "AKIATEST:hunter2" }

describe("latchkey doctor", () => {
  it("runs every check in a fixed order, and all are ok if serve would work", {
    timeout: patience
  }, async () => {
    const aws = {
      AWS_REGION: "eu-central-1",
      AWS_ENDPOINT_URL_SESV2: await ses(),
      EMAIL_SNS_TOPIC_ARN: "arn:aws:sns:eu-central-1:123456789012:latchkey-emails"
    }
    const { checks, code, err, of, ok } = await examine(await environment({ ...email, ...aws }))
    assert.deepStrictEqual(
      checks.map(({ name, ok, result }) => [name, ok, result]),
      [
        "settings",
        "database",
        "migrations",
        "clock",
        "connections",
        "passkeys",
        "keys",
        "providers",
        "webhooks",
        "proxies",
        "email",
        "sender",
        "bounces",
        "hashing"
      ].map((name) => [name, true, "ok"])
    )
    assert.include(of("email")?.detail, "example.com is verified")
    assert.include(of("sender")?.detail, "DMARC: could not be checked: no reply from DNS (ECONNREFUSED)")
    assert.isTrue(ok)
    assert.strictEqual(code, 0)
    assert.strictEqual(err, "")
  })

  it("exits with 0 if there are only warnings", { timeout: patience }, async () => {
    const settings = await environment()
    const { checks, code, of, ok } = await examine(settings)
    assert.deepInclude(of("email"), { ok: true, result: "warning" })
    assert.isTrue(ok && checks.every((check) => check.ok))
    assert.strictEqual(code, 0)
    const lines = await doctor(settings)
    assert.match(lines.out, /^WARN {2}email {8}EMAIL_FROM is not set: magic links and password resets are turned off$/m)
    assert.strictEqual(lines.err, "")
  })

  it("warns about the identity provider of the dashboard if it does not respond", { timeout: patience }, async () => {
    const issuer = `http://localhost:${await freePort()}`
    const provider = { ADMIN_IDENTITY_PROVIDER_ISSUER: issuer, ADMIN_IDENTITY_PROVIDER_CLIENT_ID: "latchkey" }
    const settings = await environment(provider)
    const migration = run(["migrate", "apply"], { directory: folder(), environment: settings })
    assert.strictEqual(await migration.ended, 0)
    const { code, of } = await examine(settings)
    assert.deepInclude(of("providers"), { ok: true, result: "warning" })
    assert.match(of("providers")?.detail ?? "", /^"company" of the dashboard: ./)
    assert.strictEqual(code, 0)
  })

  it("finds a running Latchkey at BASE_URL", { timeout: patience }, async () => {
    const settings = await environment()
    const latchkey = run(["serve"], { directory: folder(), environment: settings })
    await latchkey.says("Latchkey is ready")
    assert.include((await examine(settings)).of("proxies")?.detail, `; Latchkey answers at ${settings.BASE_URL}`)
  })

  it("fails with pending migrations that serve would not apply", { timeout: patience }, async () => {
    const { code, err, out } = await doctor(await environment({ MIGRATE_ON_START: "false" }))
    assert.strictEqual(code, 1)
    assert.match(out, /^ok {4}settings/m)
    assert.match(out, /^FAIL {2}migrations {3}pending: 0001_initial/m)
    assert.strictEqual(err, "latchkey: one or more checks failed\n")
  })

  it("does not fail with migrations that serve would apply, although another setting is wrong", {
    timeout: patience
  }, async () => {
    const { of } = await examine(await environment({ EMAIL_SMTP_URL: "smtps://user:pass/word@smtp.example.com" }))
    assert.deepInclude(of("settings"), { ok: false, result: "failed" })
    assert.deepInclude(of("migrations"), { ok: true, result: "ok" })
  })

  it("reports config errors and a database failure together", { timeout: patience }, async () => {
    const port = await freePort()
    const url = `postgresql://u:hunter2@127.0.0.1:${port}/db`
    const { checks, code, err, of, ok, out } = await examine({ DATABASE_URL: url })
    assert.strictEqual(code, 1)
    assert.isFalse(ok)
    assert.deepInclude(of("settings"), { ok: false, result: "failed" })
    assert.include(of("settings")?.detail, "BASE_URL is missing")
    assert.deepInclude(of("database"), { ok: false, result: "failed" })
    assert.lengthOf(checks, 2)
    assert.notInclude(out + err, "hunter2")
  })

  it("fails if serve would: without a region, or with a certificate that does not exist", {
    timeout: patience
  }, async () => {
    const { DATABASE_URL, ...settings } = await environment(email)
    const incomplete = { ...settings, DATABASE_URL: `${DATABASE_URL}?sslrootcert=/nowhere/ca.pem` }
    const { code, err, of, out } = await examine(incomplete)
    assert.strictEqual(code, 1)
    assert.match(of("email")?.detail ?? "", /^Amazon SES needs a region: set AWS_REGION .*\.$/)
    assert.deepInclude(of("database"), {
      result: "failed",
      detail: "Cannot use DATABASE_URL: cannot read the file /nowhere/ca.pem (ENOENT)."
    })
    const serve = run(["serve"], { directory: folder(), environment: incomplete })
    assert.strictEqual(await serve.ended, 1)
    assert.notMatch(out + err + serve.err(), /hunter2|^\s+at /m)
  })

  it("verifies the certificate of a mail server, for the name in the URL, and logs in", {
    timeout: patience
  }, async () => {
    const login = { user: "ann", password: "hunter2" }
    const authority = certificates.authority()
    const directory = folder()
    const file = join(directory, "ca.pem")
    writeFileSync(file, authority.cert)
    const emailOf = async (name: string) => {
      const server = await MailServer.start({ ...authority.issue({ names: [name] }), secure: true, login })
      onTestFinished(server.stop)
      const { code, of, out } = await examine(
        await environment({
          EMAIL_FROM: "no-reply@example.com",
          EMAIL_SMTP_URL: `smtps://ann:hunter2@localhost:${server.port}`,
          NODE_EXTRA_CA_CERTS: file
        })
      )
      assert.isEmpty(server.emails)
      assert.notInclude(out, "hunter2")
      return { code, check: of("email") }
    }
    const right = await emailOf("localhost")
    assert.match(right.check?.detail ?? "", /^connected to localhost:\d+; over TLSv1\.3; the login works$/)
    assert.strictEqual(right.code, 0)
    const wrong = await emailOf("mail.example.com")
    assert.include(wrong.check?.detail, "has a certificate for another name than localhost")
    assert.strictEqual(wrong.code, 1)
  })

  it("fails if the pool exceeds the connection limit of the database", { timeout: patience }, async () => {
    const { code, of } = await examine(await environment({ DATABASE_POOL_SIZE: "1000" }))
    assert.strictEqual(code, 1)
    assert.deepInclude(of("connections"), { ok: false, result: "failed" })
  })
})

describe("latchkey doctor --app", () => {
  it("checks an app with the instances of the database, and fails if one check does", {
    timeout: patience
  }, async () => {
    const settings = await environment()
    const app = settings.BASE_URL
    const before = await doctor(settings, "--app", app)
    assert.deepStrictEqual([before.code, before.out], [1, ""])
    assert.include(before.err, "migrate apply")
    const latchkey = run(["serve"], { directory: folder(), environment: settings })
    await latchkey.says("Latchkey is ready")
    const own = await doctor(settings, "--app", app)
    assert.deepStrictEqual([own.code, own.err], [0, ""])
    assert.match(own.out, /^ok {4}origin {7}its pages may call Latchkey/m)
    assert.match(own.out, /^ok {4}paths {8}http:\/\/localhost:\d+\/v1 leads to Latchkey, with its Host$/m)
    const other = await doctor(settings, "--app", `http://localhost:${await freePort()}`, "--json")
    const { checks, ok }: { readonly checks: ReadonlyArray<Check>; readonly ok: boolean } = JSON.parse(other.out)
    assert.deepStrictEqual([other.code, ok], [1, false])
    assert.deepStrictEqual(
      checks.filter((check) => !check.ok).map(({ name }) => name),
      ["origin"]
    )
  })

  it("takes an origin only", { timeout: patience }, async () => {
    const { code, err } = await doctor(await environment(), "--app", "app.example.com")
    assert.strictEqual(code, 1)
    assert.include(err, "--app needs the origin of the app")
  })
})
