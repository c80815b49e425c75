import { randomBytes } from "node:crypto"
import { assert, describe, it, onTestFinished } from "vitest"
import type { Browser } from "../../../../test/support/Browser.ts"
import { send } from "../../../../test/support/HttpClient.ts"
import { database } from "../support/database.ts"
import { freePort } from "../support/latchkey.ts"
import { dumpable, pgDump } from "../support/pgDump.ts"
import {
  administer,
  type Replica,
  requestLink,
  session,
  signIn,
  signUp,
  startReplica,
  visitor
} from "../support/Replica.ts"
import { openSesEndpoint, type SesEndpoint } from "../support/SesEndpoint.ts"
import { until } from "../support/until.ts"
import { collector } from "./Collector.ts"

const email = "ada.lovelace@example.com"
const password = "correct horse battery"
const verify = "/v1/auth/magic-link/verify"

const tokenOf = (path: string) => new URLSearchParams(path.slice(path.indexOf("?"))).get("token") ?? ""

/** Uses everything in every way, and answers what has to stay secret. */
const liveThrough = async (latchkey: Replica, ses: SesEndpoint): Promise<ReadonlyArray<string>> => {
  const secrets = new Set<string>([password])
  const ada = visitor(latchkey)
  const keepCookies = async (browser: Browser) => {
    for (const { value } of await browser.jar.getCookies(browser.origin)) secrets.add(value)
  }
  const post = async (path: string, body?: unknown, headers?: Record<string, string>) => {
    const reply = await ada.post(path, body, headers)
    await keepCookies(ada)
    return reply
  }
  const guess = (text: string) => {
    secrets.add(text)
    return text
  }
  let mails = 0
  const askForLink = async () => {
    assert.strictEqual((await post(requestLink, { email })).status, 200)
    const { path } = await until("the mail", () => ses.mailsTo(email)[mails])
    mails++
    secrets.add(tokenOf(path))
    return path
  }

  await post(signUp, { email, password: guess("short") })
  assert.strictEqual((await post(signUp, { email, password })).status, 200)
  await post(signUp, { email, password: guess("another one of hers") })
  await post(signIn, { email, password: guess("a wrong guess") })
  assert.strictEqual((await post(signIn, { email, password })).status, 200)
  await ada.get(session)
  await post(signIn, { email: "not an address", password: guess("beside a bad address") })
  await ada.send("POST", signIn, {
    headers: { "content-type": "application/json" },
    body: `{"email":"${email}","password":"${guess("in broken JSON")}"`
  })
  await ada.get(`${session}?password=${guess("in-a-query-by-mistake")}`)

  const first = await askForLink()
  await visitor(latchkey).get(first, { accept: "text/html" })
  assert.strictEqual((await ada.get(first)).status, 200)
  await keepCookies(ada)
  await ada.get(first)
  const second = await askForLink()
  assert.strictEqual((await post(verify, { token: tokenOf(second) })).status, 200)
  await post(verify, { token: guess(randomBytes(32).toString("base64url")) })
  await ada.get(`/v1/auth/magic-link/verify/?token=${tokenOf(await askForLink())}`)
  await ada.get(`/nowhere?token=${tokenOf(await askForLink())}`)
  await post("/v1/auth/sign-out/all")

  const admin = { authorization: `Bearer ${guess("a-wrong-admin-key-of-more-than-32-characters")}` }
  await ada.get("/v1/admin/instances", admin)
  await administer(latchkey, "PATCH", "/default", { name: "Bakery" })
  return [...secrets].filter((secret) => secret !== "")
}

/** As it is, as in a URL, and for what is base64url the bytes in hexadecimal, as in a dump. */
const formsOf = (secret: string): ReadonlyArray<string> => [
  secret,
  encodeURIComponent(secret),
  ...(secret.length === 43 ? [Buffer.from(secret, "base64url").toString("hex")] : [])
]

const found = (text: string, secrets: ReadonlyArray<string>): ReadonlyArray<string> =>
  secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)))

const left = dumpable === undefined ? " (left out: there is no pg_dump for any of the servers)" : ""

describe.skipIf(dumpable === undefined)(`What has to stay secret${left}`, () => {
  it("is in no log, no trace, no metric and no dump of the database", { timeout: 120_000 }, async () => {
    if (dumpable === undefined) return
    const ses = await openSesEndpoint(onTestFinished)
    const otlp = await collector(onTestFinished)
    const url = await database(onTestFinished, dumpable.server)
    const metricsPort = String(await freePort())
    const latchkey = await startReplica({
      database: url,
      mail: ses.url,
      environment: {
        LOG_LEVEL: "trace",
        METRICS_PORT: metricsPort,
        OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=the-key-of-the-collector"
      }
    })
    const secrets = await liveThrough(latchkey, ses)
    const ofSettings = ["AKIATEST:secret", "the-key-of-the-collector", decodeURIComponent(new URL(url).password)]
    const metrics = (await send("GET", `http://127.0.0.1:${metricsPort}/metrics`)).text
    const dump = await pgDump(dumpable.program, url)
    latchkey.kill("SIGTERM")
    assert.strictEqual(await latchkey.ended, 0)

    assert.isAtLeast(secrets.length, 20)
    assert.include(dump, email, "the dump is one of the whole database")
    assert.deepStrictEqual(found(dump, [...secrets, ...ofSettings]), [])

    const exports = ["/v1/logs", "/v1/traces", "/v1/metrics"].map((path) => otlp.bodiesAt(path).join("\n"))
    const told = {
      output: latchkey.out() + latchkey.err(),
      metrics,
      logs: exports[0],
      traces: exports[1],
      counts: exports[2]
    }
    for (const [where, text = ""] of Object.entries(told)) {
      assert.isAbove(text.length, 1000, `there are ${where}`)
      assert.deepStrictEqual(found(text, [...secrets, ...ofSettings, email, "ada.lovelace"]), [], where)
    }
  })
})
