import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as certificates from "@latchkey/test-support/certificates"
import { freePort } from "@latchkey/test-support/freePort"
import { database } from "@latchkey/test-support/postgres/database"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import * as MailServer from "@latchkey/test-support/smtp/MailServer"
import { assert, describe, it, onTestFinished } from "vitest"

const patience = 60_000

/** A mail server whose certificate is of an own authority, and a file with the environment that names it. */
const setUp = async (extra: Record<string, string> = {}) => {
  const directory = folder()
  const authority = certificates.authority()
  writeFileSync(join(directory, "ca.pem"), authority.cert)
  const login = { user: "ann", password: "hunter2" }
  const server = await MailServer.start({ ...authority.issue({ names: ["localhost"] }), secure: true, login })
  onTestFinished(server.stop)
  const port = String(await freePort())
  const environment = {
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: await database(),
    EMAIL_FROM: "no-reply@example.com",
    EMAIL_SMTP_URL: `smtps://ann:hunter2@localhost:${server.port}`,
    NODE_EXTRA_CA_CERTS: join(directory, "ca.pem"),
    ...extra
  }
  const file = join(directory, "latchkey.env")
  writeFileSync(
    file,
    Object.entries(environment)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join("")
  )
  return { directory, nodeArguments: [`--env-file=${file}`], origin: environment.BASE_URL }
}

const childrenOf = (pid: number): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`))
    .filter((name) => readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(pid))
    .map(Number)

describe("NODE_EXTRA_CA_CERTS in the file of node --env-file", () => {
  it("counts for doctor, which trusts a mail server of that authority", { timeout: patience }, async () => {
    const command = run(["doctor", "--json"], await setUp())
    const code = await command.ended
    const { checks }: { readonly checks: ReadonlyArray<Record<string, unknown>> } = JSON.parse(command.out())
    const email = checks.find(({ name }) => name === "email")
    assert.match(String(email?.["detail"]), /^connected to localhost:\d+; over TLSv1\.3; the login works$/)
    assert.deepStrictEqual([code, command.err()], [0, ""])
  })

  it("keeps the exit code and what goes to standard error", { timeout: patience }, async () => {
    const command = run(["doctor"], await setUp({ DATABASE_POOL_SIZE: "1000" }))
    assert.strictEqual(await command.ended, 1)
    assert.strictEqual(command.err(), "latchkey: one or more checks failed\n")
  })

  it.skipIf(process.platform !== "linux")(
    "leaves no process of serve behind after SIGTERM",
    { timeout: patience },
    async () => {
      const { origin, ...options } = await setUp()
      const latchkey = run(["serve"], options)
      await latchkey.says("Latchkey is ready")
      assert.strictEqual((await fetch(`${origin}/health/ready`)).status, 200)
      const children = childrenOf(latchkey.pid)
      assert.lengthOf(children, 1)
      latchkey.kill("SIGTERM")
      assert.strictEqual(await latchkey.ended, 0)
      assert.deepStrictEqual(
        children.filter((pid) => existsSync(`/proc/${pid}`)),
        []
      )
    }
  )
})
