import { assert, describe, it, onTestFinished } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import { database } from "@latchkey/test-support/postgres/database"
import { freePort } from "@latchkey/test-support/freePort"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import { collector } from "./Collector.ts"

const timeout = 60_000
const ada = { email: "ada@example.com", password: "correct horse battery" }

const environment = async (otlp: string) => {
  const port = String(await freePort())
  return {
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: await database(),
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20key%3D1,x-team=identity"
  }
}

interface Span {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceId: string
}

const spansIn = (bodies: ReadonlyArray<string>): ReadonlyArray<Span> =>
  bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: ReadonlyArray<{ spans: Span }> }) =>
      scopeSpans.flatMap(({ spans }) => spans)
    )
  )

describe("Telemetry by OTLP", () => {
  it("exports traces, metrics and logs, with the configured headers", { timeout }, async () => {
    const otlp = await collector(onTestFinished)
    const settings = await environment(otlp.url)
    const latchkey = run(["serve"], { directory: folder(), environment: settings })
    await latchkey.says("Latchkey is ready")
    const browser = new Browser(settings.BASE_URL)
    assert.strictEqual((await browser.post("/v1/auth/sign-up/email-password", ada)).status, 200)
    assert.strictEqual((await browser.post("/v1/auth/sign-in/email-password", ada)).status, 200)
    latchkey.kill("SIGTERM")
    // The rest is exported during the shutdown.
    assert.strictEqual(await latchkey.ended, 0)

    assert.isTrue(otlp.received.every(({ headers }) => headers.authorization === "Bearer key=1"))
    assert.isTrue(otlp.received.every(({ headers }) => headers["x-team"] === "identity"))
    for (const { body } of otlp.received) {
      assert.include(body, '{"key":"service.name","value":{"stringValue":"latchkey"}}')
    }
    const spans = spansIn(otlp.bodiesAt("/v1/traces"))
    const requests = spans.filter(({ name }) => name === "http.server POST")
    const inside = requests.map((request) =>
      spans.filter(({ traceId }) => traceId === request.traceId).map(({ name }) => name)
    )
    assert.lengthOf(inside, 2)
    assert.includeMembers(inside[0] ?? [], ["RateLimiter.consume", "Argon2PasswordHasher.hash", "sql.execute"])
    assert.includeMembers(inside[1] ?? [], ["RateLimiter.consume", "Argon2PasswordHasher.verify", "sql.execute"])
    assert.include(otlp.bodiesAt("/v1/metrics").join("\n"), "latchkey_attempts_total")
    const logs = otlp.bodiesAt("/v1/logs").join("\n")
    assert.include(logs, "Latchkey is ready")
    assert.match(logs, /"sign_up"/)
    // The log is still written to standard output, too.
    assert.include(latchkey.out(), '"message":"sign_up"')
  })

  it("delays no request if the collector is down", { timeout }, async () => {
    const settings = await environment(`http://127.0.0.1:${await freePort()}`)
    const latchkey = run(["serve"], { directory: folder(), environment: settings })
    await latchkey.says("Latchkey is ready")
    const browser = new Browser(settings.BASE_URL)
    assert.strictEqual((await browser.post("/v1/auth/sign-up/email-password", ada)).status, 200)
    assert.strictEqual((await browser.get("/v1/auth/session")).status, 200)
    latchkey.kill("SIGTERM")
    assert.strictEqual(await latchkey.ended, 0)
    assert.strictEqual(latchkey.err(), "")
  })
})
