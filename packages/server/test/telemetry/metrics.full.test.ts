import { once } from "node:events"
import { createServer } from "node:http"
import { assert, describe, it, onTestFinished } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import { send } from "@latchkey/test-support/HttpClient"
import { database } from "@latchkey/test-support/postgres/database"
import { freePort } from "@latchkey/test-support/freePort"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import { until } from "@latchkey/test-support/process/until"

const timeout = 60_000
const ada = { email: "ada@example.com", password: "correct horse battery" }

const environment = async () => {
  const port = String(await freePort())
  return { PORT: port, BASE_URL: `http://localhost:${port}`, DATABASE_URL: await database() }
}

/** A sample of the exposition format: `name{label="value",…} number`. */
const sample = /^([a-z_]+)(?:\{((?:[a-z_]+="[^"\\\n]*",?)*)\})? (-?[0-9.e+-]+)$/i

const samplesIn = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .map((line) => {
        const [, name = "", labels = "", value = ""] = sample.exec(line) ?? []
        assert.notStrictEqual(name, "", `not a sample: ${line}`)
        return [labels === "" ? name : `${name}{${labels}}`, Number(value)]
      })
  )

describe("Metrics for Prometheus", () => {
  it("are served on a separate port, and count what happened", { timeout }, async () => {
    const metricsPort = String(await freePort())
    const settings = { ...(await environment()), METRICS_PORT: metricsPort }
    const latchkey = run(["serve"], { directory: folder(), environment: settings })
    await latchkey.says("Latchkey is ready")
    const browser = new Browser(settings.BASE_URL)
    await browser.post("/v1/auth/sign-up/email-password", ada)
    await browser.post("/v1/auth/sign-in/email-password", { ...ada, password: "wrong" })
    await browser.get("/v1/auth/session")

    const read = () => send("GET", `http://127.0.0.1:${metricsPort}/metrics`)
    const reply = await read()
    assert.strictEqual(reply.status, 200)
    assert.match(reply.headers["content-type"] ?? "", /^text\/plain/)
    // The first run of the cleanup job begins with the process, and may take longer than these requests.
    const samples = await until("the first cleanup", async () => {
      const found = samplesIn((await read()).text)
      return found.has('latchkey_cleanup_runs_total{outcome="ok"}') && found
    })
    const expected = {
      'latchkey_attempts_total{attempt="sign_up",outcome="ok"}': 1,
      'latchkey_attempts_total{attempt="sign_in",outcome="InvalidCredentials"}': 1,
      // Per IP address, and per account.
      'latchkey_rate_limit_total{action="sign_in",decision="allowed"}': 2,
      latchkey_hash_waiting: 0,
      // Sign-up, sign-in, and the dummy hash at the start.
      latchkey_hash_seconds_count: 3,
      latchkey_hash_wait_seconds_count: 3,
      'latchkey_cleanup_runs_total{outcome="ok"}': 1,
      'latchkey_http_request_seconds_count{method="POST",status="401"}': 1,
      latchkey_database_waiting: 0
    }
    for (const [name, value] of Object.entries(expected)) assert.strictEqual(samples.get(name), value, name)
    assert.isTrue(samples.has('latchkey_database_connections{state="idle"}'))

    for (const url of [`http://127.0.0.1:${metricsPort}/`, `${settings.BASE_URL}/metrics`]) {
      assert.strictEqual((await send("GET", url)).status, 404, url)
    }
    latchkey.kill("SIGTERM")
    assert.strictEqual(await latchkey.ended, 0)
    assert.strictEqual(latchkey.err(), "")
  })

  it("fail with one line if their port is in use", { timeout }, async () => {
    const other = createServer().listen(0, "127.0.0.1")
    onTestFinished(() => void other.close())
    await once(other, "listening")
    const address = other.address()
    const port = String(typeof address === "object" ? address?.port : 0)
    const settings = { ...(await environment()), METRICS_PORT: port }
    const latchkey = run(["serve"], { directory: folder(), environment: settings })
    assert.strictEqual(await latchkey.ended, 1)
    const reason = `Port ${port} is in use. Stop the program that uses it, or set METRICS_PORT to another port.`
    assert.strictEqual(latchkey.err(), `latchkey: ${reason}\n`)
  })
})
