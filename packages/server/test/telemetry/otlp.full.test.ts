import { assert, describe, expect, it, onTestFinished } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import { database } from "@latchkey/test-support/postgres/database"
import { freePort } from "@latchkey/test-support/freePort"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import { collector } from "./Collector.ts"

const timeout = 60_000
const ada = { email: "ada@example.com", password: "correct horse battery" }

const environment = async (otlp: string, more: Readonly<Record<string, string>> = {}) => {
  const port = String(await freePort())
  return {
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: await database(),
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20key%3D1,x-team=identity",
    ...more
  }
}

/** Serves, and stops the service once `use` is done: the rest is exported during the shutdown. */
const whileServing = async (
  settings: Awaited<ReturnType<typeof environment>>,
  use: (browser: Browser, latchkey: ReturnType<typeof run>) => Promise<void>
) => {
  const latchkey = run(["serve"], { directory: folder(), environment: settings })
  await latchkey.says("Latchkey is ready")
  await use(new Browser(settings.BASE_URL), latchkey)
  latchkey.kill("SIGTERM")
  assert.strictEqual(await latchkey.ended, 0)
  return latchkey
}

/** Waits for a line of the log: on a busy machine the shutdown leaves no time for what was not exported before. */
const hasExported = ({ bodiesAt }: Awaited<ReturnType<typeof collector>>, line: RegExp) =>
  expect.poll(() => bodiesAt("/v1/logs").join("\n"), { timeout }).toMatch(line)

interface Span {
  readonly name: string
  readonly kind: number
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceId: string
  readonly attributes: ReadonlyArray<{
    readonly key: string
    readonly value: { readonly stringValue?: string; readonly intValue?: number }
  }>
  readonly status: { readonly code: number }
}

const spansIn = (bodies: ReadonlyArray<string>): ReadonlyArray<Span> =>
  bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: ReadonlyArray<{ spans: Span }> }) =>
      scopeSpans.flatMap(({ spans }) => spans)
    )
  )

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

const serverSpan = 2
const signInPath = "/v1/auth/sign-in/email-password"

/** Returns the names of the spans in a span, each with those inside of it. */
const inside = (spans: ReadonlyArray<Span>, parent: Span): ReadonlyArray<unknown> =>
  spans
    .filter(({ parentSpanId }) => parentSpanId === parent.spanId)
    .map((span) => {
      const children = inside(spans, span)
      return children.length === 0 ? span.name : [span.name, ...children]
    })

