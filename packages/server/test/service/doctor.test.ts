import { once } from "node:events"
import { createServer } from "node:http"
import { assert, describe, it, onTestFinished } from "vitest"
import { database } from "../support/database.ts"
import { folder, freePort, run } from "../support/latchkey.ts"

const patience = 60_000

const environment = async (extra: Record<string, string> = {}) => {
  const port = String(await freePort())
  return { PORT: port, BASE_URL: `http://localhost:${port}`, DATABASE_URL: await database(), ...extra }
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

/** What takes the place of Amazon SES: an account in order, and a sender that is verified. */
const ses = async (): Promise<string> => {
  const server = createServer((_request, response) => {
    const answer = { SendingEnabled: true, ProductionAccessEnabled: true, VerifiedForSendingStatus: true }
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer))
  })
  onTestFinished(() => void server.close().closeAllConnections())
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
}

const mail = { EMAIL_FROM: "no-reply@example.com", EMAIL_PROVIDER_API_KEY: "AKIATEST:hunter2" }

describe("latchkey doctor", () => {
  it("finds nothing wrong where serve would work, in this order, and says nothing else", {
    timeout: patience
  }, async () => {
    const aws = { AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL_SESV2: await ses() }
    const { checks, code, err, of, ok } = await examine(await environment({ ...mail, ...aws }))
    assert.deepStrictEqual(
      checks.map(({ name, ok, result }) => [name, ok, result]),
      ["settings", "database", "migrations", "clock", "connections", "proxies", "mail", "hashing"].map((name) => [
        name,
        true,
        "ok"
      ])
    )
    assert.include(of("mail")?.detail, "example.com is verified")
    assert.isTrue(ok)
    assert.strictEqual(code, 0)
    assert.strictEqual(err, "")
  })

  it("warns, and takes that for no failure", { timeout: patience }, async () => {
    const settings = await environment()
    const { checks, code, of, ok } = await examine(settings)
    assert.deepInclude(of("mail"), { ok: true, result: "warning" })
    assert.isTrue(ok && checks.every((check) => check.ok))
    assert.strictEqual(code, 0)
    const lines = await doctor(settings)
    assert.match(lines.out, /^WARN {2}mail {9}EMAIL_FROM is not set: magic links are off$/m)
    assert.strictEqual(lines.err, "")
  })

  it("sees the Latchkey that answers at BASE_URL", { timeout: patience }, async () => {
    const settings = await environment()
    const latchkey = run(["serve"], { directory: folder(), environment: settings })
    await latchkey.says("Latchkey is ready")
    assert.include((await examine(settings)).of("proxies")?.detail, `a Latchkey answers at ${settings.BASE_URL}`)
  })

  it("finds pending migrations that serve would not apply", { timeout: patience }, async () => {
    const { code, err, out } = await doctor(await environment({ MIGRATE_ON_START: "false" }))
    assert.strictEqual(code, 1)
    assert.match(out, /^ok {4}settings/m)
    assert.match(out, /^FAIL {2}migrations {3}pending: 0001_initial/m)
    assert.strictEqual(err, "latchkey: something is wrong; see above.\n")
  })

  it("finds what is wrong with the settings and with the database at once", { timeout: patience }, async () => {
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

  it("refuses what serve refuses: no region, and a certificate that is not there", { timeout: patience }, async () => {
    const { DATABASE_URL, ...settings } = await environment(mail)
    const lacking = { ...settings, DATABASE_URL: `${DATABASE_URL}?sslrootcert=/nowhere/ca.pem` }
    const { code, err, of, out } = await examine(lacking)
    assert.strictEqual(code, 1)
    assert.match(of("mail")?.detail ?? "", /^Amazon SES needs a region: set AWS_REGION .*\.$/)
    assert.deepInclude(of("database"), {
      result: "failed",
      detail: "DATABASE_URL cannot be used: the file /nowhere/ca.pem that it names cannot be read (ENOENT)."
    })
    const serve = run(["serve"], { directory: folder(), environment: lacking })
    assert.strictEqual(await serve.ended, 1)
    assert.notMatch(out + err + serve.err(), /hunter2|^\s+at /m)
  })

  it("fails when its own pool does not fit into the database", { timeout: patience }, async () => {
    const { code, of } = await examine(await environment({ DATABASE_POOL_SIZE: "1000" }))
    assert.strictEqual(code, 1)
    assert.deepInclude(of("connections"), { ok: false, result: "failed" })
  })
})
