import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import { freePort } from "@latchkey/test-support/freePort"
import { database } from "@latchkey/test-support/postgres/database"
import { folder, run } from "@latchkey/test-support/process/latchkey"

const ada = { email: "ada@example.com", password: "correct horse battery" }

/** Returns the most memory that a process had; 0 on other systems than Linux. */
const peakMegabytes = (pid: number): number => {
  if (process.platform !== "linux") return 0
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024
}

/** The commands as processes. The files named `*.full.test.ts` test restarts, failures and everything that they print. */
describe("latchkey", () => {
  it("dev starts in an empty folder without settings, and ends with SIGTERM", async () => {
    const [directory, port] = [folder(), await freePort()]
    const latchkey = run(["dev"], { directory, environment: { PORT: String(port) } })
    await latchkey.says("Stop with Ctrl-C.")
    const browser = new Browser(`http://localhost:${port}`)
    assert.strictEqual((await browser.post("/v1/auth/sign-up/email-password", ada)).status, 200)
    assert.isBelow(peakMegabytes(latchkey.pid), 400)
    latchkey.kill("SIGTERM")
    assert.strictEqual(await latchkey.ended, 0)
    assert.include(latchkey.out(), `${directory}/.latchkey (new)`)
    assert.strictEqual(latchkey.err(), "")
  })

  it("serve applies migrations, serves, and logs JSON", async () => {
    const port = String(await freePort())
    const environment = { PORT: port, BASE_URL: `http://localhost:${port}`, DATABASE_URL: await database() }
    const latchkey = run(["serve"], { directory: folder(), environment })
    await latchkey.says("Latchkey is ready")
    const browser = new Browser(environment.BASE_URL)
    assert.strictEqual((await browser.get("/health/ready")).status, 200)
    assert.strictEqual((await browser.post("/v1/auth/sign-up/email-password", ada)).status, 200)
    assert.strictEqual((await browser.get("/v1/auth/session")).json["email"], ada.email)
    latchkey.kill("SIGTERM")
    assert.strictEqual(await latchkey.ended, 0)
    const messages = latchkey
      .out()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).message)
    assert.include(messages, "Latchkey is ready")
    assert.strictEqual(
      messages.filter((message) => String(message).includes("magic links and password resets are turned off")).length,
      1
    )
    assert.notInclude(latchkey.out(), ada.email)
  })
})