describe("Telemetry by OTLP", () => {
  it("exports traces, metrics and logs, with the configured headers", { timeout }, async () => {
    const otlp = await collector(onTestFinished)
    const latchkey = await whileServing(await environment(otlp.url), async (browser) => {
      assert.strictEqual((await browser.post("/v1/auth/sign-up/email-password", ada)).status, 200)
      assert.strictEqual((await browser.post(signInPath, ada)).status, 200)
      await hasExported(otlp, /"sign_in"/)
    })

    assert.isTrue(otlp.received.every(({ headers }) => headers.authorization === "Bearer key=1"))
    assert.isTrue(otlp.received.every(({ headers }) => headers["x-team"] === "identity"))
    for (const { body } of otlp.received) {
      assert.include(body, '{"key":"service.name","value":{"stringValue":"latchkey"}}')
    }
    assert.include(otlp.bodiesAt("/v1/metrics").join("\n"), "latchkey_attempts_total")
    const logs = otlp.bodiesAt("/v1/logs").join("\n")
    assert.include(logs, "Latchkey is ready")
    assert.match(logs, /"sign_up"/)
    // The log is still written to standard output, too.
    assert.include(latchkey.out(), '"message":"sign_up"')
  })

  it("has a span for each request, with a span inside for each use case and statement", { timeout }, async () => {
    const otlp = await collector(onTestFinished)
    await whileServing(await environment(otlp.url), async (browser) => {
      await browser.post("/v1/auth/sign-up/email-password", ada)
      assert.strictEqual((await browser.post(signInPath, ada)).status, 200)
      assert.strictEqual((await browser.get("/v1/auth/session?token=a-token-of-nobody")).status, 200)
      assert.strictEqual((await browser.get("/v1/auth/magic-link/verify?token=a-token-of-nobody")).status, 401)
      assert.strictEqual((await browser.get("/sign-in?return_url=%2F")).status, 200)
      assert.strictEqual((await browser.send("DELETE", "/v1/auth/passkeys/passkey_1")).status, 404)
      assert.strictEqual((await browser.get("/nowhere/a-token-of-nobody")).status, 404)
      await hasExported(otlp, /"sign_in"/)
    })
    const spans = spansIn(otlp.bodiesAt("/v1/traces"))
    const requests = spans.filter(({ kind }) => kind === serverSpan)
    assert.deepStrictEqual(
      requests.map((span) => [
        span.name,
        attributesOf(span)["http.route"],
        attributesOf(span)["http.response.status_code"]
      ]),
      [
        ["POST /v1/auth/sign-up/email-password", "/v1/auth/sign-up/email-password", 200],
        [`POST ${signInPath}`, signInPath, 200],
        ["GET /v1/auth/session", "/v1/auth/session", 200],
        ["GET /v1/auth/magic-link/verify", "/v1/auth/magic-link/verify", 401],
        ["GET", "/sign-in", 200],
        ["DELETE /v1/auth/passkeys/:id", "/v1/auth/passkeys/:id", 404],
        ["GET", undefined, 404]
      ]
    )
    assert.isTrue(requests.every(({ parentSpanId }) => parentSpanId === undefined))
    assert.lengthOf(new Set(requests.map(({ traceId }) => traceId)), requests.length)
    const [, signIn, check] = requests
    if (signIn === undefined || check === undefined) return assert.fail("There are no spans")
    assert.deepStrictEqual(inside(spans, check), [
      ["Sessions.find", ["PostgresSessionRepository.findActive", "sql.execute"]]
    ])
    const consume = ["RateLimiter.consume", ["PostgresRateLimitStore.consume", "sql.execute"]]
    const refund = ["PostgresRateLimitStore.refund", "sql.execute"]
    assert.deepStrictEqual(inside(spans, signIn), [
      [
        "SignInWithPassword.signIn",
        consume,
        ["PostgresUserRepository.passwordSchemes", "sql.execute"],
        ["PostgresUserRepository.findForSignIn", "sql.execute"],
        consume,
        "Argon2PasswordHasher.verify",
        ["SessionIssuer.issue", ["PostgresSessionRepository.issue", "sql.execute"]],
        refund,
        refund
      ]
    ])
    for (const personal of ["a-token-of-nobody", ada.email, "ipAddress"]) {
      assert.notInclude(otlp.bodiesAt("/v1/traces").join("\n"), personal)
    }
    // A line of the log has the IP address, and the id of its trace.
    assert.include(otlp.bodiesAt("/v1/logs").join("\n"), signIn.traceId)
  })

  it("continues the trace of an app, and follows its decision to sample", { timeout }, async () => {
    const otlp = await collector(onTestFinished)
    const settings = await environment(otlp.url, { OTEL_TRACES_SAMPLER: "parentbased_always_off" })
    const trace = (id: string, sampled: boolean) => ({
      traceparent: `00-${id.repeat(32)}-${"b".repeat(16)}-${sampled ? "01" : "00"}`
    })
    await whileServing(settings, async (browser) => {
      await browser.get("/v1/auth/session", trace("1", true))
      await browser.get("/v1/auth/session", trace("2", false))
      await browser.get("/v1/auth/session")
    })
    const spans = spansIn(otlp.bodiesAt("/v1/traces"))
    assert.deepStrictEqual(
      spans.filter(({ kind }) => kind === serverSpan).map(({ parentSpanId, traceId }) => [traceId, parentSpanId]),
      [["1".repeat(32), "b".repeat(16)]]
    )
    assert.isTrue(spans.every(({ traceId }) => traceId === "1".repeat(32)))
  })

  it("delays no request if the collector is down, and says so once", { timeout }, async () => {
    const settings = await environment(`http://127.0.0.1:${await freePort()}`)
    const latchkey = await whileServing(settings, async (browser) => {
      assert.strictEqual((await browser.post("/v1/auth/sign-up/email-password", ada)).status, 200)
      assert.strictEqual((await browser.get("/v1/auth/session")).status, 200)
    })
    assert.strictEqual(latchkey.err(), "")
    assert.lengthOf(latchkey.out().match(/The collector takes no telemetry/g) ?? [], 1)
  })

  it("says once that the collector takes its data again", { timeout }, async () => {
    const port = await freePort()
    const settings = await environment(`http://127.0.0.1:${port}`)
    const latchkey = run(["serve"], { directory: folder(), environment: settings })
    await latchkey.says("The collector takes no telemetry")
    const otlp = await collector(onTestFinished, { port })
    await latchkey.says("The collector takes telemetry again")
    latchkey.kill("SIGTERM")
    assert.strictEqual(await latchkey.ended, 0)
    assert.lengthOf(latchkey.out().match(/The collector takes/g) ?? [], 2)
    assert.isAbove(otlp.received.length, 0)
  })

  it("waits ten seconds for a collector that hangs, says so once, and stops without it", { timeout }, async () => {
    const otlp = await collector(onTestFinished, { delay: 300_000 })
    const latchkey = await whileServing(await environment(otlp.url), async (browser, { says }) => {
      await expect.poll(() => otlp.begun, { timeout }).toContain("/v1/logs")
      assert.strictEqual((await browser.post("/v1/auth/sign-up/email-password", ada)).status, 200)
      await says("No response within 10 seconds")
    })
    assert.lengthOf(latchkey.out().match(/The collector takes no telemetry/g) ?? [], 1)
    assert.deepStrictEqual(otlp.received, [])
  })
})
